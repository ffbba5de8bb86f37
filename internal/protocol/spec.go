package protocol

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// Spec describes a format: where its files are, how they are detected and read, and which belong together.
// The built-in ones are the entries of cue/formats.cue; #Format in cue/rule.cue explains each field. A team's
// formats come from its sources.
type Spec struct {
	Name string
	Form Form
	// Where are globs for the end of a path, or with a leading slash for a path from the root of the
	// repository. Except are globs, in lower case, for names of files there that have another format.
	Where, Except []string
	// IsOwn means that the format is a team's: its names of files are case-sensitive, unlike those of a
	// built-in format.
	IsOwn bool `json:"-"`
	// IsDated means that files there are named after a task's id.
	IsDated bool
	// Called is the pattern (RE2) of names by which a damaged file is detected anywhere.
	Called string
	Keys   Keys
	// Fields are the fields of the schema, for a format that is detected by its JSON keys.
	Fields []Field `json:"-"`
	// Titles are the beginnings of its numbered headings, nil if sections are headings of any level.
	Titles []string
	// End is the word in the comment that ends its Markdown, or "".
	End string
	// IsSealed means that a finished file has a marker next to it, InSession that the files of a folder
	// belong together, InMain that the files are in the main work tree.
	IsSealed, InSession, InMain bool
	// Block are the keys that distinguish its JSON from other JSON in a fenced Markdown block, nil if it has
	// no block. Markers enclose its JSON in a log.
	Block   []string
	Markers Markers
	// IsInformal means that hooks do not block an agent because of such a file.
	IsInformal bool
	// IsChosen means that a configuration may choose the profile.
	IsChosen bool
	// Values are the values that the Markdown has besides its sections. Rounds is the pattern (RE2) of the
	// headings that begin another round of the work.
	Values []Value `json:"-"`
	Rounds string
}

// Keys are the keys by which an object is detected: all of All, and one of Any. Closed means that an object
// with other fields than the schema's has another format.
type Keys struct {
	All, Any []string
	Closed   bool
}

// Field is a field of a format's object, with the kinds of its value and of the value's items, as messages
// name them.
type Field struct {
	Name      string
	Kinds, Of []string
}

// Markers enclose a part of a log.
type Markers struct{ Start, End string }

// Value is a field of a handoff's data that is read from its Markdown.
type Value struct {
	Name string
	// Field is its key in the front matter, "" for the name.
	Field string
	// Line are labels of a line, "Status: DONE". Heading are titles: "## Status: DONE", or with the value
	// below.
	Line, Heading []string
}

// Form is the form of a format's files.
type Form string

// The forms. FrontMatter requires front matter. For Markdown it is optional: without it the data is an empty
// object.
const (
	YAML        Form = "yaml"
	JSON        Form = "json"
	Markdown    Form = "markdown"
	FrontMatter Form = "frontmatter"
)

// endings are the extensions of the files of a form, in lower case.
var endings = map[Form][]string{
	YAML:        {".yaml", ".yml"},
	JSON:        {".json"},
	Markdown:    {".md", ".markdown", ".mdx"},
	FrontMatter: {".md", ".markdown", ".mdx"},
}

// Has reports whether the name of a file has an extension of the form.
func (f Form) Has(name string) bool { return slices.Contains(endings[f], extension(name)) }

// May reports whether a file with a name may have the form: it has an extension of the form, or none.
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
	if s.Block != nil {
		return "a fenced JSON object at the end of a Markdown file, or a JSON file"
	}
	if s.Markers != (Markers{}) {
		return "a JSON file, or JSON between two markers in a log"
	}
	return written[s.Form]
}

// Formats are descriptions of formats, in the order of detection.
type Formats []Spec

// none is the description for files without a format.
var none Spec

// First returns the first description that fits, or none.
func (fs Formats) First(fits func(*Spec) bool) *Spec {
	for i := range fs {
		if fits(&fs[i]) {
			return &fs[i]
		}
	}
	return &none
}

// Named returns the format with a name.
func (fs Formats) Named(name string) *Spec {
	return fs.First(func(s *Spec) bool { return s.Name == name })
}

// MaxGlobSteps bounds the steps of all globs of a team's formats on one path.
const MaxGlobSteps = 1_000_000

// At returns the format whose places include a path, and whether the globs of a team's formats took too many
// steps.
func (fs Formats) At(p Path) (at *Spec, isOver bool) {
	steps := text.NewSteps(MaxGlobSteps)
	at = fs.First(func(s *Spec) bool { return s.isAt(p, steps) })
	return at, steps.Exceeded()
}

// Called returns the format that the name of a file implies anywhere.
func (fs Formats) Called(name string) *Spec {
	return fs.First(func(s *Spec) bool { return s.IsCalled(name) })
}

