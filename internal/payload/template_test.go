package payload

import (
	"strings"
	"testing"
)

// investigate is a task that left a handoff and outputs.
var investigate = Dependency{
	Name: "investigate",
	Handoff: &Handoff{
		version: 1,
		summary: "Root cause: nil in auth.go:142 {{.Deps}}",
		detail:  "auth.go:142 calls session.Validate on nil",
		data:    map[string]string{"severity": "critical", "a.b": "dotted"},
	},
	Results: map[string]string{"branch": "fix/lin-423"},
	Outputs: []string{"branch: fix/lin-423", "done"},
}

var silentTask = Dependency{Name: "silent"}

func TestRender(t *testing.T) {
	tests := []struct{ name, template, want string }{
		{"no action", "plain\r\ntext", "plain\r\ntext"},
		{"nothing", "", ""},
		{"a byte order mark", "\ufeff{{.Deps.investigate.Name}}", "investigate"},
		{"summary, which is no template", `{{index .Deps "investigate" "Handoff" "Summary"}}`, "Root cause: nil in auth.go:142 {{.Deps}}"},
		{"detail", `{{index .Deps "investigate" "Handoff" "Detail"}}`, "auth.go:142 calls session.Validate on nil"},
		{"data", `{{index .Deps "investigate" "Handoff" "Data" "severity"}}`, "critical"},
		{"data with a dot", `{{index .Deps "investigate" "Handoff" "Data" "a.b"}}`, "dotted"},
		{"data that is not there", `[{{index .Deps "investigate" "Handoff" "Data" "x"}}{{.Deps.investigate.Handoff.Data.x}}]`, "[]"},
		{"results", `{{index .Deps "investigate" "Results" "branch"}}{{.Deps.investigate.Results.none}}`, "fix/lin-423"},
		{"outputs", `{{range .Deps.investigate.Outputs}}<{{.}}>{{end}}`, "<branch: fix/lin-423><done>"},
		{"version", `{{.Deps.investigate.Handoff.Version}}`, "1"},
		{"fields", `{{.Deps.investigate.Handoff.Summary}}`, "Root cause: nil in auth.go:142 {{.Deps}}"},
		{"a comparison", `{{if eq .Deps.investigate.Handoff.Data.severity "critical"}}now{{end}}`, "now"},
		{"a loop over tasks", `{{range .Deps}}{{.Name}};{{end}}`, "investigate;silent;"},
		{"a named template", `{{define "s"}}({{.Name}}){{end}}{{template "s" .Deps.silent}}`, "(silent)"},
		{"no handoff, by index", `[{{index .Deps "silent" "Handoff" "Summary"}}{{index .Deps "silent" "Handoff" "Data" "k"}}]`, "[]"},
		{"no handoff, by fields", `[{{.Deps.silent.Handoff.Summary}}{{.Deps.silent.Handoff.Data.k}}{{.Deps.silent.Results.k}}]`, "[]"},
		{"no handoff is false", `{{if .Deps.silent.Handoff}}yes{{else}}no{{end}}{{with index .Deps "silent" "Handoff"}}yes{{else}}no{{end}}`, "nono"},
		{"not", `{{if not .Deps.silent.Handoff}}none{{end}}{{if not .Deps.investigate.Handoff}}none{{end}}`, "none"},
		{"and, or", `{{if and .Deps.silent.Handoff 1}}a{{end}}{{if or .Deps.silent.Handoff (and 1 .Deps.silent.Handoff)}}b{{end}}{{if or .Deps.silent.Handoff .Deps.investigate.Handoff}}c{{end}}{{and 1 "d"}}`, "cd"},
		{"a handoff is true", `{{with .Deps.investigate.Handoff}}{{.Version}}{{end}}`, "1"},
		{"a task that may be there", `{{with .Deps.later}}{{.Name}}{{else}}none{{end}}{{if index .Deps "later"}}{{index .Deps "later" "Name"}}{{end}}`, "none"},
		{"functions that make text", `{{printf "%-6s|%q|%05d" "a" "b" 7}} {{html "<a>"}} {{js "'"}} {{urlquery "a b"}} {{print 1 2}}{{println "x"}}`, "a     |\"b\"|00007 &lt;a&gt; \\' a+b 1 2x\n"},
		{"the first index", `{{index .Deps.investigate.Outputs 0}}`, "branch: fix/lin-423"},
		{"an index", `{{index .Deps.investigate.Outputs 1}}`, "done"},
		{"break", `{{range 10}}{{if eq . 2}}{{break}}{{end}}{{.}}{{end}}`, "01"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			template, err := ParseTemplate("p.tmpl", []byte(tt.template))
			if err != nil {
				t.Fatal(err)
			}
			got, err := template.Render([]Dependency{investigate, silentTask})
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestTemplateErrors(t *testing.T) {
	tests := []struct {
		name, template, place string
		words                 string
	}{
		{"an unknown function", "a\n  é {{foo}}", "2: ", `function "foo" not defined`},
		{"a name with a -", "a\n{{.Deps.open-pr.Name}}", "2: ", `bad character`},
		{"no value", "a\nb {{if}}{{end}}", "2: ", "missing value for if"},
		{"never closed", "{{if 1}}\nx", "2: ", "unexpected EOF"},
		{"not UTF-8", "a\n\xff", " ", "not UTF-8"},
		{"a NUL byte", "ab\x00", " ", "NUL"},
		{"a NUL byte before all", "\x00ab", " ", "NUL"},
		{"a task that no --dep names", "x {{index .Deps \"investgate\" \"Handoff\"}}", "1: ", `<index .Deps "investgate" "Handoff">: error calling index: no --dep has this name`},
		{"the same as a field", "\ufeff\né {{.Deps.other.Name}}", "2: ", `<.Deps.other.Name>: no --dep has this name; add --dep NAME=FILE for it;`},
		{"in a loop, by $", "{{range .Deps}}{{$.Deps.other.Name}}{{end}}", "1: ", `no --dep has this name`},
		{"a part that a task has not", `{{.Deps.investigate.Handof}}`, "1: ", `<.Deps.investigate.Handof>: there is no field "Handof" (did you mean "Handoff"?); `},
		{"a part of a handoff, misspelt", `{{.Deps.investigate.Handoff.Dta.severity}}`, "1: ", `<.Deps.investigate.Handoff.Dta.severity>: there is no field "Dta" (did you mean "Data"?); `},
		{"a version, misspelt", `{{.Deps.investigate.Handoff.Verson}}`, "1: ", `there is no field "Verson" (did you mean "Version"?); `},
		{"a part of a task asked of its handoff", `{{.Deps.investigate.Handoff.Branch}}`, "1: ", `there is no field "Branch"; `},
		{"a part that a handoff has not", `{{index .Deps "investigate" "Handoff" "summary"}}`, "1: ", `there is no field "summary" (did you mean "Summary"?)`},
		{"a part of a tested task", `{{with .Deps.later}}{{end}}{{.Deps.later.Nam}}`, "1: ", `Nam`},
		{"a field beside .Deps", "\n{{.Body}}", "2: ", `<.Body>: there is no field "Body"; `},
		{"an index too far", "é\n é{{index .Deps.investigate.Outputs 5}}", "2: ", "nothing at index 5"},
		{"an index that is the length", "{{index .Deps.investigate.Outputs 2}}", "1: ", "nothing at index 2"},
		{"an index before the first", "{{index .Deps.investigate.Outputs -1}}", "1: ", "nothing at index -1"},
		{"an index that is no number", `{{index .Deps.investigate.Outputs "one"}}`, "1: ", "nothing at index one"},
		{"an index of nothing", "{{index nil 1}}", "1: ", "nothing at index 1"},
		{"a part of a task, misspelt", `{{index .Deps "investigate" "Handof"}}`, "1: ", `there is no field "Handof" (did you mean "Handoff"?)`},
		{"output without end", `{{$x := printf "%1000d" 1}}{{range 100000}}{{$x}}{{end}}`, " ", "the prompt would have over 8388608 bytes"},
		{"a text that doubles", `{{$x := "0123456789"}}{{range 40}}{{$x = print $x $x}}{{end}}`, " ", "the prompt would have over 8388608 bytes"},
		{"many texts that are not printed", `{{range 20}}{{$x := printf "%1000000d" 1}}{{end}}`, " ", "the prompt would have over 8388608 bytes"},
		{"a text that doubles in templates", `{{define "x"}}{{template "x" (print . .)}}{{end}}{{template "x" "a"}}`, " ", "over 8388608 bytes"},
		{"parentheses", "{{" + strings.Repeat("(", 20000) + "1" + strings.Repeat(")", 20000) + "}}", "1: ", "depth"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			template, err := ParseTemplate("p.tmpl", []byte(tt.template))
			if err == nil {
				_, err = template.Render([]Dependency{investigate, silentTask})
			}
			if err == nil || !strings.HasPrefix(err.Error(), "p.tmpl:"+tt.place) || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%.300v, want p.tmpl:%s and %q", err, tt.place, tt.words)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{{index .Deps "investigate" "Handoff" "Summary"}}`, `{{with .Deps.silent.Handoff}}x{{end}}`,
		`{{define "a"}}{{template "a" .}}{{end}}`, "\ufeff{{- /* c */ -}}\r\n{{", `{{block "b" .}}{{$.Deps.a.Results.b | js}}{{end}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ParseTemplate("p.tmpl", []byte(text)); err != nil && !strings.HasPrefix(err.Error(), "p.tmpl:") {
			t.Errorf("%v has no place", err)
		}
	})
}
