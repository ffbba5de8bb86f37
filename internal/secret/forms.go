package secret

import (
	"cmp"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/text"
)

// Facts is rules/facts/secrets.cue: the forms of credentials, and exceptions.
type Facts struct {
	Forms                      []Form
	Examples, Passwords, Hosts []string
}

// Form describes credentials of one kind; see _secretForm in rules/facts/secrets.cue.
type Form struct {
	Kind          string
	Starts        []string
	Chars         string
	Min, Max      int
	Contains      []string
	Except        []string
	Bits, Changes float64
	Place         string `json:"form"`
	Kinds         int
	ExceptValues  string `json:"except_values"`
}

// forms are the forms of credentials, prepared for searching.
type forms struct {
	// starts are the beginnings of forms, grouped by key, longest first. keys maps a key to the index of
	// its group, 0 for none.
	starts [][]beginning
	keys   [1 << (3 * keyBits)]uint16
}

// keyBits is the number of bits of a byte in a key: in ASCII, they are the same for upper and lower case.
// The key of an offset covers three bytes, so in ordinary text hardly any key has a form.
const keyBits = 5

func keyOf(a, b, c byte) int {
	const mask = 1<<keyBits - 1
	return int(a&mask)<<(2*keyBits) | int(b&mask)<<keyBits | int(c&mask)
}

// startsAt returns the beginnings of forms that an offset may have.
func (f *forms) startsAt(s string, at int) []beginning {
	if at+2 >= len(s) {
		return nil
	}
	return f.starts[f.keys[keyOf(s[at], s[at+1], s[at+2])]]
}

type form struct {
	*Form
	chars  *[256]bool // the set of Chars
	except *text.Regexp
}

func newForm(f *Form) *form {
	const nothing = "^$" // a value has some characters
	return &form{f, charsOf(f.Chars), text.MustCompile(cmp.Or(f.ExceptValues, nothing))}
}

type beginning struct {
	text string
	*form
}

var loaded = sync.OnceValue(load)

// load groups the beginnings of all forms by key. Group 0 stays empty.
func load() *forms {
	f := &forms{starts: make([][]beginning, 1)}
	for i := range facts.Forms {
		form := newForm(&facts.Forms[i])
		for _, text := range form.Starts {
			f.addStart(beginning{text, form})
		}
	}
	for _, same := range f.starts {
		slices.SortStableFunc(same, func(x, y beginning) int { return len(y.text) - len(x.text) })
	}
	return f
}

// addStart adds the beginning of a form, which has at least three bytes.
func (f *forms) addStart(s beginning) {
	key := &f.keys[keyOf(s.text[0], s.text[1], s.text[2])]
	if *key == 0 {
		*key = uint16(len(f.starts))
		f.starts = append(f.starts, nil)
	}
	f.starts[*key] = append(f.starts[*key], s)
}

// The places of credentials; see _secretForm.
const (
	token    = "token" // alone
	assigned = "assigned"
	header   = "header"
	inURL    = "url"
	inCurl   = "curl"
	block    = "block"
)

// charsOf returns the set of characters in ranges such as "A-Za-z_-".
func charsOf(ranges string) *[256]bool {
	var set [256]bool
	for i := 0; i < len(ranges); i++ {
		first, last := ranges[i], ranges[i]
		if i+2 < len(ranges) && ranges[i+1] == '-' {
			last = ranges[i+2]
			i += 2
		}
		for c := int(first); c <= int(last); c++ {
			set[c] = true
		}
	}
	return &set
}
