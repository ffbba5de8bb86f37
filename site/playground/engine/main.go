//go:build js && wasm

// Command engine is handofflint's engine as a WebAssembly module for the playground.
// It reads the files of a file system that JavaScript provides (src/files.ts): it checks handoffs
// and audits transcripts.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"runtime/debug"
	"syscall/js"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/site/playground/linter"
)

func main() {
	engine, err := linter.NewEngine()
	if err != nil {
		panic(err) // the built-in rules are embedded
	}
	p := playground{engine}
	js.Global().Set("handofflint", js.ValueOf(map[string]any{
		"check":   function(p.check),
		"fix":     function(p.fix),
		"explain": function(p.explain),
		"audit":   function(p.audit),
	}))
	select {} // the functions are called from now on
}

// function makes a function for JavaScript, of a text to a text in JSON. An error, or a
// panic, is an object {"error": "..."}.
func function(call func(string) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (answer any) {
		defer func() {
			if cause := recover(); cause != nil {
				answer = encode(failure{fmt.Sprintf("handofflint is broken, please report this: %v\n%s", cause, debug.Stack())})
			}
		}()
		result, err := call(args[0].String())
		if err != nil {
			return encode(failure{err.Error()})
		}
		return encode(result)
	})
}

type failure struct {
	Error string `json:"error"`
}

func encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // these types can be encoded
	}
	return string(data)
}

type playground struct{ engine *rules.Engine }

// checkedFiles is what `handofflint check -f json FILE .` says.
type checkedFiles struct {
	Report json.RawMessage `json:"report"`
	Exit   int             `json:"exit"`
	// Formats are those of the files that are handoffs, by path.
	Formats map[string]rules.Format `json:"formats"`
}

// check checks all files, of which one is named: it must be a handoff.
func (p playground) check(file string) (any, error) {
	_, _, results, err := p.run(file)
	if err != nil {
		return nil, err
	}
	c := checkedFiles{Formats: map[string]rules.Format{}}
	for _, r := range results {
		if r.Skipped == "" && !r.Folder {
			c.Formats[r.Path] = r.Format
		}
		for _, f := range r.Findings {
			if c.Exit = max(c.Exit, 1); f.Failed() {
				c.Exit = 2
			}
		}
	}
	var out bytes.Buffer
	err = report.Format(report.JSON).Write(&out, report.Run{Results: results, Summary: rules.Summarize(results)})
	c.Report = out.Bytes()
	return c, err
}

func (p playground) run(file string) (*lint.Linter, lint.Found, []rules.Result, error) {
	l, err := linter.Here(p.engine)
	if err != nil {
		return nil, lint.Found{}, nil, err
	}
	found, err := lint.Walk(context.Background(), []string{file, "."}, lint.Options{})
	if err != nil {
		return nil, found, nil, err
	}
	results, err := l.Run(context.Background(), found)
	return l, found, results, err
}

// fixed is what `handofflint check --fix` makes of a file.
type fixed struct {
	Text  string `json:"text"`
	Fixed int    `json:"fixed"`
	// Left says why fixes were left out, or "" if none was.
	Left string `json:"left"`
}

// fix applies the fixes of a file.
func (p playground) fix(file string) (any, error) {
	l, found, results, err := p.run(file)
	if err != nil {
		return nil, err
	}
	changes, err := l.Fix(context.Background(), found, results)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if c.Path != path.Clean(file) {
			continue
		}
		f := fixed{Text: string(c.Data), Fixed: len(c.Fixed)}
		if len(c.Left) > 0 {
			f.Left = fmt.Sprintf("%d left out: fixed, they would bring another finding", len(c.Left))
		}
		return f, nil
	}
	return fixed{}, nil
}

// explanation is what the catalogue says of a rule.
type explanation struct {
	Summary string `json:"summary"`
	Why     string `json:"why"`
	Bad     string `json:"bad"`
	Good    string `json:"good"`
}

func (p playground) explain(name string) (any, error) {
	rule := rules.BuiltIn().Rule(name)
	if rule == nil {
		return nil, fmt.Errorf("unknown rule %q", name)
	}
	return explanation{rule.Summary, cmp.Or(rule.Why, rule.Summary), rule.Bad, rule.Good}, nil
}
