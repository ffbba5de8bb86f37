package claims

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// referenceParams say where a handoff names files, and which of them are no claim that
// the file is there.
type referenceParams struct {
	// Plans match kinds of output, titles and names of files about work to come.
	Plans *text.Pattern `json:"plans"`
	// Never match paths that are of no file of a tree.
	Never []*text.Pattern `json:"never"`
	// Unclaimed are words in the sentence or item of a path that is not claimed to be
	// there, Coming those of one that is about to be made.
	Unclaimed []string `json:"unclaimed"`
	Coming    []string `json:"coming"`
	// Disclaims match what a sentence, an item or a row says of a file that is not claimed to
	// be there.
	Disclaims []*text.Pattern `json:"disclaims"`
	// Plain match a text that plainly claims a file, written as ¤ there.
	Plain []*text.Pattern `json:"plain"`
	// Continues matches a sentence that goes on about what is in the one before it.
	Continues *text.Pattern `json:"continues"`
	// States matches the title of a column that says how far the work is, Finished what it
	// says if that is done.
	States   *text.Pattern `json:"states"`
	Finished *text.Pattern `json:"finished"`
	// Apart and Infinitive match headings under which nothing is claimed, such as "Files to
	// create"; Titles are words that make a heading one.
	Apart      []*text.Pattern `json:"apart"`
	Infinitive *text.Pattern   `json:"infinitive"`
	Titles     []string        `json:"titles"`
	// Present are words beside one of which a text about work to come names what is there
	// already.
	Present []string `json:"present"`
	// Foreign is from how many files in folders that the tree does not have, and none
	// in one that it has, the handoff is about another tree.
	Foreign int `json:"foreign"`
	// Hours is how much earlier than the handoff a file was deleted or renamed that
	// its agent cannot have read.
	Hours int `json:"hours"`

	unclaimed, silencing, present, titles wordList
	// key is that of what rules with these parameters share.
	key string
}

// Prepare makes lists of the words.
func (p *referenceParams) Prepare() error {
	lists := fmt.Sprintf("%q", []any{p.Plans, p.Never, p.Unclaimed, p.Coming, p.Disclaims, p.Plain, p.Continues, p.States, p.Finished, p.Apart, p.Infinitive, p.Titles, p.Present, p.Hours})
	sum := sha256.Sum256([]byte(lists))
	p.key = string(sum[:])
	p.unclaimed, p.silencing = newWordList(p.Unclaimed), newWordList(p.Unclaimed, p.Coming)
	p.present, p.titles = newWordList(p.Present), newWordList(p.Titles)
	return nil
}

// mention is a file that a handoff names.
type mention struct {
	ledger.Reference
	worktree.File
	at      text.Span
	pointer string
	// listed is set for an entry of a list of paths, inSection for one of a section's, changed
	// if it may be gone since.
	listed, inSection, changed bool
}

// maxNamed is how many files of one handoff are looked at: more are not a handoff.
const maxNamed = 400

// mentions returns the files of this tree that a handoff claims to be there, with what
// became of them.
func (p *referenceParams) mentions(pass *rules.Pass) []mention {
	return p.ofThisTree(p.allMentions(pass))
}

// allMentions returns those that may be of another tree, too. They are shared by the rules
// with the same parameters: do not change them.
func (p *referenceParams) allMentions(pass *rules.Pass) []mention {
	find := func() any { return p.findMentions(pass) }
	return pass.Memo("mentions "+p.key, find).([]mention)
}

