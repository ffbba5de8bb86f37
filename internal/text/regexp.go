package text

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression of the program's own that is compiled on first use: a run needs few of them,
// and compiling all takes a third of a cold start. Its methods are those of package regexp.
type Regexp struct {
	source string
	once   sync.Once
	re     *regexp.Regexp
}

// MustCompile is like regexp.MustCompile, but compiles later. A variable that it initializes is static data.
func MustCompile(source string) *Regexp { return &Regexp{source: source} }

func (r *Regexp) compiled() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.source) })
	return r.re
}

func (r *Regexp) MatchString(s string) bool            { return r.compiled().MatchString(s) }
func (r *Regexp) Match(b []byte) bool                  { return r.compiled().Match(b) }
func (r *Regexp) Find(b []byte) []byte                 { return r.compiled().Find(b) }
func (r *Regexp) FindString(s string) string           { return r.compiled().FindString(s) }
func (r *Regexp) FindStringIndex(s string) []int       { return r.compiled().FindStringIndex(s) }
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}
func (r *Regexp) FindIndex(b []byte) []int               { return r.compiled().FindIndex(b) }
func (r *Regexp) FindAllIndex(b []byte, n int) [][]int   { return r.compiled().FindAllIndex(b, n) }
func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return r.compiled().FindAllSubmatchIndex(b, n)
}
func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.compiled().ReplaceAllString(s, with)
}
func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, with)
}

// UnmarshalText sets the source of a regular expression.
func (r *Regexp) UnmarshalText(source []byte) error {
	r.source = string(source)
	return nil
}
