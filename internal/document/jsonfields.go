package document

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// fewFields is up to how many fields an object is searched for a key from end
// to end: a map pays only for more.
const fewFields = 12

// fieldSet gathers an object's fields and finds repeated keys in a time that
// does not grow with the square of their number.
type fieldSet struct {
	items  []*Node              // nil if a later field of that name took over
	index  map[string]int       // where each name stands, nil for few fields
	firsts map[string]text.Span // repeated names: where the first key stood
}

// add appends a field. Where its name was taken, the new field takes over, and
// add returns the place of the first key of that name.
func (f *fieldSet) add(field *Node) (first text.Span, repeated bool) {
	i, repeated := f.find(field.Name)
	if repeated {
		first = f.replace(i)
	}
	f.items = append(f.items, field)
	if f.index != nil {
		f.index[field.Name] = len(f.items) - 1
	}
	return first, repeated
}

func (f *fieldSet) find(name string) (int, bool) {
	if f.index == nil && len(f.items) < fewFields {
		for i, item := range f.items {
			if item != nil && item.Name == name {
				return i, true
			}
		}
		return 0, false
	}
	if f.index == nil {
		f.makeIndex()
	}
	i, ok := f.index[name]
	return i, ok
}

func (f *fieldSet) makeIndex() {
	f.index = make(map[string]int, 2*fewFields)
	for i, item := range f.items {
		if item != nil {
			f.index[item.Name] = i
		}
	}
}

// replace takes out the field at i and returns the place of the first key of
// its name.
func (f *fieldSet) replace(i int) text.Span {
	name, key := f.items[i].Name, f.items[i].Key
	f.items[i] = nil
	if first, ok := f.firsts[name]; ok {
		return first
	}
	if f.firsts == nil {
		f.firsts = map[string]text.Span{}
	}
	f.firsts[name] = key
	return key
}

// nodes are the fields in order, each name once.
func (f *fieldSet) nodes() []*Node {
	if f.firsts == nil {
		return f.items
	}
	kept := f.items[:0]
	for _, item := range f.items {
		if item != nil {
			kept = append(kept, item)
		}
	}
	return kept
}

// duplicateKey is the fault of a key that an object has already.
func duplicateKey(name, pointer string, first, again text.Span) Fault {
	return Fault{
		Rule:    ruleDuplicateKey,
		Span:    again,
		Pointer: pointer,
		Values:  map[string]string{"key": excerpt(name)},
		Related: []Related{{Span: first}},
	}
}

// excerptLength is how many characters of a file's text a fault's values
// quote. The place says the rest.
const excerptLength = 41

// plainWord is a word or sign that a message can hold without quotes.
var plainWord = regexp.MustCompile(`^(?:[!#-~“”‘’]{1,20}|\\?[^\s"])$`)

// excerpt quotes a text of a file, cut if it is too long. A plain word needs no
// quotes, and a string of JSON has them already.
func excerpt(s string) string {
	s = text.Shorten(s, excerptLength)
	if plainWord.MatchString(s) || strings.HasPrefix(s, `"`) && json.Valid([]byte(s)) {
		return s
	}
	return text.Quote(s)
}
