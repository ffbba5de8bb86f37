package runner

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// Summary is what a run printed at its end.
type Summary struct {
	// Result is "" if the output does not say how the run ended, or that nothing was tested.
	Result ledger.Result
	// Passed and Failed are counts, mostly of tests; -1 if unknown, or if there are several summaries.
	Passed, Failed int
	// Line is the line that decides. Proves are the other kinds that a pass proves.
	Line   string
	Proves []Kind
	// Silent is set if a program was called that prints nothing on a pass, and nothing was printed after that: the
	// output may be all that there was, or be cut off.
	Silent bool
	// Mixed is set if one of several summaries failed and the last passed.
	Mixed bool

	// passes is set if a line says that something passed. number and end are the number and end offset of
	// the last line.
	passes      bool
	number, end int
}

// Known reports whether the summary says how the run ended.
func (s Summary) Known() bool { return s.Result != "" }

// unknown returns the summary of an output without one.
func unknown() Summary { return Summary{Passed: -1, Failed: -1} }

// Read returns what a run of a kind printed at its end; for Checks, any kind of check. The program under
// test may print what looks like another runner's summary: the runner with the last summary counts.
func Read(kind Kind, output string) Summary {
	kinds := []Kind{kind}
	if kind == Checks {
		kinds = []Kind{Tests, Types, Lint, Build}
	}
	whole := unknown()
	if output == "" {
		return whole
	}
	for _, kind := range kinds {
		whole = whole.and(lastOf(kind, output))
	}
	if line := brokenTask(kind, output); line != "" && whole.Result != ledger.Failed {
		whole.Result = ledger.Failed
		whole.Line = line
	}
	return whole
}

// lastOf returns the last summary of a kind that says how the run ended or, if none does, the last one.
func lastOf(kind Kind, output string) Summary {
	last := unknown()
	for i := range facts.Rows {
		s := facts.Rows[i].readAs(kind, output)
		isLater := s.end > last.end
		if s.Known() != last.Known() {
			isLater = s.Known()
		}
		if isLater {
			last = s
		}
	}
	return last
}

// Which forms of a row are read: those for any command, or those for a command of the row alone.
const forAny, forOwn = false, true

// ReadOf returns what a command printed in forms that count only for it.
func ReadOf(words []string, output string) Summary {
	whole := unknown()
	call := Of(words)
	for i := range facts.Rows {
		if row := &facts.Rows[i]; row.Name == call.Runner {
			whole = whole.and(row.read(call.Kind, output, forOwn))
		}
	}
	return whole
}

// Lists reports whether a command only lists what is wrong, and whether it did.
func Lists(words []string, output string) (isBad, isList bool) {
	call := Of(words)
	i := slices.IndexFunc(facts.Rows, func(r Row) bool { return r.Name == call.Runner && r.Lists != "" && call.Looks })
	return i >= 0 && facts.Rows[i].Lists.matches(output), i >= 0
}

// Rewritten returns the files that a formatter printed that it has rewritten. Older versions of prettier do not mark
// those that they left alone.
func Rewritten(output string) (files []string) {
	isMarked := strings.Contains(output, "(unchanged)")
	for _, m := range facts.Rewritten.re().FindAllStringSubmatch(output, maxNamed) {
		if isMarked || m[1] == "" {
			files = append(files, m[1]+m[2])
		}
	}
	return files
}

// EndsFailed reports whether an output ends like a failed run of tests.
func EndsFailed(output string) bool {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	last := lines[max(0, len(lines)-facts.End):]
	return Read(Tests, strings.Join(last, "\n")).Result == ledger.Failed
}

// and joins two summaries: a failure decides, then a pass, then the later one.
func (s Summary) and(other Summary) Summary {
	order := func(s Summary) int { return slices.Index([]ledger.Result{"", ledger.Passed, ledger.Failed}, s.Result) }
	decides := s
	if cmp.Or(order(other)-order(s), other.end-s.end) > 0 {
		decides = other
	}
	decides.end = max(s.end, other.end)
	return decides
}

// readAs is read. A linter that proves the format says with its own summary that it is right.
func (r *Row) readAs(kind Kind, output string) Summary {
	if kind != Format || !slices.Contains(r.Proves, Format) {
		return r.read(kind, output, forAny)
	}
	if s := r.read(r.Kind, output, forAny); s.Result == ledger.Passed {
		return s
	}
	return unknown()
}

// read returns the joined summaries of a runner for a kind: of the forms for any command, or of its own.
func (r *Row) read(kind Kind, output string, own bool) Summary {
	whole := unknown()
	for i := range r.Summaries {
		if form := &r.Summaries[i]; form.Kind == kind && form.Own == own {
			whole = whole.and(form.read(r, output))
		}
	}
	return whole
}

