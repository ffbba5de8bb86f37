package hook

import (
	"bytes"
	"errors"
	"path"
	"regexp"
	"runtime"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// program is how the program's file is called: this, or this and more, such as
// handofflint.exe or handofflint-linux-amd64.
const program = "handofflint"

// requireOption makes the command require a handoff of every agent.
const requireOption = "--require-handoffs"

// timeoutSeconds is how long a host waits for us. A call takes milliseconds; the
// rest is for slow disks and for waiting on the failure log.
const timeoutSeconds = 60

// maxEdits bounds the work on one file. Each edit parses the file anew, which keeps
// spans simple; an installation takes ten.
const maxEdits = 200

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

// hookEntry is a hook of ours as a host's file holds it, hookGroup the group that
// most hosts have it in.
type (
	hookEntry struct {
		Name       string `json:"name,omitempty"`
		Matcher    string `json:"matcher,omitempty"`
		Type       string `json:"type,omitempty"`
		Command    string `json:"command"`
		Timeout    int    `json:"timeout,omitempty"`
		TimeoutSec int    `json:"timeoutSec,omitempty"`
	}
	hookGroup struct {
		Matcher string      `json:"matcher,omitempty"`
		Hooks   []hookEntry `json:"hooks"`
	}
)

// item is what an event's list holds: a hook, or a group of one.
func (h *Host) item(in Installation, e HostEvent) any {
	entry := hookEntry{Command: h.command(in)}
	if !h.file.untyped {
		entry.Type = "command"
	}
	if h.file.named {
		entry.Name = program
	}
	if h.file.timeout == "timeout" {
		entry.Timeout = timeoutSeconds * h.file.perSecond
	} else {
		entry.TimeoutSec = timeoutSeconds * h.file.perSecond
	}
	if h.file.flat {
		entry.Matcher = e.Matcher
		return entry
	}
	return hookGroup{e.Matcher, []hookEntry{entry}}
}

// members are an object whose keys keep their order.
type members []struct {
	key   string
	value any
}

// MarshalJSON writes the members in their order.
func (m members) MarshalJSON() ([]byte, error) {
	parts := make([][]byte, len(m))
	for i, member := range m {
		raw, err := text.JSON(member.value)
		if err != nil {
			return nil, err
		}
		parts[i] = append([]byte(text.JSONQuote(member.key)+":"), raw...)
	}
	return append(append([]byte("{"), bytes.Join(parts, []byte(","))...), '}'), nil
}

// events is the whole object of events.
func (h *Host) events(in Installation) members {
	all := make(members, len(h.Events))
	for i, e := range h.Events {
		all[i].key, all[i].value = e.Name, []any{h.item(in, e)}
	}
	return all
}

// fresh is a file that holds nothing but our hooks.
func (h *Host) fresh(in Installation) ([]byte, error) {
	root := h.events(in)
	if !h.file.bare {
		root = members{{"hooks", root}}
	}
	if h.file.version {
		root = append(members{{"version", 1}}, root...)
	}
	return text.JSONIndented(root)
}

// Install puts the host's hooks into the text of its settings file, nil for a file
// that is not there, and returns the new text. Hooks of ours that are there already
// are kept if they are right, with whatever the user has added to them, and replaced
// if not. Errors are a *SyntaxError, a *ShapeError, or that the file is beyond help.
func (h *Host) Install(data []byte, in Installation, limits document.Limits) ([]byte, error) {
	if isBlank(data) {
		return h.fresh(in)
	}
	return h.rewrite(data, limits, func(s *settings) (edit, error) { return s.nextInstall(in) })
}

// Uninstall takes our hooks out of the text of a settings file, and what is empty
// without them.
func (h *Host) Uninstall(data []byte, limits document.Limits) ([]byte, error) {
	if isBlank(data) {
		return data, nil
	}
	return h.rewrite(data, limits, func(s *settings) (edit, error) {
		if ours := s.ours(); len(ours) > 0 {
			return s.removeHook(ours[0]), nil
		}
		return edit{}, errDone
	})
}

// errDone says that no edit is left to do.
var errDone = errors.New("done")

// rewrite applies one edit after the other until there is none left to do.
func (h *Host) rewrite(data []byte, limits document.Limits, next func(*settings) (edit, error)) ([]byte, error) {
	for range maxEdits {
		s, err := h.parse(data, limits)
		if err != nil {
			return nil, err
		}
		e, err := next(s)
		if errors.Is(err, errDone) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		data = e.apply(data)
	}
	return nil, errTooMany
}

// nextInstall is the next edit on the way to a file that has our hooks.
func (s *settings) nextInstall(in Installation) (edit, error) {
	h, events := s.host, s.events()
	if len(s.root.Items) == 0 {
		all, err := h.fresh(in)
		return edit{span: s.root.Value, text: strings.TrimSpace(string(all))}, err
	}
	if events == nil {
		return setMember(s.data, s.root, "hooks", h.events(in))
	}
	seen := map[string]bool{}
	for _, p := range s.ours() {
		want := h.event(p.event.Name)
		if want == nil || seen[want.Name] || !s.fits(p, want) {
			return s.removeHook(p), nil
		}
		if line := h.command(in); p.hook.Field("command").Str() != line {
			return setMember(s.data, p.hook, "command", line)
		}
		seen[want.Name] = true
	}
	for _, e := range h.Events {
		if seen[e.Name] {
			continue
		}
		if list := events.Field(e.Name); list != nil {
			return appendItem(s.data, list, h.item(in, e))
		}
		return setMember(s.data, events, e.Name, []any{h.item(in, e)})
	}
	if h.file.version && s.root.Field("version") == nil {
		return setMember(s.data, s.root, "version", 1)
	}
	return edit{}, errDone
}

// event is the installed event of that name, nil if there is none.
func (h *Host) event(name string) *HostEvent {
	for i := range h.Events {
		if h.Events[i].Name == name {
			return &h.Events[i]
		}
	}
	return nil
}

// fits reports whether a hook of ours is as we would install it, but for what it
// runs.
func (s *settings) fits(p place, want *HostEvent) bool {
	if s.host.file.flat != (p.group == nil) || p.hook.Field("command") == nil {
		return false
	}
	for _, key := range otherCommands {
		if p.hook.Field(key) != nil {
			return false
		}
	}
	kind := p.hook.Field("type")
	return (s.host.file.untyped || kind.Str() == "command") && sameMatcher(p.matcher(), want.Matcher)
}

// sameMatcher reports whether a matcher is the one that is wanted. An empty one and
// a star are as good as none.
func sameMatcher(have *document.Node, want string) bool {
	if want == "" {
		return have == nil || have.Str() == "" && have.Kind == document.String || have.Str() == "*"
	}
	return have.Str() == want
}

// removeHook takes a hook out, and with it whatever would be empty then.
func (s *settings) removeHook(p place) edit {
	type link struct{ container, item *document.Node }
	chain := []link{{p.event, p.hook}}
	if p.group != nil {
		chain = []link{{p.group.Field("hooks"), p.hook}, {p.event, p.group}}
	}
	chain = append(chain, link{s.events(), p.event})
	if !s.host.file.bare {
		chain = append(chain, link{s.root, s.events()})
	}
	for len(chain) > 1 && len(chain[0].container.Items) == 1 {
		chain = chain[1:]
	}
	return removeItem(chain[0].container, chain[0].item)
}

// otherCommands are the keys beside `command` under which hosts keep what is run.
var otherCommands = []string{"args", "bash", "powershell", "windows", "linux", "osx"}

// plainCommand is a command line that runs one program as a hook and does nothing
// else: its program, and its options.
var plainCommand = regexp.MustCompile(`^\s*(?:& )?("[^"]*"|'(?:[^']|'\\'')*'|[^\s"';&|<>$()` + "`" + `]+)[ \t]+hook((?:[ \t]+[\w./=-]+)*)\s*$`)

// programOf is the program that a line runs as a hook, "" if it does not or does
// more.
func programOf(line string) string {
	m := plainCommand.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	name := m[1]
	switch name[0] {
	case '"':
		name = strings.Trim(name, `"`)
	case '\'':
		name = strings.ReplaceAll(name[1:len(name)-1], `'\''`, "'")
	}
	if !isProgram(name) {
		return ""
	}
	return name
}

// isProgram reports whether a path names this program.
func isProgram(file string) bool {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	return strings.HasPrefix(strings.ToLower(base), program)
}

// isOurs reports whether a hook runs this program as a hook and nothing else,
// wherever the program is and whatever it is told.
func isOurs(hook *document.Node) bool {
	for _, key := range append([]string{"command"}, otherCommands...) {
		if programOf(hook.Field(key).Str()) != "" {
			return true
		}
	}
	args := hook.Field("args")
	return args != nil && len(args.Items) > 0 && args.Items[0].Str() == "hook" && isProgram(hook.Field("command").Str())
}
