package lint

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/handofflint/handofflint/rules"
)

// Judge judges a text as what a file might hold.
type Judge func(data []byte) (rules.Result, error)

// Veto reports whether what is found after a change is worse than before it, for a
// reason that a file's findings alone do not show.
type Veto func(before, after rules.Result) bool

// FixOutcome is what became of a text.
type FixOutcome struct {
	// Data is the text with all fixes that helped; it is the text as it was
	// where there was none.
	Data []byte
	// Fixed are the findings that are gone, each where it stood when it was
	// fixed, the earlier fixed first.
	Fixed []rules.Finding
	// Gone are findings with a fix that was not made, for another fix has fixed
	// them as well.
	Gone []rules.Finding
	// Left are the findings whose fix did not help, or would bring another
	// finding.
	Left []rules.Finding
}

// ErrUnsettled says that a text has so many fixes that do not go together that
// the search was given up. Nothing of it is to be kept.
var ErrUnsettled = errors.New("its fixes do not go together; fix what is found by hand")

// maxTrials is how often one text is judged at most. Each fix that helps takes
// one trial or, with the bad ones that have to be parted from it, a few; what
// needs more was made to.
const maxTrials = 64

// FixText fixes a text. A fix is not kept either where one of the vetoes, which may
// be none, is against what it makes of the file's result. FixText ends in
// ErrUnsettled, or with the first error of the judge.
func FixText(data []byte, judge Judge, vetoes ...Veto) (FixOutcome, error) {
	result, err := judge(data)
	if err != nil {
		return FixOutcome{Data: data}, err
	}
	r := &run{judge: judge, vetoes: vetoes, data: data, result: result}
	for helped := true; helped; {
		if helped, err = r.round(); err != nil {
			return FixOutcome{Data: data}, err
		}
	}
	return FixOutcome{Data: r.data, Fixed: r.fixed, Gone: r.gone, Left: r.fixable()}, nil
}

// run is the fixing of one text: what it is by now, and what is found in it.
type run struct {
	judge  Judge
	vetoes []Veto
	data   []byte
	result rules.Result
	fixed  []rules.Finding
	gone   []rules.Finding
	trials int
}

// fixable are the findings that have a fix, in the order of the file.
func (r *run) fixable() []rules.Finding {
	return slices.DeleteFunc(slices.Clone(r.result.Findings), func(f rules.Finding) bool {
		return f.Fix == nil || len(f.Fix.Edits) == 0
	})
}

// round tries the fixes that there are and reports whether one has helped. Of
// fixes that overlap the first goes first, the others are tried where it did
// not help.
func (r *run) round() (bool, error) {
	for rest := r.fixable(); len(rest) > 0; {
		var layer []rules.Finding
		layer, rest = apart(rest)
		if helped, err := r.try(layer); helped || err != nil {
			return helped, err
		}
	}
	return false, nil
}

// try applies fixes together, and where that does not help each half of them
// by itself, until one helps.
func (r *run) try(fixes []rules.Finding) (bool, error) {
	if r.trials++; r.trials > maxTrials {
		return false, ErrUnsettled
	}
	data, err := apply(r.data, fixes)
	if err != nil {
		return false, err
	}
	result, err := r.judge(data)
	if err != nil {
		return false, err
	}
	vetoed := slices.ContainsFunc(r.vetoes, func(v Veto) bool { return v(r.result, result) })
	if helped(r.result, result, fixes) && !vetoed && !bytes.Equal(data, r.data) {
		r.fixed, r.gone = append(r.fixed, fixes...), append(r.gone, r.goneWith(fixes, result)...)
		r.data, r.result = data, result
		return true, nil
	}
	if len(fixes) == 1 {
		return false, nil
	}
	half := len(fixes) / 2
	if helped, err := r.try(fixes[:half]); helped || err != nil {
		return helped, err
	}
	return r.try(fixes[half:])
}