func (p *referenceParams) findMentions(pass *rules.Pass) []mention {
	var all []mention
	named := map[string]bool{}
	add := func(m mention) {
		if named[m.Reference.Path] = true; len(named) <= maxNamed {
			all = append(all, m)
		}
	}
	p.eachListed(pass, add)
	lists, isPlain := spansOfLists(pass), p.plainly(pass.Steps())
	p.eachText(pass, p.silencing.in, p.disclaimer(pass.Steps()), func(source *text.Source, part text.Span, at func(text.Span) text.Span, pointer string) {
		isListed := pointer == "" && isInOne(at(part), lists)
		if len(named) > maxNamed || isListed {
			return
		}
		for _, span := range namedIn(source, part) {
			r, ok := ledger.ParseReference(source.Slice(span))
			isQuoted := r.Note != "" // code that goes on after the path is what a program printed
			if ok && !isQuoted && strings.Contains(r.Path, "/") && !p.isNever(r.Path, pass) && isPlain(source, part, span) {
				add(mention{Reference: r, at: at(span), pointer: pointer})
			}
		}
	})
	paths := make([]string, len(all))
	for i, m := range all {
		paths[i] = m.Reference.Path
	}
	for i, f := range factsOf(pass).Tree.Files(p.handoff(pass), paths) {
		all[i].File = f
	}
	return all
}

// handoff returns what is known of where the claims come from.
func (p *referenceParams) handoff(pass *rules.Pass) worktree.Handoff {
	h := worktree.Handoff{Path: pass.Doc.Input.Path, Said: saidTime(pass), Work: time.Duration(p.Hours) * time.Hour}
	if pass.Doc.Input.Info != nil {
		h.Changed = pass.Doc.Input.Info.ModTime
	}
	return h
}

// eachListed calls each for the entries of lists of paths.
func (p *referenceParams) eachListed(pass *rules.Pass, each func(mention)) {
	isDisclaimed := p.disclaimer(pass.Steps())
	for _, list := range claimedLists(pass, schema.ClaimsFiles, schema.ClaimsRead, schema.ClaimsChanged, schema.ClaimsMade, schema.ClaimsPending) {
		if list.kind == schema.ClaimsPending && factsOf(pass).Tree.IsCommitted(pass.Doc.Input.Path) {
			continue // the work has gone on since
		}
		changed := list.kind != schema.ClaimsFiles && list.kind != schema.ClaimsRead
		for _, entry := range list.texts {
			r, ok := entry.file()
			besides := entry.besides()
			if !ok || p.isNever(r.Path, pass) || p.unclaimed.in(r.Note) || p.unclaimed.in(besides) {
				continue
			}
			if isDisclaimed(r.Note) || isDisclaimed(besides) || p.isNotDone(&entry, pass.Steps()) {
				continue
			}
			if hasLetters(besides) && (!isKnownScript(besides) || !isKnownLanguage(pass)) {
				continue
			}
			each(mention{Reference: r, at: entry.at, pointer: entry.pointer, listed: true, inSection: entry.inItem, changed: changed})
		}
	}
}

// eachText calls each for the sentences, items of lists and cells about work that is done.
// It skips those that are claimless, or disclaimed beside a file. at converts a span of the
// source to one of the file.
func (p *referenceParams) eachText(pass *rules.Pass, isClaimless, isDisclaimed func(string) bool, each func(source *text.Source, part text.Span, at func(text.Span) text.Span, pointer string)) {
	if !isKnownLanguage(pass) {
		return
	}
	around := claimRules{
		isClaimless:  func(s string) bool { return isClaimless(s) || !isKnownScript(s) },
		isApart:      func(title string) bool { return p.isApart(title, pass.Steps()) || !isKnownScript(title) },
		isDisclaimed: isDisclaimed,
		continues:    func(s string) bool { return p.Continues.Match(s, pass.Steps()) },
		isUnfinished: func(row tableRow) bool { return p.isUnfinished(row, pass.Steps()) },
	}
	eachPart := func(s, pointer string, around claimRules, at func(text.Span) text.Span) {
		read := func() any { return readMarkdown(s) }
		m := pass.Memo("markdown "+s, read).(*markdownText)
		for _, part := range claimed(m, around) {
			each(m.source, part, at, pointer)
		}
	}
	for _, list := range claimedLists(pass, schema.ClaimsText, schema.ClaimsNext) {
		around := around
		if list.kind == schema.ClaimsNext {
			around.counts = p.present.in
		}
		for _, field := range list.texts {
			eachPart(field.Text, field.pointer, around, func(text.Span) text.Span { return field.at })
		}
	}
	for _, section := range p.workDone(pass) {
		part := pass.Doc.Source.Slice(section.span)
		_, fences := text.WithoutFences(part)
		if fences%2 != 0 {
			continue // what is code cannot be known
		}
		around := around
		around.isNamed = func(h document.Heading) bool {
			isSection := section.claims != "" && h.Span.Start == 0
			return isSection || beginsRound(pass.Doc.Body, section.span.Start+h.Span.Start)
		}
		if section.claims == schema.ClaimsNext {
			around.counts = p.present.in
		}
		eachPart(part, "", around, func(s text.Span) text.Span {
			return text.Span{Start: section.span.Start + s.Start, End: section.span.Start + s.End}
		})
	}
}

