package hook

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// settingsPrefix begins the names of the files that say what is checked and
// how: the configurations, and the ignore file.
const settingsPrefix = ".handofflint"

// settings are the files of that kind that a tool has written, as the event
// names them. An agent may change them, as it may change any file; a person
// should know that it did.
func (w *watch) settings() []string {
	var files []string
	switch w.event.kind {
	case editTool, patchTool:
		files = slices.Clone(w.event.Files)
	case shellTool:
		if strings.Contains(w.event.Command, settingsPrefix) {
			files = writtenFiles(w.event.Command, w.cwd(), w.config.Getenv)
			patched, _ := patchFiles(w.event.Command)
			files = append(files, patched...)
		}
	}
	return slices.DeleteFunc(files, func(name string) bool {
		return !strings.HasPrefix(filepath.Base(filepath.FromSlash(name)), settingsPrefix)
	})
}

// tellOfSettings says in a verdict that such files were written.
func (w *watch) tellOfSettings(v Verdict, files []string) Verdict {
	for _, name := range files {
		v.System = join(v.System, w.hook.Say("settings", rules.Values{"path": text.Quote(shown(w.absolute(name)))}))
	}
	return v
}