// goneWith are the findings with fixes of their own that these fixes have fixed
// as well: whoever counts those with a fix finds each fixed, gone or left.
func (r *run) goneWith(fixes []rules.Finding, after rules.Result) (gone []rules.Finding) {
	still := map[identity]int{}
	for _, f := range after.Findings {
		still[identify(f)]++
	}
	for _, f := range r.fixable() {
		same := func(g rules.Finding) bool { return identify(f) == identify(g) && f.Range == g.Range }
		switch {
		case slices.ContainsFunc(fixes, same):
		case still[identify(f)] > 0:
			still[identify(f)]--
		default:
			gone = append(gone, f)
		}
	}
	return gone
}

// helped reports whether the findings of fixes are gone and no other has come.
func helped(before, after rules.Result, fixes []rules.Finding) bool {
	same := after.Format == before.Format && after.Skipped == ""
	return same && !brings(before.Findings, after.Findings, fixes)
}

// Brings reports whether there are findings after a change that were not there
// before. Of equal ones, each counts. If a text can be judged at last, it has no
// finding that it did not have: they were only not seen.
func Brings(before, after []rules.Finding) bool { return brings(before, after, nil) }

// brings is Brings where some of those before must be gone.
func brings(before, after, gone []rules.Finding) bool {
	unjudged := func(f rules.Finding) bool { return f.Unjudged }
	if slices.ContainsFunc(before, unjudged) && !slices.ContainsFunc(after, unjudged) {
		return false
	}
	allowed := map[identity]int{}
	for _, f := range before {
		allowed[identify(f)]++
	}
	for _, f := range gone {
		allowed[identify(f)]--
	}
	for _, f := range after {
		id := identify(f)
		if allowed[id]--; allowed[id] < 0 {
			return true
		}
	}
	return false
}

// identity is what a finding is known by in two versions of a text. Its place
// changes, and so do the lines that its message names.
type identity struct {
	rule     string
	severity rules.Severity
	message  string
}

var lineNumber = regexp.MustCompile(`\bline \d+`)

func identify(f rules.Finding) identity {
	return identity{f.Rule, f.Severity, lineNumber.ReplaceAllString(f.Message, "line")}
}

// apart parts fixes into those that do not overlap, each taken as long as it
// overlaps none before it, and the rest.
func apart(fixes []rules.Finding) (layer, rest []rules.Finding) {
	var taken []rules.Edit
	for _, f := range fixes {
		free := func(e rules.Edit) bool {
			return !slices.ContainsFunc(taken, func(t rules.Edit) bool { return overlap(e, t) })
		}
		if slices.ContainsFunc(f.Fix.Edits, func(e rules.Edit) bool { return !free(e) }) {
			rest = append(rest, f)
			continue
		}
		taken = append(taken, f.Fix.Edits...)
		layer = append(layer, f)
	}
	return layer, rest
}

// overlap reports whether the order of two edits would matter. Two that only touch
// do not overlap, unless one of them writes at a place.
func overlap(a, b rules.Edit) bool {
	startA, endA := a.Range.Start.Offset, a.Range.End.Offset
	startB, endB := b.Range.Start.Offset, b.Range.End.Offset
	if startA == endA || startB == endB {
		return startA <= endB && startB <= endA
	}
	return startA < endB && startB < endA
}

// apply writes the edits of fixes, which must not overlap, into a text.
func apply(data []byte, fixes []rules.Finding) ([]byte, error) {
	var edits []rules.Edit
	for _, f := range fixes {
		edits = append(edits, f.Fix.Edits...)
	}
	slices.SortFunc(edits, func(a, b rules.Edit) int { return a.Range.Start.Offset - b.Range.Start.Offset })
	var out bytes.Buffer
	done := 0
	for _, e := range edits {
		start, end := e.Range.Start.Offset, e.Range.End.Offset
		if start < done || end < start || end > len(data) {
			return nil, fmt.Errorf("an edit of bytes %d to %d does not fit into %d bytes", start, end, len(data))
		}
		out.Write(data[done:start])
		out.WriteString(e.NewText)
		done = end
	}
	out.Write(data[done:])
	return out.Bytes(), nil
}
