package evidence

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	// scriptCommand is a command in the JavaScript of a call, with its value if that is a
	// literal.
	scriptCommand = text.MustCompile(`\bcmd["']?\s*:\s*(` + jsString + `)?`)
	scriptDir     = text.MustCompile(`\bworkdir["']?\s*:\s*(` + jsString + `)`)
	scriptTool    = text.MustCompile(`\btools\.(\w+)\(`)
)

const jsString = `"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + "`(?:[^`\\\\]|\\\\.)*`"

// scriptCommands are the commands of a script in JavaScript. One that is not a literal, or
// that has parts that are computed, may be any.
func scriptCommands(script string) (commands []commandLine) {
	script = cut(script, 1<<20)
	found := scriptCommand.FindAllStringSubmatchIndex(script, 100)
	for i, at := range found {
		end := len(script)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		c := commandLine{Line: "unknown-command"}
		if at[2] >= 0 {
			written := script[at[2]:at[3]]
			if c.Line = literal(written); written[0] == '`' && strings.Contains(written, "${") {
				c.Line = "unknown-command " + c.Line
			}
		}
		if dir := scriptDir.FindStringSubmatch(script[at[1]:end]); dir != nil {
			c.Dir = literal(dir[1])
		}
		commands = append(commands, c)
	}
	return commands
}

var jsEscape = text.MustCompile(`(?s)\\(u[0-9A-Fa-f]{4}|.)`)

// literal is the value of a string of JavaScript.
func literal(s string) string {
	return jsEscape.ReplaceAllStringFunc(s[1:len(s)-1], func(escape string) string {
		switch c := escape[1:]; {
		case c == "n":
			return "\n"
		case c == "t":
			return "\t"
		case c == "r":
			return "\r"
		case c == "\n":
			return ""
		case len(c) == len("u0000"):
			code, _ := strconv.ParseUint(c[1:], 16, 32) // what jsEscape matches is hexadecimal
			return string(rune(code))
		default:
			return c
		}
	})
}

// scriptFiles are the files that a script names for tools of other kinds.
func scriptFiles(script string) []Deed {
	for _, m := range scriptTool.FindAllStringSubmatch(script, 100) {
		if slices.Contains([]string{"exec_command", "apply_patch", "write_stdin", "update_plan"}, m[1]) {
			continue
		}
		return namedDeeds(paths(script), !looking.MatchString(m[1]))
	}
	return nil
}
