package hook

import (
	"fmt"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// FileError says why a settings file is left alone: it cannot be read, it is not
// JSON that can be edited (it has comments, trailing commas, duplicate keys, or is
// broken otherwise), or a value is of a kind that its host cannot read.
type FileError struct {
	// Faults have the catalogue's words, none for a value of the wrong kind. Source
	// is nil for a file that cannot be read.
	Faults []document.Fault
	Source *text.Source
	// At is a position in Source, Message what is wrong there.
	At      text.Pos
	Message string
}

// Error is the message with its position.
func (e *FileError) Error() string {
	if e.Source == nil {
		return e.Message
	}
	return fmt.Sprintf("line %d, column %d: %s", e.At.Line, e.At.Column, e.Message)
}

// settings is a parsed settings file.
type settings struct {
	document.JSONText
	host *Host
	// events is the object in the file that holds the events, nil if it has none.
	events *document.Node
}

// parse reads a settings file that is not blank, and checks the kinds of the values
// that an installation touches.
func (h *Host) parse(data []byte, limits document.Limits) (*settings, error) {
	root, src, faults := document.ParseJSON(data, limits)
	if len(faults) > 0 {
		return nil, &FileError{faults, src, src.Pos(faults[0].Span.Start), "not valid JSON"}
	}
	s := &settings{document.JSONText{Data: data, Root: root}, h, root.Field("hooks")}
	prefix := "hooks."
	if h.file.bare {
		s.events, prefix = root, ""
	}
	var wrong error
	expect := func(n *document.Node, path string, kind document.Kind) {
		if wrong == nil && n != nil && n.Kind != kind {
			wrong = &FileError{nil, src, src.Pos(n.Value.Start), fmt.Sprintf("%s has to be %s, this is %s", path, withArticle[kind], withArticle[n.Kind])}
		}
	}
	expect(s.events, "hooks", document.Object)
	for _, e := range h.Events {
		list := s.events.Field(e.Name)
		expect(list, prefix+e.Name, document.List)
		for i := 0; list != nil && i < len(list.Items); i++ {
			at := fmt.Sprintf("%s%s[%d]", prefix, e.Name, i)
			expect(list.Items[i], at, document.Object)
			expect(list.Items[i].Field("hooks"), at+".hooks", document.List)
		}
	}
	return s, wrong
}

// withArticle are the names of kinds in a sentence.
var withArticle = map[document.Kind]string{
	document.Null: "null", document.Bool: "a boolean", document.Int: "an integer", document.Float: "a number",
	document.String: "a string", document.List: "a list", document.Object: "an object",
}

// place is a hook and where it is: the event's list, and the group in that list,
// nil if hooks are in it themselves.
type place struct{ event, group, hook *document.Node }

// matcher is the matcher that decides about the hook, nil for none.
func (p place) matcher() *document.Node {
	if p.group != nil {
		return p.group.Field("matcher")
	}
	return p.hook.Field("matcher")
}

// ours are the hooks that run this program, in the file's order.
func (s *settings) ours() (out []place) {
	if s.events == nil {
		return nil
	}
	for _, event := range s.events.Items {
		if event.Kind != document.List {
			continue
		}
		for _, item := range event.Items {
			hooks := item.Field("hooks")
			if hooks == nil || hooks.Kind != document.List {
				if isOurs(item) {
					out = append(out, place{event: event, hook: item})
				}
				continue
			}
			for _, hook := range hooks.Items {
				if isOurs(hook) {
					out = append(out, place{event: event, group: item, hook: hook})
				}
			}
		}
	}
	return out
}

// isOurs reports whether a hook runs this program as a hook and nothing else,
// wherever the program is and whatever its options are.
func isOurs(hook *document.Node) bool {
	program, _ := splitCommand(hook.Field("command").Str())
	return program != ""
}

// plainCommand is a command line that runs one program as a hook and does nothing
// else: its program, and the rest.
var plainCommand = text.MustCompile(`^\s*("[^"]*"|'(?:[^']|'\\'')*'|[^\s"';&|<>$()` + "`" + `]+)[ \t]+(hook(?:[ \t]+[\w./=-]+)*)\s*$`)

// splitCommand returns the program that a line runs as a hook, "" if that is not
// this one or the line does more, and its arguments.
func splitCommand(line string) (program string, args []string) {
	m := plainCommand.FindStringSubmatch(line)
	if m == nil {
		return "", nil
	}
	program = m[1]
	switch program[0] {
	case '"':
		program = strings.Trim(program, `"`)
	case '\'':
		program = strings.ReplaceAll(program[1:len(program)-1], `'\''`, "'")
	}
	if base := path.Base(strings.ReplaceAll(program, `\`, "/")); !strings.HasPrefix(strings.ToLower(base), programName) {
		return "", nil
	}
	return program, strings.Fields(m[2])
}

// isBlank reports whether a file has no text at all: white space, and a byte order
// mark, aside.
func isBlank(data []byte) bool {
	return strings.TrimLeft(strings.TrimPrefix(string(data), text.BOM), " \t\r\n") == ""
}
