package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// The words of a comment after "handofflint-".
const (
	wordDisable = "disable"
	wordNext    = "disable-next-line"
	wordEnable  = "enable"
)

// inlineReader reads a file's suppressions.
type inlineReader struct {
	*docCheck
	// most is the maximum number of names in a file, left how many may still be
	// read.
	most, left int
	// open are the suppressions that a comment may still end.
	open []*suppression
}

// readInline reads the suppressions of a file: the key in the handoff's own
// object, then the comments.
func (t *docCheck) readInline() {
	var params struct {
		Most int `json:"most"`
	}
	decodeParams(t.ruleSet.rules[ruleMalformed], &params)
	r := &inlineReader{docCheck: t, most: params.Most, left: params.Most}
	r.readKey(t.doc.Data().Field(InlineKey))
	if t.doc.Body != nil {
		for _, d := range t.doc.Body.Directives {
			r.readComment(d)
		}
	}
}

// directiveWord matches the first word of a directive, valid or not.
var directiveWord = regexp.MustCompile(`(?i)^handofflint(-\S*|[:_ \t]+\w*)`)

// readComment reads one comment, unless the file has too many names.
func (r *inlineReader) readComment(d document.Directive) {
	if r.left < 0 {
		return
	}
	s := r.source.Slice(d.Text)
	word := directiveWord.FindString(s)
	say := statement{text: s[len(word):], whole: d.Span, start: d.Text.Start + len(word), variant: "comment"}
	switch {
	case !d.Closed:
		r.malformed("unclosed", Span{Start: d.Span.Start, End: d.Text.Start}, nil)
	case word == "handofflint-"+wordDisable:
		say.place = scope{variant: inFile, from: r.source.Pos(d.Span.Start).Line}
		r.open = append(r.open, r.read(say, word)...)
	case word == "handofflint-"+wordNext:
		say.place = scope{variant: nextLine, from: d.Next, to: d.Next}
		if d.Next == 0 {
			say.place.variant = nowhere
		}
		r.read(say, word)
	case word == "handofflint-"+wordEnable:
		r.enable(say, word, r.source.Pos(d.Span.End).Line)
	default:
		r.malformed("word", d.Span, Values{"word": Quote(word)})
	}
}

func (r *inlineReader) malformed(variant string, at Span, values Values) {
	r.addNamed(ruleMalformed, Report{At: at, Variant: variant, Values: values})
}

// enable ends suppressions that a comment above has begun, by the names used
// there.
func (r *inlineReader) enable(say statement, word string, line int) {
	names, _, _ := say.split()
	if len(names) == 0 {
		r.malformed("no-rule", say.whole, Values{"word": word})
	}
	for _, n := range names {
		if !r.count(n) {
			return
		}
		i := len(r.open) - 1
		for i >= 0 && r.open[i].name != n.text {
			i--
		}
		if i < 0 {
			r.addNamed(ruleUnused, Report{At: n.at, Variant: wordEnable, Values: Values{"rule": Quote(n.text)}})
			continue
		}
		r.open[i].place.variant, r.open[i].place.to = inLines, line
		r.open = slices.Delete(r.open, i, i+1)
	}
}

// statement names rules and gives a reason: the text of a comment, or an entry
// under the key.
type statement struct {
	text   string
	reason string
	// whole is all of it. start is the offset of text in the file, -1 if the
	// text has escapes and its parts have no positions.
	whole Span
	start int
	place scope
	// variant is the variant of suppression/no-reason for this form.
	variant string
	pointer string
}

type named struct {
	text string
	at   Span
}

var (
	// reasonMark separates the rules from the reason. Agents' editors turn two
	// hyphens into a dash.
	reasonMark = regexp.MustCompile(`(^|\s)(--|—)(\s|$)`)
	ruleName   = regexp.MustCompile(`[^\s,]+`)
)

// split splits a statement into names and reason; marked reports whether there
// is a reasonMark.
func (s statement) split() (names []named, reason string, marked bool) {
	rules, reason := s.text, strings.TrimSpace(s.reason)
	if at := reasonMark.FindStringIndex(s.text); at != nil {
		rules, marked = s.text[:at[0]], true
		if reason == "" {
			reason = strings.TrimSpace(s.text[at[1]:])
		}
	}
	for _, at := range ruleName.FindAllStringIndex(rules, -1) {
		n := named{rules[at[0]:at[1]], s.whole}
		if s.start >= 0 {
			n.at = Span{Start: s.start + at[0], End: s.start + at[1]}
		}
		names = append(names, n)
	}
	return names, reason, marked
}

