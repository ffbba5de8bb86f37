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
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// programName is how the program's file is called: this, or this and more, such as
// handofflint.exe or handofflint-linux-amd64.
const programName = "handofflint"

// Target is a host's settings file on disk.
type Target struct {
	Host *Host
	// Path is the file, which need not exist. Root is the folder of the project, "" if
	// the file is for all projects of the user.
	Path, Root string
}

// Install puts the hooks into the file and creates it if it does not exist.
func (t Target) Install(in Installation) (changed bool, err error) {
	changed, _, err = t.edit(func(data []byte) ([]byte, error) { return t.Host.Install(data, in) })
	return changed, err
}

// Uninstall takes the hooks out of the file. A file that holds nothing else is removed, but not
// one that a link leads to.
func (t Target) Uninstall() (changed, removed bool, err error) { return t.edit(t.Host.Uninstall) }

// edit changes the text of the file, nil for one that is not there. A file in which nothing is left
// is removed, but not one that a link leads to.
func (t Target) edit(change func(data []byte) ([]byte, error)) (changed, removed bool, err error) {
	defer func() { err = t.ofLink(err) }()
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
	file, err := files.Named.Find(t.Path)
	if err == nil {
		err = file.Remove()
	}
	if err == nil {
		t.removeFolders()
	}
	return true, err == nil, err
}

// create makes the file, and its folder if it does not exist.
func (t Target) create(data []byte) error {
	folder, err := files.Named.Find(filepath.Dir(t.Path))
	if err == nil {
		err = folder.MkdirAll(0o755)
	}
	if err != nil {
		return err
	}
	return files.Create(t.Path, data, files.WriteOptions{})
}

// isEmpty reports whether settings hold nothing.
func (t Target) isEmpty(settings []byte) bool {
	root, _, _ := document.ParseJSON(settings, rules.LoadLimits().Limits)
	return !slices.ContainsFunc(root.Items, func(n *document.Node) bool { return !t.Host.file.version || n.Name != "version" })
}

// removeFolders removes the folders of the file that are empty now, as an installation makes them.
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

// Read returns the file's text, nil if there is no file.
func (t Target) Read() ([]byte, error) { return readSettings(t.Path) }

// errLink is the error of a settings file that is a link in a tree. To trust the folder that it
// leads to is not enough: it could be read then, but not written.
var errLink = errors.New("it is a link in the project, and nothing is written through one: put a copy of the file that it leads to in its place")

// ofLink returns errLink for an error of that cause, and other errors as they are.
func (t Target) ofLink(err error) error {
	if (files.IsOutside(err) || errors.Is(err, files.ErrTreeLink)) && t.isLink() {
		return errLink
	}
	return err
}

