package hookconfig

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// SyntaxError says that a file is no JSON that can be edited: it has comments,
// trailing commas, keys that stand twice, or is broken otherwise. The faults'
// words are the catalogue's.
type SyntaxError struct {
	Source *text.Source
	Faults []document.Fault
}

// Error names the place of the first fault.
func (e *SyntaxError) Error() string {
	pos := e.Source.Pos(e.Faults[0].Span.Start)
	return fmt.Sprintf("line %d, column %d: not valid JSON", pos.Line, pos.Column)
}

// ShapeError says that a value of a settings file is of a kind that its host
// cannot read.
type ShapeError struct {
	// At is the place of the value.
	At text.Pos
	// Path is where it stands, "hooks.Stop[0].hooks".
	Path string
	// Want and Got are kinds.
	Want, Got document.Kind
}

// Message says what is wrong, without the place.
func (e *ShapeError) Message() string {
	return fmt.Sprintf("%s has to be %s, this is %s", e.Path, withArticle(e.Want), withArticle(e.Got))
}

// Error is the message with its place.
func (e *ShapeError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.At.Line, e.At.Column, e.Message())
}

func withArticle(k document.Kind) string {
	switch name := k.String(); {
	case k == document.Null:
		return name
	case strings.ContainsRune("aeiou", rune(name[0])):
		return "an " + name
	default:
		return "a " + name
	}
}

// settings is a parsed settings file.
type settings struct {
	host   *Host
	text   string
	src    *text.Source
	root   *document.Node
	layout layout
}

// parse reads a settings file that is not blank and holds what is ours to
// touch to its shape.
func (h *Host) parse(data []byte, limits document.Limits) (*settings, error) {
	root, src, faults := document.ParseJSON(data, limits)
	if len(faults) > 0 {
		return nil, &SyntaxError{Source: src, Faults: faults}
	}
	s := &settings{host: h, text: string(data), src: src, root: root}
	s.layout = layoutOf(s.text, root)
	return s, s.checkShape()
}

// checkShape looks at the events that the host knows of us. What else stands
// among them is not ours to judge.
func (s *settings) checkShape() error {
	events := s.events()
	if events == nil {
		return nil
	}
	if events.Kind != document.Object {
		return s.shapeError(events, "hooks", document.Object)
	}
	for _, e := range s.host.Events {
		list := events.Field(e.Name)
		if list == nil {
			continue
		}
		if err := s.checkEvent(list, s.eventPath(e.Name)); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) checkEvent(list *document.Node, path string) error {
	if list.Kind != document.List {
		return s.shapeError(list, path, document.List)
	}
	for i, item := range list.Items {
		at := fmt.Sprintf("%s[%d]", path, i)
		if item.Kind != document.Object {
			return s.shapeError(item, at, document.Object)
		}
		if hooks := item.Field("hooks"); hooks != nil && hooks.Kind != document.List {
			return s.shapeError(hooks, at+".hooks", document.List)
		}
	}
	return nil
}

func (s *settings) shapeError(n *document.Node, path string, want document.Kind) error {
	return &ShapeError{At: s.src.Pos(n.Value.Start), Path: path, Want: want, Got: n.Kind}
}

// events is the object that holds the events, nil where the file has none.
func (s *settings) events() *document.Node {
	if s.host.form.bare {
		return s.root
	}
	return s.root.Field("hooks")
}

func (s *settings) eventPath(name string) string {
	if s.host.form.bare {
		return name
	}
	return "hooks." + name
}

// place is a hook and what it stands in.
type place struct {
	event *document.Node // the event's list
	group *document.Node // the group in that list, nil where hooks stand in it themselves
	hook  *document.Node
}

// siblings is the list that the hook stands in.
func (p place) siblings() *document.Node {
	if p.group != nil {
		return p.group.Field("hooks")
	}
	return p.event
}

// matcher is the matcher that decides about the hook, nil for none.
func (p place) matcher() *document.Node {
	if p.group != nil {
		return p.group.Field("matcher")
	}
	return p.hook.Field("matcher")
}

// ours are the hooks that run this program, in the file's order.
func (s *settings) ours() []place {
	var out []place
	events := s.events()
	if events == nil {
		return nil
	}
	for _, event := range events.Items {
		if event.Kind == document.List {
			out = append(out, oursIn(event)...)
		}
	}
	return out
}

func oursIn(event *document.Node) []place {
	var out []place
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
	return out
}

// isBlank says whether a file has no text at all: white space, and a byte
// order mark, aside.
func isBlank(data []byte) bool {
	return strings.TrimLeft(strings.TrimPrefix(string(data), text.BOM), " \t\r\n") == ""
}
