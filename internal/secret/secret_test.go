package secret

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// random returns text of the characters of a form, with what it has to contain.
func random(r *rand.Rand, f *form, n int) string {
	var set []byte
	for c := range 256 {
		if f.chars[c] && c != '@' && c != '/' && c != '.' && c != '-' && c != '"' {
			set = append(set, byte(c))
		}
	}
	for {
		b := make([]byte, n)
		for i := range b {
			b[i] = set[r.IntN(len(set))]
		}
		if len(f.Contains) > 0 {
			copy(b[n/3:], f.Contains[0])
		}
		if s := string(b); loaded().isSecret(f, s) {
			return s
		}
	}
}

// example returns a text with a credential of a form, and the part of it that must
// not be shown.
func example(r *rand.Rand, f *form, start string) (text, hidden string) {
	hidden = random(r, f, f.Min)
	switch f.Form {
	case assigned:
		return strings.ToUpper(start) + "=" + hidden, hidden
	case block:
		return start + "PRIVATE KEY-----\n" + hidden + "\n-----END PRIVATE KEY-----", hidden
	case inURL:
		hidden = random(r, &form{chars: charsOf("a-z0-9"), Contains: f.Contains, Min: 8, Max: 20}, 12)
		return "https://bot" + start + "ci:" + hidden + "@git.acme.io/app", hidden
	}
	return start + hidden, hidden
}

func eachExample(call func(f *form, text, hidden string)) {
	r := rand.New(rand.NewPCG(1, 2))
	forms := loaded()
	for i := range forms.Forms {
		for _, start := range forms.Forms[i].Starts {
			text, hidden := example(r, &forms.Forms[i], start)
			call(&forms.Forms[i], text, hidden)
		}
	}
}

func TestFind(t *testing.T) {
	eachExample(func(f *form, text, hidden string) {
		for _, around := range []string{"%", "the key is %.", "a=\"%\",", "- `%`", "(%)", "first\n%\nlast"} {
			found := Find(strings.Replace(around, "%", text, 1))
			if len(found) != 1 || !strings.Contains(hidden, found[0].hidden) && !strings.Contains(found[0].hidden, hidden) {
				t.Errorf("%s in %q: %+v", f.Kind, strings.Replace(around, "%", text, 1), found)
			}
		}
	})
}

// TestFindNothing holds what is no credential, beside the good cases of the rule.
func TestFindNothing(t *testing.T) {
	eachExample(func(f *form, text, hidden string) {
		for name, not := range map[string]string{
			"the same character": strings.Replace(text, hidden, strings.Repeat("a", len(hidden)), 1),
			"an example":         strings.Replace(text, hidden, "EXAMPLE"+hidden[min(7, len(hidden)):], 1),
			"too short":          strings.Replace(text, hidden, hidden[:3], 1),
			"a word's end":       "x" + text,
		} {
			if name == "a word's end" && f.Form != "token" {
				continue
			}
			for _, s := range Find(not) {
				if s.Kind == f.Kind {
					t.Errorf("%s: %s: %q", f.Kind, name, not)
				}
			}
		}
	})
}

func TestMask(t *testing.T) {
	eachExample(func(f *form, text, hidden string) {
		masked := Mask("see " + text + " there")
		if strings.Contains(masked, hidden) || len(masked) != len("see "+text+" there") || !strings.HasPrefix(masked, "see ") || !strings.HasSuffix(masked, " there") {
			t.Errorf("%s: %q", f.Kind, masked)
		}
	})
}

// TestRedactParts masks what a message has of a credential: cut, quoted, or alone.
func TestRedactParts(t *testing.T) {
	const hidden = "Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"
	r := RedactorOf("the token ghp_" + hidden + " is old")
	for text, want := range map[string]string{
		"ghp_" + hidden:         "ghp_" + strings.Repeat("*", len(hidden)),
		`"the token ghp_Zq…"`:   `"the token ghp_**…"`,
		"…9mWx4LpB":             "…********",
		"its kind is told":      "its kind is told",
		"ghp_ is how it begins": "ghp_ is how it begins",
	} {
		if got := r.Redact(text); got != want {
			t.Errorf("Redact(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestEscaped(t *testing.T) {
	const hidden = "Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"
	for _, raw := range []string{
		`{"task_id": "x", "key_findings": ["a\nghp_` + hidden + `"]}`,
		`{"task_id": "x", "key_findings": ["\u0067hp_` + hidden + `"]}`,
		`{"task_id": "x", "key_findings": ["ghp_\u005aq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"]}`,
	} {
		doc := document.Parse(document.Input{Path: "context/x.json", Data: []byte(raw), As: document.Context}, document.Limits{Depth: 10, Values: 100})
		places := In(doc)
		if len(places) != 1 || places[0].Pointer != "/key_findings/0" {
			t.Errorf("%s: %+v", raw, places)
			continue
		}
		for _, r := range []*Redactor{RedactorFor(doc), RedactorOf(raw)} {
			if got := r.Redact(raw); strings.Contains(got, hidden[5:20]) {
				t.Errorf("%s", got)
			}
		}
	}
}

// FuzzMask holds that a mask keeps the length and that masking twice changes nothing.
func FuzzMask(f *testing.F) {
	f.Add("ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo password: x postgres://a:b1cdefghij@h.io")
	f.Fuzz(func(t *testing.T, s string) {
		once := Mask(s)
		if len(once) != len(s) {
			t.Errorf("%q became %q", s, once)
		}
		end := 0
		for _, found := range Find(s) {
			if found.Start < end || found.End > len(s) || found.End <= found.Start {
				t.Errorf("%q: %+v", s, found)
			}
			end = found.End
		}
	})
}

func BenchmarkFind(b *testing.B) {
	data, err := os.ReadFile("../../rules/report.cue")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Find(string(data))
	}
}

// BenchmarkHostile is a text that begins credentials and ends none.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range []string{"eyJ.eyJ ", "password=", "://a:", "-----BEGIN PRIVATE KEY-----", "sk-ant-", " ghp_"} {
		s := strings.Repeat(piece, 1<<20/len(piece))
		b.Run(piece, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Find(s)
			}
		})
	}
}
