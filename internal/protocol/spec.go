package protocol

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// Spec describes a format: where its files are, by what they are detected, how they are
// read, and what goes together. The built-in ones are the entries of cue/formats.cue, and
// #Format in cue/rule.cue explains each field. A team's are made of its sources.
type Spec struct {
	Name string
	Form Form
	// Where are globs for the end of a path, or with a slash before it for a path from the
	// root of the repository. Except are globs for names of files there that are of another
	// format, in lower case.
	Where, Except []string
	// IsOwn means that the format is a team's: names of files are as Where has them. Those
	// of a built-in format may be in any case.
	IsOwn bool `json:"-"`
	// IsDated means that files there are called as a task's id.
	IsDated bool
	// Called is the pattern (RE2) of names that a damaged file may have anywhere.
	Called string
	Keys   Keys
	// Fields are those of the schema, of a format that is detected by the keys of JSON.
	Fields []Field `json:"-"`
	// Titles are how the numbered headings of its sections begin, nil if they are headings
	// of any level.
	Titles []string
	// End is the word in the comment that ends its Markdown, "" for none.
	End string
	// IsSealed means that a written file has a marker beside it, InSession that the files of
	// a folder go together, InMain that the main work tree has it.
	IsSealed, InSession, InMain bool
	// Block are the keys that tell its JSON from other JSON in a fenced block of Markdown,
	// nil if it is in none. Markers are around its JSON in a log.
	Block   []string
	Markers Markers
	// IsInformal means that hooks hold no agent for such a file.
	IsInformal bool
	// IsChosen means that a configuration may choose the profile.
	IsChosen bool
	// Values are what the Markdown of the format says beside its sections, Rounds is the
	// pattern (RE2) of the headings that begin another round of the work.
	Values []Value `json:"-"`
	Rounds string
}

// Keys are those by which an object is detected: all of All, and one of Any. Closed means
// that an object which has others than the fields of the schema is of another format.
type Keys struct {
	All, Any []string
	Closed   bool
}

// Field is a field of a format's object, with the kinds of its value and of what that
// holds, as messages name them.
type Field struct {
	Name      string
	Kinds, Of []string
}

// Markers are around a part of a log.
type Markers struct{ Start, End string }

// Value is a field of a handoff's data that its Markdown says.
type Value struct {
	Name string
	// Field is the key of the front matter that has it, "" for the name.
	Field string
	// Line are labels of a line, "Status: DONE", and Heading titles: "## Status: DONE", or
	// with the value below.
	Line, Heading []string
}

// Form is how the files of a format are written.
type Form string

// The forms. Front matter is a must for one and a may for the other: without
// it the data of Markdown is an empty object.
const (
	YAML        Form = "yaml"
	JSON        Form = "json"
	Markdown    Form = "markdown"
	FrontMatter Form = "frontmatter"
)

// endings are the endings of the files of a form, in lower case.
var endings = map[Form][]string{
	YAML:        {".yaml", ".yml"},
	JSON:        {".json"},
	Markdown:    {".md", ".markdown", ".mdx"},
	FrontMatter: {".md", ".markdown", ".mdx"},
}

// Has reports whether the name of a file has an ending of the form.
func (f Form) Has(name string) bool { return slices.Contains(endings[f], extension(name)) }

// May reports whether a file of this name may be of the form: it has one of its endings, or none.
func (f Form) May(name string) bool { return extension(name) == "" || f.Has(name) }

func extension(name string) string { return strings.ToLower(path.Ext(Slashed(name))) }

// written says how the files of a form are written.
var written = map[Form]string{
	YAML:        "a YAML file",
	JSON:        "a JSON file",
	Markdown:    "a Markdown file",
	FrontMatter: "Markdown with YAML front matter",
}

// Written returns how the files of the format are written.
func (s *Spec) Written() string {
	switch {
	case s.Block != nil:
		return "a fenced JSON object at the end of a Markdown file, or a JSON file"
	case s.Markers != Markers{}:
		return "a JSON file, or JSON between two markers in a log"
	}
	return written[s.Form]
}

// Formats are descriptions of formats, in the order in which a file is compared with them.
type Formats []Spec

// none describes what is of no format.
var none Spec

// First returns the first description that fits, that of no format if there is none.
func (fs Formats) First(fits func(*Spec) bool) *Spec {
	for i := range fs {
		if fits(&fs[i]) {
			return &fs[i]
		}
	}
	return &none
}

// Named returns the format of that name.
func (fs Formats) Named(name string) *Spec {
	return fs.First(func(s *Spec) bool { return s.Name == name })
}

// MaxGlobSteps is the work of the globs of all of a team's formats on one path.
const MaxGlobSteps = 1_000_000

// At returns the format at one of whose places a file is, and whether the globs of a team's
// formats take too much work to say.
func (fs Formats) At(p Path) (at *Spec, isOver bool) {
	steps := text.NewSteps(MaxGlobSteps)
	at = fs.First(func(s *Spec) bool { return s.isAt(p, steps) })
	return at, steps.Exceeded()
}

// Called returns the format to which the name of a file alone leads, wherever it is.
func (fs Formats) Called(name string) *Spec {
	return fs.First(func(s *Spec) bool { return s.IsCalled(name) })
}

