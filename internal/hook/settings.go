package hook

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// settings is a parsed settings file.
type settings struct {
	document.JSONText
	host *Host
	// events is the object with the events, nil for none.
	events *document.Node
}

// parse reads a settings file, and checks the types of the values that an installation touches. White space
// alone, with or without a byte order mark, is an empty object.
func (h *Host) parse(data []byte) (*settings, error) {
	if strings.TrimSpace(strings.TrimPrefix(string(data), text.BOM)) == "" {
		data = []byte("{}\n")
	}
	root, src, faults := document.ParseJSON(data, rules.LimitsWith(rules.Options{}).Limits)
	var wrong error
	refuse := func(offset int, format string, args ...any) {
		at := src.Pos(offset)
		wrong = cmp.Or(wrong, fmt.Errorf("line %d, column %d: %s", at.Line, at.Column, fmt.Sprintf(format, args...)))
	}
	if len(faults) > 0 {
		refuse(faults[0].Span.Start, "not valid JSON")
		return nil, wrong
	}
	s := &settings{document.JSONText{Data: data, Root: root}, h, root.Field("hooks")}
	prefix := "hooks."
	if h.file.bare {
		s.events, prefix = root, ""
	}
	expect := func(n *document.Node, path string, kind document.Kind) {
		if n != nil && n.Kind != kind {
			refuse(n.Value.Start, "%s is of type %s, not %s", path, n.Kind, kind)
		}
	}
	expect(s.events, "hooks", document.Object)
	for _, e := range h.Events {
		list := s.events.Field(e.Name)
		expect(list, prefix+e.Name, document.List)
		for i, item := range list.Elements() {
			at := fmt.Sprintf("%s%s[%d]", prefix, e.Name, i)
			expect(item, at, document.Object)
			expect(item.Field("hooks"), at+".hooks", document.List)
		}
	}
	return s, wrong
}

// maxEdits bounds the edits of a file. Each one parses the file again, which keeps spans simple; an
// installation takes ten.
const maxEdits = 200

// errTooMany is the error for a file with more of our hooks than any installation makes.
var errTooMany = errors.New("the file holds too many hooks of handofflint: remove them by hand")

// rewrite makes edits until next returns nil. It parses the file again after each, since an edit moves what
// follows.
func (h *Host) rewrite(data []byte, next func(*settings) []byte) ([]byte, error) {
	for range maxEdits {
		s, err := h.parse(data)
		if err != nil {
			return nil, err
		}
		edited := next(s)
		if edited == nil {
			return data, nil
		}
		data = edited
	}
	return nil, errTooMany
}

// ourHook is a hook that runs this program: the event's list, the group in it, nil if the list holds the
// hooks themselves, and the hook.
type ourHook struct{ event, group, node *document.Node }

// ours returns the hooks that run this program, in file order.
func (s *settings) ours() (list []ourHook) {
	for _, event := range s.events.Fields() {
		for _, item := range event.Elements() {
			group, hooks := item, item.Field("hooks")
			if hooks == nil {
				group, hooks = nil, &document.Node{Items: []*document.Node{item}}
			}
			for _, hook := range hooks.Items {
				if runsOurs(hook, "hook") {
					list = append(list, ourHook{event, group, hook})
				}
			}
		}
	}
	return list
}

// fits reports whether one of our hooks is as we would install it for an event, apart from its command. A star is
// no matcher.
func (s *settings) fits(h ourHook, want HostEvent) bool {
	form := s.host.file
	holder := h.group
	if form.flat() {
		holder = h.node
	}
	typed := h.node.Field("type").Str() == "command" || !strings.Contains(form.item, `"type"`)
	matcher := holder.Field("matcher").Str()
	isSame := matcher == want.Matcher || matcher == "*" && want.Matcher == ""
	return typed && isSame && h.event.Name == want.Name && form.flat() == (h.group == nil)
}

// without removes a hook, and whatever becomes empty with it.
func (s *settings) without(h ourHook) []byte {
	type link struct{ container, item *document.Node }
	chain := []link{{h.event, h.node}} // from the hook outwards
	if h.group != nil {
		chain = []link{{h.group.Field("hooks"), h.node}, {h.event, h.group}}
	}
	chain = append(chain, link{s.events, h.event})
	if !s.host.file.bare {
		chain = append(chain, link{s.Root, s.events})
	}
	for len(chain) > 1 && len(chain[0].container.Items) == 1 {
		chain = chain[1:]
	}
	return s.Remove(chain[0].container, chain[0].item)
}

// guarded matches the beginning of a command line that first looks for the program; the rest is a
// plainCommand.
var guarded = text.MustCompile(`^\s*command -v ("[^"]*"|'(?:[^']|'\\'')*'|[^\s"';&|<>$()` + "`" + `]+) >/dev/null 2>&1 \|\| (?:exit 0|\{ echo '[^']*'; exit 0; \}); `)

// plainCommand matches a command line that only runs one program as a hook or for a status line, and may
// ignore its exit code. The groups are the program and its arguments.
var plainCommand = text.MustCompile(`^\s*(?:` + throughCmd + `)?("[^"]*"|'(?:[^']|'\\'')*'|[^\s"';&|<>$()` + "`" + `]+)[ \t]+((?:hook|status)(?:[ \t]+[\w./:=-]+)*)\s*(?:\|\|\s*(?:true|:|exit 0)\s*)?$`)

// runsOurs reports whether the command of a hook or a status line runs a command of this program.
func runsOurs(n *document.Node, command string) bool {
	_, args := splitCommand(n.Field("command").Str())
	return args != nil && args[0] == command
}

// splitCommand returns the program that a line runs as a hook or for a status line, and its arguments. The
// program is "" if it is not this one, or the line does more.
func splitCommand(line string) (program string, args []string) {
	looked := guarded.FindStringSubmatch(line)
	if looked != nil {
		line = line[len(looked[0]):]
	}
	m := plainCommand.FindStringSubmatch(line)
	if m == nil || looked != nil && looked[1] != m[1] { // it does more, or runs another program than it looks for
		return "", nil
	}
	program = m[1]
	switch program[0] {
	case '"':
		program = strings.Trim(program, `"`)
	case '\'':
		program = strings.ReplaceAll(program[1:len(program)-1], `'\''`, "'")
	}
	if base := path.Base(strings.ReplaceAll(program, `\`, "/")); !strings.HasPrefix(strings.ToLower(base), ProgramName) {
		return "", nil
	}
	return program, strings.Fields(m[2])
}
