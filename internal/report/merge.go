package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	Path     string         `json:"path"`
	Skipped  string         `json:"skipped,omitempty"`
	Folder   bool           `json:"folder,omitempty"`
	Findings []shardFinding `json:"findings,omitempty"`
}

type shardFinding struct {
	Fingerprint string `json:"fingerprint"`
	Text        string `json:"text"`
	Column      int    `json:"column"`
	Offset      int    `json:"offset"`
	Unjudged    bool   `json:"unjudged,omitempty"`
	Needs       string `json:"needs,omitempty"`
}

// shard returns the run's shard with its results, nil if the run is not a part.
func (run Run) shard() *Shard {
	if run.Shard == nil {
		return nil
	}
	s := *run.Shard
	s.Results = make([]shardResult, len(run.Results))
	for i, r := range run.Results {
		s.Results[i] = shardResult{Path: r.Path, Skipped: r.Skipped, Folder: r.Folder}
		for _, f := range r.Findings {
			e := f.Excerpt
			s.Results[i].Findings = append(s.Results[i].Findings, shardFinding{f.Fingerprint(), e.Text, e.Column, e.Offset, f.Unjudged, f.Needs})
		}
	}
	return &s
}

// results returns the results of a part with its findings, which are in the same
// order. ok reports whether each has its own.
func (s Shard) results(findings []jsonFinding) (results []rules.Result, ok bool) {
	for _, r := range s.Results {
		result := rules.Result{Path: r.Path, Skipped: r.Skipped, Folder: r.Folder}
		for _, more := range r.Findings {
			if len(findings) == 0 {
				return nil, false
			}
			f := findings[0].finding().WithFingerprint(more.Fingerprint)
			f.Unjudged, f.Needs = more.Unjudged, more.Needs
			f.Excerpt = rules.Excerpt{Text: more.Text, Column: more.Column, Offset: more.Offset}
			result.Findings = append(result.Findings, f)
			findings = findings[1:]
		}
		results = append(results, result)
	}
	return results, len(findings) == 0
}

// errNoPart is why a JSON value cannot be merged.
var errNoPart = errors.New("this is not a report of `handofflint check --shard I/N -f json`")

// Part is the report of one shard, as the json format has written it.
type Part struct {
	// Name is the part's file, for errors.
	Name string
	run  Run
}

// ReadPart reads the report of one shard. name is for errors.
func ReadPart(name string, data []byte) (*Part, error) {
	var object struct {
		Version  string
		Summary  *jsonSummary
		Shard    *Shard
		Findings []jsonFinding
	}
	if err := json.Unmarshal(data, &object); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, errNoPart, err)
	}
	shard := object.Shard
	if object.Summary == nil || shard == nil || shard.Index < 1 || shard.Index > shard.Count {
		return nil, fmt.Errorf("%s: %w", name, errNoPart)
	}
	for i, f := range object.Findings {
		if s := rules.Severity(f.Severity); s != rules.Error && s != rules.Warning {
			return nil, fmt.Errorf("%s: finding %d: its severity is %q, not error or warning", name, i+1, f.Severity)
		}
	}
	results, ok := shard.results(object.Findings)
	if !ok {
		return nil, fmt.Errorf("%s: %w: its findings are not those that its shard lists", name, errNoPart)
	}
	run := Run{Version: object.Version, Results: results, Summary: object.Summary.Summary, Disabled: object.Summary.Disabled, Incomplete: object.Summary.Incomplete, Shard: shard}
	return &Part{name, run}, nil
}

// Merge joins parts, in any order, into the run over the whole set of files.
// failOn is the fail-on of the configuration of the parts. It is an error if they are
// not all the parts of one set of files, each once, by one version of handofflint with
// one set of settings.
func Merge(parts []*Part) (run Run, failOn string, err error) {
	if len(parts) == 0 {
		return run, "", errors.New("there are no parts to merge")
	}
	first := parts[0]
	one := first.run.Shard
	names := map[int]string{}
	run.Version = first.run.Version
	var incomplete rules.Incomplete
	for _, p := range parts {
		shard := p.run.Shard
		switch other, twice := names[shard.Index]; {
		case p.run.Version != run.Version:
			return run, "", fmt.Errorf("%s is by handofflint %s, %s by %s: check all parts with one version", first.Name, run.Version, p.Name, p.run.Version)
		case shard.Count != one.Count || shard.Set != one.Set:
			return run, "", fmt.Errorf("%s and %s are parts of different sets: all machines must see the same files, and name them by the same paths", first.Name, p.Name)
		case shard.Settings != one.Settings || shard.FailOn != one.FailOn:
			return run, "", fmt.Errorf("%s and %s were checked by different settings: give all machines the same configuration and baseline, and the same --rule, --strict, --no-inline, --untrusted and --as", first.Name, p.Name)
		case twice:
			return run, "", fmt.Errorf("%s and %s are both part %d of %d", other, p.Name, shard.Index, shard.Count)
		}
		names[shard.Index] = p.Name
		run.Summary = run.Summary.Plus(p.run.Summary)
		run.Disabled = mergeDisabled(run.Disabled, p.run.Disabled)
		run.Results = append(run.Results, p.run.Results...)
		for _, reason := range p.run.Incomplete {
			incomplete.Add(reason.Kind, reason.Why)
		}
	}
	// If many parts are missing, a machine has probably failed, and one number finds it.
	for i := 1; i <= one.Count; i++ {
		if _, ok := names[i]; !ok {
			return run, "", fmt.Errorf("part %d of %d is missing (there are %d): its files were not checked", i, one.Count, len(names))
		}
	}
	slices.SortStableFunc(run.Results, func(a, b rules.Result) int { return strings.Compare(a.Path, b.Path) })
	run.dropIncomplete(&incomplete)
	return run, one.FailOn, nil
}

// dropIncomplete leaves out what rests on evidence that one of the parts has not asked to
// the end, and counts again what was found.
func (run *Run) dropIncomplete(incomplete *rules.Incomplete) {
	if run.Incomplete = incomplete.Reasons(); len(run.Incomplete) == 0 {
		return
	}
	run.Results = rules.Complete(run.Results, incomplete)
	total := rules.Summarize(run.Results)
	total.Skipped, total.Reserved = run.Summary.Skipped, run.Summary.Reserved
	total.Suppressed, total.Known = run.Summary.Suppressed, run.Summary.Known
	run.Summary = total
}
