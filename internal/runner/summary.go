package runner

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// Summary is what a run printed at its end.
type Summary struct {
	// Result is "" if nothing that was printed says how the run ended.
	Result ledger.Result
	// Passed and Failed are how many passed and failed, of tests for the most part; -1 if
	// it does not say, or in several summaries.
	Passed, Failed int
	// Line is the line that decides, and Proves has the other kinds that a pass of the runner proves
	// which printed it.
	Line   string
	Proves []Kind
	// Idle is set if no test ran.
	Idle bool
	// Several is set if there is more than one summary, Mixed if one failed and the last one
	// passed.
	Several, Mixed bool

	// passes is set if a line says that something passed. number and end are the number and
	// the end of the last line.
	passes      bool
	number, end int
}

// Known reports whether the summary says how the run ended.
func (s Summary) Known() bool { return s.Result != "" }

// unknown is the summary of an output that has none.
func unknown() Summary { return Summary{Passed: -1, Failed: -1} }

// Read returns what a run of a kind printed at its end; of kind Checks, what any did. What the
// program under test prints may look like the summary of another runner: only the runner
// counts that printed the last one.
func Read(kind Kind, output string) Summary {
	kinds := []Kind{kind}
	switch kind {
	case Checks:
		kinds = []Kind{Tests, Types, Lint, Build}
	case Format: // what it could not mend
		kinds = []Kind{Format, Lint}
	}
	whole := unknown()
	for _, kind := range kinds {
		last := unknown()
		for i := range facts.Rows {
			s := facts.Rows[i].read(kind, output)
			if s.Known() == last.Known() && s.end > last.end || s.Known() && !last.Known() {
				last = s
			}
		}
		whole = whole.and(last)
	}
	if line, ok := brokenTask(kind, output); ok && whole.Result != ledger.Failed {
		whole.Result, whole.Line, whole.Idle = ledger.Failed, line, false
	}
	return whole
}

// EndsFailed reports whether an output ends as one of tests that failed.
func EndsFailed(output string) bool {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	last := lines[max(0, len(lines)-facts.End):]
	return Read(Tests, strings.Join(last, "\n")).Result == ledger.Failed
}

// and returns what two summaries say together: a failure decides, then what ran something,
// then the later one.
func (s Summary) and(other Summary) Summary {
	order := func(s Summary) int { return slices.Index([]ledger.Result{"", ledger.Passed, ledger.Failed}, s.Result) }
	decides := s
	if order(other) > order(s) || order(other) == order(s) && other.end > s.end {
		decides = other
	}
	decides.Several = s.end > 0 && other.end > 0 || s.Several || other.Several
	decides.end = max(s.end, other.end)
	return decides
}

// read returns what a runner of a kind printed at its end.
func (r *Row) read(kind Kind, output string) Summary {
	whole := unknown()
	for i := range r.Summaries {
		if form := &r.Summaries[i]; form.Kind == kind {
			whole = whole.and(form.read(r, output))
		}
	}
	return whole
}

// read returns what the summaries of a form in an output say together: one that failed
// decides, else the last one that ran something.
func (f *Form) read(r *Row, output string) Summary {
	whole := unknown()
	passed := -1
	for i, s := range f.summaries(r, output) {
		if s.Passed >= 0 {
			passed = max(passed, 0) + s.Passed
		}
		isMixed := whole.Mixed && s.Result != ledger.Failed || whole.Result == ledger.Failed && s.Result == ledger.Passed
		if whole.Result != ledger.Failed && !(whole.Known() && s.Idle) {
			whole = s
		}
		whole.Several, whole.Mixed, whole.end = i > 0, isMixed && !f.Each, s.end
	}
	if f.Each {
		whole.Passed = passed
	} else if whole.Several {
		whole.Passed, whole.Failed = -1, -1
	}
	return whole
}

// summaries returns the summaries of a form in an output. The lines of one are near each other,
// and one of them says what passed.
func (f *Form) summaries(r *Row, output string) (all []Summary) {
	isOfGit := f.Kind == Commit || f.Kind == Push
	for _, line := range f.lines(r, output) {
		i := len(all) - 1
		isNear := i >= 0 && line.number-all[i].number <= facts.Near && !(line.passes && all[i].passes)
		if i >= 0 && (isOfGit || isNear && !f.Each) {
			all[i] = all[i].with(line, isOfGit)
		} else {
			all = append(all, line)
		}
	}
	return all
}

// with returns a summary with one more line, of which the worse counts; of git, what it made.
func (s Summary) with(line Summary, isOfGit bool) Summary {
	isDecided := s.Result == ledger.Failed && line.Result != ledger.Failed || s.Idle && line.Result == ledger.Passed
	if isOfGit {
		isDecided = s.Result == ledger.Passed
	}
	if isDecided {
		line.Result, line.Line, line.Idle = s.Result, s.Line, s.Idle
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

// maxLines are the lines of a summary that are looked at.
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
		s, ok := f.line(r, line)
		if bare := facts.Prefix.re().ReplaceAllString(line, ""); !ok && bare != line {
			s, ok = f.line(r, bare)
		}
		if ok && len(found) < maxLines {
			s.number, s.end = number, end
			found = append(found, s)
		}
	}
	return found
}

// line returns what one line of an output says, if the form matches it.
func (f *Form) line(r *Row, line string) (s Summary, ok bool) {
	passed, failed, none := f.Passed.submatch(line), f.Failed.submatch(line), f.None.submatch(line)
	s = Summary{Line: strings.TrimSpace(line), Proves: r.Proves, Passed: countOf(passed), Failed: countOf(failed), passes: passed != nil || f.Passed == "" && r.isEchoed(line)}
	switch {
	case failed != nil:
		s.Result = ledger.Failed
	case none != nil:
		s.Idle = true
	case s.passes:
		s.Result = ledger.Passed
	default:
		return s, false
	}
	return s, true
}

// isEchoed reports whether a line shows that a task ran the program, which prints nothing if it
// passes.
func (r *Row) isEchoed(line string) bool {
	if !r.Silent {
		return false
	}
	m := facts.Echo.submatch(line)
	if m == nil {
		return false
	}
	command, _, _ := strings.Cut(m[1], " && ")
	call := Of(strings.Fields(command))
	return call.Runner == r.Name && !call.Idle
}

// countOf returns the number that a match has as its last group, -1 for none.
func countOf(match []string) int {
	for _, group := range slices.Backward(match[min(1, len(match)):]) {
		if group != "" {
			return text.Int(group)
		}
	}
	return -1
}

func containsAny(output string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(output, word) })
}

// brokenTask returns what the program that ran a task of a kind prints of its failure. A
// failure that does not name its task could be of any kind, and is not counted.
func brokenTask(kind Kind, output string) (line string, ok bool) {
	if !containsAny(output, facts.BrokenWords) {
		return "", false
	}
	for line := range strings.Lines(output) {
		if !containsAny(line, facts.BrokenWords) {
			continue
		}
		m := facts.Broken.submatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		name := strings.Join(m[1:], "")
		of := taskOf(name).Kind
		if name != "" && (of == kind || kind == Checks) {
			return strings.TrimSpace(m[0]), true
		}
	}
	return "", false
}
