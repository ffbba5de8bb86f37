package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// ProgramName is what the program is called on the PATH. Its file may have a suffix, as in handofflint.exe or
// handofflint-linux-amd64.
const ProgramName = "handofflint"

// Target is a host's settings file on disk.
type Target struct {
	Host *Host
	// Path is the file, which may not exist. Root is the project's folder, "" if the file is for all
	// projects of the user.
	Path, Root string
	// option names the file in a command, "" for the project's.
	option string
}

// Install adds the hooks to the file, and creates it if it does not exist.
func (t Target) Install(in Installation) (changed bool, err error) {
	changed, _, err = t.edit(func(data []byte) ([]byte, error) { return t.Host.Install(data, in) })
	return changed, err
}

// Uninstall removes the hooks from the file. If nothing else is in it, it removes the file, except through
// a link.
func (t Target) Uninstall() (changed, removed bool, err error) { return t.edit(t.Host.Uninstall) }

// edit changes the text of the file, nil if it does not exist. A file left without content is removed,
// except through a link.
func (t Target) edit(change func(data []byte) ([]byte, error)) (changed, removed bool, err error) {
	defer func() {
		isRefused := files.IsOutside(err) || errors.Is(err, files.ErrTreeLink)
		if isRefused && t.isLink() { // to trust the linked folder allows reading, but not writing
			err = errors.New("it is a link in the project, and nothing is written through one: put a copy of the file that it leads to in its place")
		}
	}()
	before, err := t.Read()
	if err != nil {
		return false, false, err
	}
	after, err := change(before)
	if err != nil || bytes.Equal(before, after) {
		return false, false, err
	}
	if before == nil {
		return true, false, t.create(after)
	}
	if t.isLink() || !t.isEmpty(after) {
		return true, false, files.Swap(t.Path, before, after, files.WriteOptions{})
	}
	if err := remove(t.Path); err != nil {
		return true, false, err
	}
	t.removeFolders()
	return true, true, nil
}

// create creates the file, and its folder if needed.
func (t Target) create(data []byte) error {
	if _, err := files.Named.MkdirAll(filepath.Dir(t.Path), 0o755); err != nil {
		return err
	}
	return files.Create(t.Path, data, files.WriteOptions{})
}

// isEmpty reports whether settings have no content.
func (t Target) isEmpty(settings []byte) bool {
	root, _, _ := document.ParseJSON(settings, rules.LimitsWith(rules.Options{}).Limits)
	return !slices.ContainsFunc(root.Items, func(n *document.Node) bool { return !t.Host.file.version || n.Name != "version" })
}

// removeFolders removes the file's folders that are now empty, as installation may have created them.
func (t Target) removeFolders() {
	folder := filepath.Dir(t.Path)
	for range strings.Count(t.Host.Project, "/") {
		info, err := files.Named.Lstat(folder)
		if err != nil || !info.IsDir() || remove(folder) != nil {
			return
		}
		folder = filepath.Dir(folder)
	}
}

