// Package teamrules reads a team's own rules and formats from CUE files, for an engine of package rules:
//
//	team, err := teamrules.Read([]teamrules.Source{{Name: "team.cue", Data: data}})
//	if err != nil {
//		log.Fatal(err)
//	}
//	engine, err := rules.NewEngine(checks.All(), rules.Options{Team: team})
//
// It is a separate package because it includes CUE's parser, which an engine without such rules does not
// need. It is a part of the engine and may change at any time; programs use package handofflint at the root
// of the module.
//
// Nothing is evaluated: an entry is data, and patterns are compiled or rejected. rules/custom.cue is the
// contract of an entry.
package teamrules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// MaxSource is the maximum size of a source in bytes.
const MaxSource = compile.MaxBytes

// MaxSources is the maximum size of all sources together, in bytes: a megabyte takes seconds to compile.
const MaxSources = 512 << 10

// Source is a file of a team's own rules and formats in CUE.
type Source struct {
	// Name is the file as problems show it, with forward slashes.
	Name string
	Data []byte
}

// Problem is a mistake in a source with its position: lines and columns from 1, columns in code points, and
// the offset in bytes.
type Problem struct {
	Path                 string
	Line, Column, Offset int
	// Message says what is wrong, Help how to correct it.
	Message, Help string
}

// Error holds all mistakes in the sources, in their order.
type Error struct{ Problems []Problem }

// Error returns one line for each problem, and one for its help.
func (e *Error) Error() string {
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message), "   = "+p.Help)
	}
	return strings.Join(lines, "\n")
}

// Read returns the rules and formats of the sources. Mistakes in the sources are an *Error.
func Read(sources []Source) (*rules.Team, error) {
	added, problems := tableOf(sources)
	if added == nil {
		return nil, &Error{Problems: problems}
	}
	return rules.NewTeam(added), nil
}

// tableOf returns the table of what the sources add to the built-in one, or the mistakes in them.
func tableOf(sources []Source) (*schema.Table, []Problem) {
	r := &sourceReader{contractData: contract(), known: map[string][]string{"formats": {sessionFormat}, "rules": {ruleYAML}}}
	for _, f := range table.Builtin.Formats {
		r.known["formats"] = append(r.known["formats"], string(f.Name))
	}
	for _, rule := range table.Builtin.Rules {
		r.known["rules"] = append(r.known["rules"], rule.Name)
	}
	total := 0
	for _, s := range sources {
		total += len(s.Data)
		if total > MaxSources {
			tooLarge := Problem{Path: s.Name, Line: 1, Column: 1, Message: fmt.Sprintf("the files with rules and formats have over %d bytes together", MaxSources), Help: "use fewer or shorter files"}
			return nil, []Problem{tooLarge}
		}
		r.readFile(s)
	}
	r.addNames()
	r.readEach("formats", r.readFormat)
	r.readEach("rules", r.readRule) // rules name formats
	for _, f := range r.files {
		if f.cue == nil {
			continue
		}
		for _, name := range f.cue.Rules() {
			r.checkRuleName(f, name.At, name.Text, "@rule names the rule under which a fault of the field is reported")
		}
	}
	r.addYAMLRule()
	if problems := r.sorted(); len(problems) > 0 {
		return nil, problems
	}
	return &r.added, nil
}

// readEach reads the entries of a kind.
func (r *sourceReader) readEach(kind string, read func(*entry)) {
	for _, e := range r.entries {
		if e.kind == kind {
			read(e)
		}
	}
}

// ValidRuleName reports whether a name is valid for a team's rule.
func ValidRuleName(name string) bool { return contract().isName("rules", name) }

// sourceReader reads sources.
type sourceReader struct {
	*contractData
	files   []*file
	entries []*entry
	// known are the names of all formats and rules, by kind.
	known map[string][]string
	// partial is set if a source cannot be read: it may define names that others refer to.
	partial  bool
	added    schema.Table
	problems []Problem
}

// entry is a rule or a format of a source: its data, with null for its patterns.
type entry struct {
	*document.Node
	kind string // "rules" or "formats"
	file *file
}

