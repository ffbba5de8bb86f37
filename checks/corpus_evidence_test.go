package checks

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/rules"
)

func TestCorpusTmp(t *testing.T) {
	engine := evidenceEngine(t)
	files, _ := filepath.Glob("/work/shared/corpus/metadata*/*.md")
	n := 0
	for _, f := range files {
		data, _ := os.ReadFile(f)
		for _, in := range []rules.Input{{Path: filepath.Base(f), Data: data}, asOutput(string(data))} {
			n++
			for _, a := range accusations(t, engine, in, &evidence.Facts{}) {
				t.Logf("%s: %s", filepath.Base(f), a)
			}
		}
	}
	t.Log(n)
}
