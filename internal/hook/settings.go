package hook

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// SyntaxError says that a file is not JSON that can be edited: it has comments,
// trailing commas, duplicate keys, or is broken otherwise. The faults' words are
// the catalogue's.
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
	// At is the place of the value, Path where it is, "hooks.Stop[0].hooks".
	At   text.Pos
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
	host *Host
	data []byte
	root *document.Node
}

// parse reads a settings file that is not blank, and holds what is ours to touch to
// its shape.
func (h *Host) parse(data []byte, limits document.Limits) (*settings, error) {
	root, src, faults := document.ParseJSON(data, limits)
	if len(faults) > 0 {
		return nil, &SyntaxError{Source: src, Faults: faults}
	}
	s := &settings{host: h, data: data, root: root}
	wrong := func(n *document.Node, path string, want document.Kind) error {
		return &ShapeError{At: src.Pos(n.Value.Start), Path: path, Want: want, Got: n.Kind}
	}
	events, prefix := s.events(), "hooks."
	if h.file.bare {
		prefix = ""
	}
	if events != nil && events.Kind != document.Object {
		return nil, wrong(events, "hooks", document.Object)
	}
	for _, e := range h.Events {
		list := events.Field(e.Name)
		if list == nil {
			continue
		}
		if list.Kind != document.List {
			return nil, wrong(list, prefix+e.Name, document.List)
		}
		for i, item := range list.Items {
			at := fmt.Sprintf("%s%s[%d]", prefix, e.Name, i)
			if item.Kind != document.Object {
				return nil, wrong(item, at, document.Object)
			}
			if hooks := item.Field("hooks"); hooks != nil && hooks.Kind != document.List {
				return nil, wrong(hooks, at+".hooks", document.List)
			}
		}
	}
	return s, nil
}

// events is the object that holds the events, nil if the file has none.
func (s *settings) events() *document.Node {
	if s.host.file.bare {
		return s.root
	}
	return s.root.Field("hooks")
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

// ours are the hooks that run this program, in the file's order, and others those
// that do not.
func (s *settings) ours() []place {
	return s.places(isOurs)
}

func (s *settings) places(wanted func(hook *document.Node) bool) (out []place) {
	events := s.events()
	if events == nil {
		return nil
	}
	for _, event := range events.Items {
		if event.Kind != document.List {
			continue
		}
		for _, item := range event.Items {
			hooks := item.Field("hooks")
			if hooks == nil || hooks.Kind != document.List {
				if wanted(item) {
					out = append(out, place{event: event, hook: item})
				}
				continue
			}
			for _, hook := range hooks.Items {
				if wanted(hook) {
					out = append(out, place{event: event, group: item, hook: hook})
				}
			}
		}
	}
	return out
}

// isBlank reports whether a file has no text at all: white space, and a byte order
// mark, aside.
func isBlank(data []byte) bool {
	return strings.TrimLeft(strings.TrimPrefix(string(data), text.BOM), " \t\r\n") == ""
}

// isFrame reports whether nothing is left of a file but what every file of its kind
// has.
func (h *Host) isFrame(data []byte, limits document.Limits) bool {
	if isBlank(data) {
		return true
	}
	s, err := h.parse(data, limits)
	return err == nil && (len(s.root.Items) == 0 || h.file.version && len(s.root.Items) == 1 && s.root.Items[0].Name == "version")
}

// installed reports whether a file has hooks of ours.
func (h *Host) installed(data []byte, limits document.Limits) bool {
	if isBlank(data) {
		return false
	}
	s, err := h.parse(data, limits)
	return err == nil && len(s.ours()) > 0
}

// agentHandoff are the scripts of agent-handoff that do what we do.
var agentHandoff = []string{"hook-validate-handoff", "pre-agent-handoff-check"}

// Upstream are the hooks of agent-handoff that a settings file has beside ours.
func (h *Host) Upstream(data []byte, limits document.Limits) (names []string) {
	if isBlank(data) {
		return nil
	}
	s, err := h.parse(data, limits)
	if err != nil {
		return nil
	}
	s.places(func(hook *document.Node) bool {
		for _, name := range agentHandoff {
			if strings.Contains(hook.Field("command").Str(), name) {
				names = appendNew(names, name)
			}
		}
		return false
	})
	return names
}

// units reads the time limit of a hook, in the host's units, 0 for none.
func (h *Host) units(hook *document.Node) (units float64) {
	if n := hook.Field(h.file.timeout); n != nil {
		_ = json.Unmarshal([]byte(n.Text), &units) // text that is no number is none
	}
	return units
}
