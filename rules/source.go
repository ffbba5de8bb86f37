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

// Source is a file of a team's own rules and formats, in CUE or, where its
// name ends in .yaml or .yml, in YAML. Of all that it may hold the entries of
// `rules` and `formats` are taken that the catalogue does not have; in CUE
// also the definitions, hidden fields and lets that they refer to. An entry of
// `rules` that has no more than a severity and params is a setting, and left
// to whoever reads settings.
//
// A source is data: it reads no files, and evaluating it is bounded in time
// and memory. What goes beyond the bounds is an error of type
// *guard.Exceeded, after which nothing in this process can evaluate sources:
// CUE cannot be stopped, so the program should end.
type Source struct {
	// Name is the file as problems show it, with forward slashes.
	Name string
	Data []byte
}

// MaxSource is the size in bytes of the largest source that is read.
const MaxSource = source.MaxBytes

// Problem is a mistake in a source, and where it stands: lines and columns
// from 1, columns in code points. Help is the way out, and may be empty.
type Problem struct {
	Path          string
	Line, Column  int
	Message, Help string
}

// String is the problem on one line, without its help.
func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
}

// ValidRuleName says whether a team may call a rule of its own so. An error is
// a fault of the program.
//
// Internal: it serves the commands of handofflint.
func ValidRuleName(name string) (bool, error) {
	var c contracts
	if err := c.load(); err != nil {
		return false, err
	}
	return c.names["rules"].MatchString(name), nil
}

// RefusedWords say what a file in CUE may not have: the kind and the values are
// those of a source.Refused. An error is a fault of the program.
//
// Internal: it serves the commands of handofflint.
func RefusedWords(kind string, values Values) (Words, error) {
	var c contracts
	if err := c.load(); err != nil {
		return Words{}, err
	}
	words := c.words["refused-"+kind]
	return Words{Message: fill(words.Message, values), Help: fill(words.Help, values)}, nil
}

// SourceError is all that is wrong with the sources, in the order of the
// sources and of the lines in them.
type SourceError struct{ Problems []Problem }

// Error has one line for each problem, and one for its help.
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

// programChecks leaves of some checks those that the catalogue's own rules do not
// ask for: of the others custom.cue says which ones are for everybody.
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

// team is the catalogue with a team's sources, as it was loaded last: commands
// ask for it several times, always for the same sources.
var team struct {
	sync.Mutex
	of        [sha256.Size]byte
	catalogue *Catalogue
}

// BuiltInWith is BuiltIn with what a team's sources add, kept for the sources
// that were asked for last: reading them is most of what a command with rules of
// its own costs to start. The catalogue is shared: do not change it. Errors are
// those of LoadCatalogue.
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

// teamCatalogue is the catalogue with what the options' sources add, nil without
// any. It is shared: do not change it. Sources that ask for checks of the
// program's own are read anew, with these known.
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

// sourceError makes an error of problems, nil of none. What is said twice of
// one place is told once.
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
