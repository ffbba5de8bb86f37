package ledger

import (
	"path"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Reference is a file, or lines of one, as a text names it.
type Reference struct {
	// Path has forward slashes and no `./` before it. It may be absolute.
	Path string
	// Lines are the ranges of lines that it names, in the text's order.
	Lines []Range
	// Note is what the text says of it: "(new)".
	Note string
}

// Range is a range of lines, from 1 and inclusive.
type Range struct{ From, To int }

// maxReference bounds a reference in bytes: longer texts are not paths.
const maxReference = 512

var (
	// note is what follows a path: " (lines 1-5)", " - renamed", ": new".
	note = text.MustCompile(`(?s)(?::?\s+[(\[—–\-#,].*|[:,;]\s+[^\s\d].*)$`)
	// noteLines are lines in words: "(lines 10-20)", "L10".
	noteLines = text.MustCompile(`(?i)^[\s:(\[,#—–-]*(?:lines?|L)\s*(\d+(?:\s*[-–]\s*\d+)?)[)\]]?$`)
	// anchor is what follows a `#`: lines of GitHub's, or a heading.
	anchor = text.MustCompile(`^L?(\d+)(?:C\d+)?(?:[-–]L?(\d+)(?:C\d+)?)?$`)
	// rangesAfter are lines after a colon: 10, 10-20, 1-5,9, L10, and a column.
	rangesAfter = text.MustCompile(`^(L?\d+(?:[-–]L?\d+)?(?:,\s?L?\d+(?:[-–]L?\d+)?)*)(?::\d+)?$`)
	// bracketed are a line and a column as compilers of TypeScript write them.
	bracketed = text.MustCompile(`\((\d+)(?:,\d+)?\)$`)
	// symbol is the name of something in a file: a.go:Open, a.py::TestA::test_b.
	symbol = text.MustCompile(`^:?[\pL_$][\pL\pN_$.:#()*\[\]-]*$`)
	// several are more files than one.
	several = text.MustCompile(`\.\w+[,;]?\s`)
	// segment is a part of a path that could be a name; globs, placeholders, variables
	// and commands have others.
	segment = text.MustCompile(`^[\pL\pN\pM_.@+,~() ^-]+$`)
)

// ParseReference reads a path as agents write it, with lines and a note. It reports
// false if the text is not the path of one file: a glob, an address, a placeholder, a
// command line, a sentence. Whether it is meant for a path is for its reader: `and/or`
// is one by its form.
func ParseReference(s string) (Reference, bool) {
	s = trimQuotes(s)
	if len(s) > maxReference {
		return Reference{}, false
	}
	var r Reference
	s = r.cutNote(s)
	s = strings.TrimRight(trimQuotes(s), ",;!?")
	s = cutFileScheme(s)
	if isElided(s) {
		return Reference{}, false
	}
	s = strings.TrimRight(s, ".") // the end of a sentence; isElided has seen the dots before
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

// trimQuotes takes white space and the quotes within it off a text.
func trimQuotes(s string) string { return strings.Trim(strings.TrimSpace(s), "`\"'“”‘’") }

// cutNote takes a note off a path, and the lines that the note names.
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

// cutFileScheme takes the scheme of a file's address off a path.
func cutFileScheme(s string) string {
	local, isFile := strings.CutPrefix(s, "file:")
	if !isFile {
		return s
	}
	return strings.TrimPrefix(local, "//")
}

// isElided reports whether a text leaves a part of itself out.
func isElided(s string) bool { return strings.Contains(s, "...") || strings.Contains(s, "…") }

// cutAnchor takes what follows a `#` off a path.
func (r *Reference) cutAnchor(s string) string {
	before, after, _ := strings.Cut(s, "#")
	if m := anchor.FindStringSubmatch(after); m != nil {
		r.addLines(strings.TrimSuffix(m[1]+"-"+m[2], "-"))
	}
	return before
}

// cutBrackets takes a line and a column in parentheses off a path.
func (r *Reference) cutBrackets(s string) string {
	m := bracketed.FindStringSubmatchIndex(s)
	if m == nil || path.Ext(s[:m[0]]) == "" {
		return s
	}
	r.addLines(s[m[2]:m[3]])
	return s[:m[0]]
}

// cutColon takes the lines or the symbol after a colon off a path.
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

// cutDrive splits the drive of Windows off a path, or "" if it has none.
func cutDrive(s string) (drive, rest string) {
	if !protocol.HasDrive(s) {
		return "", s
	}
	return s[:2], s[2:]
}

// forwardSlashes returns a path of Windows with forward slashes.
func forwardSlashes(s string) string {
	if protocol.HasDrive(s) || strings.Contains(s, `\`) && !strings.Contains(s, "/") {
		return strings.ReplaceAll(s, `\`, "/")
	}
	return s
}

// isOnePath reports whether a text has the form of the path of one file.
func isOnePath(s string) bool {
	isShare, isHome, isFlag := strings.HasPrefix(s, "//"), strings.HasPrefix(s, "~"), strings.HasPrefix(s, "-")
	if s == "" || isShare || isHome || isFlag {
		return false
	}
	clean := path.Clean(s)
	isSentence := strings.Contains(clean, " ") && path.Ext(clean) == ""
	isCut := strings.Count(s, "(") != strings.Count(s, ")")
	if isSentence || isCut || several.MatchString(clean) {
		return false
	}
	_, names := cutDrive(clean)
	for name := range strings.SplitSeq(strings.Trim(names, "/"), "/") {
		if !segment.MatchString(name) || strings.TrimSpace(name) != name {
			return false
		}
	}
	return strings.ContainsFunc(clean, unicode.IsLetter)
}

// addLines adds ranges; those that cannot be are another rule's.
func (r *Reference) addLines(ranges string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(ranges, "–", "-"), ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		lines := Range{From: text.Int(strings.Trim(from, " L")), To: text.Int(strings.Trim(to, " L"))}
		if lines.From > 0 && lines.To >= lines.From {
			r.Lines = append(r.Lines, lines)
		}
	}
}

// IsAbsolute reports whether a path starts at the root of a file system, of this
// machine or another.
func IsAbsolute(p string) bool { return strings.HasPrefix(p, "/") || protocol.HasDrive(p) }
