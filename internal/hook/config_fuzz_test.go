package hook

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// FuzzInstall checks that any file is either refused, or edited so that it parses, has each hook once, and
// loses nothing else.
func FuzzInstall(f *testing.F) {
	for _, in := range roundTrips {
		f.Add([]byte(in), byte(0))
	}
	f.Add([]byte(crowded), byte(2))
	f.Add([]byte(freshClaude), byte(0))
	f.Add([]byte(`{"hooks": {"Stop": [{"matcher": "x", "hooks": [{"command": "handofflint hook"}, {"command": "y"}]}, 3]}}`), byte(0))
	f.Add([]byte(`{"Stop":[{"command":"handofflint hook"},{"hooks":[]}],"hooks":null}`), byte(2))
	f.Fuzz(func(t *testing.T, data []byte, which byte) {
		h := hosts[int(which)%len(hosts)]
		once, err := h.Install(data, exe)
		if err != nil {
			checkRefusal(t, err)
			return
		}
		checkInstalled(t, h, once)
		if twice, err := h.Install(once, exe); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("again: %v\n%s\n%s", err, once, twice)
		}
		back, err := h.Uninstall(once)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := h.parse(back); err != nil || len(s.ours()) > 0 {
			t.Fatalf("still installed:\n%s", back)
		}
		if want := rest(t, h, data); rest(t, h, once) != want || rest(t, h, back) != want {
			t.Fatalf("lost or added beside ours:\n%s\n%s\n%s", want, rest(t, h, once), rest(t, h, back))
		}
	})
}

func checkRefusal(t *testing.T, err error) {
	t.Helper()
	if !strings.HasPrefix(err.Error(), "line ") && !errors.Is(err, errTooMany) {
		t.Fatalf("error %v", err)
	}
}

func checkInstalled(t *testing.T, h *Host, data []byte) {
	t.Helper()
	s, err := h.parse(data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	places := s.ours()
	if len(places) != len(h.Events) {
		t.Fatalf("%d hooks, want %d:\n%s", len(places), len(h.Events), data)
	}
	for _, hook := range places {
		if !slices.ContainsFunc(h.Events, func(e HostEvent) bool { return s.fits(hook, e) }) {
			t.Fatalf("a wrong hook at %s:\n%s", hook.event.Name, data)
		}
	}
}

// rest returns what a file holds without our hooks, empty containers, and the version.
func rest(t *testing.T, h *Host, data []byte) string {
	t.Helper()
	s, err := h.parse(data)
	if err != nil {
		t.Fatal(err)
	}
	root := newObject("")
	for _, item := range s.Root.Items {
		switch {
		case h.file.version && item.Name == "version":
			item = nil
		case item == s.events:
			item = restOfEvents(item)
		case h.file.bare && item.Kind == document.List:
			item = restOfEvent(item)
		}
		if item != nil {
			root.Items = append(root.Items, item)
		}
	}
	return onLine(root)
}

func restOfEvents(events *document.Node) *document.Node {
	out := newObject(events.Name)
	for _, event := range events.Items {
		if event.Kind == document.List {
			event = restOfEvent(event)
		}
		if event != nil {
			out.Items = append(out.Items, event)
		}
	}
	return unlessEmpty(out)
}

func restOfEvent(event *document.Node) *document.Node {
	out := newList(event.Name)
	for _, item := range event.Items {
		hooks := item.Field("hooks")
		if hooks != nil && hooks.Kind == document.List {
			item = restOfGroup(item, hooks)
		} else if isOurs(item) {
			item = nil
		}
		if item != nil {
			out.Items = append(out.Items, item)
		}
	}
	return unlessEmpty(out)
}

func restOfGroup(group, hooks *document.Node) *document.Node {
	list := newList("hooks")
	for _, hook := range hooks.Items {
		if !isOurs(hook) {
			list.Items = append(list.Items, hook)
		}
	}
	if unlessEmpty(list) == nil {
		return nil
	}
	out := newObject("")
	for _, f := range group.Items {
		if f == hooks {
			f = list
		}
		out.Items = append(out.Items, f)
	}
	return out
}

func unlessEmpty(n *document.Node) *document.Node {
	if len(n.Items) == 0 {
		return nil
	}
	return n
}

// isOurs reports whether a hook runs this program.
func isOurs(hook *document.Node) bool {
	program, _ := splitCommand(hook.Field("command").Str())
	return program != ""
}