// workText is a part of a body; claims is what the section claims whose heading it begins
// with, or "" for none.
type workText struct {
	span   text.Span
	claims string
}

// workDone returns the parts of a Markdown body about work that is done: those that the
// format says, or all of it.
func (p *referenceParams) workDone(pass *rules.Pass) (parts []workText) {
	body := pass.Doc.Body
	if body == nil || p.Plans.Match(pass.Doc.Data().Field("output_type").Str(), pass.Steps()) {
		return nil
	}
	sections := pass.Sections()
	if slices.ContainsFunc(sections, func(s schema.Section) bool { return s.ClaimsItsText() }) {
		for _, part := range claimingSections(pass, (*schema.Section).ClaimsItsText) {
			parts = append(parts, workText{wholeOf(body, part.found), part.section.Claims})
		}
		return parts
	}
	if pass.Doc.Format != document.Metadata {
		title := ""
		if len(body.Headings) > 0 {
			title = body.Headings[0].Text
		}
		if p.Plans.Match(title, pass.Steps()) || p.Plans.Match(path.Base(pass.Doc.Input.Path), pass.Steps()) {
			return nil
		}
		return []workText{{span: body.Span}}
	}
	end := body.Span.End
	if n := len(body.Blocks); n > 0 {
		fence := bytes.LastIndexByte(pass.Doc.Source.Bytes()[:body.Blocks[n-1].Start], '\n')
		end = bytes.LastIndexByte(pass.Doc.Source.Bytes()[:max(fence, 0)], '\n')
	}
	if end <= body.Span.Start {
		return nil
	}
	return []workText{{span: text.Span{Start: body.Span.Start, End: end}}}
}

// link matches the target of a link in Markdown.
var link = text.MustCompile(`\]\(\s*<?([^\s()<>]+)>?(?:\s+"[^"]*")?\s*\)`)

// namedIn returns the spans of what a text names in code spans and links.
func namedIn(source *text.Source, span text.Span) (spans []text.Span) {
	s := source.Slice(span)
	code := text.CodeSpan.FindAllStringIndex(s, -1)
	for _, at := range code {
		ticks := len(s[at[0]:at[1]]) - len(strings.TrimLeft(s[at[0]:at[1]], "`"))
		spans = append(spans, text.Span{Start: span.Start + at[0] + ticks, End: span.Start + at[1] - ticks})
	}
	for _, at := range link.FindAllStringSubmatchIndex(s, -1) {
		inside := func(c []int) bool { return c[0] < at[2] && at[2] < c[1] }
		if !slices.ContainsFunc(code, inside) {
			spans = append(spans, text.Span{Start: span.Start + at[2], End: span.Start + at[3]})
		}
	}
	return spans
}

// maxBeside is how many bytes beside its files are read of one handoff, about what maxNamed files
// have: the patterns for them are slow. Files beyond are not looked at.
const maxBeside = 100_000

// disclaimer returns a function that reports whether a text says that a file in it or beside it is
// not there.
func (p *referenceParams) disclaimer(steps *text.Steps) func(string) bool {
	left := maxBeside
	return func(s string) bool {
		left -= len(s)
		return left < 0 || matchesAny(p.Disclaims, s, steps) || p.isApartByLabel(s, steps)
	}
}

