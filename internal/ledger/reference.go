package ledger

import (
	"cmp"
	"path"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Reference is a file, or lines of it, as named in a text.
type Reference struct {
	// Path has forward slashes and no leading `./`. It may be absolute.
	Path string
	// Lines are the ranges of lines, in the text's order.
	Lines []Range
	// Note is the comment on the file, such as "(new)".
	Note string
}

// Range is a range of lines, from 1 and inclusive.
type Range struct{ From, To int }

// maxReference bounds a reference in bytes: longer texts are not paths.
const maxReference = 512

var (
	// note matches what follows a path: " (lines 1-5)", " - renamed", ": new".
	note = text.MustCompile(`(?s)(?::?\s+[(\[—–\-#,].*|[:,;]\s+[^\s\d].*)$`)
	// noteLines matches line numbers in a note: "(lines 10-20)", "L10".
	noteLines = text.MustCompile(`(?i)^[\s:(\[,#—–-]*(?:lines?|L)\s*(\d+(?:\s*[-–]\s*\d+)?)[)\]]?$`)
	// anchor matches line numbers after a `#`, in GitHub's form; anything else there is a heading.
	anchor = text.MustCompile(`^L?(\d+)(?:C\d+)?(?:[-–]L?(\d+)(?:C\d+)?)?$`)
	// rangesAfter matches lines after a colon: 10, 10-20, 1-5,9, L10, and a column.
	rangesAfter = text.MustCompile(`^(L?\d+(?:[-–]L?\d+)?(?:,\s?L?\d+(?:[-–]L?\d+)?)*)(?::\d+)?$`)
	// bracketed matches a line and a column in the form of TypeScript's compiler.
	bracketed = text.MustCompile(`\((\d+)(?:,\d+)?\)$`)
	// symbol matches a name inside a file: a.go:Open, a.py::TestA::test_b.
	symbol = text.MustCompile(`^:?[\pL_$][\pL\pN_$.:#()*\[\]-]*$`)
	// several matches more than one file.
	several = text.MustCompile(`\.\w+[,;]?\s`)
	// ordinary matches a path of ordinary names. Globs, placeholders, variables and commands do not match.
	ordinary = text.MustCompile(`^/?` + ordinaryName + `(?:/` + ordinaryName + `)*$`)
	// elsewhere matches the beginning of a path on another machine, in a home folder, and of an option.
	elsewhere = text.MustCompile(`^(?://|[~-])`)
)

// ordinaryName is a pattern of a name that may have spaces inside.
const (
	ordinaryName = ordinaryWord + `(?: +` + ordinaryWord + `)*`
	ordinaryWord = `[\pL\pN\pM_.@+,~()^-]+`
)

// ParseReference parses a path as agents write it, with lines and a note. It reports false if the text is
// not the path of one file: a glob, an address, a placeholder, a command line, a sentence. Whether a path
// is meant is for the caller to decide: `and/or` has the form of one.
func ParseReference(s string) (Reference, bool) {
	s = trimQuotes(s)
	if len(s) > maxReference {
		return Reference{}, false
	}
	var r Reference
	s = r.cutNote(s)
	s = strings.TrimRight(trimQuotes(s), ",;!?")
	if strings.Contains(s, "...") {
		return Reference{}, false
	}
	s = strings.TrimRight(s, ".") // the end of a sentence
	s = r.cutAnchor(s)
	s = r.cutBrackets(s)
	s = r.cutColon(s)
	s = forwardSlashes(s)
	isFolder := strings.HasSuffix(s, "/")
	if !isOnePath(s) || isFolder && len(r.Lines) > 0 {
		return Reference{}, false
	}
	r.Path = path.Clean(s)
	return r, true
}

// trimQuotes removes surrounding white space and quotes.
func trimQuotes(s string) string { return strings.Trim(strings.TrimSpace(s), "`\"'“”‘’") }

// cutNote removes a note from a path, and keeps it with its line numbers.
func (r *Reference) cutNote(s string) string {
	at := note.FindStringIndex(s)
	if at == nil {
		return s
	}
	r.Note = strings.TrimSpace(s[at[0]:])
	if m := noteLines.FindStringSubmatch(r.Note); m != nil {
		r.addLines(m[1])
	}
	return s[:at[0]]
}

// cutAnchor removes what follows a `#` from a path.
func (r *Reference) cutAnchor(s string) string {
	before, after, _ := strings.Cut(s, "#")
	if m := anchor.FindStringSubmatch(after); m != nil {
		r.addLines(strings.TrimSuffix(m[1]+"-"+m[2], "-"))
	}
	return before
}

// cutBrackets removes a line and a column in parentheses from a path.
func (r *Reference) cutBrackets(s string) string {
	m := bracketed.FindStringSubmatchIndex(s)
	if m == nil || path.Ext(s[:m[0]]) == "" {
		return s
	}
	r.addLines(s[m[2]:m[3]])
	return s[:m[0]]
}

// cutColon removes the lines or the symbol after a colon from a path.
func (r *Reference) cutColon(s string) string {
	drive, rest := cutDrive(s)
	name, after, _ := strings.Cut(rest, ":")
	if m := rangesAfter.FindStringSubmatch(after); m != nil {
		r.addLines(m[1])
		return drive + name
	}
	if after == "" || symbol.MatchString(after) {
		return drive + name
	}
	return s
}

// cutDrive splits off the drive of a Windows path, "" for none.
func cutDrive(s string) (drive, rest string) {
	if !protocol.HasDrive(s) {
		return "", s
	}
	return s[:2], s[2:]
}

// forwardSlashes returns a Windows path with forward slashes.
func forwardSlashes(s string) string {
	if protocol.HasDrive(s) || !strings.Contains(s, "/") {
		return strings.ReplaceAll(s, `\`, "/")
	}
	return s
}

// isOnePath reports whether a text has the form of one path, with a letter: a date is not a path.
func isOnePath(s string) bool {
	clean := path.Clean(s)
	isSentence := strings.Contains(clean, " ") && path.Ext(clean) == ""
	isCut := strings.Count(s, "(") != strings.Count(s, ")") // a piece of a sentence
	if isSentence || isCut || several.MatchString(clean) || elsewhere.MatchString(s) {
		return false
	}
	_, names := cutDrive(clean)
	return ordinary.MatchString(names) && strings.ContainsFunc(clean, unicode.IsLetter)
}

// addLines adds ranges of lines. Impossible ranges are ignored: another rule reports them.
func (r *Reference) addLines(ranges string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(ranges, "–", "-"), ",") {
		from, to, _ := strings.Cut(part, "-")
		lines := Range{From: text.Int(strings.Trim(from, " L")), To: text.Int(strings.Trim(cmp.Or(to, from), " L"))}
		if lines.From > 0 && lines.To >= lines.From {
			r.Lines = append(r.Lines, lines)
		}
	}
}

// IsAbsolute reports whether a path starts at the root of a file system, on this machine or another.
func IsAbsolute(p string) bool { return strings.HasPrefix(p, "/") || protocol.HasDrive(p) }
