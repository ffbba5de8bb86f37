package report

import (
	"compress/gzip"
	"fmt"

	"github.com/handofflint/handofflint/rules"
)

// The limits of GitHub's code scanning for one run (docs.github.com, "SARIF
// results exceed one or more limits"). A log is uploaded as gzip makes it.
const (
	mostSarifResults = 25_000
	mostSarifBytes   = 10_000_000
)

// fitting are as many results as a log may have, at most so many, and so many
// bytes compressed. Warnings go before errors, and later ones before earlier
// ones; the order stays.
func (c sarifContent) fitting(most, limit int) ([]sarifEncoded, error) {
	n := min(most, len(c.results))
	for {
		kept := keepWorst(c.results, n)
		size := &counter{}
		packed := gzip.NewWriter(size)
		if err := c.render(packed, kept); err != nil {
			return nil, err
		}
		if err := packed.Close(); err != nil {
			return nil, err
		}
		if size.bytes <= limit || n == 0 {
			return kept, nil
		}
		// Results are much alike, so this comes near in one step or two; one less
		// each time at least, so that it ends.
		n = min(n-1, int(float64(n)*0.99*float64(limit)/float64(size.bytes)))
	}
}

// counter counts what is written to it.
type counter struct{ bytes int }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += len(p)
	return len(p), nil
}

// keepWorst keeps so many results, errors before warnings and earlier ones
// before later ones. The order stays.
func keepWorst(results []sarifEncoded, most int) []sarifEncoded {
	if most >= len(results) {
		return results
	}
	keep := worstFirst(len(results), func(i int) rules.Severity { return results[i].severity })
	kept := make([]sarifEncoded, 0, most)
	for i, place := range keep {
		if place < most {
			kept = append(kept, results[i])
		}
	}
	return kept
}

// worstFirst is the place, from 0, that each of n findings has among all where
// errors come first.
func worstFirst(n int, severity func(i int) rules.Severity) []int {
	places := make([]int, n)
	next := 0
	for _, errors := range []bool{true, false} {
		for i := range places {
			if (severity(i) == rules.Error) == errors {
				places[i] = next
				next++
			}
		}
	}
	return places
}

// invocationOf says how the run went: not well where something was not judged
// (SARIF 2.1.0, 3.20.14), for then the log is no verdict on all files.
func invocationOf(unjudged int) sarifInvocation {
	if unjudged == 0 {
		return sarifInvocation{Successful: true}
	}
	text := fmt.Sprintf("this log is not the verdict on all files; findings that say that one could not be judged: %d", unjudged)
	return sarifInvocation{Notes: []sarifNote{{Level: "error", Message: sarifText{text}}}}
}

// say tells in the log itself that it is not all.
func (i *sarifInvocation) say(left int) {
	if left > 0 {
		i.Notes = append(i.Notes, sarifNote{Level: "warning", Message: sarifText{leftOut(left)}})
	}
}

func leftOut(left int) string {
	return fmt.Sprintf("%d findings are left out, the least severe first: a run holds at most %d results and %d bytes compressed",
		left, mostSarifResults, mostSarifBytes)
}