// MayBeAnchored reports whether a file with a name may be at a place at the root of its repository. If so,
// its path from the root is needed.
func (fs Formats) MayBeAnchored(name string) bool {
	isIt := func(place string) bool { return isAnchored(place) && isCalled(place, base(name)) }
	return slices.ContainsFunc(fs, func(s Spec) bool { return slices.ContainsFunc(s.Where, isIt) })
}

// MayBe reports whether a file may have a format: by its place, or by its extension if the format is detected
// by keys.
func (fs Formats) MayBe(name string) bool {
	isDetected := func(s Spec) bool { return !s.Keys.areNone() && s.Form.Has(name) }
	at, isOver := fs.At(Path{Shown: name})
	return at != &none || isOver || slices.ContainsFunc(fs, isDetected)
}

// Named returns the built-in format with a name, or an empty description.
func Named[N ~string](name N) *Spec { return Builtin.Formats.Named(string(name)) }

// At returns the built-in format that the path of a file implies, or an empty description.
func At(name string) *Spec {
	at, _ := Builtin.Formats.At(Path{Shown: name})
	return at
}

// Called returns the built-in format that the name of a file implies anywhere.
func Called(name string) *Spec { return Builtin.Formats.Called(name) }

// Path is the location of a file.
type Path struct {
	// Shown is relative or absolute, with slashes of either kind.
	Shown string
	// InTree is the path from the root of its repository, with slashes, or "" if it was not determined: then
	// a relative Shown is used.
	InTree string
}

// isAt reports whether a file is at one of the format's places, with a name that files of the format have there.
func (s *Spec) isAt(p Path, steps *text.Steps) bool {
	folder, file := path.Split(Slashed(p.Shown))
	name := folder + file
	if !s.IsOwn { // the built-in globs ignore case, and need no bound
		name, steps = folder+strings.ToLower(file), nil
	}
	isAtPlace := slices.ContainsFunc(s.Where, func(place string) bool {
		if isAnchored(place) {
			return isCalled(place, file) && isAnchoredAt(place, p, steps)
		}
		return endsIn(name, place, steps)
	})
	isExcept := slices.ContainsFunc(s.Except, func(glob string) bool { return files.MatchGlob(glob, strings.ToLower(file), nil) })
	return isAtPlace && !isExcept && (!s.IsDated || isDated(file))
}

// IsCalled reports whether the name of a file implies the format anywhere.
func (s *Spec) IsCalled(name string) bool {
	return s.Called != "" && text.Compiled(s.Called).Match(base(name), nil)
}

// Field returns the schema's field with a name, or false.
func (s *Spec) Field(name string) (Field, bool) {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return s.Fields[i], true
}

// Fit reports whether an object has the keys. Without any key there is nothing to detect.
func (k Keys) Fit(has func(key string) bool) bool {
	lacks := func(key string) bool { return !has(key) }
	hasAny := len(k.Any) == 0 || slices.ContainsFunc(k.Any, has)
	return hasAny && !k.areNone() && !slices.ContainsFunc(k.All, lacks)
}

func (k Keys) areNone() bool { return len(k.All)+len(k.Any) == 0 }

// MayHoldInformal reports quickly whether a text, such as a command, may name a file at a place of an
// informal format.
func MayHoldInformal(said string) bool {
	said = strings.ToLower(Slashed(said))
	return slices.ContainsFunc(Builtin.Formats, func(s Spec) bool {
		return s.IsInformal && slices.ContainsFunc(s.Where, func(place string) bool { return strings.Contains(said, certain(place)) })
	})
}

// certain returns the fixed part of a place, in lower case: the name of the file, or the folders before the
// first wildcard.
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
			expected := path.Dir(place) // an anchored one begins with a slash: no path ends in it
			return expected != "." && endsIn(Slashed(folder), expected, nil)
		})
	})
}

// isAnchored reports whether a place is at the root of a repository, such as "/HANDOFF.md".
func isAnchored(place string) bool { return strings.HasPrefix(place, "/") }

// isCalled reports whether a file's name matches the name of a place.
func isCalled(place, file string) bool { return files.MatchGlob(path.Base(place), file, nil) }

// isAnchoredAt reports whether a file is at a place at the root of its repository.
func isAnchoredAt(place string, p Path, steps *text.Steps) bool {
	inTree := p.InTree
	shown := Slashed(p.Shown)
	isRelative := !path.IsAbs(shown) && !HasDrive(p.Shown)
	if inTree == "" && isRelative {
		inTree = shown
	}
	return inTree != "" && files.MatchGlob(place[1:], inTree, steps)
}

// endsIn reports whether the last parts of a path match a glob.
func endsIn(name, glob string, steps *text.Steps) bool {
	return files.MatchGlob("**/"+glob, strings.TrimPrefix(name, "/"), steps)
}

// isDated reports whether a file is named after a task's id, which begins with a time.
func isDated(file string) bool { return taskTime.MatchString(file) }
