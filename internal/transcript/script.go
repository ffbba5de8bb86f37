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

// Bounds of a script. A longer script may do anything.
const (
	maxScript = 1 << 20
	maxTokens = 10_000
	// bytesOfNode is the number of bytes that cost as much to read as a node of a command line.
	bytesOfNode = 32
)

var (
	// starting matches code that starts a program from Node.js, or calls a tool in another way.
	starting = text.MustCompile(`child_process|\b(?:execSync|execFile|spawn|spawnSync)\b|\bcodex\.(?:sh|tool)\b`)
	// scriptToken matches a token of JavaScript: a comment, a string, a word or a sign. A regular expression is read as
	// signs: what seems to be a string after it may be code.
	scriptToken = text.MustCompile("(?s)[(,=:[!&|?]\\s*/(?:\\\\.|[^/*\\\\\n])(?:\\\\.|[^/\\\\\n])*/|//[^\n]*|/\\*(?:.*?\\*/|.*)|\"(?:\\\\.|[^\"\\\\])*\"?|'(?:\\\\.|[^'\\\\])*'?|`(?:\\\\.|[^`\\\\])*`?|[\\w$]+|\\S")
	// usesTools matches a token that uses tools, or may do so in a template.
	usesTools = text.MustCompile(`^(?:tools|exec_command)$|\btools\.\w+\(`)
)

// scriptCall returns what a script run by a tool does. Models call tools with plain values, as in
// `const r = await tools.exec_command({cmd: "go test"}); text(r.output)`. Any other use of tools may run any
// command, and so may a script that starts programs or is too long to be read.
func (r *reader) scriptCall(tool, source string) toolCall {
	c := toolCall{tool: script}
	tokens := scriptToken.FindAllString(text.Head(source, maxScript), maxTokens)
	isShort := r.nodes.Take(int64(len(source)/bytesOfNode)) && len(source) <= maxScript && len(tokens) < maxTokens
	startsPrograms := tool != "exec" && starting.MatchString(source) // exec has no Node.js
	mayRunOthers := !isShort || startsPrograms
	mayChange := false
	for len(tokens) > 0 {
		if !callsTool(tokens) {
			mayRunOthers = mayRunOthers || usesTools.MatchString(tokens[0])
			tokens = tokens[1:]
			continue
		}
		name := tokens[2]
		tokens = tokens[4:] // after the opening bracket
		done := r.callOf(name, argumentOf(tokens))
		isOfServer := tools.Of(name) == tools.Unknown
		mayChange = mayChange || isOfServer && !looksByName.MatchString(name)
		switch done.tool {
		case tools.Shell:
			line := done.shell[0]
			line.line = cmp.Or(line.line, anyCommand)
			c.shell = append(c.shell, line)
		case tools.Poll: // the result is that of the last call
			c.task = done.task
			isTyped := len(done.shell) > 0 // into a program that may be a shell
			mayRunOthers = mayRunOthers || isTyped
		case tools.Patch: // its own record lists the changes
		default:
			c.deeds = append(c.deeds, done.deeds...)
		}
	}
	if mayChange { // a computed argument may name any file of the script
		c.deeds = append(c.deeds, namedDeeds(ledger.Paths(source), true)...)
	}
	if mayRunOthers {
		c.shell = append(c.shell, commandLine{line: anyCommand})
	}
	return c
}

// callsTool reports whether tokens begin with a call of a tool, such as `tools.exec_command(`.
func callsTool(tokens []string) bool {
	return len(tokens) > 3 && tokens[0] == "tools" && tokens[1] == "." && tokens[3] == "("
}

// jsonEscapes turns the escapes in a string of JavaScript into those of JSON.
var jsonEscapes = strings.NewReplacer(`\\`, `\\`, `\"`, `\"`, `"`, `\"`, `\'`, `'`, "\\`", "`", `\$`, `$`, "\\\n", "", "\n", `\n`, "\t", `\t`)

// argumentOf returns the argument of a call, of which the tokens follow the opening bracket, if it is JSON
// apart from quotes and a comma at the end. A computed one is missing.
func argumentOf(tokens []string) gjson.Result {
	var argument strings.Builder
	for i, t := range tokens {
		if slices.Contains([]string{"(", ")"}, t) {
			break
		}
		next := cmp.Or(tokens[i+1:]...) // "" after the last
		last := len(t) - 1
		isText := last > 0 && strings.Contains("\"'`", t[:1]) && !strings.Contains(t, "${")
		switch {
		case isText:
			argument.WriteString(`"` + jsonEscapes.Replace(t[1:last]) + `"`)
		case next == ":":
			argument.WriteString(text.JSONQuote(t))
		case t != "," || !strings.Contains("]})", next):
			argument.WriteString(t)
		}
	}
	if !isRecord(argument.String()) {
		return gjson.Result{}
	}
	return gjson.Parse(argument.String())
}
