package transcript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// script is the kind of a Codex call that runs JavaScript, which calls other tools.
const script tools.Kind = "script"

// isScript reports whether a tool of Codex runs JavaScript.
func isScript(tool string) bool { return slices.Contains([]string{"exec", "js", "js_repl"}, tool) }

// anyCommand stands for the commands that a script computes.
const anyCommand = "unknown-command"

// bytesOfNode is the number of bytes of a script that cost as much to read as a node of a command line.
const bytesOfNode = 32

// maxScriptCalls bounds the calls of tools in a script.
const maxScriptCalls = 100

// starting matches code that starts a program from Node.js, or calls a tool in another way.
var starting = text.MustCompile(`child_process|\b(?:execSync|execFile|spawn|spawnSync)\b|\bcodex\.(?:sh|tool)\b`)

// scriptCall returns what a script run by a tool does. Models call tools with plain values, as in
// `const r = await tools.exec_command({cmd: "go test"}); text(r.output)`. Any other use of tools may run any
// command.
func (r *reader) scriptCall(tool, source string) toolCall {
	tokens, isWhole := tokensOf(source)
	isPlain := r.nodes.Take(int64(len(source)/bytesOfNode)) && isWhole
	if tool != "exec" && starting.MatchString(source) {
		isPlain = false
	}
	c := toolCall{tool: script}
	calls, isOther := 0, false
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].isWord("tools", "exec_command") {
			continue
		}
		name, isCall := calledAt(tokens[i+1:])
		calls++
		if !isCall || calls > maxScriptCalls {
			isPlain = false
			break
		}
		i += 3 // ".", the name and "("
		done := r.callOf(name, argumentOf(tokens[i+1:]))
		switch {
		case done.tool == tools.Shell:
			line := done.shell[0]
			line.line = cmp.Or(line.line, anyCommand)
			c.shell = append(c.shell, line)
		case done.tool == tools.Poll:
			c.task = done.task
		case done.tool == tools.Patch: // its own record lists the changes
		case tools.Of(name) == tools.Unknown && !isOther:
			isOther = true
			c.deeds = append(c.deeds, done.deeds...)
			c.deeds = append(c.deeds, namedDeeds(ledger.Paths(source), !looking.MatchString(name))...)
		default:
			c.deeds = append(c.deeds, done.deeds...)
		}
	}
	if !isPlain {
		c.shell = append(c.shell, commandLine{line: anyCommand})
	}
	return c
}

// calledAt returns the method whose call begins with the tokens.
func calledAt(tokens []token) (name string, isCall bool) {
	if len(tokens) < 3 || !tokens[0].isSign(".") || !tokens[2].isSign("(") {
		return "", false
	}
	return tokens[1].text, true
}

// argumentOf returns the argument of a call, of which the tokens follow the opening bracket, if it is JSON
// or has the names of keys without quotes. A computed one is missing.
func argumentOf(tokens []token) gjson.Result {
	var argument strings.Builder
	for i, t := range tokens {
		if t.isSign("()") {
			break
		}
		var next token
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		isKey := t.kind == wordToken && next.isSign(":")
		isTrailing := t.isSign(",") && next.isSign("]})")
		switch {
		case t.kind == textToken || isKey:
			argument.WriteString(text.JSONQuote(t.text))
		case !isTrailing:
			argument.WriteString(t.text)
		}
	}
	if !isRecord(argument.String()) {
		return gjson.Result{}
	}
	return gjson.Parse(argument.String())
}
