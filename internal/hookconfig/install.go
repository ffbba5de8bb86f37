package hookconfig

import (
	"errors"

	"github.com/handofflint/handofflint/internal/document"
)

// maxEdits bounds the work on one file. Each edit parses the file anew, which
// keeps spans simple; an installation takes ten.
const maxEdits = 200

// errTooMany says that a file holds more of our hooks than any installation
// leaves behind.
var errTooMany = errors.New("the file holds too many hooks of handofflint: remove them by hand")

// Install puts the host's hooks into the text of its settings file, nil for a
// file that is not there, and gives back the new text. The hooks run the
// program at executable, a path or a name to be found on the PATH, with options. Hooks of
// ours that are there already are kept and brought up to date; where nothing
// is to be done the text comes back as it is. Errors are a *SyntaxError, a
// *ShapeError, or that the file is beyond help.
func (h *Host) Install(data []byte, executable string, limits document.Limits, options ...string) ([]byte, error) {
	invocation := h.invocation(executable, options...)
	if isBlank(data) {
		return h.fresh(invocation), nil
	}
	return h.rewrite(data, limits, func(s *settings) (edit, bool) { return s.nextInstall(invocation) })
}

// Uninstall takes our hooks out of the text of a settings file, and what is
// empty without them.
func (h *Host) Uninstall(data []byte, limits document.Limits) ([]byte, error) {
	if isBlank(data) {
		return data, nil
	}
	return h.rewrite(data, limits, func(s *settings) (edit, bool) {
		if ours := s.ours(); len(ours) > 0 {
			return s.removeHook(ours[0]), true
		}
		return edit{}, false
	})
}

// rewrite applies one edit after the other until there is none left to do.
func (h *Host) rewrite(data []byte, limits document.Limits, next func(*settings) (edit, bool)) ([]byte, error) {
	for range maxEdits {
		s, err := h.parse(data, limits)
		if err != nil {
			return nil, err
		}
		e, more := next(s)
		if !more {
			return data, nil
		}
		data = []byte(e.apply(s.text))
	}
	return nil, errTooMany
}

func (h *Host) fresh(invocation []*document.Node) []byte {
	root := newObject("")
	if h.form.version {
		root.Items = append(root.Items, versionField())
	}
	if events := h.events(invocation); h.form.bare {
		root.Items = append(root.Items, events.Items...)
	} else {
		root.Items = append(root.Items, events)
	}
	return []byte(plainLayout.block(root, "") + "\n")
}

// events is the whole object of events.
func (h *Host) events(invocation []*document.Node) *document.Node {
	events := newObject("hooks")
	for _, e := range h.Events {
		events.Items = append(events.Items, newList(e.Name, h.item(invocation, e)))
	}
	return events
}

func (h *Host) event(name string) (Event, bool) {
	for _, e := range h.Events {
		if e.Name == name {
			return e, true
		}
	}
	return Event{}, false
}

// nextInstall is the next edit on the way to a file that has our hooks, false
// where there is nothing left to do.
func (s *settings) nextInstall(invocation []*document.Node) (edit, bool) {
	events := s.events()
	if events == nil {
		return s.append(s.root, s.host.events(invocation)), true
	}
	seen := map[string]bool{}
	for _, p := range s.ours() {
		want, known := s.host.event(p.event.Name)
		if !known || seen[want.Name] {
			return s.removeHook(p), true
		}
		seen[want.Name] = true
		if e, changed := s.update(p, want, invocation); changed {
			return e, true
		}
	}
	return s.nextMissing(events, seen, invocation)
}

// nextMissing adds the first event that the file does not have.
func (s *settings) nextMissing(events *document.Node, seen map[string]bool, invocation []*document.Node) (edit, bool) {
	for _, e := range s.host.Events {
		if seen[e.Name] {
			continue
		}
		item := s.host.item(invocation, e)
		if list := events.Field(e.Name); list != nil {
			return s.append(list, item), true
		}
		return s.append(events, newList(e.Name, item)), true
	}
	if s.host.form.version && s.root.Field("version") == nil {
		return s.append(s.root, versionField()), true
	}
	return edit{}, false
}

func versionField() *document.Node {
	return &document.Node{Kind: document.Int, Name: "version", Text: "1"}
}

// update brings a hook of ours up to date: what it runs, and for which tools.
// Its time limit and whatever else it has are its user's.
func (s *settings) update(p place, want Event, invocation []*document.Node) (edit, bool) {
	if s.host.form.flat != (p.group == nil) {
		return s.removeHook(p), true
	}
	if e, changed := s.updateInvocation(p.hook, invocation); changed {
		return e, true
	}
	return s.updateMatcher(p, want)
}

// updateInvocation sets what is wanted before it takes away what is not, and
// arguments before the command that needs them: after each edit the file is read
// anew, and the hook has to be known as ours all the way.
func (s *settings) updateInvocation(hook *document.Node, invocation []*document.Node) (edit, bool) {
	for _, removal := range []bool{false, true} {
		for _, key := range invocationKeys {
			want := field(invocation, key)
			if removal != (want == nil) {
				continue
			}
			if e, changed := s.updateField(hook, key, want); changed {
				return e, true
			}
		}
	}
	return edit{}, false
}

func (s *settings) updateField(hook *document.Node, key string, want *document.Node) (edit, bool) {
	have := hook.Field(key)
	switch {
	case want == nil && (have == nil || key == "type"):
		return edit{}, false
	case want == nil:
		return s.remove(hook, have), true
	case have == nil:
		return s.append(hook, want), true
	case !equal(have, want):
		return s.replace(have, want), true
	}
	return edit{}, false
}

// updateMatcher leaves a group that other hooks share as it is: ours moves out
// of it.
func (s *settings) updateMatcher(p place, want Event) (edit, bool) {
	have := p.matcher()
	if sameMatcher(have, want.Matcher) {
		return edit{}, false
	}
	holder := p.hook
	if p.group != nil {
		holder = p.group
		if len(p.siblings().Items) > 1 {
			return s.removeHook(p), true
		}
	}
	if want.Matcher == "" {
		return s.remove(holder, have), true
	}
	return s.updateField(holder, "matcher", newString("matcher", want.Matcher))
}

// sameMatcher says whether a matcher is the one that is wanted. An empty one
// and a star are as good as none.
func sameMatcher(have *document.Node, want string) bool {
	if want == "" {
		return have == nil || have.Str() == "" && have.Kind == document.String || have.Str() == "*"
	}
	return have.Str() == want
}

func field(fields []*document.Node, name string) *document.Node {
	return newObject("", fields...).Field(name)
}

// isFrame says whether nothing is left of a file but what every file of its
// kind has.
func (h *Host) isFrame(data []byte, limits document.Limits) bool {
	if isBlank(data) {
		return true
	}
	s, err := h.parse(data, limits)
	if err != nil {
		return false
	}
	for _, item := range s.root.Items {
		if !h.form.version || item.Name != "version" {
			return false
		}
	}
	return true
}

// installed reports whether a file has hooks of ours.
func (h *Host) installed(data []byte, limits document.Limits) bool {
	if isBlank(data) {
		return false
	}
	s, err := h.parse(data, limits)
	return err == nil && len(s.ours()) > 0
}
