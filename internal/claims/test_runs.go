package claims

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type neverRanParams struct {
	deedParams
	testRunParams
	// Programs are those whose names in code are taken for commands.
	Programs []string      `json:"programs"`
	Unclear  *text.Pattern `json:"unclear"`
}

// neverRan reports commands that were run by what a handoff says, and by no transcript,
// and tests that passed if none were run.
func neverRan(p *neverRanParams, pass *rules.Pass) {
	reported := map[string]bool{} // sentences
	held := 0
	p.spans(pass, func(s statement, code string) {
		command := shell.InvocationOf(strings.TrimLeft(code, "$>% "), pass.Steps())
		if len(command.Words) == 0 || !slices.Contains(p.Programs, command.Words[0]) ||
			p.Unclear.Match(code, pass.Steps()) || p.Elsewhere.Match(s.plain, pass.Steps()) {
			return
		}
		if held++; held > maxHeld {
			return
		}
		if shown := factsOf(pass).Deeds.Ran(command); shown.Answer == ledger.No {
			reported[s.text] = true
			pass.Report(rules.Report{At: s.at, Pointer: s.pointer, Values: rules.Values{
				"command": secret.Quote(code), "looked": strconv.Itoa(shown.Looked),
			}})
		}
	})
	for _, c := range p.claims(pass, &p.statementParams) {
		if reported[c.text] {
			continue
		}
		c.command = ledger.Invocation{} // tests of any kind would do
		if t := p.runs(pass, c); len(t.Runs) == 0 && !t.Open {
			pass.Report(rules.Report{At: c.at, Pointer: c.pointer, Variant: "tests", Values: rules.Values{
				"text": secret.Quote(c.text), "looked": strconv.Itoa(factsOf(pass).Deeds.Runs()),
			}})
		}
	}
}

type testRunParams struct {
	// Passed match sentences that claim that tests passed, which have one of Mentions and
	// one of Outcomes.
	Passed   []*text.Pattern `json:"passed"`
	Mentions []string        `json:"mentions"`
	Outcomes []string        `json:"outcomes"`
	// CommandPassed match what is said of a command before it, without code.
	CommandPassed *text.Pattern `json:"command_passed"`
	// PassedFields say the same if they are true.
	PassedFields []string `json:"passed_fields"`
	// Tests match the commands that run tests.
	Tests []*text.Pattern `json:"tests"`
	// Whole matches commands that run all tests.
	Whole *text.Pattern `json:"whole"`
	// Limited matches sentences about a part of the tests, Scoped those that may be.
	Limited *text.Pattern `json:"limited"`
	Scoped  *text.Pattern `json:"scoped"`
	// Share matches how many of how many tests passed.
	Share *text.Pattern `json:"share"`
	// Admitted matches sentences that admit a failure, unless Denied matches them.
	Admitted *text.Pattern `json:"admitted"`
	Denied   *text.Pattern `json:"denied"`
	// Elsewhere match sentences about runs that no transcript has.
	Elsewhere *text.Pattern `json:"elsewhere"`
}

// passClaim is a claim that tests passed.
type passClaim struct {
	at      text.Span
	pointer string
	text    string
	// command is the run that it names, without words for tests in general.
	command ledger.Invocation
	scoped  bool
	// partial: some tests may have failed by what it says, or by the sentence beside it.
	partial bool
}

// claims returns the claims of a handoff that tests passed.
func (p *testRunParams) claims(pass *rules.Pass, in *statementParams) []passClaim {
	key := "passed " + patternsKey(append(slices.Concat(p.Passed, p.Tests, in.Hedges, in.Apart),
		p.CommandPassed, p.Scoped, p.Elsewhere, in.Assurances, p.Limited, p.Share, p.Admitted, p.Denied))
	return pass.Memo(key+strings.Join(p.PassedFields, " "), func() any { return p.find(pass, in) }).([]passClaim)
}