// read returns the joined summaries of a form: the first that failed decides, else the last that ran something.
func (f *Form) read(r *Row, output string) Summary {
	whole := unknown()
	passed := -1
	all := f.summaries(r, output)
	for _, s := range all {
		if s.Passed >= 0 {
			passed = max(passed, 0) + s.Passed
		}
		isMixed := whole.Result == ledger.Failed && s.Result == ledger.Passed
		if whole.Result != ledger.Failed && (s.Known() || !whole.Known()) {
			whole = s
		}
		whole.Mixed = isMixed && !f.Each
		whole.end = s.end
	}
	if f.Each {
		whole.Passed = passed
	} else if len(all) > 1 {
		whole.Passed, whole.Failed = -1, -1
	}
	return whole
}

// summaries returns the summaries of a form in an output. The lines of a summary are close together, and
// only one of them has the passes. All lines of git are one summary.
func (f *Form) summaries(r *Row, output string) (all []Summary) {
	isOfGit := slices.Contains([]Kind{Commit, Push}, f.Kind)
	isContinued := func(last, line Summary) bool {
		isNear := line.number-last.number <= facts.Near && !(line.passes && last.passes)
		return isOfGit || isNear && !f.Each
	}
	for _, line := range f.lines(r, output) {
		last := len(all) - 1
		if last >= 0 && isContinued(all[last], line) {
			all[last] = all[last].with(line, isOfGit)
		} else {
			all = append(all, line)
		}
	}
	return all
}

// with returns a summary with one more line, of which the worse result counts; for git, the better one.
func (s Summary) with(line Summary, isOfGit bool) Summary {
	worst := []ledger.Result{ledger.Failed, "", ledger.Passed}
	isKept := slices.Index(worst, s.Result) < slices.Index(worst, line.Result)
	if isOfGit {
		isKept = s.Result == ledger.Passed
	}
	if isKept {
		line.Result, line.Line = s.Result, s.Line
	}
	if line.Passed < 0 {
		line.Passed = s.Passed
	}
	if line.Failed < 0 {
		line.Failed = s.Failed
	}
	line.passes = line.passes || s.passes
	return line
}

// maxLines bounds the lines of a summary.
const maxLines = 1000

// lines returns the lines of an output that a form matches.
func (f *Form) lines(r *Row, output string) (found []Summary) {
	if !containsAny(output, f.Words) || f.Without != "" && strings.Contains(output, f.Without) {
		return nil
	}
	number, end := 0, 0
	for line := range strings.Lines(output) {
		number++
		end += len(line)
		if !containsAny(line, f.Words) {
			continue
		}
		line = strings.TrimSuffix(line, "\n")
		isLast := strings.TrimSpace(output[end:]) == ""
		s, ok := f.line(r, line, isLast)
		if !ok { // what runs tasks may begin each line with the name of one
			if bare := facts.Prefix.re().ReplaceAllString(line, ""); bare != line {
				s, ok = f.line(r, bare, isLast)
			}
		}
		if ok && len(found) < maxLines {
			s.number, s.end = number, end
			found = append(found, s)
		}
	}
	return found
}

// line reads one line of an output, and reports whether the form matches it.
func (f *Form) line(r *Row, line string, isLast bool) (s Summary, ok bool) {
	passed := f.Passed.submatch(line)
	failed := f.Failed.submatch(line)
	s = Summary{Line: strings.TrimSpace(line), Proves: r.Proves, Passed: countOf(passed), Failed: countOf(failed), passes: passed != nil || f.Passed == "" && r.isEchoed(line)}
	ranNone := f.None.matches(line) || s.Passed >= 0 && s.Passed == countOf(f.Skipped.submatch(line))
	switch {
	case failed != nil:
		s.Result = ledger.Failed
	case ranNone: // no result
	case s.passes:
		s.Result = ledger.Passed
		s.Silent = isLast && passed == nil
	default:
		return s, false
	}
	return s, true
}

// isEchoed reports whether a line shows that a task ran the program, if the program prints nothing on a
// pass.
func (r *Row) isEchoed(line string) bool {
	if !r.Silent {
		return false
	}
	command, _, _ := strings.Cut(facts.Echo.group(line), " && ")
	call := Of(strings.Fields(command))
	return call.Runner == r.Name && !call.Idle
}

// countOf returns the number in a match, -1 for none.
func countOf(match []string) int {
	if group := groupOf(match); group != "" {
		return text.Int(group)
	}
	return -1
}

func containsAny(output string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(output, word) })
}

// brokenTask returns the line in which a task runner reports the failure of a task of a kind, "" for none. A failure
// that does not name its task could be of any kind, and does not count.
func brokenTask(kind Kind, output string) string {
	if !containsAny(output, facts.BrokenWords) {
		return ""
	}
	for line := range strings.Lines(output) {
		name := facts.Broken.group(strings.TrimSuffix(line, "\n"))
		isOfKind := kind == Checks || taskOf(name).Kind == kind
		if name != "" && isOfKind {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
