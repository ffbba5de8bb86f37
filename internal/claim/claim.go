// Package claim reads what a text claims was done, by a closed rule: a clause is a claim only if every word
// of it is in rules/facts/words.cue and the words make one of a few forms. Any other clause is unclear, and
// claims nothing. The package does not know what was really done.
//
// Begin with Read; clause.go has the forms.
package claim

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// Act is what a claim says was done.
type Act string

// The acts.
const (
	Passed Act = "passed" // runs of some kinds passed
	Did    Act = "did"    // a commit, a push or a deployment succeeded
	Ran    Act = "ran"    // a command ran
	Wrote  Act = "wrote"  // a file was changed, or code was added
)

// Claim is what a clause says was done.
type Claim struct {
	Statement Statement
	// Text is the clause.
	Text string
	Act  Act
	// Kinds are the kinds of runs that it is about; runner.Checks is everything that was run.
	Kinds []runner.Kind
	// Command is the first command line in code that it is about, "" for none. Invocations are the commands
	// in all such code, in comparable form.
	Command     string
	Invocations []ledger.Invocation
	// Path is the file that was changed, "" for none; Code is what was added to some file if none is named.
	Path, Code string
	// IsAll is set if it says "all", IsPart if it is about a part.
	IsAll, IsPart bool
	// Name is the name of the program or the test that is this part, "" for none. IsPlaced is set if the claim goes
	// on about where or with what: "eslint is clean in the tests".
	Name     string
	IsPlaced bool
	// Suite is the word for tests that a run of all tests may leave out, such as "e2e"; "" for none.
	Suite string
	// IsState is set if it describes a state, which someone else may have caused.
	IsState bool
	// IsAdmitted is set if a sentence near it says that something fails, or a later one that its checks do. IsUnrun is set
	// if it or a later one says that they were not run, or not again, or that an edit came after them.
	IsAdmitted, IsUnrun bool
	// Unclear is the word that makes it unclear whether the writer claims it, "" for none: then nothing is
	// claimed. Soft is an unknown word in or beside it, or the last word if no single one is: the claim may hold, but is never
	// judged false.
	Unclear, Soft string
	// IsFirm is set if the text around it is clear, too: a hook may stop an agent for it.
	IsFirm bool

	// start is its offset in the sentence. isSelf is set if it says "I" or "we", isHere if it is clear but for titles that
	// say where or when.
	start          int
	isSelf, isHere bool
}

// Bounds on the work: claims of a text, bytes of a sentence.
const (
	maxClaims   = 200
	maxSentence = 800
)

// Of returns the claims of a text in Markdown.
func Of(markdown string) []Claim { return Read(Statements(document.LeavesOf(markdown, true))) }

// Read returns the claims in sentences of a text.
func Read(all []Statement) []Claim {
	var claims []Claim
	read := readAll(all)
	hasFailure := slices.ContainsFunc(read, func(s sentence) bool { return s.admits })
	for i := range read {
		for _, c := range read[i].claims {
			if len(claims) == maxClaims {
				return claims
			}
			c.applyAdmissions(read, i)
			c.applyBeside(read[i].beside(read, i-1), read[i].beside(read, i+1))
			next := nth(read, i+1) // in another paragraph, too
			c.deny(next.signature)
			if hasEllipsis(read[i].statement, next.statement) {
				c.deny("…")
			}
			if slices.Contains(known().Corrections, next.takesBack) {
				c.deny(next.takesBack)
			}
			c.IsFirm = c.IsFirm && c.IsPlain() && !hasFailure
			claims = append(claims, c)
		}
	}
	return claims
}

// readAll reads sentences. The doubt of a label holds behind a semicolon, too, and that of a plan in all of its paragraph:
// "Not done: lint is clean; tests pass.", "Option 1: keep the table. All tests pass."
func readAll(all []Statement) []sentence {
	var read []sentence
	for i, s := range all {
		next := readSentence(s)
		isPlan := i > 0 && s.Whole == all[i-1].Whole && known().tags[read[i-1].label.word]&tagDanger != 0
		if i > 0 && strings.HasSuffix(all[i-1].Text, ";") || isPlan {
			next.label = next.label.or(read[i-1].label)
			for k := range next.claims {
				next.claims[k].doubt(read[i-1].label)
			}
		}
		read = append(read, next)
	}
	return read
}

