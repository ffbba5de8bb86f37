package hook

import (
	"runtime"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// StatusLineTarget returns the file that may have the status line of a target's user: the target,
// or the user's own file beside it if the target is a file that others share.
func (t Target) StatusLineTarget() Target {
	if t.Root != "" && t.Path == t.Host.ProjectPath(t.Root) {
		t.Path = t.Host.LocalPath(t.Root)
	}
	return t
}

// statusLine returns the settings and the status line in them, nil for none. ours reports whether
// it is of this program.
func (t Target) statusLine(data []byte) (s *settings, line *document.Node, ours bool, err error) {
	if isBlank(data) {
		data = []byte("{}\n")
	}
	s, err = t.Host.parse(data)
	if err != nil {
		return nil, nil, false, err
	}
	line = s.Root.Field("statusLine")
	_, args := splitCommand(line.Field("command").Str())
	return s, line, args != nil && args[0] == "status", nil
}

// HasStatusLine reports whether the file has a status line, and whether it is of this program. A
// file that cannot be read has none.
func (t Target) HasStatusLine() (exists, ours bool) {
	data, err := t.Read()
	if err != nil {
		return false, false
	}
	_, line, ours, err := t.statusLine(data)
	return err == nil && line != nil, ours
}

// InstallStatusLine puts our status line into the file, which has none of another program.
func (t Target) InstallStatusLine(executable string) (changed bool, err error) {
	command := text.JSONQuote(t.Host.quote(executable, runtime.GOOS) + " status")
	changed, _, err = t.edit(func(data []byte) ([]byte, error) {
		s, _, ours, err := t.statusLine(data)
		if err != nil {
			return nil, err
		}
		if ours {
			return s.Replace(s.Root.Find("statusLine.command").Value, command), nil
		}
		return s.Add(s.Root, "statusLine", `{"type":"command","command":`+command+`}`), nil
	})
	return changed, err
}

// UninstallStatusLine takes our status line out of the file.
func (t Target) UninstallStatusLine() (changed bool, err error) {
	changed, _, err = t.edit(func(data []byte) ([]byte, error) {
		s, line, ours, err := t.statusLine(data)
		if err != nil || !ours {
			return data, err
		}
		return s.Remove(s.Root, line), nil
	})
	return changed, err
}