// patternsKey is the same for the same patterns: three rules have them, unless a
// configuration changed one.
func patternsKey(patterns []*text.Pattern) string {
	var b strings.Builder
	for _, pattern := range patterns {
		b.WriteString(pattern.String() + "\n")
	}
	return b.String()
}

// maxClaims is how many claims of one handoff about tests are held against runs.
const maxClaims = 50

func (p *testRunParams) find(pass *rules.Pass, in *statementParams) []passClaim {
	var claims []passClaim
	all := in.statements(pass)
	for i, s := range all {
		if !s.hasOne(p.Mentions) || !s.hasOne(p.Outcomes) {
			continue
		}
		c := passClaim{at: s.at, pointer: s.pointer, text: s.text, partial: p.isPartial(s, pass.Steps())}
		c.scoped = c.partial || p.Scoped.Match(s.plain, pass.Steps())
		for _, code := range text.CodeSpan.FindAllString(s.text, -1) {
			command := shell.InvocationOf(strings.Trim(code, "` "), pass.Steps())
			if len(command.Words) > 0 && matchesAny(p.Tests, strings.Join(command.Words, " "), pass.Steps()) {
				c.command = command
			}
		}
		says := matchesAny(p.Passed, s.plain, pass.Steps()) || len(c.command.Words) > 0 && p.CommandPassed.Match(s.plain, pass.Steps())
		if !says || p.Elsewhere.Match(s.plain, pass.Steps()) || in.isHedged(s, pass.Steps()) {
			continue
		}
		beside := all[max(0, i-1):min(len(all), i+2)]
		c.partial = c.partial || slices.ContainsFunc(beside, func(s statement) bool { return p.admits(in, s, pass.Steps()) })
		if claims = append(claims, c); len(claims) == maxClaims {
			break
		}
	}
	for _, name := range p.PassedFields {
		if field := pass.Doc.Data().Find(name); field.Is(true) {
			claims = append(claims, passClaim{at: field.Value, pointer: document.PathPointer(name), text: field.Name + ": true"})
		}
	}
	return claims
}

// isPartial reports whether a sentence is about a part of the tests, or has fewer that
// passed than there are.
func (p *testRunParams) isPartial(s statement, steps *text.Steps) bool {
	if m := p.Share.Submatch(s.plain, steps); m != nil {
		passed, _ := strconv.Atoi(m[1])
		of, _ := strconv.Atoi(m[2])
		return passed < of
	}
	return p.Limited.Match(s.plain, steps)
}

// admits reports whether a sentence says that something fails.
func (p *testRunParams) admits(in *statementParams, s statement, steps *text.Steps) bool {
	plain := in.withoutAssurances(s.plain, steps)
	return p.Admitted.Match(plain, steps) && !p.Denied.Match(plain, steps)
}

// runs returns the runs that a claim rests on. The rules share them: do not change them.
func (p *testRunParams) runs(pass *rules.Pass, c passClaim) evidence.Tests {
	key := fmt.Sprintf("runs %q %q %q", p.Tests, p.Whole, c.command.Words)
	return pass.Memo(key, func() any { return p.findRuns(pass, c) }).(evidence.Tests)
}

// findRuns finds the runs of the command that a claim names, or, if that would run all
// tests and never ran, those of the same program.
func (p *testRunParams) findRuns(pass *rules.Pass, c passClaim) evidence.Tests {
	if len(c.command.Words) > 0 {
		t := factsOf(pass).Deeds.TestsBefore(pass.Doc.Input.Path, func(r *evidence.Step) bool { return r.HasWords(c.command) })
		if len(t.Runs) > 0 || !p.Whole.Match(strings.Join(c.command.Words, " "), pass.Steps()) {
			return t
		}
		return factsOf(pass).Deeds.TestsBefore(pass.Doc.Input.Path, func(r *evidence.Step) bool { return r.RunsSame(c.command) })
	}
	// A session runs thousands of commands, often the same, and each claim is held against all.
	known := pass.Memo("tests "+patternsKey(p.Tests), func() any { return map[string]bool{} }).(map[string]bool)
	return factsOf(pass).Deeds.TestsBefore(pass.Doc.Input.Path, func(r *evidence.Step) bool {
		command := strings.Join(r.Words, " ")
		isTest, asked := known[command]
		if !asked {
			isTest = matchesAny(p.Tests, command, pass.Steps())
			known[command] = isTest
		}
		return isTest
	})
}