// title returns the entry's kind and name for a problem.
func (e *entry) title() string { return strings.TrimSuffix(e.kind, "s") + " " + e.Name }

// addProblem adds a problem at a position of a file.
func (r *sourceReader) addProblem(f *file, at text.Span, message, help string) {
	pos := f.text.Pos(at.Start)
	r.problems = append(r.problems, Problem{Path: f.Name, Line: pos.Line, Column: pos.Column, Offset: pos.Offset, Message: message, Help: help})
}

// problem adds a problem with words of its own, about an entry.
func (r *sourceReader) problem(e *entry, at text.Span, help, format string, args ...any) {
	r.addProblem(e.file, at, fmt.Sprintf(format, args...), help)
}

// report adds a problem with words from custom.cue.
func (r *sourceReader) report(e *entry, kind string, at text.Span, values map[string]string) {
	values["entry"] = e.title()
	w := words()[kind]
	r.addProblem(e.file, at, text.Fill(w.Message, values), text.Fill(w.Help, values))
}

// maxProblems bounds the problems of all sources.
const maxProblems = 1000

// sorted returns the distinct problems in the order of the sources; if there are too many, the last one says so.
func (r *sourceReader) sorted() []Problem {
	order := map[string]int{}
	for i, f := range slices.Backward(r.files) {
		order[f.Name] = i
	}
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(order[a.Path]-order[b.Path], a.Line-b.Line, a.Column-b.Column)
	})
	problems := slices.Compact(r.problems)
	if count := len(problems); count > maxProblems {
		problems = problems[:maxProblems]
		problems[maxProblems-1].Message += fmt.Sprintf("; only the first %d of %d mistakes are listed", maxProblems, count)
	}
	return problems
}

// addNames adds the names of the entries to the known ones, and checks their syntax and that they are unique.
func (r *sourceReader) addNames() {
	first := map[string]*entry{}
	for _, e := range r.entries {
		if !r.isName(e.kind, e.Name) {
			help := "use lower-case letters, digits and dashes"
			if e.kind == "rules" {
				help += ", in a group of your own: \"team/name\""
			}
			r.problem(e, e.Key, help, "%q is not a valid name for %s", e.Name, e.kind)
		}
		r.known[e.kind] = append(r.known[e.kind], e.Name)
		if other := first[e.title()]; other != nil {
			line := other.file.text.Pos(other.Key.Start).Line
			r.problem(e, e.Key, "rename one of them", "%s is already defined in %s, line %d", e.title(), other.file.Name, line)
		} else {
			first[e.title()] = e
		}
	}
}

// maxSuggested is the number of problems after which near names are not searched any more: a hostile file
// could have thousands of unknown names.
const maxSuggested = 500

// near returns a "did you mean" suffix, or "" if no name is near.
func (r *sourceReader) near(name string, names []string) string {
	if len(r.problems) >= maxSuggested {
		return ""
	}
	return near.Suffix(near.Name(name, names))
}

// checkRuleName reports an unknown rule name. It reports none if a source could not be read, since the rule may
// be in it.
func (r *sourceReader) checkRuleName(f *file, at text.Span, name, help string) {
	if r.partial || slices.Contains(r.known["rules"], name) {
		return
	}
	var found []string
	if len(r.problems) < maxSuggested {
		found = near.Rules(name, r.known["rules"])
	}
	if len(found) == 0 {
		help += "; `handofflint rules` lists them"
	}
	r.addProblem(f, at, fmt.Sprintf("unknown rule %q", name)+near.Suffix(found...), help)
}

// format returns a built-in or added format, or an empty one.
func (r *sourceReader) format(name document.Format) *schema.Format {
	isIt := func(f schema.Format) bool { return f.Name == name }
	for _, formats := range [][]schema.Format{table.Builtin.Formats, r.added.Formats} {
		if i := slices.IndexFunc(formats, isIt); i >= 0 {
			return &formats[i]
		}
	}
	return &schema.Format{}
}

// sessionFormat is the format of rules that check a folder of reports.
const sessionFormat = "session"
