package rules

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/source"
)

// Source is a file of a team's own rules and formats in CUE, or, if its name ends
// in .yaml or .yml, a configuration: of that the entries of `rules` are taken that
// the catalogue does not have and that are data, a check with its params.
//
// A source is data: it reads no files, and evaluating it is bounded in time and
// memory. Beyond the bounds the error is a *guard.Exceeded, and nothing in this
// process can evaluate sources again: CUE cannot be stopped, so the program
// should exit.
type Source struct {
	// Name is the file as problems show it, with forward slashes.
	Name string
	Data []byte
}

// MaxSource is the maximum size of a source in bytes.
const MaxSource = source.MaxBytes

// Problem is a mistake in a source with its position: lines and columns from 1,
// columns in code points. Help may be empty.
type Problem struct {
	Path          string
	Line, Column  int
	Message, Help string
}

// String returns the problem on one line, without its help.
func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
}

// ValidRuleName reports whether a team's rule may have that name. An error is a
// bug in handofflint.
//
// Internal: it serves the commands of handofflint.
func ValidRuleName(name string) (bool, error) {
	var c contracts
	if err := c.load(); err != nil {
		return false, err
	}
	return c.names["rules"].MatchString(name), nil
}

// SourceError holds all mistakes in the sources, in their order.
type SourceError struct{ Problems []Problem }

// Error returns a line for each problem, and one for its help.
func (e *SourceError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, p.String())
		if p.Help != "" {
			lines = append(lines, "   = "+p.Help)
		}
	}
	return strings.Join(lines, "\n")
}

// programChecks returns the checks that no built-in rule uses: for the others
// custom.cue says which of them a team may use.
func programChecks(names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	catalogue, err := BuiltIn()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(catalogue.Rules, func(rule *Rule) bool { return rule.check == name })
	}), nil
}

// team caches the catalogue for the last sources: commands ask for it several
// times, with the same sources.
var team struct {
	sync.Mutex
	of        [sha256.Size]byte
	catalogue *Catalogue
}

// BuiltInWith is BuiltIn with a team's sources, cached for the last ones:
// reading them is most of the start of a command with custom rules. The
// catalogue is shared: do not change it. Errors are those of LoadCatalogue.
func BuiltInWith(sources ...Source) (*Catalogue, error) {
	if len(sources) == 0 {
		return BuiltIn()
	}
	hash := sha256.New()
	for _, s := range sources {
		fmt.Fprintf(hash, "%q %d\n", s.Name, len(s.Data))
		hash.Write(s.Data)
	}
	team.Lock()
	defer team.Unlock()
	of := [sha256.Size]byte(hash.Sum(nil))
	if team.catalogue != nil && team.of == of {
		return team.catalogue, nil
	}
	catalogue, err := LoadCatalogue(sources...)
	if err == nil {
		team.of, team.catalogue = of, catalogue
	}
	return catalogue, err
}

// teamCatalogue returns the catalogue with the options' sources, nil without
// any. It is shared: do not change it. Sources that use the program's checks
// are read again, with these known.
func teamCatalogue(o Options) (*Catalogue, error) {
	if len(o.Sources) == 0 {
		return nil, nil
	}
	catalogue, err := BuiltInWith(o.Sources...)
	var mistakes *SourceError
	if !errors.As(err, &mistakes) {
		return catalogue, err
	}
	own, err := programChecks(o.Checks)
	if err != nil {
		return nil, err
	}
	if len(own) == 0 {
		return nil, mistakes
	}
	return loadCatalogue(settings{checks: own}, o.Sources)
}

// sourceError returns an error for problems, nil if there are none. Duplicates
// at one position are dropped.
func sourceError(problems []Problem, order map[string]int) error {
	if len(problems) == 0 {
		return nil
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if d := order[a.Path] - order[b.Path]; d != 0 {
			return d
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	return &SourceError{Problems: slices.Compact(problems)}
}
