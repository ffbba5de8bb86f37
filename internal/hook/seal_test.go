package hook

import (
	"bytes"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// seal seals a report like the command.
func seal(path string) error {
	limits := rules.LimitsWith(rules.Options{})
	in, _ := document.Read(files.Named, path, limits.Bytes)
	_, err := handoff.Seal(document.Parse(in, limits.Limits))
	return err
}

// sealing makes the bench seal handed-back reports.
func (b *bench) sealing() {
	b.change = func(c *Config) {
		checker := c.Checker
		c.Checker = func(cwd string) (Checker, error) {
			made, err := checker(cwd)
			made.Seal = seal
			return made, err
		}
	}
}

// edit replaces a text in a file.
func (b *bench) edit(path, old, new string) {
	b.t.Helper()
	data := testkit.Read(b.t, path)
	if !bytes.Contains(data, []byte(old)) {
		b.t.Fatalf("no %q in %s", old, path)
	}
	testkit.Write(b.t, path, bytes.Replace(data, []byte(old), []byte(new), 1))
}

// A report that was changed after sealing is sealed again when its agent hands it back, if it passes.
func TestAChangedReportIsSealedAgain(t *testing.T) {
	b := newBench(t)
	b.sealing()
	path := b.report("04-reviewer-report.md")
	handback := returnMessage("Handoff written to `" + path + "`. Summary: x")
	b.says(handback)
	b.edit(path, "Handoff: how", "Handoff: why")
	b.says(handback)
	b.says(agent("critic", "Read `"+path+"` and go on.\n## No Handoff Required"))

	testkit.Write(t, path+".done", []byte("cut off"))
	b.says(handback)

	b.edit(path, "<!-- handoff-end -->", "")
	b.says(handback, `"decision":"block"`, "report/missing-end-marker")
}

// A report that was changed after sealing must not be read.
func TestAStaleSealIsNone(t *testing.T) {
	b := newBench(t)
	path := b.report("04-reviewer-report.md")
	prompt := agent("critic", "Read `"+path+"` and go on.\n## No Handoff Required")
	if err := seal(path); err != nil {
		t.Fatal(err)
	}
	b.says(prompt)
	b.edit(path, "Handoff: how", "Handoff: why")
	b.says(prompt, `"permissionDecision":"deny"`, "changed since it was sealed")
	testkit.Write(t, path+".done", []byte("hello"))
	b.says(prompt, `"permissionDecision":"deny"`, "report/invalid-done-marker")
}