// isLink reports whether the file is a link.
func (t Target) isLink() bool {
	info, err := files.Named.Lstat(t.Path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// readSettings reads a regular file of bounded size; it never waits on a pipe.
func readSettings(path string) ([]byte, error) {
	limit := rules.LoadLimits().Bytes
	data, over, err := files.Named.ReadFile(path, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if over {
		err = fmt.Errorf("it is larger than %d bytes", limit)
	}
	return data, files.Reason(err)
}

// Upstream returns the hooks of agent-handoff that a settings file has beside ours: its
// scripts that do what we do.
func Upstream(settings []byte) (names []string) {
	for _, name := range []string{"hook-validate-handoff", "pre-agent-handoff-check"} {
		if bytes.Contains(settings, []byte(name)) {
			names = append(names, name)
		}
	}
	return names
}

// Targets returns the settings files in which the host may have hooks for a project: those of
// the repository, unless root is "", then that of the user.
func (h *Host) Targets(root, home string, getenv func(string) string) (list []Target) {
	if root != "" {
		list = append(list, Target{Host: h, Path: h.ProjectPath(root), Root: root})
	}
	if root != "" && h.Local != "" {
		list = append(list, Target{Host: h, Path: h.LocalPath(root), Root: root})
	}
	if home != "" && h.User != "" {
		list = append(list, Target{Host: h, Path: h.UserPath(home, getenv)})
	}
	return list
}

// Command returns a command of hooks for the target, as a user types it.
func (t Target) Command(name string) string {
	line := "handofflint hooks " + name + " --host " + t.Host.Name
	switch t.Path {
	case t.Host.ProjectPath(t.Root):
		return line
	case t.Host.LocalPath(t.Root):
		return line + " --local"
	}
	return line + " --global"
}

// MayHaveHooks reports whether the file has hooks of ours, or cannot be read.
func (t Target) MayHaveHooks() bool {
	s, err := t.ours()
	return s != nil || err != nil
}

// ours returns the settings if they have hooks of ours, else nil.
func (t Target) ours() (*settings, error) {
	data, err := t.Read()
	if err != nil || isBlank(data) {
		return nil, err
	}
	s, err := t.Host.parse(data)
	if err != nil || len(s.ours()) == 0 {
		return nil, err
	}
	return s, nil
}

// Twice returns the host that reads hooks of ours in several settings files, of which the target
// is one, and runs those of all; nil for none. root is that of the current project.
func (t Target) Twice(root, home string, getenv func(string) string) (reader *Host, list []Target) {
	for _, h := range append([]*Host{t.Host}, hosts...) {
		list := h.Targets(root, home, getenv)
		if other := HostByName(h.also); other != nil && root != "" {
			list = append([]Target{{Host: other, Path: other.ProjectPath(root), Root: root}}, list...)
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

// lacking returns the first of some settings files of a host that has hooks of ours, if those of
// all files together are not called for an event as this version installs them.
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

// Installation is what is put into a host's settings.
type Installation struct {
	// Executable is the program that the hooks run: a path, or a name on the PATH.
	Executable string
	// Require makes them require a handoff of every agent.
	Require bool
	// Base is the file that every configuration builds on, as an absolute path, "" for none.
	Base string
}

// FitsCommand reports whether a path is the same unquoted in the command line of every shell.
func FitsCommand(path string) bool { return plainWord.MatchString(path) }

var plainWord = text.MustCompile(`^[\w./:-]+$`)

// Install puts the host's hooks into the text of its settings file, nil for a file
// that is not there, and returns the new text. Hooks of ours that are there already
// are kept if they are right, with whatever the user has added to them, and replaced
// if not.
func (h *Host) Install(data []byte, in Installation) ([]byte, error) {
	if isBlank(data) {
		data = []byte("{}\n")
	}
	return h.rewrite(data, func(s *settings) []byte {
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

// Uninstall takes our hooks out of the text of a settings file, and what is empty
// without them.
func (h *Host) Uninstall(data []byte) ([]byte, error) {
	if isBlank(data) {
		return data, nil
	}
	return h.rewrite(data, func(s *settings) []byte {
		if ours := s.ours(); len(ours) > 0 {
			return s.without(ours[0])
		}
		return nil
	})
}

// command returns the line that the host runs for an event. It is one line, and not `args`
// beside the command: versions of Claude Code before 2.1.139, and Copilot CLI, start the
// program without those. If the program is missing, a POSIX shell says so when a session
// starts, and is silent else; of other shells no line is known that all of them take.
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
	if e.Is == SessionStart {
		return lookFor + program + lookedFor + "{ echo '" + builtin().Words["missing"] + "'; exit 0; }; " + line
	}
	return lookFor + program + lookedFor + "exit 0; " + line
}

// lookFor and lookedFor are around the program in a line that looks for it first.
const lookFor, lookedFor = "command -v ", " >/dev/null 2>&1 || "

// quote makes of a path what starts the program in a shell's command line. On Windows it is
// not known which of cmd and PowerShell a host uses: a path without special characters is the
// same in both. For any other the line goes through cmd, for PowerShell takes a line that
// begins with a quote for a text, and cmd does not know the & that PowerShell wants before
// it; after `call`, cmd leaves the quotes alone. In Git's shell a path has slashes.
func (h *Host) quote(path, goos string) string {
	if goos != "windows" {
		return text.ShellQuote(path)
	}
	if h.file.bash && strings.ContainsRune(path, '\\') {
		return `"` + strings.ReplaceAll(path, `\`, "/") + `"`
	}
	if strings.ContainsFunc(path, isSpecialOnWindows) {
		return throughCmd + `"` + path + `"`
	}
	return path
}

// throughCmd begins a line that both cmd and PowerShell run.
const throughCmd = "cmd /c call "

// isSpecialOnWindows reports whether a character of a path may mean something else to cmd
// or to PowerShell.
func isSpecialOnWindows(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`\/:._-+~`, r)
}

// item returns the JSON that an event's list holds.
func (h *Host) item(in Installation, e HostEvent) string {
	matcher := ""
	if e.Matcher != "" {
		matcher = fmt.Sprintf(`"matcher":%q,`, e.Matcher)
	}
	return strings.NewReplacer("{matcher}", matcher, "{command}", text.JSONQuote(h.command(in, e))).Replace(h.file.item)
}
