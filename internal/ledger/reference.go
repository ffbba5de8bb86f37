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
	// scheme is that of an address.
	scheme = text.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:(//|[^\d\s/\\.]+@)`)
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
	var r Reference
	s = strings.Trim(strings.TrimSpace(s), "`\"'“”‘’")
	if len(s) > maxReference {
		return r, false
	}
	if at := note.FindStringIndex(s); at != nil {
		s, r.Note = s[:at[0]], strings.TrimSpace(s[at[0]:])
		if m := noteLines.FindStringSubmatch(r.Note); m != nil {
			r.addLines(m[1])
		}
	}
	s = strings.TrimRight(strings.Trim(strings.TrimSpace(s), "`\"'“”‘’"), ",;!?")
	if local, ok := strings.CutPrefix(s, "file:"); ok {
		s = strings.TrimPrefix(local, "//")
	}
	if strings.Contains(s, "...") || strings.Contains(s, "…") || scheme.MatchString(s) {
		return r, false
	}
	s = strings.TrimRight(s, ".")
	s = r.cutLines(s)
	if protocol.HasDrive(s) || strings.Contains(s, `\`) && !strings.Contains(s, "/") {
		s = strings.ReplaceAll(s, `\`, "/")
	}
	if s == "" || strings.HasPrefix(s, "//") || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "-") {
		return r, false
	}
	folder := strings.HasSuffix(s, "/")
	r.Path = path.Clean(s)
	rest := r.Path
	if protocol.HasDrive(rest) {
		rest = rest[2:]
	}
	for part := range strings.SplitSeq(strings.Trim(rest, "/"), "/") {
		if !segment.MatchString(part) || strings.TrimSpace(part) != part || strings.TrimRight(part, " ") == "" {
			return r, false
		}
	}
	if several.MatchString(r.Path) || folder && len(r.Lines) > 0 || strings.Count(s, "(") != strings.Count(s, ")") || strings.Contains(r.Path, " ") && path.Ext(r.Path) == "" {
		return r, false
	}
	return r, r.Path != "." && r.Path != ".." && strings.IndexFunc(r.Path, unicode.IsLetter) >= 0
}

// cutLines takes lines, columns, anchors and symbols off a path.
func (r *Reference) cutLines(s string) string {
	if before, after, found := strings.Cut(s, "#"); found {
		s = before
		if m := anchor.FindStringSubmatch(after); m != nil {
			r.addLines(strings.TrimSuffix(m[1]+"-"+m[2], "-"))
		}
	}
	if m := bracketed.FindStringSubmatchIndex(s); m != nil && path.Ext(s[:m[0]]) != "" {
		r.addLines(s[m[2]:m[3]])
		s = s[:m[0]]
	}
	start := 0
	if protocol.HasDrive(s) {
		start = 2
	}
	i := strings.IndexByte(s[start:], ':')
	if i < 0 {
		return s
	}
	rest := s[start+i+1:]
	m := rangesAfter.FindStringSubmatch(rest)
	switch {
	case m != nil:
		r.addLines(m[1])
	case !symbol.MatchString(rest) && rest != "":
		return s
	}
	return s[:start+i]
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
