package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// deedParams find what a handoff claims of files in sentences: code after a word such as
// "read".
type deedParams struct {
	statementParams
	Says  []*text.Pattern `json:"says"`
	Words []string        `json:"words"`
	// Extensions are those of names in sentences that are taken for files.
	Extensions []string `json:"extensions"`
	// Given are files that a client shows to its agents without a record.
	Given []string `json:"given"`
}

// fileClaim is a file of which a handoff says something.
type fileClaim struct {
	ledger.Reference
	at      text.Span
	pointer string
	// where says it: a field, or the text.
	where string
}

// maxHeld is how many files of one handoff a rule holds against the transcripts: each is
// looked for in all that was read and printed.
const maxHeld = 100

// files calls each for the files that a handoff speaks of, up to a bound: those in fields
// that claim something of some kinds, and those in sentences.
func (p *deedParams) files(pass *rules.Pass, kinds []string, each func(fileClaim)) {
	named := 0
	bounded := func(c fileClaim) {
		if named++; named <= maxHeld {
			each(c)
		}
	}
	for _, entry := range claimedTexts(pass, kinds...) {
		if ref, ok := entry.file(); ok && !p.isGiven(ref.Path) && !p.isClaimless(entry.besides(), pass.Steps()) {
			bounded(fileClaim{ref, entry.at, entry.pointer, entry.where})
		}
	}
	p.spans(pass, func(s statement, code string) {
		ref, ok := ledger.ParseReference(code)
		if ok && slices.Contains(p.Extensions, strings.TrimPrefix(path.Ext(ref.Path), ".")) && !p.isGiven(ref.Path) {
			bounded(fileClaim{ref, s.at, s.pointer, "the text"})
		}
	})
}

// spans calls each for the code that follows what the patterns of a rule match, and for
// that which `,` or "and" adds to it.
func (p *deedParams) spans(pass *rules.Pass, each func(s statement, code string)) {
	for _, s := range p.statements(pass) {
		if !s.hasOne(p.Words) || !strings.Contains(s.Text, "`") {
			continue
		}
		for _, pattern := range p.Says {
			m := pattern.Submatch(s.Text, pass.Steps())
			if m == nil || p.isHedged(s, pass.Steps()) {
				continue
			}
			each(s, strings.Join(m[1:], "")) // one group of the alternatives has it
			_, rest, _ := strings.Cut(s.Text, m[0])
			for code, after, ok := nextSpan(rest); ok; code, after, ok = nextSpan(after) {
				each(s, code)
			}
			break
		}
	}
}

// nextSpan returns the code span that continues a list, and what follows it.
func nextSpan(s string) (code, rest string, ok bool) {
	s, found := strings.CutPrefix(s, ",")
	s = strings.TrimLeft(s, " ")
	for _, joint := range []string{"and ", "& ", "和"} {
		if after, ok := strings.CutPrefix(s, joint); ok {
			s, found = strings.TrimLeft(after, " "), true
		}
	}
	if !found || !strings.HasPrefix(s, "`") {
		return "", "", false
	}
	return strings.Cut(s[1:], "`")
}

func (p *deedParams) isGiven(name string) bool { return slices.Contains(p.Given, path.Base(name)) }

// report reports a file of which the transcripts do not show what the handoff says.
func (c *fileClaim) report(pass *rules.Pass, shown evidence.Shown, variant string) {
	values := rules.Values{"where": c.where, "path": secret.Quote(c.Path), "looked": strconv.Itoa(shown.Looked)}
	if shown.Deed != nil {
		if variant == "" {
			variant = "near"
		}
		values["near"], values["line"] = secret.Quote(inFolder(pass, shown.Deed.Path)), strconv.Itoa(shown.Deed.Line)
		values["lines"] = lineRange(shown.Deed.From, shown.Deed.To)
	}
	if len(c.Lines) > 0 {
		values["claimed"] = lineRange(c.Lines[0].From, c.Lines[0].To)
	}
	pass.Report(rules.Report{At: c.at, Pointer: c.pointer, Variant: variant, Values: values})
}

// inFolder returns a path as it is from the folder that the agent began in.
func inFolder(pass *rules.Pass, name string) string {
	if folder := strings.TrimSuffix(factsOf(pass).Deeds.Agent.Cwd, "/"); folder != "" {
		return strings.TrimPrefix(name, folder+"/")
	}
	return name
}

// lineRange returns lines as a message has them, to the end of the file if to is 0.
func lineRange(from, to int) string {
	switch to {
	case 0:
		return strconv.Itoa(from) + " to the end"
	case from:
		return strconv.Itoa(from)
	}
	return strconv.Itoa(from) + "-" + strconv.Itoa(to)
}

// neverRead reports files that were read by what a handoff says, and by no transcript.
func neverRead(p *deedParams, pass *rules.Pass) {
	deeds := factsOf(pass).Deeds
	p.files(pass, []string{schema.ClaimsRead}, func(c fileClaim) {
		shown := deeds.Read(c.Path)
		switch {
		case shown.Answer == ledger.No && deeds.Used(c.Path).Answer == ledger.No:
			c.report(pass, shown, "")
		case shown.Answer == ledger.Yes && len(c.Lines) > 0:
			unread := func(r ledger.Range) bool { return deeds.ReadLines(c.Path, r.From, r.To).Answer == ledger.No }
			if i := slices.IndexFunc(c.Lines, unread); i >= 0 {
				c.Lines = c.Lines[i:]
				c.report(pass, deeds.ReadLines(c.Path, c.Lines[0].From, c.Lines[0].To), "lines")
			}
		}
	})
}

