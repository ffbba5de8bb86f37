package audit

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/claim"
)

// TestClaimWords prints which words make claims unclear in the sessions of the folder that is named by
// CLAIM_WORDS, those first that cost the most: `make claim-words DIR=...`. A word is worth adding if it
// is common in two repositories, and harmless wherever it stands.
func TestClaimWords(t *testing.T) {
	folder := os.Getenv("CLAIM_WORDS")
	if folder == "" {
		t.Skip("no folder is named: make claim-words DIR=...")
	}
	type cost struct {
		claims  int
		folders map[string]bool
		example string
	}
	costs := map[string]*cost{}
	all, plain := 0, 0
	for _, s := range Read(Find([]string{folder}, Wanted{}), filepath.ToSlash) {
		for _, r := range s.rows {
			for _, c := range claim.Of(r.message.text) {
				all++
				word := cmp.Or(c.Unclear, c.Soft)
				if word == "" {
					plain++
					continue
				}
				if costs[word] == nil {
					costs[word] = &cost{folders: map[string]bool{}}
				}
				costs[word].claims++
				costs[word].folders[filepath.Dir(s.Path)] = true
				costs[word].example = c.Statement.Text
			}
		}
	}
	byCost := func(a, b string) int {
		return cmp.Or(len(costs[b].folders)-len(costs[a].folders), costs[b].claims-costs[a].claims, cmp.Compare(a, b))
	}
	fmt.Printf("%d of %d claims are clear. Each word: how many it costs, in how many folders of transcripts, and one of them.\n", plain, all)
	for _, word := range slices.SortedFunc(maps.Keys(costs), byCost) {
		fmt.Printf("%-20s %4d %3d  %.100q\n", word, costs[word].claims, len(costs[word].folders), costs[word].example)
	}
}
