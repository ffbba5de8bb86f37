package schema_test

import (
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
)

// TestSourcesStandAlone holds that the files are complete without the rules, and have the definitions that
// the package comment names.
func TestSourcesStandAlone(t *testing.T) {
	files, err := schema.Sources.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	instance := build.NewContext().NewInstance("", nil)
	for _, file := range files {
		source, err := schema.Sources.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(file.Name(), source)
		if err != nil {
			t.Fatal(err)
		}
		if err := instance.AddSyntax(parsed); err != nil {
			t.Fatal(err)
		}
	}
	value := cuecontext.New().BuildInstance(instance)
	for _, name := range []string{"#Report", "#Metadata", "#Context", "#Task", "#Format", "#Rule"} {
		definition := value.LookupPath(cue.ParsePath(name))
		if err := definition.Err(); err != nil || !definition.Exists() {
			t.Errorf("%s: exists %t, %v", name, definition.Exists(), err)
		}
	}
}