// notReadInFull reports files that were read in full by what a handoff says, and only in
// part by the transcripts.
func notReadInFull(p *deedParams, pass *rules.Pass) {
	deeds := factsOf(pass).Deeds
	p.files(pass, nil, func(c fileClaim) {
		lines := func() int {
			return factsOf(pass).Tree.Lines(c.Path, worktree.Handoff{Path: pass.Doc.Input.Path})
		}
		switch read, whole := deeds.Read(c.Path), deeds.ReadWhole(c.Path, lines); {
		case read.Answer == ledger.No:
			c.report(pass, read, "")
		case read.Answer == ledger.Yes && whole.Answer == ledger.No && whole.Deed != nil:
			c.report(pass, whole, "part")
		}
	})
}

// neverWritten reports files that were changed by what a handoff says, and by no
// transcript.
func neverWritten(p *deedParams, pass *rules.Pass) {
	p.files(pass, []string{schema.ClaimsChanged, schema.ClaimsMade}, func(c fileClaim) {
		if shown := factsOf(pass).Deeds.Wrote(c.Path); shown.Answer == ledger.No {
			c.report(pass, shown, "")
		}
	})
}

type unlistedChangeParams struct {
	Ignored []*text.Pattern `json:"ignored"`
}

// unlistedChange reports a list of changed files that lacks some that the agent changed.
func unlistedChange(p *unlistedChangeParams, pass *rules.Pass) {
	var list *claimedList
	var listed []string
	hasSections := false
	for _, l := range claimedLists(pass, schema.ClaimsChanged, schema.ClaimsMade) {
		for _, entry := range l.texts {
			ref, ok := entry.reference()
			if !ok {
				return // a pattern or a sentence, which may mean any file
			}
			listed = append(listed, ref.Path)
		}
		if !l.whole {
			return // what else it names is not known
		}
		hasSections = hasSections || l.inSection
		if list == nil && l.kind == schema.ClaimsChanged {
			list = &l
		}
	}
	if list == nil || len(listed) > maxNamed || hasSections && !isInEachRound(pass) {
		return
	}
	deeds := factsOf(pass).Deeds
	isListed := func(deed *ledger.Deed) bool {
		return slices.ContainsFunc(listed, func(path string) bool { return deed.IsOf(path) != ledger.No })
	}
	var missing []*ledger.Deed
	// To Changed, isListed only says where the task begins.
	for _, deed := range deeds.Changed(pass.Doc.Input.Path, isListed) {
		file := inFolder(pass, deed.Path)
		isInFolder := file != deed.Path
		isHandoff := deed.IsOf(pass.Doc.Input.Path) != ledger.No
		if isInFolder && !isHandoff && !isListed(deed) && !matchesAny(p.Ignored, file, pass.Steps()) {
			missing = append(missing, deed)
		}
	}
	if len(missing) == 0 {
		return
	}
	values := rules.Values{
		"list": list.where, "path": secret.Quote(inFolder(pass, missing[0].Path)),
		"line": strconv.Itoa(missing[0].Line), "others": strconv.Itoa(len(missing) - 1), "unit": text.Plural(len(missing)-1, "file"),
	}
	r := rules.Report{At: list.opening, Scope: list.at, Pointer: list.pointer, Values: values}
	if len(missing) > 1 {
		r.Variant = "several"
	}
	pass.Report(r)
}

// isInEachRound reports whether each round of the work has a section with what was changed in it.
func isInEachRound(pass *rules.Pass) bool {
	body := pass.Doc.Body
	isListed := make([]bool, len(body.Rounds)+1)
	for _, list := range listsInSections(pass) {
		if list.kind == schema.ClaimsChanged || list.kind == schema.ClaimsMade {
			isListed[body.Round(list.opening.Start)] = true
		}
	}
	return !slices.Contains(isListed, false)
}

type skillNotUsedParams struct {
	Lists   []string      `json:"lists"`
	Name    *text.Pattern `json:"name"`
	Nothing *text.Pattern `json:"nothing"`
}

// skillNotUsed reports skills that no transcript shows.
func skillNotUsed(p *skillNotUsedParams, pass *rules.Pass) {
	pass.Doc.Data().EachElement(p.Lists, pass.Failed, func(list *document.Node, i int, pointer string) {
		item := list.Items[i]
		name := strings.TrimSpace(item.Str())
		if !p.Name.Match(name, pass.Steps()) || p.Nothing.Match(name, pass.Steps()) {
			return
		}
		shown := factsOf(pass).Deeds.Used(name)
		if shown.Answer != ledger.No {
			return
		}
		r := rules.Report{At: item.Value, Pointer: pointer, Values: rules.Values{"skill": secret.Quote(name), "field": list.Name}}
		if shown.Deed != nil {
			r.Variant, r.Values["near"], r.Values["line"] = "near", text.QuoteShort(shown.Deed.Name), strconv.Itoa(shown.Deed.Line)
		}
		pass.Report(r)
	})
}
