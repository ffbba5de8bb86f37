package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// gate judges files with one engine.
type gate struct{ engine *rules.Engine }

// owner is a rule of the program's own, which asks for a check of its own.
var owner = teamrules.Source{Name: "gate.cue", Data: []byte(`
rules: "gate/owner": {
	summary:  "nobody owns the work"
	formats:  ["task"]
	severity: "warning"
	check:    "field"
	params: name: "contact"
	message: "data.{name} does not say who to ask"
}
`)}

// newGate makes an engine with rules and checks of its own, and with other
// severities and parameters.
func newGate() (*gate, error) {
	team, _, err := teamrules.Read([]teamrules.Source{owner}, []string{"field"})
	if err != nil {
		return nil, err
	}
	own := checks.All()
	own["vagueSummary"] = brief
	own["field"] = field
	engine, err := rules.NewEngine(own, rules.Options{
		Overrides: []rules.Override{{Pattern: "task/no-version", Severity: rules.Off}},
		Team:      team,
		Params:    map[string]json.RawMessage{"gate/owner": json.RawMessage(`{"name": "owner"}`)},
	})
	return &gate{engine}, err
}

// judgeAll judges all files at once. The results are in the order of the paths.
func (g *gate) judgeAll(paths []string) ([]rules.Result, error) {
	results, errs := make([]rules.Result, len(paths)), make([]error, len(paths))
	var group sync.WaitGroup
	for i, path := range paths {
		group.Go(func() { results[i], errs[i] = g.judge(path) })
	}
	group.Wait()
	return results, errors.Join(errs...)
}

// judge judges one file. One that cannot be read is judged by that.
func (g *gate) judge(path string) (rules.Result, error) {
	in := rules.Input{Path: filepath.ToSlash(path), Named: true}
	data, fault := read(path, g.engine.Limits().Bytes)
	if fault != nil {
		return g.engine.CheckFault(in, *fault)
	}
	in.Data = data
	return g.engine.CheckInput(in)
}

// read reads at most so many bytes of a file.
func read(path string, most int64) ([]byte, *rules.Fault) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &rules.Fault{Rule: "file/unreadable", Variant: "missing"}
	}
	if err != nil {
		return nil, unreadable(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if int64(len(data)) > most {
		return nil, &rules.Fault{
			Rule: "file/too-large", Variant: "unknown-size",
			Values: rules.Values{"limit": strconv.FormatInt(most, 10)},
		}
	}
	return data, nil
}

func unreadable(err error) *rules.Fault {
	return &rules.Fault{Rule: "file/unreadable", Variant: "read-error", Values: rules.Values{"reason": err.Error()}}
}