// MayBeAnchored reports whether a file may be at a place at the root of its repository, by
// its name: whoever knows the root has to say where the file is in it.
func (fs Formats) MayBeAnchored(name string) bool {
	isIt := func(place string) bool { return isAnchored(place) && isCalled(place, base(name)) }
	return slices.ContainsFunc(fs, func(s Spec) bool { return slices.ContainsFunc(s.Where, isIt) })
}

// MayBe reports whether a file may be of a format: by its place, or by its ending if that is a
// format which is detected by keys.
func (fs Formats) MayBe(name string) bool {
	isDetected := func(s Spec) bool { return len(s.Keys.All)+len(s.Keys.Any) > 0 && s.Form.Has(name) }
	at, isOver := fs.At(Path{Shown: name})
	return at != &none || isOver || slices.ContainsFunc(fs, isDetected)
}

// Named returns the built-in format of that name, At the one at whose place a file is. Of
// other names and places it returns a description that says nothing.
func Named[N ~string](name N) *Spec { return Builtin.Formats.Named(string(name)) }

// At returns the built-in format that the path of a file alone implies.
func At(name string) *Spec {
	at, _ := Builtin.Formats.At(Path{Shown: name})
	return at
}

// Called returns the built-in format to which the name of a file alone leads.
func Called(name string) *Spec { return Builtin.Formats.Called(name) }

// Path is where a file is.
type Path struct {
	// Shown is relative or absolute, with slashes of either kind.
	Shown string
	// InTree is the path from the root of its repository, with slashes, "" if nobody has
	// looked: then a relative one is taken for it.
	InTree string
}

// isAt reports whether a file is at one of the format's places.
func (s *Spec) isAt(p Path, steps *text.Steps) bool {
	folder, file := path.Split(Slashed(p.Shown))
	name := folder + file
	if !s.IsOwn {
		name, steps = folder+strings.ToLower(file), nil
	}
	isAt := slices.ContainsFunc(s.Where, func(place string) bool {
		if isAnchored(place) {
			return isCalled(place, file) && isAnchoredAt(place, p, steps)
		}
		return endsIn(name, place, steps)
	})
	isExcept := slices.ContainsFunc(s.Except, func(glob string) bool { return files.MatchGlob(glob, strings.ToLower(file), nil) })
	return isAt && !isExcept && (!s.IsDated || isDated(file))
}

// IsCalled reports whether the name of a file leads to the format, wherever it is.
func (s *Spec) IsCalled(name string) bool {
	return s.Called != "" && text.Compiled(s.Called).Match(base(name), nil)
}

// Field returns what the schema says of a field, and false for one that it does not have.
func (s *Spec) Field(name string) (Field, bool) {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return s.Fields[i], true
}

// Fit reports whether an object has the keys.
func (k Keys) Fit(has func(key string) bool) bool {
	lacks := func(key string) bool { return !has(key) }
	return len(k.All)+len(k.Any) > 0 && !slices.ContainsFunc(k.All, lacks) && (len(k.Any) == 0 || slices.ContainsFunc(k.Any, has))
}

// MayHoldInformal reports quickly whether a text, such as a command, can name a file at a place
// of an informal format.
func MayHoldInformal(said string) bool {
	said = strings.ToLower(Slashed(said))
	return slices.ContainsFunc(Builtin.Formats, func(s Spec) bool {
		return s.IsInformal && slices.ContainsFunc(s.Where, func(place string) bool { return strings.Contains(said, certain(place)) })
	})
}

// certain returns what every path at a place has, in lower case: the name of the file, or the
// folders up to the first one of any name.
func certain(place string) string {
	const wild = "*?["
	name := path.Base(place)
	if strings.ContainsAny(name, wild) {
		folders := strings.TrimPrefix(place, "/")
		name = strings.TrimSuffix(folders[:strings.IndexAny(folders, wild)], "/")
	}
	return strings.ToLower(name)
}

// IsPlace reports whether files of a format are expected in a folder, by its path.
func IsPlace(folder string) bool {
	return slices.ContainsFunc(Builtin.Formats, func(s Spec) bool {
		return slices.ContainsFunc(s.Where, func(place string) bool {
			expected := path.Dir(place)
			return expected != "." && !isAnchored(place) && endsIn(Slashed(folder), expected, nil)
		})
	})
}

// isAnchored reports whether a place is one at the root of a repository: "/HANDOFF.md".
func isAnchored(place string) bool { return strings.HasPrefix(place, "/") }

// isCalled reports whether a file's name fits that of a place.
func isCalled(place, file string) bool { return files.MatchGlob(path.Base(place), file, nil) }

// isAnchoredAt reports whether a file is at a place at the root of its repository.
func isAnchoredAt(place string, p Path, steps *text.Steps) bool {
	inTree := p.InTree
	if shown := Slashed(p.Shown); inTree == "" && !path.IsAbs(shown) && !HasDrive(p.Shown) {
		inTree = shown
	}
	return inTree != "" && files.MatchGlob(place[1:], inTree, steps)
}

// endsIn reports whether the last parts of a path match a glob.
func endsIn(name, glob string, steps *text.Steps) bool {
	return files.MatchGlob("**/"+glob, strings.TrimPrefix(name, "/"), steps)
}

// isDated reports whether a file is called as a task's id, which begins with a time.
func isDated(file string) bool {
	_, _, ok := TaskTime(file)
	return ok
}