// Read returns the text of the file, nil if it does not exist. It reads a regular file of bounded size, and
// never waits on a pipe.
func (t Target) Read() ([]byte, error) {
	limit := rules.LimitsWith(rules.Options{}).Bytes
	data, over, err := files.Named.ReadFile(t.Path, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if over {
		err = fmt.Errorf("it is larger than %d bytes", limit)
	}
	return data, files.Reason(err)
}

func (t Target) isLink() bool {
	info, err := files.Named.Lstat(t.Path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// Upstream returns the hooks of agent-handoff in a settings file that do the same as ours.
func Upstream(settings []byte) (names []string) {
	for _, name := range []string{"hook-validate-handoff", "pre-agent-handoff-check"} {
		if bytes.Contains(settings, []byte(name)) {
			names = append(names, name)
		}
	}
	return names
}

// Targets returns the settings files in which the host may have hooks for a project: those of the
// repository unless root is "", then the user's.
func (h *Host) Targets(root, home string, getenv func(string) string) (list []Target) {
	if root != "" {
		list = append(list, Target{Host: h, Path: h.projectPath(root), Root: root})
		if h.Local != "" {
			list = append(list, Target{Host: h, Path: h.LocalPath(root), Root: root, option: " --local"})
		}
	}
	if home != "" && h.User != "" {
		list = append(list, Target{Host: h, Path: h.userPath(home, getenv), option: " --global"})
	}
	return list
}

// Command returns a hooks command for the target, as a user types it.
func (t Target) Command(name string) string {
	return "handofflint hooks " + name + " --host " + t.Host.Name + t.option
}

// MayHaveHooks reports whether the file has our hooks, or cannot be read.
func (t Target) MayHaveHooks() bool {
	s, err := t.ours()
	return s != nil || err != nil
}

// ours returns the settings if they have our hooks, else nil.
func (t Target) ours() (*settings, error) {
	data, err := t.Read()
	if err != nil {
		return nil, err
	}
	s, err := t.Host.parse(data)
	if err != nil || len(s.ours()) == 0 {
		return nil, err
	}
	return s, nil
}

// Twice returns a host that reads our hooks in the target and in other settings files, and so runs them
// more than once; nil for none. root is the current project's.
func (t Target) Twice(root, home string, getenv func(string) string) (reader *Host, list []Target) {
	for _, h := range append([]*Host{t.Host}, hosts...) {
		list := h.Targets(root, home, getenv)
		if path := h.AlsoReads(root); path != "" {
			list = append([]Target{{Host: HostByName(h.also), Path: path, Root: root}}, list...)
		}
		list = slices.DeleteFunc(list, func(t Target) bool {
			s, _ := t.ours() // a host does not call what it cannot read
			return s == nil
		})
		isOne := slices.ContainsFunc(list, func(other Target) bool { return other.Path == t.Path })
		if isOne && len(list) > 1 {
			return h, list
		}
	}
	return nil, nil
}

// lacking reports whether a host's settings files together lack a hook that this version installs, and
// returns the first file with our hooks.
func (h *Host) lacking(targets []Target) (first Target, lacks bool) {
	missing := slices.Clone(h.Events)
	for _, t := range targets {
		s, _ := t.ours() // a host does not call what it cannot read
		if s == nil {
			continue
		}
		if first.Host == nil {
			first = t
		}
		missing = slices.DeleteFunc(missing, func(e HostEvent) bool {
			return slices.ContainsFunc(s.ours(), func(hook ourHook) bool { return s.fits(hook, e) })
		})
	}
	return first, first.Host != nil && len(missing) > 0
}

// Installation describes the hooks to install.
type Installation struct {
	// Executable is the program that the hooks run: a path, or a name on the PATH.
	Executable string
	// Require makes them require a handoff of every agent.
	Require bool
	// Base is the absolute path of the file that every configuration builds on, "" for none.
	Base string
}

// FitsCommand reports whether a path needs no quotes in any shell.
func FitsCommand(path string) bool { return plainWord.MatchString(path) }

var plainWord = text.MustCompile(`^[\w./:-]+$`)

// Install adds the host's hooks to the text of its settings file, nil if there is none, and returns the new
// text. Correct hooks of ours are kept with whatever the user has added; others are replaced.
func (h *Host) Install(data []byte, in Installation) ([]byte, error) {
	return h.rewrite(data, func(s *settings) []byte { // each call makes the first edit that is still needed
		missing := slices.Clone(h.Events)
		for _, hook := range s.ours() {
			i := slices.IndexFunc(missing, func(e HostEvent) bool { return s.fits(hook, e) })
			if i < 0 {
				return s.without(hook)
			}
			if line := h.command(in, missing[i]); hook.node.Field("command").Str() != line {
				return s.Replace(hook.node.Field("command").Value, text.JSONQuote(line))
			}
			missing = slices.Delete(missing, i, i+1)
		}
		if h.file.version && s.Root.Field("version") == nil {
			return s.Add(s.Root, "version", "1")
		}
		if s.events == nil {
			return s.Add(s.Root, "hooks", "{}")
		}
		if len(missing) == 0 {
			return nil
		}
		e := missing[0]
		if list := s.events.Field(e.Name); list != nil {
			return s.Add(list, "", h.item(in, e))
		}
		return s.Add(s.events, e.Name, "["+h.item(in, e)+"]")
	})
}

// Uninstall removes our hooks from the text of a settings file, and whatever is empty without them.
func (h *Host) Uninstall(data []byte) ([]byte, error) {
	return h.rewrite(data, func(s *settings) []byte {
		if ours := s.ours(); len(ours) > 0 {
			return s.without(ours[0])
		}
		return nil
	})
}

// command returns the line that the host runs for an event. It is one line without `args`: Claude Code
// before 2.1.139 and Copilot CLI ignore those. If the program is missing, a POSIX shell says so when a
// session starts, and is silent otherwise; no such line works in all other shells.
func (h *Host) command(in Installation, e HostEvent) string {
	program := h.quote(in.Executable, runtime.GOOS)
	line := program + " hook"
	if !h.file.shared && h != DefaultHost() {
		line += " --host " + h.Name
	}
	if in.Require {
		line += " --require-handoffs"
	}
	if in.Base != "" {
		line += " --base-config=" + in.Base
	}
	if !h.file.bash {
		return line
	}
	otherwise := "exit 0; "
	if e.Is == SessionStart {
		otherwise = "{ echo '" + builtin().Words["missing"] + "'; exit 0; }; "
	}
	return "command -v " + program + " >/dev/null 2>&1 || " + otherwise + line
}

// quote returns the text that starts the program at a path in a shell's command line. On Windows the host
// may use cmd or PowerShell. A path without special characters works in both. For other paths the line goes
// through cmd: PowerShell reads a line that begins with a quote as a string, and cmd does not know the &
// that PowerShell needs before it; after `call`, cmd keeps the quotes. In Git's shell, paths have slashes.
func (h *Host) quote(path, goos string) string {
	if goos != "windows" {
		return text.ShellQuote(path)
	}
	if h.file.bash && strings.ContainsRune(path, '\\') {
		return `"` + strings.ReplaceAll(path, `\`, "/") + `"`
	}
	if plainOnWindows.MatchString(path) {
		return path
	}
	return throughCmd + `"` + path + `"`
}

// throughCmd begins a line that both cmd and PowerShell run.
const throughCmd = "cmd /c call "

// plainOnWindows matches a path without characters that are special to cmd or PowerShell.
var plainOnWindows = text.MustCompile(`^[\pL\p{Nd}\\/:._+~-]*$`)

// item returns the JSON of an entry in an event's list.
func (h *Host) item(in Installation, e HostEvent) string {
	matcher := ""
	if e.Matcher != "" {
		matcher = fmt.Sprintf(`"matcher":%q,`, e.Matcher)
	}
	return strings.NewReplacer("{matcher}", matcher, "{command}", text.JSONQuote(h.command(in, e))).Replace(h.file.item)
}