type lastRunFailedParams struct {
	statementParams
	testRunParams
	// Failures match what a run prints of a failure.
	Failures []*text.Pattern `json:"failures"`
}

// lastRunFailed reports claims that tests passed whose last run failed.
func lastRunFailed(p *lastRunFailedParams, pass *rules.Pass) {
	for _, c := range p.claims(pass, &p.statementParams) {
		t := p.runs(pass, c)
		if t.Open || len(t.Runs) == 0 {
			continue
		}
		last := t.Runs[len(t.Runs)-1]
		if last.Result != ledger.Failed || c.partial || t.Undone || p.mayHold(c, t, last) {
			continue
		}
		r := rules.Report{At: c.at, Pointer: c.pointer, Values: rules.Values{
			"text": secret.Quote(c.text), "command": secret.Quote(last.Command), "line": strconv.Itoa(last.Line),
		}}
		for _, pattern := range p.Failures {
			if at := pattern.Find(last.Output, pass.Steps()); at != nil {
				r.Variant, r.Values["failure"] = "printed", secret.Quote(strings.TrimSpace(last.Output[at[0]:at[1]]))
				break
			}
		}
		pass.Report(r)
	}
}

// mayHold reports whether a claim may rest on another run than the last: one with other
// words since the last change, or, for a part of the tests, any with other words.
func (p *testRunParams) mayHold(c passClaim, t evidence.Tests, last evidence.Step) bool {
	return slices.ContainsFunc(t.Runs, func(r evidence.Step) bool {
		if r.Result == ledger.Failed || slices.Equal(r.Words, last.Words) {
			return false
		}
		changed := slices.ContainsFunc(t.Edits, func(d *ledger.Deed) bool { return d.Line > r.Line && d.Line < last.Line })
		return c.scoped || !changed
	})
}

type editedAfterParams struct {
	statementParams
	testRunParams
	// Sources are the files that a run of the tests is about, by its command.
	Sources []struct {
		Command *text.Pattern `json:"command"`
		Files   *text.Pattern `json:"files"`
	} `json:"sources"`
}

// editedAfterLastRun reports claims that tests passed whose sources were changed after
// the last run.
func editedAfterLastRun(p *editedAfterParams, pass *rules.Pass) {
	for _, c := range p.claims(pass, &p.statementParams) {
		t := p.runs(pass, c)
		if t.Open || len(t.Runs) == 0 || t.Runs[len(t.Runs)-1].Result == ledger.Failed {
			continue
		}
		last := t.Runs[len(t.Runs)-1]
		command := strings.Join(last.Words, " ")
		i := slices.IndexFunc(t.After, func(d *ledger.Deed) bool {
			for _, s := range p.Sources {
				if s.Command.Match(command, pass.Steps()) {
					return s.Files.Match(path.Base(d.Path), pass.Steps()) && !factsOf(pass).Tree.IsGone(d.Path)
				}
			}
			return false
		})
		if i >= 0 {
			pass.Report(rules.Report{At: c.at, Pointer: c.pointer, Values: rules.Values{
				"text": secret.Quote(c.text), "command": secret.Quote(last.Command), "line": strconv.Itoa(last.Line),
				"path": secret.Quote(inFolder(pass, t.After[i].Path)), "edited": strconv.Itoa(t.After[i].Line),
			}})
		}
	}
}
