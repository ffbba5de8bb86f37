package secret

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Place is a credential in a document.
type Place struct {
	Secret
	// Span is its position in the file, or that of the whole value if the value is written there with
	// escapes. Pointer is the value's, "" for text outside of the handoff's object.
	Span    text.Span
	Pointer string
	escaped bool
}

// In returns the credentials in a document: in its text, and in the values of its object, which may have
// escapes.
func In(doc *document.Document) []Place {
	return doc.Memo("credentials", func() any { return placesIn(doc) }).([]Place)
}

// placesIn returns the credentials in the text of a document, and those that only its values without escapes show.
func placesIn(doc *document.Document) []Place {
	raw := text.View(doc.Source, text.Span{End: len(doc.Source.Bytes())})
	var found []Place
	for _, s := range Find(raw) {
		found = append(found, Place{Secret: s, Span: text.Span{Start: s.Start, End: s.End}})
	}
	count := len(found)
	doc.EachString(func(n *document.Node, pointer string) {
		inText := found[:count]
		// first is the first credential in the value, if there is one.
		first, _ := slices.BinarySearchFunc(inText, n.Value.Start, func(p Place, start int) int { return cmp.Compare(p.Start, start) })
		for i := first; i < len(inText) && inText[i].End <= n.Value.End; i++ {
			inText[i].Pointer = pointer
		}
		written := raw[n.Value.Start:n.Value.End]
		if strings.Contains(written, n.Text) { // without escapes
			return
		}
		for _, s := range Find(n.Text) {
			p := Place{Secret: s, Span: n.Value, Pointer: pointer, escaped: true}
			if i := strings.Index(written, n.Text[s.Start:s.End]); i >= 0 {
				p.Span = text.Span{Start: n.Value.Start + i, End: n.Value.Start + i + s.End - s.Start}
				p.escaped = false
			}
			isFound := func(q Place) bool { // in the text, maybe without the part that has escapes
				return q.Span == p.Span || p.escaped && q.Pointer == pointer && q.Kind == p.Kind
			}
			if !slices.ContainsFunc(inText[first:], isFound) {
				found = append(found, p)
			}
		}
	})
	return found
}

// Mask returns a text with its credentials masked: each character after their public beginning becomes an
// asterisk.
func Mask(s string) string { return RedactorOf(s).Redact(s) }

// gram is the number of characters of a credential that identify a part of it.
const gram = 5

// Redactor masks credentials, and parts of them, wherever they occur: a message may cut them, and quote
// them with escapes. A nil Redactor masks nothing.
type Redactor struct {
	secrets []Secret
	grams   map[[gram]byte]struct{}
}

// RedactorOf returns a Redactor for the credentials of a text, nil if it has none. The text may be JSON
// with escapes, or the name of a file, whose parts are separated by hyphens.
func RedactorOf(s string) *Redactor {
	var r *Redactor
	for _, found := range append(Find(s), tokensInName(s)...) {
		r = r.withSecret(found)
	}
	if plain := asciiEscape.ReplaceAllStringFunc(s, unescape); plain != s {
		for _, found := range Find(plain) {
			r = r.withSecret(found).withEscapes(s)
		}
	}
	return r
}

// tokensInName returns the tokens that follow a separator in a file's name. Find ignores them, since such a
// character can be part of a word.
func tokensInName(s string) (found []Secret) {
	f := loaded()
	for i := 1; i < len(s); i++ {
		if !isSeparator[s[i-1]] {
			continue
		}
		for _, start := range f.startsAt(s, i) {
			if secret, ok := f.credential(s[i:], 0, start); ok && start.Place == token {
				found = append(found, secret)
			}
		}
	}
	return found
}

var isSeparator = charsOf("_+.-")

// asciiEscape matches an unnecessary JSON escape of an ASCII character.
var asciiEscape = text.MustCompile(`\\u00[2-7][0-9A-Fa-f]`)

func unescape(escape string) string {
	code, _ := strconv.ParseUint(escape[2:], 16, 8) // asciiEscape matches only hexadecimal digits
	return string(rune(code))
}

// RedactorFor returns a Redactor for the credentials of a document and its path, nil if it has none.
func RedactorFor(doc *document.Document) *Redactor {
	r := RedactorOf(doc.Input.Path)
	for _, p := range In(doc) {
		r = r.withSecret(p.Secret)
		if p.escaped {
			r = r.withEscapes(doc.Source.Slice(p.Span))
		}
	}
	return r
}

// withEscapes adds the escapes of a text that hides a credential.
func (r *Redactor) withEscapes(s string) *Redactor {
	for i := range len(s) - gram + 1 {
		if part := s[i : i+gram]; strings.Contains(part, `\`) {
			r.grams[[gram]byte([]byte(part))] = struct{}{}
		}
	}
	return r
}

// withSecret adds a credential, and all parts of it that are long enough, to a Redactor, or to a new one for nil.
func (r *Redactor) withSecret(s Secret) *Redactor {
	if r == nil {
		r = &Redactor{grams: map[[gram]byte]struct{}{}}
	}
	r.secrets = append(r.secrets, s)
	for i := range len(s.hidden) - gram + 1 {
		r.grams[[gram]byte([]byte(s.hidden[i:i+gram]))] = struct{}{}
	}
	return r
}

// Redact returns a text of the same length with the credentials masked.
func (r *Redactor) Redact(s string) string {
	if r == nil {
		return s
	}
	masked := []byte(s)
	mask := func(from, to int) {
		for i := from; i < to; i++ {
			if masked[i] > ' ' && masked[i] < 0x80 { // credentials have no other bytes
				masked[i] = '*'
			}
		}
	}
	for i := range len(s) - gram + 1 {
		if _, part := r.grams[[gram]byte([]byte(s[i:i+gram]))]; part {
			mask(i, i+gram)
		}
	}
	for _, secret := range r.secrets {
		r.maskBeginning(s, secret, mask)
	}
	return string(masked)
}

// maskBeginning masks the rest of a credential that was cut soon after its public beginning.
func (r *Redactor) maskBeginning(s string, secret Secret, mask func(from, to int)) {
	if secret.public == "" {
		return
	}
	_, rest, found := strings.Cut(s, secret.public)
	for found {
		n := 0
		for n < min(len(rest), len(secret.hidden)) && rest[n] == secret.hidden[n] {
			n++
		}
		at := len(s) - len(rest)
		mask(at, at+n)
		_, rest, found = strings.Cut(rest, secret.public)
	}
}

// Quote returns text of a checked file for a message: quoted like text.Quote, shortened, and with
// credentials masked.
func Quote(s string) string { return text.QuoteShort(Mask(s)) }