// hasEllipsis reports whether a sentence ends, or the next one begins, with an ellipsis: "All tests pass… … except TestTotal."
func hasEllipsis(s, next Statement) bool {
	isEllipsis := func(fix func(s, ellipsis string) bool, s string) bool { return fix(s, "...") || fix(s, "…") }
	return isEllipsis(strings.HasSuffix, s.Text) || isEllipsis(strings.HasPrefix, next.Text)
}

// applyBeside applies the sentences before and after it in its paragraph to a claim. The one after may take it back. The
// one before may name a person or a time that the claim is still about.
func (c *Claim) applyBeside(before, after sentence) {
	if !c.isApartFrom(after.deniedKinds) && !c.isApartFromSuite(after.deniedSuite) {
		c.deny(after.takesBack)
	}
	if !before.isOwn && !c.isSelf {
		c.deny(before.others)
	}
	if known().Past.MatchString(c.Text) {
		c.deny(before.time)
	}
	isAnswered := c.Act == Did && after.statement.Text != "" && !after.isOwn && len(after.claims) == 0 // "I pushed. It was rejected."
	isAlone := before.others+before.time+before.actor+after.others+after.time+after.actor == ""
	c.IsFirm = c.IsFirm && isAlone && !isAnswered && !after.denies
}

// applyAdmissions notes what a text admits against a claim of its sentence at an index: a failure in a sentence beside it,
// or in a later one about the same checks, since an earlier failure may have been fixed; checks that were
// not run; or, in the next two sentences, an edit before or after them.
func (c *Claim) applyAdmissions(all []sentence, at int) {
	near := all[max(0, at-1):min(len(all), at+2)]
	later := all[at+1:]
	c.IsAdmitted = slices.ContainsFunc(near, func(s sentence) bool { return s.admits }) ||
		slices.ContainsFunc(later, func(s sentence) bool { return s.admits && len(s.named) > 0 && !c.isApartFrom(s.named) })
	c.IsUnrun = slices.ContainsFunc(later[:min(len(later), 2)], func(s sentence) bool { return s.tellsOfEdit }) ||
		slices.ContainsFunc(all[at:], func(s sentence) bool { return s.isUnrun && !c.isApartFrom(s.named) })
}

// beside returns the sentence at an index if it is in the same paragraph, else an empty one.
func (s *sentence) beside(all []sentence, i int) sentence {
	other := nth(all, i)
	if other.statement.Whole != s.statement.Whole {
		return sentence{}
	}
	return other
}

// bind narrows "everything passes" to what its sentence names before it: the last commands, or what else it says of runs.
// "`go test ./...` – 6 tests, all green" says nothing about lint, and "I ran the linter, and everything passes" of tests.
func (c *Claim) bind(tokens []token, before []Claim) {
	if !c.isOfEverything() {
		return
	}
	named := clause{}
	named.addCommands(lastCommands(tokens, c.start))
	c.addCommands(named.commands)
	for _, other := range before {
		isOfRuns := other.Act == Passed || other.Act == Ran && other.Command == ""
		if isOfRuns && len(named.commands) == 0 {
			named.kinds = append(named.kinds, other.Kinds...)
			c.IsPart = c.IsPart || other.Act == Ran && other.IsPart // "I ran the new tests, and everything passes"
		}
	}
	if len(named.kinds) > 0 {
		c.Kinds = named.kinds
	}
}

// isOfEverything reports whether a claim is about everything that was run.
func (c *Claim) isOfEverything() bool {
	return slices.Equal(c.Kinds, []runner.Kind{runner.Checks}) && c.Command == ""
}

// bindLabel makes a claim about everything one about the subject of its label, and one that names no command about the
// commands of its label: "`pytest tests/smtp`: all tests pass".
func (c *Claim) bindLabel(label []token) {
	named := clause{}
	named.addSubject(label)
	isOfLabel := part{tokens: label}.isSubject() && !slices.ContainsFunc(named.kinds, isOfMany)
	if isOfLabel && c.isOfEverything() { // "Ruff: all checks passed"
		c.Kinds, c.Name = named.kinds, named.name
		c.IsPart = c.IsPart || named.isPart || named.name != ""
	}
	isOpen := c.Act == Passed && c.Command == ""
	for _, t := range label {
		if isOpen && t.is(tagCommand) && slices.Contains(c.Kinds, t.kind) {
			c.addCommands([]string{t.text})
		}
	}
}