// read adds the suppressions of a statement, and reports what is wrong with it.
func (r *inlineReader) read(say statement, word string) (read []*suppression) {
	names, reason, marked := say.split()
	if len(names) == 0 {
		r.addNamed(ruleMalformed, Report{At: say.whole, Pointer: say.pointer, Variant: "no-rule", Values: Values{"word": word}})
		return nil
	}
	for i, n := range names {
		if !r.count(n) {
			break
		}
		found, no := r.resolve(n.text)
		if no != nil {
			// without a mark, prose after the rules is reported once
			prose := no.rule == ruleUnknown && i > 0 && !marked && !strings.Contains(n.text, "/")
			if prose {
				no.variant = "reason"
			}
			r.addNamed(no.rule, Report{At: n.at, Pointer: say.pointer, Variant: no.variant, Values: no.values})
			if prose {
				break
			}
			continue
		}
		s := &suppression{name: n.text, at: n.at, rules: found, pointer: say.pointer, place: say.place}
		r.inline.add(s)
		read = append(read, s)
	}
	if len(read) > 0 {
		r.checkReason(say, reason, read)
	}
	return read
}

// count counts a name, and reports the first one over the limit.
func (r *inlineReader) count(n named) bool {
	r.left--
	if r.left == -1 {
		r.malformed("too-many", n.at, Values{"limit": strconv.Itoa(r.most)})
	}
	return r.left >= 0
}

// checkReason reports a reason that is missing or too short.
func (r *inlineReader) checkReason(say statement, reason string, read []*suppression) {
	var params struct {
		Characters int `json:"characters"`
	}
	decodeParams(r.ruleSet.rules[ruleNoReason], &params)
	if utf8.RuneCountInString(reason) >= params.Characters {
		return
	}
	var names []string
	for _, s := range read {
		names = append(names, s.name)
	}
	report := Report{At: say.whole, Pointer: say.pointer, Variant: say.variant, Values: Values{
		"rule": text.Shorten(strings.Join(names, " "), text.QuoteLength), "reason": Quote(reason), "limit": strconv.Itoa(params.Characters),
	}}
	if reason != "" {
		report.Variant = "short"
	}
	r.addNamed(ruleNoReason, report)
}

// InlineKey is the field of a handoff's own object for handofflint. The
// schema's #Inline defines it: what violates that is skipped here.
const InlineKey = "handofflint"

var inlinePointer = document.PointerStep("", InlineKey)

// readKey reads the suppressions under the key.
func (r *inlineReader) readKey(key *Node) {
	r.reportStrayKeys(key, inlinePointer, "disable")
	list := key.Field("disable")
	if list == nil || list.Kind != document.List {
		return
	}
	pointer := document.PointerStep(inlinePointer, "disable")
	for i, entry := range list.Items {
		if r.left < 0 {
			return
		}
		r.readEntry(entry, document.PointerStep(pointer, strconv.Itoa(i)))
	}
}

// readEntry reads one entry of the list: "RULE -- reason", or an object.
func (r *inlineReader) readEntry(entry *Node, pointer string) {
	say := statement{whole: entry.Value, start: -1, variant: "key", pointer: pointer, place: scope{variant: inFile}}
	switch entry.Kind {
	case document.String:
		say.text = entry.Text
	case document.Object:
		rule, reason, value := entry.Field("rule"), entry.Field("reason"), entry.Field("pointer")
		if r.reportStrayKeys(entry, pointer, "rule", "reason", "pointer") || rule.Str() == "" || !textOrNone(reason) || !textOrNone(value) {
			return
		}
		say.text, say.reason = rule.Text, reason.Str()
		if value != nil && !strings.HasPrefix(value.Text, "/") {
			return
		}
		if value != nil {
			say.place = scope{variant: atValue, value: value.Text}
		}
	}
	if strings.TrimSpace(say.text) != "" {
		r.read(say, "this entry")
	}
}

func textOrNone(n *Node) bool { return n == nil || n.Kind == document.String }

// reportStrayKeys reports the unknown fields of an object, and whether there
// are any. The entry is then not used: a field may have been meant to limit it.
func (r *inlineReader) reportStrayKeys(object *Node, pointer string, known ...string) bool {
	if object == nil || object.Kind != document.Object {
		return false
	}
	stray := false
	for _, field := range object.Items {
		if slices.Contains(known, field.Name) {
			continue
		}
		stray = true
		at := document.PointerStep(pointer, field.Name)
		r.addNamed(ruleMalformed, Report{At: field.Key, Scope: object.Value, Pointer: at, Variant: "key", Values: Values{"field": Quote(field.Name)}})
	}
	return stray
}
