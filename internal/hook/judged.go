package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
)

// The bounds of what is remembered of finished reports. No finding depends on them: what
// is forgotten is judged again.
const (
	maxJudged      = 4096
	maxJudgedBytes = 1 << 20
)

// judgedFile is the file of them in the program's folder for state.
const judgedFile = "judged"

// judged are the sealed reports that were judged before and are finished, each as a hash
// of all that the verdict depends on. They are kept beside the failure log: what a tree
// says of itself, such as a marker, proves nothing.
type judged struct {
	// path is the file, "" if nothing can be remembered.
	path string
	// rules identifies the program and its configuration.
	rules string
	// lines are the hashes of the file, the least recently used first, and known the
	// same as a set.
	lines []string
	known map[string]bool
	// used are the hashes of this call, added reports whether one is new.
	used  []string
	added bool
}

// readJudged reads what is remembered; a file that is missing or damaged is taken for
// empty, and one in the tree for not there.
func (c *call) readJudged() *judged {
	j := &judged{known: map[string]bool{}}
	folder, err := failurelog.StateFolder(c.config.Getenv)
	if err != nil || files.Below(resolved(files.Root(c.event.Cwd)), resolved(folder)) {
		return j
	}
	program := ""
	if path, err := os.Executable(); err == nil {
		if info, err := files.Named.Stat(path); err == nil {
			program = fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	j.path = filepath.Join(folder, judgedFile)
	j.rules = fmt.Sprintf("%q %q %q", c.config.Version, program, c.checker.Digest)
	data, over, err := files.Named.ReadFile(j.path, maxJudgedBytes)
	if err == nil && !over {
		j.lines = strings.Fields(string(data))
	}
	for _, line := range j.lines {
		j.known[line] = true
	}
	return j
}

// key returns the hash of all that the verdict on a sealed report depends on, "" if it is not
// remembered. Without a hash in its marker it depends on times, too; if these speak
// against it, on git, which is asked again.
func (j *judged) key(in document.Input) string {
	if j.path == "" || in.Info == nil || in.Info.Done.IsZero() || in.Info.Lag() > 0 {
		return ""
	}
	marker := in.Info.Seal
	if marker == "" {
		marker = fmt.Sprintf("%t %d %d", in.Info.BadMarker, in.Info.Done.UnixNano(), in.Info.ModTime.UnixNano())
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %q %q\n", j.rules, in.Path, marker)
	hash.Write(in.Data)
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// has reports whether the report of a key was judged before.
func (j *judged) has(key string) bool { return key != "" && j.known[key] }

// note remembers the report of a key.
func (j *judged) note(key string) {
	if key != "" {
		j.used = append(j.used, key)
		j.added = j.added || !j.known[key]
	}
}

// save writes what is new; what was not used for longest makes room. An error costs
// time, and nothing else.
func (j *judged) save() {
	if !j.added {
		return
	}
	used := map[string]bool{}
	for _, key := range j.used {
		used[key] = true
	}
	lines := append(slices.DeleteFunc(j.lines, func(line string) bool { return used[line] }), j.used...)
	lines = lines[max(0, len(lines)-maxJudged):]
	if os.MkdirAll(filepath.Dir(j.path), 0o700) == nil {
		_ = files.Write(j.path, []byte(strings.Join(lines, "\n")+"\n"), files.WriteOptions{Mode: 0o600})
	}
}
