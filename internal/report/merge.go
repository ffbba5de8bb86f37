package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// errNoPart is why a JSON value cannot be merged.
var errNoPart = errors.New("this is not a report of `handofflint check --shard I/N -f json`")

// Part is the report of one shard, as the json format has written it.
type Part struct {
	// Name says in errors where the part came from.
	Name string
	run  Run
}

// ReadPart reads the report of one shard. name is for errors, which say why
// data is no such report, or no whole one.
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
	run := Run{Version: object.Version, Results: results, Summary: object.Summary.Summary, Disabled: object.Summary.Disabled, Shard: shard}
	return &Part{Name: name, run: run}, nil
}

// finding is the finding that was written, but for what its shard says of it.
func (j jsonFinding) finding() rules.Finding {
	f := rules.Finding{
		Rule: j.Rule, Severity: rules.Severity(j.Severity), Path: j.Path, Range: j.place.textRange(),
		Pointer: j.Pointer, Message: j.Message, Help: j.Help, URL: j.URL,
	}
	for _, r := range j.Related {
		f.Related = append(f.Related, rules.Related{Path: r.Path, Range: r.place.textRange(), Message: r.Message})
	}
	if j.Fix != nil {
		f.Fix = &rules.Fix{Message: j.Fix.Message}
		for _, e := range j.Fix.Edits {
			f.Fix.Edits = append(f.Fix.Edits, rules.Edit{Range: e.place.textRange(), NewText: e.NewText})
		}
	}
	return f
}

func (p place) textRange() text.Range {
	return text.Range{Start: text.Pos{Line: p.Line, Column: p.Column}, End: text.Pos{Line: p.EndLine, Column: p.EndColumn}}
}

// Merge joins parts, in any order, into the run over the whole set of files.
// failOn is what the configuration of the parts has the exit code depend on.
// It is an error if they are not all the parts of one set of files, each once,
// by one version of handofflint with one set of settings.
func Merge(parts []*Part) (run Run, failOn string, err error) {
	if err := complete(parts); err != nil {
		return Run{}, "", err
	}
	run.Version = parts[0].run.Version
	for _, p := range parts {
		run.Summary = run.Summary.Plus(p.run.Summary)
		run.Disabled = mergeDisabled(run.Disabled, p.run.Disabled)
		run.Results = append(run.Results, p.run.Results...)
	}
	slices.SortStableFunc(run.Results, func(a, b rules.Result) int { return strings.Compare(a.Path, b.Path) })
	return run, parts[0].run.Shard.FailOn, nil
}

func complete(parts []*Part) error {
	if len(parts) == 0 {
		return errors.New("there are no parts to merge")
	}
	first := parts[0]
	one := first.run.Shard
	names := map[int]string{}
	for _, p := range parts {
		shard := p.run.Shard
		switch other, twice := names[shard.Index]; {
		case p.run.Version != first.run.Version:
			return fmt.Errorf("%s is by handofflint %s, %s by %s: check all parts with one version", first.Name, first.run.Version, p.Name, p.run.Version)
		case shard.Count != one.Count || shard.Set != one.Set:
			return fmt.Errorf("%s and %s are parts of different sets: all machines must see the same files, and name them by the same paths", first.Name, p.Name)
		case shard.Settings != one.Settings || shard.FailOn != one.FailOn:
			return fmt.Errorf("%s and %s were checked by different settings: give all machines the same configuration and baseline, and the same --rule, --strict, --no-inline, --untrusted and --as", first.Name, p.Name)
		case twice:
			return fmt.Errorf("%s and %s are both part %d of %d", other, p.Name, shard.Index, shard.Count)
		}
		names[shard.Index] = p.Name
	}
	// Of many missing parts, some failed machine is the likely cause, and one
	// number finds it.
	for i := range one.Count {
		if _, ok := names[i+1]; !ok {
			return fmt.Errorf("part %d of %d is missing (there are %d): its files were not checked", i+1, one.Count, len(names))
		}
	}
	return nil
}
