package hook

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// facts is what the claims of a handoff are held against. What agents did counts only
// once they hand back or stop: right after a tool its transcript may lag behind.
func (c *call) facts(path string) *evidence.Facts {
	root := files.Root(filepath.Dir(filepath.FromSlash(path)))
	if c.trees[root] == nil {
		c.trees[root] = evidence.NewTreeInHook(root)
	}
	facts := &evidence.Facts{Tree: c.trees[root]}
	if c.event.Name != PostToolUse && c.event.Name != SessionStart {
		facts.Deeds = c.deeds().By(path)
	}
	return facts
}

// maxIndexes bounds the file of indexes, in bytes.
const maxIndexes = 32 << 20

// readDeeds reads the transcripts of the session, as far as the host names them; nil if
// they cannot be read, or if the host writes them late: then they may lack the last
// deeds. What was read is kept beside the hook's memory, for the session that was read
// last: a long transcript is read once.
func (c *call) readDeeds() *evidence.Deeds {
	path := cmp.Or(c.event.Transcript, c.event.SessionTranscript)
	if path == "" || !c.event.Host.transcripts {
		return nil
	}
	indexes, store := evidence.Indexes{}, ""
	if folder, err := failurelog.StateFolder(c.config.Getenv); err == nil {
		store = filepath.Join(folder, "transcripts.json")
		data, over, err := files.Named.ReadFile(store, maxIndexes)
		if err != nil || over || json.Unmarshal(data, &indexes) != nil || indexes[c.event.SessionTranscript] == nil {
			indexes = evidence.Indexes{}
		}
	}
	deeds, err := indexes.OpenDeeds(path)
	if err != nil {
		return nil
	}
	if data, err := json.Marshal(indexes); err == nil && store != "" && len(data) <= maxIndexes {
		// without an index the next call is slower, and right all the same
		_ = os.MkdirAll(filepath.Dir(store), 0o700)
		_ = files.Write(store, data, files.WriteOptions{Mode: 0o600})
	}
	return deeds
}

// doubted tells the user of a file that passes with claims that the evidence
// contradicts: its agent is not held for a warning.
func (c *call) doubted(f checked) string {
	f.Findings = slices.DeleteFunc(slices.Clone(f.Findings), func(f rules.Finding) bool { return !strings.HasPrefix(f.Rule, "evidence/") })
	if len(f.Findings) == 0 {
		return ""
	}
	first := f.Findings[0]
	return builtin().Say("doubted", rules.Values{"path": text.Quote(c.relative(f.Path)), "count": f.count(), "first": said(first, first.Message)})
}
