package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/files"
)

// factsOf is the evidence that the options and the configuration ask for, by the
// path of a file; nil if they ask for none. A transcript asks for all.
func factsOf(c *cli.Context, settings *config.Config) (func(path string) *evidence.Facts, error) {
	kinds, refused := settings.Evidence()
	if c.Bool("evidence") || c.IsSet("transcript") {
		kinds = slices.DeleteFunc(slices.Clone(evidence.Kinds), func(k evidence.Kind) bool { return slices.Contains(refused, k) })
	}
	var deeds *evidence.Deeds
	if c.IsSet("transcript") {
		var err error
		if deeds, err = evidence.OpenDeeds(c.String("transcript")); err != nil {
			return nil, fmt.Errorf("--transcript: %w", err)
		}
	}
	return factsBy(kinds, deeds), nil
}

// factsBy is the evidence of some kinds, by the path of a file; nil for no kinds. deeds
// may be nil.
func factsBy(kinds []evidence.Kind, deeds *evidence.Deeds) func(path string) *evidence.Facts {
	if len(kinds) == 0 {
		return nil
	}
	var mutex sync.Mutex
	trees := map[string]*evidence.Tree{}
	return func(path string) *evidence.Facts {
		folder := "."
		if path != document.StdinName {
			folder = filepath.Dir(filepath.FromSlash(path))
		}
		mutex.Lock()
		defer mutex.Unlock()
		root := files.Root(folder)
		if trees[root] == nil {
			trees[root] = evidence.NewTree(root)
		}
		absolute, err := filepath.Abs(path)
		if err != nil {
			absolute = path
		}
		return &evidence.Facts{Kinds: kinds, Tree: trees[root], Deeds: deeds.By(absolute)}
	}
}
