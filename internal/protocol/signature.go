package protocol

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// Signature is what cue/formats.cue says of how the files of a format are written, and
// by what they are detected; #Signature in cue/rule.cue has its fields.
type Signature struct {
	Format string
	// Form is json, yaml, markdown or frontmatter.
	Form string
	// Level is the level of the headings that make sections of Markdown, 2 for ##.
	Level int
	// Places are globs for the end of a path, or with a slash before it for a path from the
	// root of the repository.
	Places []string
	// Except are globs for names of files there that are of another format, in lower case.
	Except []string
	// Dated means that files there are called as a task's id.
	Dated bool
	// All and Any are the keys by which an object is detected: all of these, and one of those.
	All, Any []string
	// Closed means that an object which has others than the Keys of the schema is of another
	// format.
	Closed bool
	Keys   []Key `json:"-"`
	// Informal means that hooks hold no agent for such a file.
	Informal bool `json:"-"`
	// Values are what the Markdown of the format says beside its sections, Rounds is the
	// pattern (RE2) of the headings that begin another round of the work.
	Values []Value `json:"-"`
	Rounds string  `json:"-"`
}

// Key is a key of a format's object, with the kinds of its value and of what that holds, as
// messages name them.
type Key struct {
	Name      string
	Kinds, Of []string
}

// Value is a field of a handoff's data that its Markdown says.
type Value struct {
	Name string
	// Field is the key of the front matter that has it, "" for the name.
	Field string
	// Line are labels of a line, "Status: DONE", and Heading titles: "## Status: DONE", or
	// with the value below.
	Line, Heading []string
}

// SignatureOf returns the signature of a built-in format, the zero value for another.
func SignatureOf(format string) Signature {
	i := slices.IndexFunc(Builtin.Signatures, func(s Signature) bool { return s.Format == format })
	if i < 0 {
		return Signature{}
	}
	return Builtin.Signatures[i]
}

// Path is where a file is.
type Path struct {
	// Shown is relative or absolute, with slashes of either kind.
	Shown string
	// InTree is the path from the root of its repository, with slashes, "" if nobody has
	// looked: then a relative one is taken for it.
	InTree string
}

// FormatAt returns the format at one of whose places a file is, or "" for none.
func FormatAt(p Path) string {
	folder, file := path.Split(Slashed(p.Shown))
	name := folder + strings.ToLower(file)
	for _, s := range Builtin.Signatures {
		isAt := slices.ContainsFunc(s.Places, func(place string) bool {
			if IsAnchored(place) {
				return isCalled(place, file) && MatchAnchored(place, p, nil)
			}
			return endsIn(name, place)
		})
		isExcept := slices.ContainsFunc(s.Except, func(glob string) bool { return files.MatchGlob(glob, strings.ToLower(file), nil) })
		if isAt && !isExcept && (!s.Dated || isDated(file)) {
			return s.Format
		}
	}
	return ""
}

// IsInformal reports whether hooks hold no agent for files of a format.
func IsInformal(format string) bool { return SignatureOf(format).Informal }

// MayHoldInformal reports quickly whether a text, such as a command, can name a file at a place
// of an informal format.
func MayHoldInformal(said string) bool {
	said = strings.ToLower(Slashed(said))
	return slices.ContainsFunc(Builtin.Signatures, func(s Signature) bool {
		return s.Informal && slices.ContainsFunc(s.Places, func(place string) bool { return strings.Contains(said, certain(place)) })
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

// MayBeAnchored reports whether a file may be at a place at the root of its repository, by
// its name: whoever knows the root has to say where the file is in it.
func MayBeAnchored(name string) bool {
	file := base(name)
	return slices.ContainsFunc(Builtin.Signatures, func(s Signature) bool {
		return slices.ContainsFunc(s.Places, func(place string) bool { return IsAnchored(place) && isCalled(place, file) })
	})
}

// IsAnchored reports whether a place is one at the root of a repository: "/HANDOFF.md".
func IsAnchored(place string) bool { return strings.HasPrefix(place, "/") }

// IsCalled reports whether a file's name fits that of a place.
func IsCalled(place, name string) bool { return isCalled(place, base(name)) }

func isCalled(place, file string) bool { return files.MatchGlob(path.Base(place), file, nil) }

// MatchAnchored reports whether a file is at a place at the root of its repository. The
// work is counted in steps, which may be nil.
func MatchAnchored(place string, p Path, steps *text.Steps) bool {
	if !IsCalled(place, p.Shown) {
		return false
	}
	inTree := p.InTree
	if shown := Slashed(p.Shown); inTree == "" && !path.IsAbs(shown) && !HasDrive(p.Shown) {
		inTree = shown
	}
	return inTree != "" && files.MatchGlob(place[1:], inTree, steps)
}

// IsPlace reports whether files of a format are expected in a folder, by its path.
func IsPlace(folder string) bool {
	folder = Slashed(folder)
	return slices.ContainsFunc(Builtin.Signatures, func(s Signature) bool {
		return slices.ContainsFunc(s.Places, func(place string) bool {
			expected := path.Dir(place)
			return expected != "." && !IsAnchored(place) && endsIn(folder, expected)
		})
	})
}

// endsIn reports whether the last parts of a path match a glob.
func endsIn(name, glob string) bool {
	isCalled, err := path.Match(path.Base(glob), path.Base(name))
	return isCalled && err == nil && files.MatchGlob("**/"+glob, strings.TrimPrefix(name, "/"), nil)
}

// isDated reports whether a file is called as a task's id, which begins with a time.
func isDated(file string) bool {
	_, _, ok := TaskTime(file)
	return ok
}

// HasKeys reports whether an object has the keys by which the format is detected.
func (s Signature) HasKeys(has func(key string) bool) bool {
	lacks := func(key string) bool { return !has(key) }
	return len(s.All)+len(s.Any) > 0 && !slices.ContainsFunc(s.All, lacks) && (len(s.Any) == 0 || slices.ContainsFunc(s.Any, has))
}

// Key returns what the schema says of a key, and false for one that it does not have.
func (s Signature) Key(name string) (Key, bool) {
	i := slices.IndexFunc(s.Keys, func(k Key) bool { return k.Name == name })
	if i < 0 {
		return Key{}, false
	}
	return s.Keys[i], true
}
