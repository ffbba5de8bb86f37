package report

import (
	"slices"
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
	// Settings is the same in all parts that were judged by the same rules.
	Settings string `json:"settings"`
	// FailOn is what the configuration has the exit code depend on, "" where it
	// says nothing.
	FailOn string `json:"fail_on,omitempty"`
	// Unjudged is the number of findings that kept a file from being judged.
	Unjudged int `json:"unjudged"`
	// RawPaths are the bytes of the paths that are not UTF-8, in base64, by the
	// index of the finding: the order of findings depends on them, and JSON
	// cannot hold them.
	RawPaths map[int][]byte `json:"raw_paths,omitempty"`
}

// valid says whether a shard that was read can be one.
func (s Shard) valid() bool { return s.Index >= 1 && s.Index <= s.Count }

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

// sarifShard is what the sarif format keeps of a shard.
type sarifShard struct {
	Index    int    `json:"index"`
	Count    int    `json:"count"`
	Set      string `json:"set"`
	Settings string `json:"settings"`
	FailOn   string `json:"fail_on,omitempty"`
	Unjudged int    `json:"unjudged"`
	// Suppressed and Disabled are what the summary of the json format says.
	Suppressed int        `json:"suppressed"`
	Disabled   []Disabled `json:"disabled,omitempty"`
	// Files are the files of the results, in their order. A result has its file
	// as a URI from the root of the repository, which sorts otherwise than the
	// path that it was found by.
	Files []sarifShardFile `json:"files"`
}

// sarifShardFile is a file with so many results on end.
type sarifShardFile struct {
	Path string `json:"path"`
	// Raw are the bytes of a path that is not UTF-8, in base64.
	Raw      []byte `json:"raw_path,omitempty"`
	Findings int    `json:"findings"`
}

// sarifShard is the run's shard as the sarif format keeps it, nil where the run
// is no part of anything.
func (run Run) sarifShard() *sarifShard {
	shard := run.shard()
	if shard == nil {
		return nil
	}
	s := &sarifShard{
		Index: shard.Index, Count: shard.Count, Set: shard.Set, Settings: shard.Settings, FailOn: shard.FailOn,
		Unjudged: shard.Unjudged, Suppressed: run.Summary.Suppressed, Disabled: run.Disabled, Files: []sarifShardFile{},
	}
	last := ""
	for f := range run.findings() {
		if len(s.Files) == 0 || f.Path != last {
			s.Files = append(s.Files, sarifShardFileOf(f.Path))
			last = f.Path
		}
		s.Files[len(s.Files)-1].Findings++
	}
	return s
}

// shard is what a part says of itself, but for its paths.
func (s *sarifShard) shard() Shard {
	return Shard{Index: s.Index, Count: s.Count, Set: s.Set, Settings: s.Settings, FailOn: s.FailOn, Unjudged: s.Unjudged}
}

func sarifShardFileOf(path string) sarifShardFile {
	file := sarifShardFile{Path: path}
	if !utf8.ValidString(path) {
		file.Raw = []byte(path)
	}
	return file
}

// paths is the path of each result, at most as many as there are results; ok
// says whether it is one for each.
func (s *sarifShard) paths(results int) (paths []string, ok bool) {
	for _, file := range s.Files {
		path := file.Path
		if file.Raw != nil {
			path = string(file.Raw)
		}
		if file.Findings < 1 || file.Findings > results-len(paths) {
			return nil, false
		}
		paths = append(paths, slices.Repeat([]string{path}, file.Findings)...)
	}
	return paths, len(paths) == results
}
