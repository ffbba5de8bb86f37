package evidence

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// The bounds of a search for the transcripts of a session.
const (
	maxTranscripts = 200
	maxEntries     = 5_000
)

// OpenDeeds reads a transcript and those of its session that lie beside it. The path is
// a person's or the client's own; of a folder, its newest transcript of a session is read.
func OpenDeeds(name string) (*Deeds, error) {
	info, err := files.Named.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w; name the agent's transcript, or its folder", name, files.Reason(err))
	}
	if info.IsDir() {
		if name, err = newest(name); err != nil {
			return nil, err
		}
	}
	own, err := openLedger(name)
	if err != nil {
		return nil, err
	}
	d := &Deeds{Agent: own}
	d.add(own.Agents...)
	for _, beside := range around(name, own) {
		if sessionOf(beside) != own.Session || len(d.Around) >= maxTranscripts {
			continue
		}
		if l, err := openLedger(beside); err == nil {
			d.add(l)
			d.add(l.Agents...)
		}
	}
	d.missing()
	return d, nil
}

// openLedger reads the transcript at a path of a person or a client.
func openLedger(name string) (*Ledger, error) {
	f, err := files.Named.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a file", name)
	}
	l, err := readTranscript(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// sessionOf is the session of a transcript by its first records, "" if they do not say.
func sessionOf(name string) string {
	f, err := files.Named.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	r := newReader()
	_ = r.records(io.LimitReader(f, 4<<20), func() bool { return r.ledger.Session == "" && r.line < 50 }) // what can be read of it
	return r.ledger.Session
}

// newest is the transcript of a folder that was changed last, without those of agents
// that were sent out.
func newest(folder string) (string, error) {
	entries, err := files.Named.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var found []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && isTranscript(e.Name()) {
			found = append(found, info)
		}
	}
	slices.SortStableFunc(found, func(x, y os.FileInfo) int { return y.ModTime().Compare(x.ModTime()) })
	for _, info := range found[:min(len(found), maxTranscripts)] {
		if name := filepath.Join(folder, info.Name()); sessionOf(name) != "" {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s: no transcript in this folder; name the file, for example the transcript_path of a hook event", folder)
}

func isTranscript(name string) bool {
	return !strings.HasPrefix(name, "agent-") && (strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".json"))
}

// around are the transcripts that may be of the same session, as each client lays them out.
func around(name string, own *Ledger) []string {
	folder, base := filepath.Dir(name), filepath.Base(name)
	var found []string
	switch own.Client {
	case "claude":
		session := strings.TrimSuffix(base, ".jsonl")
		if own.Agent != "" {
			session = own.Session
			// The agent's is beside the session's, or in SESSION/subagents.
			found = append(found, filepath.Join(folder, session+".jsonl"), filepath.Join(filepath.Dir(filepath.Dir(folder)), session+".jsonl"))
		}
		found = append(found, agentFiles(folder)...)
		found = append(found, agentFiles(filepath.Join(folder, session, "subagents"))...)
	case "codex":
		found = rollouts(folder)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return slices.DeleteFunc(found, func(other string) bool { return other == name })
}

func agentFiles(folder string) (found []string) {
	entries, err := files.Named.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "agent-") && strings.HasSuffix(e.Name(), ".jsonl") && !strings.HasPrefix(e.Name(), "agent-acompact-") && len(found) < maxEntries {
			found = append(found, filepath.Join(folder, e.Name()))
		}
	}
	return found
}

// rollouts are the transcripts of Codex in a folder and, if it is that of a day, in the
// days around it.
func rollouts(folder string) (found []string) {
	folders := []string{folder}
	if _, err := fmt.Sscanf(filepath.Base(folder), "%02d", new(int)); err == nil && len(filepath.Base(folder)) == 2 {
		if days, err := files.Named.ReadDir(filepath.Dir(folder)); err == nil {
			at := slices.IndexFunc(days, func(e os.DirEntry) bool { return e.Name() == filepath.Base(folder) })
			for i := max(0, at-1); i < min(len(days), at+2); i++ {
				folders = append(folders, filepath.Join(filepath.Dir(folder), days[i].Name()))
			}
		}
	}
	for _, folder := range folders {
		entries, _ := files.Named.ReadDir(folder)
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".jsonl") && len(found) < maxEntries {
				found = append(found, filepath.Join(folder, e.Name()))
			}
		}
	}
	return found
}

