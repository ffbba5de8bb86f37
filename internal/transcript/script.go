package transcript

import (
	"encoding/json"
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

// anyCommand stands for a command that a script computes.
const anyCommand = "unknown-command"

// bytesOfNode is the number of bytes of a script that cost as much to read as a node of a command line.
const bytesOfNode = 32

// starting matches code that starts a program from Node.js without a tool.
var starting = text.MustCompile(`child_process|\b(?:execSync|execFile|spawn|spawnSync)\b`)

// scriptCall returns what a script run by a tool does.
func (r *reader) scriptCall(tool, source string) toolCall {
	tokens, isWhole := tokensOf(source)
	isWhole = r.nodes.Take(int64(len(source)/bytesOfNode)) && isWhole
	s := scriptReader{evaluator: evaluator{tokens: tokens, constants: map[string]string{}}, of: r, source: source, call: toolCall{tool: script}}
	s.readConstants()
	calls := 0
	for i := range tokens {
		name, args, isCall := s.toolAt(i)
		if !isCall {
			continue
		}
		if calls++; calls > maxScriptCalls {
			isWhole = false
			break
		}
		s.add(name, args)
	}
	isFree := tool != "exec" && starting.MatchString(source)
	if !isWhole || isFree {
		s.runs(anyCommand, "")
	}
	s.call.inOrder = s.printsInOrder()
	return s.call
}

// scriptReader reads the calls of a script.
type scriptReader struct {
	evaluator
	of     *reader
	source string
	call   toolCall
	// isOther is set after a call of an unknown tool.
	isOther bool
	// results are the names declared with results of calls, in order.
	results []string
}

// readConstants reads the declared names, with their values if these are plain.
func (s *scriptReader) readConstants() {
	declared := 0
	for i, t := range s.tokens {
		if !t.isWord("const", "let", "var") || declared == maxConstants {
			continue
		}
		declared++
		var names []string
		end := i + 1
		for end < min(len(s.tokens), i+maxNames) && !s.tokens[end].isSign("=;") {
			if s.tokens[end].kind == wordToken {
				names = append(names, s.tokens[end].text)
			}
			end++
		}
		value, isText := s.valueAt(end + 1).(string)
		if !t.isWord("const") || !isText {
			s.results = append(s.results, names...)
		} else if len(names) == 1 {
			s.constants[names[0]] = value
		}
	}
}

// toolAt returns the tool that is called at a token, with its arguments. The name is "" if it is computed.
func (s *scriptReader) toolAt(i int) (name string, args any, isCall bool) {
	const none = ""
	t := s.tokenAt(i)
	if t.kind != wordToken {
		return none, nil, false
	}
	switch t.text {
	case "tools":
		return s.toolOfTools(i + 1)
	case "codex":
		return s.toolOfConsole(i + 1)
	case "exec_command":
		isOfTools := s.tokenAt(i-1).isSign(".") && s.tokenAt(i-2).isWord("tools")
		if !isOfTools && s.tokenAt(i+1).isSign("(") {
			return t.text, s.valueAt(i + 2), true
		}
	}
	return none, nil, false
}

// toolOfTools returns the tool that is called after the word "tools": by a name, or by a name in quotes.
// Otherwise the name is computed, or the tool gets an alias.
func (s *scriptReader) toolOfTools(i int) (name string, args any, isCall bool) {
	sign, tool := s.tokenAt(i), s.tokenAt(i+1)
	if sign.isSign(".") && s.tokenAt(i+2).isSign("(") {
		return tool.text, s.valueAt(i + 3), true
	}
	if sign.isSign("[") && tool.kind == textToken && s.tokenAt(i+3).isSign("(") {
		return tool.text, s.valueAt(i + 4), true
	}
	return "", nil, sign.isSign(".[")
}

// toolOfConsole returns the tool that is called after the word "codex": by a method for the shell, or by
// name.
func (s *scriptReader) toolOfConsole(i int) (name string, args any, isCall bool) {
	method := s.tokenAt(i + 1)
	if !s.tokenAt(i).isSign(".") || !method.isWord("sh", "tool") {
		return "", nil, false
	}
	if method.text == "sh" {
		return "shell", s.valueAt(i + 3), true
	}
	return s.tokenAt(i + 3).text, s.valueAt(i + 5), true
}

func (s *scriptReader) add(name string, args any) {
	switch args.(type) {
	case string, []any:
		args = map[string]any{"command": args}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return // cannot happen: the values are all valid JSON
	}
	c := s.of.callOf(name, gjson.ParseBytes(raw))
	isComputed := c.tool == tools.Shell && c.shell[0].line == ""
	switch {
	case name == "" || isComputed:
		s.runs(anyCommand, "")
	case c.tool == tools.Shell:
		s.runs(c.shell[0].line, c.shell[0].dir)
	case c.tool == tools.Poll:
		s.call.task = c.task
	case c.tool == tools.Patch: // its own record lists the changes
	case tools.Of(name) == tools.Unknown && !s.isOther:
		s.isOther = true
		s.call.deeds = append(s.call.deeds, c.deeds...)
		s.call.deeds = append(s.call.deeds, namedDeeds(ledger.Paths(s.source), !looking.MatchString(name))...)
	default:
		s.call.deeds = append(s.call.deeds, c.deeds...)
	}
}

func (s *scriptReader) runs(line, dir string) {
	s.call.shell = append(s.call.shell, commandLine{line, dir})
}

// printsInOrder reports whether a script prints the result of each of its commands in order, and nothing
// else.
func (s *scriptReader) printsInOrder() bool {
	var printed []string
	for i, t := range s.tokens {
		isPrint := t.isWord("text") && s.tokenAt(i+1).isSign("(")
		if isPrint && len(printed) <= len(s.call.shell) {
			printed = append(printed, s.printedAt(i+1))
		}
	}
	return len(printed) == len(s.call.shell) && slices.Equal(printed, s.results)
}

// printedAt returns the names and texts in the brackets at a token, without the conversion to text.
func (s *scriptReader) printedAt(i int) string {
	s.at = i
	s.skip()
	var words []string
	for _, t := range s.tokens[i:min(s.at, len(s.tokens))] {
		isValue := t.kind != signToken || t.isSign("`")
		if isValue && !t.isWord("JSON", "stringify", "output") {
			words = append(words, t.text)
		}
	}
	return strings.Join(words, " ")
}
