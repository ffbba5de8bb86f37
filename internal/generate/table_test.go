package generate

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write internal/table/table.go")

// TestTable fails if the table is not what the sources say.
func TestTable(t *testing.T) {
	const path = "../table/table.go"
	want, err := Go(os.DirFS("../../cue"), os.DirFS("../../rules"))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
		t.Error("the table is out of date: run go generate ./internal/generate")
	}
}
