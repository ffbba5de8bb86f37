package hook

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

const (
	// programName is how the program's file is called: this, or this and more, such
	// as handofflint.exe or handofflint-linux-amd64.
	programName = "handofflint"
	// requireOption makes the command require a handoff of every agent.
	requireOption = "--require-handoffs"
	// timeoutSeconds is how long a host waits for us. A call takes milliseconds; the
	// rest is for slow disks and for waiting on the failure log.
	timeoutSeconds = 60
	// maxEdits bounds the work on one file. Each edit parses the file anew, which
	// keeps spans simple; an installation takes ten.
	maxEdits = 200
)

// errTooMany says that a file holds more of our hooks than any installation leaves.
var errTooMany = errors.New("the file holds too many hooks of handofflint: remove them by hand")

// Installation is what is put into a host's settings.
type Installation struct {
	// Executable is the program that the hooks run: a path, or a name on the PATH.
	Executable string
	// Require makes them require a handoff of every agent.
	Require bool
}

// command is the line that the host runs. It is one line, and not `args` beside the
// command: versions of Claude Code before 2.1.139, and Copilot CLI, start the
// program without those.
func (h *Host) command(in Installation) string {
	line := h.quote(in.Executable, runtime.GOOS) + " hook"
	if !h.file.shared && h.Name != "claude" {
		line += " --host " + h.Name
	}
	if in.Require {
		line += " " + requireOption
	}
	return line
}

// quote makes one word of a shell's command line of a path; on Windows what needs
// quotes gets those of cmd. A path that both cmd and Git's shell are to understand
// has slashes there, and quotes, for cmd takes a bare slash for an option.
func (h *Host) quote(path, goos string) string {
	switch {
	case goos != "windows":
		return text.ShellQuote(path)
	case h.file.bash && strings.ContainsRune(path, '\\'):
		return `"` + strings.ReplaceAll(path, `\`, "/") + `"`
	}
	if plain := strings.ReplaceAll(path, `\`, ""); text.ShellQuote(plain) == plain {
		return path
	}
	return `"` + path + `"`
}

// item is the JSON that an event's list holds: a hook, or a group of one.
func (h *Host) item(in Installation, e HostEvent) string {
	hook := fmt.Sprintf(`"command":%s,%q:%d}`, text.JSONQuote(h.command(in)), h.file.timeout, timeoutSeconds*h.file.perSecond)
	if !h.file.untyped {
		hook = `"type":"command",` + hook
	}
	if h.file.named {
		hook = fmt.Sprintf(`"name":%q,%s`, programName, hook)
	}
	matcher := ""
	if e.Matcher != "" {
		matcher = fmt.Sprintf(`"matcher":%q,`, e.Matcher)
	}
	if h.file.flat {
		return "{" + matcher + hook
	}
	return "{" + matcher + `"hooks":[{` + hook + "]}"
}

// Install puts the host's hooks into the text of its settings file, nil for a file
// that is not there, and returns the new text. Hooks of ours that are there already
// are kept if they are right, with whatever the user has added to them, and replaced
// if not. Errors are a *FileError, or that there are too many.
func (h *Host) Install(data []byte, in Installation, limits document.Limits) ([]byte, error) {
	if isBlank(data) {
		data = []byte("{}\n")
	}
	return h.rewrite(data, limits, func(s *settings) []byte { return s.nextInstall(in) })
}

// Uninstall takes our hooks out of the text of a settings file, and what is empty
// without them.
func (h *Host) Uninstall(data []byte, limits document.Limits) ([]byte, error) {
	if isBlank(data) {
		return data, nil
	}
	return h.rewrite(data, limits, func(s *settings) []byte {
		if ours := s.ours(); len(ours) > 0 {
			return s.withoutHook(ours[0])
		}
		return nil
	})
}

// rewrite makes one edit after the other until none is left.
func (h *Host) rewrite(data []byte, limits document.Limits, next func(*settings) []byte) ([]byte, error) {
	for range maxEdits {
		s, err := h.parse(data, limits)
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

// nextInstall is the file after the next edit on the way to one that has our hooks,
// nil if it has them.
func (s *settings) nextInstall(in Installation) []byte {
	h := s.host
	if h.file.version && s.Root.Field("version") == nil {
		return s.Add(s.Root, "version", "1")
	}
	if s.events == nil {
		return s.Add(s.Root, "hooks", "{}")
	}
	missing := map[string]HostEvent{}
	for _, e := range h.Events {
		missing[e.Name] = e
	}
	for _, p := range s.ours() {
		want, ok := missing[p.event.Name]
		if !ok || !s.fits(p, want) {
			return s.withoutHook(p)
		}
		command := p.hook.Field("command")
		if line := h.command(in); command.Str() != line {
			return s.Replace(command.Value, text.JSONQuote(line))
		}
		delete(missing, want.Name)
	}
	for _, e := range h.Events {
		if _, ok := missing[e.Name]; !ok {
			continue
		}
		if list := s.events.Field(e.Name); list != nil {
			return s.Add(list, "", h.item(in, e))
		}
		return s.Add(s.events, e.Name, "["+h.item(in, e)+"]")
	}
	return nil
}

// fits reports whether a hook of ours is as we would install it, but for what it
// runs. An empty matcher and a star are as good as none.
func (s *settings) fits(p place, want HostEvent) bool {
	matcher := p.matcher().Str()
	if want.Matcher == "" && matcher == "*" {
		matcher = ""
	}
	form := s.host.file
	return form.flat == (p.group == nil) && (form.untyped || p.hook.Field("type").Str() == "command") && matcher == want.Matcher
}

// withoutHook takes a hook out, and with it whatever would be empty then.
func (s *settings) withoutHook(p place) []byte {
	type link struct{ container, item *document.Node }
	chain := []link{{p.event, p.hook}}
	if p.group != nil {
		chain = []link{{p.group.Field("hooks"), p.hook}, {p.event, p.group}}
	}
	chain = append(chain, link{s.events, p.event})
	if !s.host.file.bare {
		chain = append(chain, link{s.Root, s.events})
	}
	for len(chain) > 1 && len(chain[0].container.Items) == 1 {
		chain = chain[1:]
	}
	return s.Remove(chain[0].container, chain[0].item)
}
