package lint

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// CheckText checks a text as the content of a file.
type CheckText func(data []byte) (rules.Result, error)

// Veto reports whether the result after a change is worse than before, for a reason that a file's findings
// alone do not show.
type Veto func(before, after rules.Result) bool

// Change is the result of applying fixes to a text.
type Change struct {
	Path         string
	Before, Data []byte
	// Fixed are the findings that are gone, in the order in which they were fixed, each at its position then.
	Fixed []rules.Finding
	// Gone is the number of findings with their own fix that another fix has fixed.
	Gone int
	// Left are the findings whose fix did not help, or would cause another finding.
	Left []rules.Finding
}

// maxTrials is the maximum number of checks of one text. A text that needs more was made to, and is not
// changed.
const maxTrials = 200

// FixText fixes a text. It keeps a fix only if its finding is gone, the text has no new finding, and veto,
// which may be nil, does not reject it. The outcome depends only on the text, its check and the veto, and no
// fix is left that would still help, so fixing a text twice changes nothing. The error is the first one of
// the check.
func FixText(data []byte, check CheckText, veto Veto) (Change, error) {
	unchanged := Change{Before: data, Data: data}
	result, err := check(data)
	if err != nil {
		return unchanged, err
	}
	unchanged.Left = fixable(result)
	c := unchanged
	rest := unchanged.Left
	for trials := 0; len(rest) > 0; trials++ {
		if trials == maxTrials {
			return unchanged, nil
		}
		fix := rest[0]
		rest = rest[1:]
		fixed, err := Apply(c.Data, fix.Fix)
		if err != nil {
			return unchanged, err
		}
		after, err := check(fixed)
		if err != nil {
			return unchanged, err
		}
		if bytes.Equal(fixed, c.Data) || !helps(result, after, veto, fix) {
			continue
		}
		c.Fixed = append(c.Fixed, fix)
		c.Data = fixed
		result = after
		rest = fixable(result)
	}
	c.Left = fixable(result)
	c.Gone = max(0, len(unchanged.Left)-len(c.Fixed)-len(c.Left))
	return c, nil
}

// FixInput fixes a file that was read.
func (l *Linter) FixInput(in document.Input) (Change, error) {
	c, err := FixText(in.Data, func(data []byte) (rules.Result, error) {
		in.Data = data
		c, err := l.CheckInput(in, nil)
		return c.Result, err
	}, l.Veto)
	isIncomplete := func(f rules.Finding) bool { return f.RestsOn(l.Incomplete) }
	if slices.ContainsFunc(c.Fixed, isIncomplete) { // it became incomplete meanwhile
		c = Change{Before: c.Before, Data: c.Before}
	}
	c.Path = in.Path
	return c, err
}

// Fix returns the changes of all files whose results have fixes; it writes nothing. It leaves out files that
// can no longer be read.
func (l *Linter) Fix(ctx context.Context, found Found, results []rules.Result) (changes []Change, err error) {
	hasFix := map[string]bool{}
	for _, r := range results {
		hasFix[r.Path] = len(fixable(r)) > 0
	}
	for _, file := range found.Files {
		if !hasFix[file.Path] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		in, fault := l.Read(file)
		if fault != nil {
			continue
		}
		c, err := l.FixInput(in)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// Helps reports whether another text instead of the one that was read has lost a finding and got no other.
// before is the result of the text that was read.
func (l *Linter) Helps(in document.Input, before rules.Result, gone rules.Finding, data []byte) (bool, error) {
	in.Data = data
	after, err := l.CheckInput(in, nil)
	return helps(before, after.Result, l.Veto, gone), err
}

// fixable returns the findings that have a fix, in the order of the file.
func fixable(r rules.Result) []rules.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f rules.Finding) bool { return f.Fix == nil })
}

// helps reports whether a text is better after a change that should remove a finding.
func helps(before, after rules.Result, veto Veto, gone rules.Finding) bool {
	isOther := after.Format != before.Format || after.Skipped != ""
	if isOther || Brings(before.Findings, after.Findings, gone) {
		return false
	}
	return veto == nil || !veto(before, after)
}

// Brings reports whether there are findings after a change that were not there before. Equal findings count
// separately. If a text can finally be checked, its findings are not new: they were only not seen. Findings
// in gone do not count as having been there.
func Brings(before, after []rules.Finding, gone ...rules.Finding) bool {
	unjudged := func(f rules.Finding) bool { return f.Unjudged }
	if slices.ContainsFunc(before, unjudged) && !slices.ContainsFunc(after, unjudged) {
		return false
	}
	allowed := map[string]int{}
	for _, f := range before {
		allowed[identity(f)]++
	}
	for _, f := range gone {
		allowed[identity(f)]--
	}
	for _, f := range after {
		id := identity(f)
		allowed[id]--
		if allowed[id] < 0 {
			return true
		}
	}
	return false
}

var lineNumber = text.MustCompile(`\bline \d+`)

// identity identifies a finding in two versions of a text, without its position and the lines in its message.
func identity(f rules.Finding) string {
	return fmt.Sprint(f.Rule, f.Severity, lineNumber.ReplaceAllString(f.Message, "line"))
}

// Apply applies the edits of a fix, which must not overlap, to a text.
func Apply(data []byte, fix *rules.Fix) ([]byte, error) {
	edits := slices.SortedFunc(slices.Values(fix.Edits), func(a, b rules.Edit) int { return a.Range.Start.Offset - b.Range.Start.Offset })
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		start := e.Range.Start.Offset
		end := e.Range.End.Offset
		if start < done || end > len(data) {
			return nil, fmt.Errorf("an edit of bytes %d to %d does not fit into %d bytes", start, end, len(data))
		}
		out.Write(data[done:start])
		out.WriteString(e.NewText)
		done = end
	}
	out.Write(data[done:])
	return out.Bytes(), nil
}

// Diff returns a unified diff of two texts with the name on both sides, as `patch -p0` accepts it. It is
// empty for equal texts. The name must be safe to print.
func Diff(name string, old, new []byte) []byte {
	text := diff.Diff(name, old, name, new)
	// The first line only repeats the names.
	_, text, _ = bytes.Cut(text, []byte("\n"))
	return text
}
