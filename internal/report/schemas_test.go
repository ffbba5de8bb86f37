package report

import (
	"bufio"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The JSON schemas of testdata, each compiled once.
var (
	sarifStandard   = schemaIn("sarif-schema-2.1.0.json")
	gitlabReport    = schemaIn("gitlab.schema.json")
	rdjsonlLine     = schemaIn("rdjsonl.schema.json")
	hostJSONSchemas = map[string]func() (*jsonschema.Schema, error){"sarif": sarifStandard, "gitlab": gitlabReport, "rdjsonl": rdjsonlLine}
)

func schemaIn(file string) func() (*jsonschema.Schema, error) {
	return sync.OnceValues(func() (*jsonschema.Schema, error) {
		return jsonschema.NewCompiler().Compile(filepath.Join("testdata", "schema", file))
	})
}

// holdTo holds a JSON value to the schema of a format.
func holdTo(t testing.TB, format, value string) {
	t.Helper()
	schema, err := hostJSONSchemas[format]()
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(decode(t, value)); err != nil {
		t.Fatalf("%s: %v in %s", format, err, value)
	}
}

// parseJUnit holds the counts of a report to what is counted, and the report to nothing else
// being in it: written again, it is the same.
func parseJUnit(t testing.TB, out string) {
	t.Helper()
	var suites junitSuites
	if err := xml.Unmarshal([]byte(out), &suites); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	again := Format(func(w *bufio.Writer, _ Run) error { return writeXML(w, suites) })
	if err := again.Write(&b, Run{}); err != nil || b.String() != out {
		t.Fatalf("%v: written again\n%s\nis\n%s", err, out, b.String())
	}
	suite, count := suites.Suite, junitSuite{}
	for _, c := range suite.Cases {
		switch {
		case c.Skipped != nil:
			count.Skipped++
		case c.Error != nil:
			count.Errors++
		case c.Failure != nil:
			count.Failures++
		}
	}
	if suite.Tests != len(suite.Cases) || suite.Skipped != count.Skipped || suite.Errors != count.Errors || suite.Failures != count.Failures {
		t.Fatalf("junit: the counts are not those of the cases: %s", out)
	}
}

// spoilt are reports that are wrong in one thing, made of what is printed of
// every kind of finding.
var spoilt = []struct{ format, name, old, by string }{
	{"gitlab", "no fingerprint", `"fingerprint"`, `"print"`},
	{"gitlab", "another severity", `"severity": "major"`, `"severity": "error"`},
	{"gitlab", "a path with ./", `"path": "a.json"`, `"path": "./a.json"`},
	{"gitlab", "line 0", `"begin": 104`, `"begin": 0`},
	{"gitlab", "a line as text", `"begin": 104`, `"begin": "104"`},
	{"rdjsonl", "no message", `"message"`, `"text"`},
	{"rdjsonl", "another severity", `"ERROR"`, `"error"`},
	{"rdjsonl", "column 0", `"column":3`, `"column":0`},
	{"rdjsonl", "no start", `"start"`, `"begin"`},
	{"sarif", "no rule", `"ruleId"`, `"rule"`},
	{"sarif", "another version", `"version": "2.1.0"`, `"version": "2.0.0"`},
}

// TestSchemasRefuse holds that the schemas find what is wrong.
func TestSchemasRefuse(t *testing.T) {
	for _, c := range spoilt {
		t.Run(c.format+" "+c.name, func(t *testing.T) {
			good := render(t, c.format, runOf(every...))
			if c.format == "rdjsonl" {
				good, _, _ = strings.Cut(good, "\n")
			}
			bad := strings.Replace(good, c.old, c.by, 1)
			if bad == good {
				t.Fatalf("%s does not stand in %s", c.old, good)
			}
			if err := verdict(t, c.format, bad); err == nil {
				t.Errorf("it passes: %s", bad)
			}
			if err := verdict(t, c.format, good); err != nil {
				t.Error(err)
			}
		})
	}
}

func verdict(t *testing.T, format, out string) error {
	t.Helper()
	schema, err := hostJSONSchemas[format]()
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(decode(t, out))
}

// TestXMLLint holds XML to the schemas of its readers, if there is a validator.
func TestXMLLint(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("xmllint is not installed here; TestGolden and TestFormsOfGoldens hold what it has passed")
	}
	for _, run := range []Run{runOf(), runOf(every...), hostileRun(strings.Join(nasty, ""))} {
		path := filepath.Join(t.TempDir(), "report.xml")
		if err := os.WriteFile(path, []byte(render(t, "junit", run)), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("xmllint", "--nonet", "--noout", "--schema", filepath.Join("testdata", "schema", "junit.xsd"), path).CombinedOutput()
		if err != nil {
			t.Errorf("%s", out)
		}
	}
}
