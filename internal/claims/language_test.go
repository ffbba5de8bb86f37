package claims

import (
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// TestOtherLanguages checks that sentences about files in an unknown language are not claims, and that a
// few foreign names in an English handoff do not matter.
func TestOtherLanguages(t *testing.T) {
	facts := &Facts{Tree: committed(t, "src/session.go", "docs/sessions.md")}
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const handoff, report = "HANDOFF.md", ".superpowers/sdd/task-1-report.md"
	for _, test := range []struct {
		path, text string
		want       int
	}{
		{handoff, "# Stand\n\nFertig ist `src/session.go`. Die Datei `src/ghost.go` wurde wieder entfernt, `src/clock.go` ist noch nicht angelegt.\n", 0},
		{handoff, "# État\n\nTerminé : `src/session.go`. Le fichier `src/ghost.go` a été supprimé, la suite est dans `src/clock.go`.\n", 0},
		{handoff, "# Estado\n\nTodavía falta `src/ghost.go`. Se eliminó `src/clock.go` del repositorio.\n", 0},
		{handoff, "# Fait\n\n- `src/session.go`\n- `src/ghost.go` supprimé\n\n# À faire\n\n- `src/clock.go`\n", 0},
		{handoff, "# Stand\n\n- `src/session.go`: fertig\n- `src/ghost.go`: fehlt\n", 0},
		{handoff, "# 현재 상태\n\n`src/ghost.go` 는 삭제했음\n", 0},
		{report, "# Bericht\n\n## Files changed\n\n- `src/session.go`: nur eine Zeile\n- `src/ghost.go`: wieder entfernt, war nur zum Testen\n", 0},
		{report, "# Отчёт\n\n## Files changed\n\n- `src/session.go`\n- `src/ghost.go` удалён\n", 0},
		{report, "# Bericht\n\n## Files changed\n\nNicht viel, das ist noch zu klein.\n\n- `src/ghost.go`\n", 1},
		{handoff, "# Von\n\n## Files\n\n- `src/ghost.go`\n", 1},
		{handoff, "# State\n\nThe clock of El Paso and Las Vegas is new, and that of San Jose from San Remo has a leap second.\n\n## Files\n\n- `src/ghost.go`\n", 1},
	} {
		in := rules.Input{Path: test.path, Data: []byte(test.text), Info: &document.Info{ModTime: time.Now()}}
		result, err := engine.Check(engine.Parse(in), facts)
		if err != nil {
			t.Fatal(err)
		}
		accused := 0
		for _, f := range result.Findings {
			if f.Rule == "evidence/no-such-file" {
				accused++
			}
		}
		if accused != test.want {
			t.Errorf("%q: %d files accused, want %d", test.text, accused, test.want)
		}
	}
}
