package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// judged are the sealed reports of a project that were judged before and are finished, each as
// a hash of all that the verdict depends on.
type judged struct {
	// project is where they are remembered, nil if nothing can be.
	project *projectFile
	// rules identifies the program and its configuration.
	rules string
	known map[string]bool
	// used are the hashes of this call, added reports whether one is new.
	used  []string
	added bool
}

// readJudged reads what is remembered.
func (c *call) readJudged() *judged {
	j := &judged{known: map[string]bool{}, project: openProject(c.event.Cwd, c.config.Getenv)}
	if j.project == nil {
		return j
	}
	program := ""
	if path, err := os.Executable(); err == nil {
		if info, err := files.Named.Stat(path); err == nil {
			program = fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	j.rules = fmt.Sprintf("%q %q %q", c.config.Version, program, c.checker.Digest)
	for _, hash := range j.project.read().Judged {
		j.known[hash] = true
	}
	return j
}

// key returns the hash of all that the verdict on a sealed report depends on, "" if it is not
// remembered. Without a hash in its marker it depends on times, too; if these speak
// against it, on git, which is asked again.
func (j *judged) key(in document.Input) string {
	if j.project == nil || in.Info == nil || in.Info.Done.IsZero() || in.Info.Lag() > 0 {
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

// save remembers what is new. An error costs time, and nothing else.
func (j *judged) save() {
	if j.added {
		_ = j.project.update(func(p *Project) { p.use(j.used) })
	}
}
