package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/rules"
)

// findings are what is wrong with a settings file that cannot be read or
// parsed, told as of any other file; false where the error is another one.
func (t hooksTarget) findings(err error) ([]rules.Result, bool) {
	var syntax *hook.SyntaxError
	var unread *hook.ReadError
	in := document.Input{Path: t.show, Named: true}
	var result rules.Result
	var judging error
	switch {
	case errors.As(err, &syntax):
		result, judging = t.engine.Check(&document.Document{
			Input: in, Source: syntax.Source, Root: &document.Node{}, Faults: syntax.Faults, Fatal: true,
		})
	case errors.As(err, &unread):
		result, judging = t.engine.CheckFault(in, unread.Fault)
	default:
		return nil, false
	}
	for i, f := range result.Findings {
		if strings.HasPrefix(f.Rule, "file/") {
			result.Findings[i].Help = "" // it is about handoffs
		}
	}
	return []rules.Result{result}, judging == nil && len(result.Findings) > 0
}

// programName is what the program is called on the PATH.
const programName = "handofflint"

// executable is what a hook is to start. The settings of a repository are for
// everybody who works in it, and name the program as the PATH has it; those of
// a user name its file, for an agent may not have the user's PATH. note says
// what to mind.
func (t hooksTarget) executable() (path, note string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	found, lookErr := exec.LookPath(programName)
	onPath := lookErr == nil
	switch {
	case onPath && !t.Global && !sameFile(found, self):
		return programName, "the " + programName + " on your PATH, which the hooks run, is another program than this: " + found, nil
	case onPath && !t.Global:
		return programName, "", nil
	case onPath && sameFile(found, self):
		// The name on the PATH stays when a package manager puts a new version
		// in another folder.
		path, err = filepath.Abs(found)
		return path, "", err
	case !t.Global:
		return self, "handofflint is not on your PATH, so the hooks name " + self + "; for a file that others share, put it on the PATH and install again", nil
	}
	return self, "", nil
}
