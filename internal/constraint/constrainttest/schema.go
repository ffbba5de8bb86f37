package constrainttest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// CompileSchema compiles a JSON Schema with a validator that this program has
// no part in.
func CompileSchema(t testing.TB, schema *constraint.Schema) *jsonschema.Schema {
	t.Helper()
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return compiled
}

// AgreesSchema fails the test where a JSON Schema and a checker judge a node
// differently; a schema that leaves something out may accept more. The node
// must have no float that is whole: to JSON Schema that is an integer.
func AgreesSchema(t testing.TB, schema *jsonschema.Schema, leavesOut bool, c *constraint.Checker, n *document.Node) {
	t.Helper()
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(JSON(n)))
	if err != nil {
		t.Fatalf("%s: %v", JSON(n), err)
	}
	err = schema.Validate(instance)
	if accepted := c.Match(n); accepted != (err == nil) && (accepted || !leavesOut) {
		t.Errorf("%s\naccepted: %t, but the JSON Schema says: %v", JSON(n), accepted, err)
	}
}