// addCommands adds commands in code to those that a claim is about.
func (c *Claim) addCommands(commands []string) {
	for _, command := range commands {
		c.Command = cmp.Or(c.Command, command)
		c.Invocations = append(c.Invocations, invocationsOf(command)...)
	}
}

// lastCommands returns the last commands before an offset that stand together: "`a`, `b` and `c`".
func lastCommands(tokens []token, offset int) []token {
	end := 0
	for i, t := range tokens {
		if t.Start < offset && t.is(tagCommand) {
			end = i + 1
		}
	}
	from := end
	for nth(tokens, from-1).is(tagCommand | tagComma | tagAnd) {
		from--
	}
	return tokens[from:end]
}

var number = text.MustCompile(`\b\d+\b`)

// totalIn returns the number of tests that a sentence gives, "" for none: "7 tests, 6 pass".
func totalIn(tokens []token) string {
	for i, t := range tokens {
		if total := nth(tokens, i-1); t.is(tagSubject) && total.is(tagNumber) {
			return total.text
		}
	}
	return ""
}

// doubt applies a doubt to a claim.
func (c *Claim) doubt(d doubt) {
	if d.isSoft {
		c.soften(d.word)
	} else {
		c.deny(d.word)
	}
}

// deny makes a claim unclear, unless word is "". A claim that a file was changed only becomes soft.
func (c *Claim) deny(word string) {
	if c.Act == Wrote {
		c.soften(word)
	} else {
		c.Unclear = cmp.Or(c.Unclear, word)
		c.isHere = c.isHere && word == ""
	}
}

// soften makes a claim soft, unless word is "".
func (c *Claim) soften(word string) { c.Soft = cmp.Or(c.Soft, word) }

// IsClearHere reports whether a claim is clear to whoever has an output below it: nothing but the titles above it make it
// unclear, and they say only where or when it holds.
func (c *Claim) IsClearHere() bool { return c.Unclear == "" || c.isHere }

// IsPlain reports whether nothing makes a claim unclear or soft.
func (c *Claim) IsPlain() bool { return c.Unclear == "" && c.Soft == "" }

// claim returns what a clause of a sentence claims. What is said of a test by its name stops no agent: it is
// about a part of a run. A soft claim names the word that makes it soft, or else its last one.
func (c clause) claim(s Statement, tokens []token) Claim {
	words := tokens[c.from:min(c.to, len(tokens))]
	if c.isPart {
		c.name = "" // "mypy: no new errors" is not about all that mypy says
	}
	out := Claim{
		Statement: s, Act: c.act, Kinds: c.kinds, IsAll: c.isAll, IsPart: c.isPart || c.name != "", IsState: c.isState, IsFirm: !c.isSoft && !has(words, tagTest),
		Name: c.name, IsPlaced: c.isPlaced, Suite: firstOf(words, tagSuite),
		start: words[0].Start, isSelf: has(words, tagSelf),
		Text: strings.Trim(s.Text[words[0].Start:words[len(words)-1].End], " ,"),
	}
	isCheck := func(k runner.Kind) bool {
		return !slices.Contains([]runner.Kind{runner.Commit, runner.Push, runner.Deploy}, k)
	}
	if c.act == Passed && !slices.ContainsFunc(c.kinds, isCheck) {
		out.Act = Did // "`git push` succeeded"
	}
	if c.isSoft {
		out.Soft = cmp.Or(wordOf(words, tagUnknown|tagCode), words[len(words)-1].text)
	}
	out.addCommands(c.commands)
	return out
}

// invocationsOf returns the command in code or, of several, those that are runs of known kinds. A command that cannot be
// read is the zero value. "..." in a command means words that are left out.
func invocationsOf(command string) []ledger.Invocation {
	invocation := shell.InvocationOf(command, nil)
	invocation.Words = slices.DeleteFunc(invocation.Words, func(word string) bool { return slices.Contains([]string{"...", "…"}, word) })
	if invocation.Words != nil || !strings.ContainsAny(command, "|&;") {
		return []ledger.Invocation{invocation}
	}
	var list []ledger.Invocation
	for _, deed := range shell.Deeds(command, "", shell.Unknown, "", nil) {
		if runner.KindOf(deed.Words) != runner.Other {
			list = append(list, deed.Invocation)
		}
	}
	return list
}
