package ruletest

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// TestOneRoundOfBroken breaks good handoffs in two places and repairs them by their findings, as TestOneRound
// does with the bad cases.
func TestOneRoundOfBroken(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	engine := silentEngine(t)
	bases := []struct {
		format     document.Format
		file, path string
	}{
		{"metadata", "rules/metadata/no-evidence/good/phased.json", "outputs/a.json"},
		{"metadata", "rules/metadata/blocked-blockers/good/listed.json", "outputs/a.json"},
		{"context", "examples/docs/context/1717500000-fix-auth-race.json", "docs/context/1717500000-fix-auth-race.json"},
	}
	for range 200 {
		base := bases[random.IntN(len(bases))]
		text, err := os.ReadFile(filepath.Join(filepath.Dir(root), filepath.FromSlash(base.file)))
		if err != nil {
			t.Fatal(err)
		}
		object := map[string]any{}
		if err := json.Unmarshal(text, &object); err != nil {
			t.Fatal(err)
		}
		breakObject(random, object)
		breakObject(random, object)
		broken, err := json.MarshalIndent(object, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		judge := func(text string) []rules.Finding {
			result, err := engine.CheckInput(rules.Input{Path: base.path, Data: []byte(text), As: base.format, Named: true})
			if err != nil {
				t.Fatal(err)
			}
			return result.Findings
		}
		before := judge(string(broken))
		if slices.ContainsFunc(before, endsJudging) {
			continue
		}
		repaired, mended, err := mend(0, base.format, string(broken), before, false)
		if err != nil {
			t.Fatal(err)
		}
		expectNoNewRule(t, before, mended, judge(repaired), map[leadsTo]bool{})
	}
}

// breakObject breaks one member of an object, or of an object in it.
func breakObject(random *rand.Rand, object map[string]any) {
	keys := slices.Sorted(maps.Keys(object))
	if len(keys) == 0 {
		return
	}
	key := keys[random.IntN(len(keys))]
	if inner, ok := object[key].(map[string]any); ok && random.IntN(2) == 0 {
		breakObject(random, inner)
		return
	}
	switch random.IntN(4) {
	case 0:
		delete(object, key)
	case 1:
		switch object[key].(type) {
		case string:
			object[key] = ""
		case []any:
			object[key] = []any{}
		default:
			object[key] = nil
		}
	case 2:
		object[key] = []any{42, true, map[string]any{}}[random.IntN(3)]
	case 3:
		if _, ok := object["status"]; ok {
			object["status"] = []any{"complete", "blocked", "needs_review", "done"}[random.IntN(4)]
		} else {
			object[key] = "TBD"
		}
	}
}
