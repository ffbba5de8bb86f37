package hook

import (
	"runtime"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// StatusLineTarget returns the file for a user's status line: the target, or in a project the file there
// that is this user's alone.
func (t Target) StatusLineTarget() Target {
	if t.Root != "" {
		t.Path = t.Host.LocalPath(t.Root)
	}
	return t
}

// statusLine returns the settings and their status line, nil for none. ours reports whether it runs this
// program.
func (t Target) statusLine(data []byte) (s *settings, line *document.Node, ours bool, err error) {
	s, err = t.Host.parse(data)
	if err != nil {
		return nil, nil, false, err
	}
	line = s.Root.Field("statusLine")
	return s, line, runsOurs(line, "status"), nil
}

// HasStatusLine reports whether the file has a status line, and whether that is ours. A file that cannot be
// read has none.
func (t Target) HasStatusLine() (exists, ours bool) {
	data, _ := t.Read()
	_, line, ours, _ := t.statusLine(data)
	return line != nil, ours
}

// InstallStatusLine adds our status line to the file, which must not have another program's.
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

// UninstallStatusLine removes our status line from the file.
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
