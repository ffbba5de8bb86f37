package report

import (
	"unicode/utf8"
)

// Shard says of a run that it judged a part of a set of files. The json format
// keeps it, with what Merge needs to join the parts.
type Shard struct {
	// Index counts from 1 to Count.
	Index int `json:"index"`
	Count int `json:"count"`
	// Set is the same in all parts of one set of files, and in no other.
	Set string `json:"set"`
	// Unjudged is the number of findings that kept a file from being judged.
	Unjudged int `json:"unjudged"`
	// RawPaths are the bytes of the paths that are not UTF-8, in base64, by the
	// index of the finding: the order of findings depends on them, and JSON
	// cannot hold them.
	RawPaths map[int][]byte `json:"raw_paths,omitempty"`
}

// shard is the run's shard with what depends on its findings, nil where the run
// is no part of anything.
func (run Run) shard() *Shard {
	if run.Shard == nil {
		return nil
	}
	s := *run.Shard
	s.Unjudged, s.RawPaths = 0, map[int][]byte{}
	i := 0
	for f := range run.findings() {
		if f.Unjudged {
			s.Unjudged++
		}
		if !utf8.ValidString(f.Path) {
			s.RawPaths[i] = []byte(f.Path)
		}
		i++
	}
	return &s
}
