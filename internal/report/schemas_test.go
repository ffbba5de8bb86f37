package report

import (
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
	xmlSchemas      = map[string]func() (*xsd, error){"junit": junitXSD, "checkstyle": checkstyleXSD}
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

// parseJUnit holds a report to its schema, and the counts to what is counted.
func parseJUnit(t testing.TB, out string) {
	t.Helper()
	holdToXSD(t, junitXSD, out)
	var suites junitSuites
	if err := xml.Unmarshal([]byte(out), &suites); err != nil {
		t.Fatal(err)
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

// parseCheckstyle holds a report to its schema, and each file to one element:
// readers take a second one for the whole.
func parseCheckstyle(t testing.TB, out string) {
	t.Helper()
	holdToXSD(t, checkstyleXSD, out)
	var document checkstyle
	if err := xml.Unmarshal([]byte(out), &document); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range document.Files {
		if seen[file.Name] || len(file.Errors) == 0 {
			t.Fatalf("checkstyle: %q stands twice, or for nothing: %s", file.Name, out)
		}
		seen[file.Name] = true
	}
}

// spoilt are reports that are wrong in one thing, made of what is printed of
// every kind of finding.
var spoilt = []struct{ format, name, old, by string }{
	{"junit", "no name", ` name="ok.json"`, ``},
	{"junit", "another attribute", `<testcase name="ok.json"`, `<testcase file="x" name="ok.json"`},
	{"junit", "a count that is none", `tests="5"`, `tests="-5"`},
	{"junit", "a time that is none", `time="0"`, `time="now"`},
	{"junit", "two outcomes", `</failure>`, `</failure><skipped></skipped>`},
	{"junit", "another element", `<testcase name="ok.json"`, `<test></test><testcase name="ok.json"`},
	{"junit", "text between", `<testsuite `, `x<testsuite `},
	{"junit", "a case on top", `<testsuites>`, `<testsuites><testcase name="a" classname="b" time="0"></testcase>`},
	{"junit", "another top", `testsuites>`, `suites>`},
	{"junit", "an outcome without a type", ` type="error"`, ``},
	{"junit", "a text type with an element", `</testsuite>`, `<system-out><b></b></system-out></testsuite>`},
	{"junit", "the wrong order", `<testsuite `, `<testsuite><system-out></system-out></testsuite><testsuite `},
	{"checkstyle", "no version", ` version="4.3"`, ``},
	{"checkstyle", "no line", ` line="104"`, ``},
	{"checkstyle", "line 0", ` line="104"`, ` line="0"`},
	{"checkstyle", "another severity", `severity="warning"`, `severity="note"`},
	{"checkstyle", "an error without a file", `</checkstyle>`, `<error line="1" severity="error" message="" source=""></error></checkstyle>`},
	{"checkstyle", "text", `<file `, `]]&gt;<file `},
	{"checkstyle", "a document type", `<checkstyle `, `<!DOCTYPE checkstyle [<!ENTITY a "b">]><checkstyle `},
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

// TestSchemasRefuse holds that the schemas, and those who read them, find what
// is wrong.
func TestSchemasRefuse(t *testing.T) {
	for _, c := range spoilt {
		t.Run(c.format+" "+c.name, func(t *testing.T) {
			good := render(t, c.format, runOf(every...))
			if c.format == "rdjsonl" {
				good, _, _ = strings.Cut(good, "\n")
			}
			bad := strings.Replace(good, c.old, c.by, 1)
			if c.old == "testsuites>" {
				bad = strings.ReplaceAll(good, c.old, c.by)
			}
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
	if read := xmlSchemas[format]; read != nil {
		schema, err := read()
		if err != nil {
			t.Fatal(err)
		}
		return schema.validate(out)
	}
	schema, err := hostJSONSchemas[format]()
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(decode(t, out))
}

// TestXSDReaderRefusesWhatItDoesNotKnow: a rule that is passed over would make
// of the schema less than it says.
func TestXSDReaderRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, text := range []string{
		`<schema><element name="a"><complexType><all></all></complexType></element></schema>`,
		`<schema><element name="a" nillable="true"></element></schema>`,
	} {
		node, err := readXML(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := understood(node); err == nil {
			t.Errorf("understood: %s", text)
		}
	}
}

// TestXMLLintAgrees asks a validator of others the same, where there is one.
func TestXMLLintAgrees(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("xmllint is not installed here; TestFormsOfGoldens and TestSchemasRefuse read the same schemas")
	}
	for _, format := range []string{"junit", "checkstyle"} {
		for _, run := range []Run{runOf(), runOf(every...), hostileRun(strings.Join(nasty, ""))} {
			if out, err := xmllint(t, format, render(t, format, run)); err != nil {
				t.Errorf("%s: %s", format, out)
			}
		}
	}
	for _, c := range spoilt {
		if xmlSchemas[c.format] == nil || c.name == "another top" || c.name == "a document type" {
			continue // any element of a schema may be the top, and a document type is no matter of it
		}
		bad := strings.Replace(render(t, c.format, runOf(every...)), c.old, c.by, 1)
		if _, err := xmllint(t, c.format, bad); err == nil {
			t.Errorf("%s %s passes", c.format, c.name)
		}
	}
}

func xmllint(t *testing.T, format, document string) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.xml")
	if err := os.WriteFile(path, []byte(document), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("xmllint", "--nonet", "--noout", "--schema", filepath.Join("testdata", "schema", format+".xsd"), path).CombinedOutput()
	return string(out), err
}