// add adds ledgers, but not twice.
func (d *Deeds) add(ledgers ...*Ledger) {
	for _, l := range ledgers {
		if len(d.Around) < maxTranscripts && !slices.ContainsFunc(d.All(), func(o *Ledger) bool {
			return o.Session == l.Session && o.Agent == l.Agent && len(o.Deeds) == len(l.Deeds)
		}) {
			d.Around = append(d.Around, l)
		}
	}
}

// All are the ledgers of the session, that of the agent first.
func (d *Deeds) All() []*Ledger { return append([]*Ledger{d.Agent}, d.Around...) }

// By are the deeds as those of the agent that wrote a file, if one of them did; nil of nil.
func (d *Deeds) By(name string) *Deeds {
	if d == nil {
		return nil
	}
	name = filepath.ToSlash(name)
	all := d.All()
	i := slices.IndexFunc(all, func(l *Ledger) bool {
		return slices.ContainsFunc(l.Deeds, func(deed Deed) bool { return deed.Act == Write && deed.Path == name })
	})
	if i <= 0 {
		return d
	}
	return &Deeds{Agent: all[i], Around: slices.Concat(all[:i], all[i+1:])}
}

// missing adds a gap to each ledger that sent an agent out whose own is not here, and to
// that of an agent whose parent's is not.
func (d *Deeds) missing() {
	// A call that still runs does not name its agent: any that nobody else sent may be it.
	loose := map[string]bool{}
	for _, l := range d.All() {
		loose[l.Agent] = l.Agent != ""
	}
	sent := func(do func(*Ledger, *Deed)) {
		for _, l := range d.All() {
			for i := range l.Deeds {
				if l.Deeds[i].Act == Send {
					do(l, &l.Deeds[i])
				}
			}
		}
	}
	known := maps.Clone(loose)
	sent(func(_ *Ledger, s *Deed) { delete(loose, s.Agent) })
	delete(loose, "")
	open := len(loose)
	sent(func(l *Ledger, s *Deed) {
		if s.Agent == "" {
			open--
		}
		if s.Agent != "" && !known[s.Agent] || s.Agent == "" && open < 0 {
			l.gap(Gap{s.Line, Missing})
		}
	})
	if a := d.Agent; a.Parent != "" && !slices.ContainsFunc(d.Around, func(o *Ledger) bool { return o.Session == a.Parent && o.Agent == "" || o.Agent == a.Parent }) {
		a.gap(Gap{Why: Missing})
	}
}

// gap adds a gap, one of a kind.
func (l *Ledger) gap(g Gap) {
	if !slices.ContainsFunc(l.Gaps, func(o Gap) bool { return o.Why == g.Why }) {
		l.Gaps = append(slices.Clone(l.Gaps), g)
	}
}

// Incomplete is why something may be missing that an agent of the session did, in words;
// "" if all of it is known.
func (d *Deeds) Incomplete() string {
	for _, l := range d.All() {
		for _, g := range l.Gaps {
			return g.Words()
		}
	}
	return ""
}

// Complete reports whether all that the agents of the session did is known.
func (d *Deeds) Complete() bool { return d.Incomplete() == "" }

// Words is the reason of a gap in words.
func (g Gap) Words() string {
	return map[GapWhy]string{
		Compacted: "the work before a compaction is known from a summary alone",
		NoStart:   "the transcript begins in the middle of the work",
		Torn:      "a line of the transcript could not be read",
		Missing:   "the transcript of another agent of the session is not there",
		Bounded:   "the transcript holds more than is kept of it",
	}[g.Why]
}
