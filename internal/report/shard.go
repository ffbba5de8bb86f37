package report

import (
	"unicode/utf8"

	"github.com/handofflint/handofflint/rules"
)

// Shard says of a run that it checked a part of a set of files. The json format
// keeps it, with what Merge needs to join the parts.
type Shard struct {
	// Index counts from 1 to Count.
	Index int `json:"index"`
	Count int `json:"count"`
	// Set is the same in all parts of one set of files, and in no other.
	Set string `json:"set"`
	// Settings is the same in all parts that were checked by the same rules.
	Settings string `json:"settings"`
	// FailOn is what the configuration has the exit code depend on, "" if it
	// says nothing.
	FailOn string `json:"fail_on,omitempty"`
	// Results are the files in order, with what other formats print of them and
	// their findings.
	Results []shardResult `json:"results"`
}

type shardResult struct {
	shardPath
	Skipped  string         `json:"skipped,omitempty"`
	Findings []shardFinding `json:"findings,omitempty"`
}

// shardPath is a path. Raw are the bytes of one that is not UTF-8, in base64:
// the order of files depends on them, and JSON cannot hold them.
type shardPath struct {
	Path string `json:"path"`
	Raw  []byte `json:"raw_path,omitempty"`
}

func shardPathOf(path string) shardPath {
	if utf8.ValidString(path) {
		return shardPath{Path: path}
	}
	return shardPath{path, []byte(path)}
}

func (p shardPath) path() string {
	if p.Raw != nil {
		return string(p.Raw)
	}
	return p.Path
}

type shardFinding struct {
	shardPath
	Fingerprint string `json:"fingerprint"`
	Text        string `json:"text"`
	Column      int    `json:"column"`
	Offset      int    `json:"offset"`
	Unjudged    bool   `json:"unjudged,omitempty"`
}

// shard is the run's shard with its results, nil if the run is not a part.
func (run Run) shard() *Shard {
	if run.Shard == nil {
		return nil
	}
	s := *run.Shard
	s.Results = make([]shardResult, len(run.Results))
	for i, r := range run.Results {
		s.Results[i] = shardResult{shardPath: shardPathOf(r.Path), Skipped: r.Skipped}
		for _, f := range r.Findings {
			e := f.Excerpt
			s.Results[i].Findings = append(s.Results[i].Findings, shardFinding{shardPathOf(f.Path), f.Fingerprint(), e.Text, e.Column, e.Offset, f.Unjudged})
		}
	}
	return &s
}

// results are the results of a part with its findings, which are in the same
// order. ok reports whether each has its own.
func (s Shard) results(findings []jsonFinding) (results []rules.Result, ok bool) {
	for _, r := range s.Results {
		result := rules.Result{Path: r.path(), Skipped: r.Skipped}
		for _, more := range r.Findings {
			if len(findings) == 0 {
				return nil, false
			}
			f := findings[0].finding().WithFingerprint(more.Fingerprint)
			f.Path, f.Unjudged = more.path(), more.Unjudged
			f.Excerpt = rules.Excerpt{Text: more.Text, Column: more.Column, Offset: more.Offset}
			result.Findings = append(result.Findings, f)
			findings = findings[1:]
		}
		results = append(results, result)
	}
	return results, len(findings) == 0
}
