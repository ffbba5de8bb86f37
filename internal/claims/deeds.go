package claims

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// deedParams are the parameters for checks of what the agent did.
type deedParams struct {
	listParams
	// Given are files that a client shows to its agents without a record.
	Given []string `json:"given"`
}

// fileClaim is a file that a handoff says something about.
type fileClaim struct {
	ledger.Reference
	at      text.Span
	pointer string
	// where is the source: a field, or the text.
	where string
}

// maxHeld bounds the files of one handoff that a rule compares with the transcripts: each is searched for
// in everything that was read and printed.
const maxHeld = 100

// files returns the files that a handoff's lists claim something about, up to a bound.
func (p *deedParams) files(pass *rules.Pass, kinds ...string) (all []fileClaim) {
	for _, entry := range claimedTexts(pass, kinds...) {
		ref, ok := entry.file()
		isGiven := slices.Contains(p.Given, path.Base(ref.Path))
		if ok && !isGiven && p.isClaimed(pass, &entry, ref.Note) {
			all = append(all, fileClaim{ref, entry.at, entry.pointer, entry.where})
		}
	}
	return all[:min(len(all), maxHeld)]
}

// report reports a file for which the transcripts do not show what the handoff says. Without a variant, an action that
// comes near makes one.
func (c *fileClaim) report(pass *rules.Pass, shown shown, variant string) {
	values := rules.Values{"where": c.where, "path": secret.Quote(c.Path), "looked": strconv.Itoa(shown.looked)}
	if shown.deed != nil {
		variant = cmp.Or(variant, "near")
		values["near"], values["line"] = secret.Quote(inFolder(pass, shown.deed.Path)), strconv.Itoa(shown.deed.Line)
		values["lines"] = lineRange(shown.deed.From, shown.deed.To)
	}
	if len(c.Lines) > 0 {
		values["claimed"] = lineRange(c.Lines[0].From, c.Lines[0].To)
	}
	pass.Report(rules.Report{At: c.at, Pointer: c.pointer, Variant: variant, Values: values})
}

// inFolder returns a path relative to the folder in which the agent began.
func inFolder(pass *rules.Pass, name string) string {
	folder := strings.TrimSuffix(factsOf(pass).Timeline.Agent.Cwd, "/")
	if folder == "" {
		return name
	}
	return strings.TrimPrefix(name, folder+"/")
}

// lineRange returns lines in the form of a message; to is 0 for the end of the file.
func lineRange(from, to int) string {
	switch to {
	case 0:
		return strconv.Itoa(from) + " to the end"
	case from:
		return strconv.Itoa(from)
	}
	return strconv.Itoa(from) + "-" + strconv.Itoa(to)
}

// neverRead reports files that a handoff says were read, and no transcript shows.
func neverRead(p *deedParams, pass *rules.Pass) {
	facts := factsOf(pass)
	for _, c := range p.files(pass, schema.ClaimsRead) {
		isUnread := func(lines ledger.Range) bool { return facts.readLines(c.Path, lines).answer == ledger.No }
		shown := facts.hasRead(c.Path)
		switch shown.answer {
		case ledger.No:
			if facts.used(c.Path).answer == ledger.No { // the file of a skill is read as it is used
				c.report(pass, shown, "")
			}
		case ledger.Yes:
			if i := slices.IndexFunc(c.Lines, isUnread); i >= 0 {
				c.Lines = c.Lines[i:] // the report has the first
				c.report(pass, facts.readLines(c.Path, c.Lines[0]), "lines")
			}
		}
	}
}

// neverWritten reports files that a handoff says were changed, and no transcript shows.
func neverWritten(p *deedParams, pass *rules.Pass) {
	claimed := p.files(pass, schema.ClaimsChanged, schema.ClaimsMade)
	for _, c := range saidIn(pass) {
		isListed := slices.ContainsFunc(claimed, func(l fileClaim) bool { return l.Path == c.Path })
		if c.Path != "" && c.IsPlain() && !isListed {
			claimed = append(claimed, fileClaim{ledger.Reference{Path: c.Path}, c.placeOf(pass, c.Path), c.pointer, "the text"})
		}
	}
	for _, c := range claimed[:min(len(claimed), maxHeld)] {
		shown := factsOf(pass).wrote(c.Path)
		if shown.answer == ledger.No {
			c.report(pass, shown, "")
		}
	}
}

type unlistedChangeParams struct {
	Ignored []*text.Pattern `json:"ignored"`
}

// unlistedChange reports a list of changed files that lacks files the agent changed.
func unlistedChange(p *unlistedChangeParams, pass *rules.Pass) {
	lists := claimedLists(pass, schema.ClaimsChanged, schema.ClaimsMade)
	first := slices.IndexFunc(lists, func(l claimedList) bool { return l.kind == schema.ClaimsChanged })
	hasMore := func(l claimedList) bool {
		return !l.whole || l.inSection && len(pass.Doc.Body.Earlier) > 0 // a section may list one round's changes
	}
	if first < 0 || slices.ContainsFunc(lists, hasMore) {
		return
	}
	missing := p.unlisted(pass, claimedTexts(pass, schema.ClaimsChanged, schema.ClaimsMade))
	if len(missing) == 0 {
		return
	}
	list := &lists[first]
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

// unlisted returns the changes of files that no entry names; none if an entry may mean any file.
func (p *unlistedChangeParams) unlisted(pass *rules.Pass, entries []claimedText) (missing []*ledger.Deed) {
	var listed []string
	for _, entry := range entries {
		ref, ok := entry.reference()
		if !ok || len(listed) == maxNamed {
			return nil // a pattern or a sentence may mean any file
		}
		listed = append(listed, ref.Path)
	}
	isListed := func(deed *ledger.Deed) bool {
		return slices.ContainsFunc(listed, func(path string) bool { return deed.IsOf(path) != ledger.No })
	}
	// changed uses isListed only to find where the task begins.
	for _, deed := range factsOf(pass).changed(pass.Doc.Input.Path, isListed) {
		file := inFolder(pass, deed.Path)
		isInFolder := file != deed.Path
		isHandoff := deed.IsOf(pass.Doc.Input.Path) != ledger.No
		if isInFolder && !isHandoff && !isListed(deed) && !matchesAny(p.Ignored, file, pass.Steps()) {
			missing = append(missing, deed)
		}
	}
	return missing
}

type skillNotUsedParams struct {
	Lists   []string      `json:"lists"`
	Name    *text.Pattern `json:"name"`
	Nothing *text.Pattern `json:"nothing"`
}

// skillNotUsed reports skills whose use no transcript shows.
func skillNotUsed(p *skillNotUsedParams, pass *rules.Pass) {
	pass.Doc.Data().EachElement(p.Lists, pass.Failed, func(list *document.Node, i int, pointer string) {
		item := list.Items[i]
		name := strings.TrimSpace(item.Str())
		if !p.Name.Match(name, pass.Steps()) || p.Nothing.Match(name, pass.Steps()) {
			return
		}
		shown := factsOf(pass).used(name)
		if shown.answer != ledger.No {
			return
		}
		r := rules.Report{At: item.Value, Pointer: pointer, Values: rules.Values{"skill": secret.Quote(name), "field": list.Name}}
		if shown.deed != nil {
			r.Variant, r.Values["near"], r.Values["line"] = "near", text.QuoteShort(shown.deed.Name), strconv.Itoa(shown.deed.Line)
		}
		pass.Report(r)
	})
}
