package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/handofflint/handofflint/internal/config"
)

// namedBlock is a code fence whose first line is a comment with a file's name.
var namedBlock = regexp.MustCompile("(?ms)^```(?:yaml|cue)\n((?:#|//) (\\S+)\n.*?)^```$")

// TestConfigurationDoc checks every configuration of docs/configuration.md,
// runs every command that it shows, and holds their output to it.
func TestConfigurationDoc(t *testing.T) {
	doc := string(readFile(t, "../../docs/configuration.md"))
	archive := &txtar.Archive{}
	script := ""
	for _, block := range namedBlock.FindAllStringSubmatch(doc, -1) {
		name := block[2]
		if name == config.CUEName {
			name = "cue/" + name // a folder has one configuration
		}
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(block[1])})
		if name != "mistakes.yaml" {
			script += "exec handofflint config check " + name + "\n"
		}
	}
	if len(archive.Files) != 4 {
		t.Fatalf("%d configurations, want 4", len(archive.Files))
	}
	for _, block := range consoleBlock.FindAllStringSubmatch(doc, -1) {
		for _, session := range strings.Split("\n"+block[2], "\n$ ")[1:] {
			script += oneCommand(archive, session)
		}
	}
	archive.Comment = []byte(script)
	path := filepath.Join(t.TempDir(), "configuration_doc.txtar")
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: []string{path},
		Setup: setUp,
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"attempt": attempt, "shows": shows},
	})
}

// TestConfigurationDocIsWhole holds the table of keys to the contract, and the
// address of the schema to the one that is published.
func TestConfigurationDocIsWhole(t *testing.T) {
	doc := string(readFile(t, "../../docs/configuration.md"))
	text, err := config.JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal([]byte(text), &schema); err != nil || len(schema.Properties) == 0 {
		t.Fatalf("no keys in the schema: %v", err)
	}
	for key := range schema.Properties {
		if !strings.Contains(doc, "\n| `"+key+"` | ") {
			t.Errorf("the table does not have %s", key)
		}
	}
	if !strings.Contains(doc, "# yaml-language-server: $schema="+config.SchemaURL+"\n") {
		t.Error("the address of the schema is another one")
	}
}