// plainly returns a function that reports whether a part of a text plainly claims the file that it
// names at a span. Of a long part it reads what is near the file.
func (p *referenceParams) plainly(steps *text.Steps) func(source *text.Source, part, at text.Span) bool {
	const near, after = 200, 40 // bytes
	left := maxBeside
	return func(source *text.Source, part, at text.Span) bool {
		before := "x" + source.Slice(text.Span{Start: max(part.Start, at.Start-near), End: at.Start})
		if at.Start-near <= part.Start {
			before = before[1:]
		}
		s := text.CodeSpan.ReplaceAllString(before, "#") + "¤" + source.Slice(text.Span{Start: at.End, End: min(part.End, at.End+after)})
		left -= len(s)
		return left >= 0 && matchesAny(p.Plain, s, steps)
	}
}

// isNotDone reports whether what is above an entry or in its row says that its file is not there
// yet.
func (p *referenceParams) isNotDone(entry *claimedText, steps *text.Steps) bool {
	return p.isApart(entry.above, steps) || p.isUnfinished(entry.row, steps)
}

// isUnfinished reports whether a row has a state, and it is another one than done.
func (p *referenceParams) isUnfinished(row tableRow, steps *text.Steps) bool {
	state, ok := row.cell(func(title string) bool { return p.States.Match(title, steps) })
	return ok && !p.Finished.Match(state, steps)
}

// isApart reports whether nothing is claimed under a heading or a label.
func (p *referenceParams) isApart(title string, steps *text.Steps) bool {
	isToDo := p.Infinitive.Match(title, steps) && !p.present.in(title)
	return isToDo || p.titles.in(title) || matchesAny(p.Apart, title, steps)
}

// isApartByLabel reports whether nothing is claimed after the label that a text begins with.
func (p *referenceParams) isApartByLabel(s string, steps *text.Steps) bool {
	label := plainLabel.FindStringSubmatch(s)
	return label != nil && p.isApart(label[1], steps)
}

// isNever reports whether a path is of no file of a tree. What the folders around this tree are
// called says nothing.
func (p *referenceParams) isNever(path string, pass *rules.Pass) bool {
	return matchesAny(p.Never, factsOf(pass).Tree.FromRoot(path), pass.Steps())
}

// ofThisTree returns the files that are meant to be of this tree. If none that a handoff
// names is one of it, those in folders that it lacks are another's: all of them if they
// are many, else those in text.
func (p *referenceParams) ofThisTree(all []mention) []mention {
	foreign := 0
	for _, m := range all {
		switch nested := strings.Contains(m.File.Path, "/"); {
		case nested && m.State != worktree.Absent && m.State != worktree.Uncertain:
			return all
		case nested && !m.Likely.Folder:
			foreign++
		}
	}
	if foreign >= p.Foreign {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(m mention) bool { return !m.listed && !m.Likely.Folder })
}

// isMissing reports whether a file is beyond doubt meant to be one of the tree, and is
// in no state of it.
func (m *mention) isMissing() bool {
	if m.State != worktree.Absent {
		return false
	}
	nested := strings.Contains(m.File.Path, "/")
	switch {
	case !m.listed:
		return nested && m.Likely.Top && m.Likely.Extension
	case m.inSection && !m.Likely.Top:
		return false // it may be from another folder
	}
	return m.Likely.Extension || m.Likely.Top && extension.MatchString(m.File.Path)
}

// extension matches that of a file that is the only one of its kind.
var extension = text.MustCompile(`[^/]\.[A-Za-z][A-Za-z0-9]{0,5}$`)

// saidTime returns the time that a handoff gives for itself, the earliest that it can mean:
// without a zone it may be half a day before.
func saidTime(pass *rules.Pass) time.Time {
	const zones = 14 * time.Hour
	data := pass.Doc.Data()
	for _, name := range []string{"timestamp", "created"} {
		said, ok := text.ParseMoment(data.Field(name).Str())
		switch {
		case ok && said.Zoned:
			return said.At
		case ok:
			return said.At.Add(-zones)
		}
	}
	if at := protocol.TimeOf(data.Field("task_id").Str()); !at.IsZero() && pass.Doc.Format == document.Context {
		return at
	}
	return time.Time{}
}
