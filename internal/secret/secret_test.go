package secret

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// random returns random characters of a form, with the required text.
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
		if s := string(b); f.isSecret(s) {
			return s
		}
	}
}

// example returns a text with a credential of a form, and the part of it that must not be shown.
func example(r *rand.Rand, f *form, start string) (text, hidden string) {
	hidden = random(r, f, f.Min)
	switch f.Place {
	case assigned:
		return strings.ToUpper(start) + "=" + hidden, hidden
	case block:
		return start + "PRIVATE KEY-----\n" + hidden + "\n-----END PRIVATE KEY-----", hidden
	case inURL:
		hidden = random(r, newForm(&Form{Chars: "a-z0-9", Contains: f.Contains, Min: 8, Max: 20}), 12)
		return "https://bot" + start + "ci:" + hidden + "@git.acme.io/app", hidden
	case inCurl:
		hidden = random(r, newForm(&Form{Chars: "a-z0-9", Contains: f.Contains, Min: 8, Max: 20}), 12)
		return "curl " + start + " ci:" + hidden, hidden
	}
	return start + hidden, hidden
}

func eachExample(call func(f *form, text, hidden string)) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range facts.Forms {
		f := newForm(&facts.Forms[i])
		for _, start := range f.Starts {
			text, hidden := example(r, f, start)
			call(f, text, hidden)
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

// TestFindNothing checks texts that are not credentials, in addition to the rule's good cases.
func TestFindNothing(t *testing.T) {
	eachExample(func(f *form, text, hidden string) {
		for name, not := range map[string]string{
			"the same character": strings.Replace(text, hidden, strings.Repeat("a", len(hidden)), 1),
			"an example":         strings.Replace(text, hidden, "EXAMPLE"+hidden[min(7, len(hidden)):], 1),
			"too short":          strings.Replace(text, hidden, hidden[:3], 1),
			"a word's end":       "x" + text,
			"cut":                text + "… is",
			"cut by dots":        text + "... is",
			"too long":           strings.Replace(text, hidden, strings.Repeat(hidden, f.Max/len(hidden)+1)[:f.Max+1], 1),
		} {
			if f.Place != token && strings.Contains("a word's end, cut, cut by dots, too long", name) {
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

// TestFindRealistic checks credentials as they occur in practice, and their masked form.
func TestFindRealistic(t *testing.T) {
	const random = "oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR"
	const jwt = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ4U0xTRXlCaU5GWnAiLCJpYXQiOjE3MTIzNDU2Nzh9.0X_uJ1-KBnwsA6ihU5gmkAFaK0_QqTPwD5c9O1My_aK"
	for text, want := range map[string]string{
		"SLACK_BOT_TOKEN=xoxb-71023223715-2870416935471-bNpkjjelYVOf0oiodfXCujPv": "Slack token",
		"HF_TOKEN=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":                          "Hugging Face token",
		"hf_lA5zJeIHqifBkLLYaqIr5Mw7SVVjKK04L2":                                   "Hugging Face token",
		"Authorization: Bearer " + random:                                         "bearer token",
		`{"authorization": "Bearer ` + random + `"}`:                              "bearer token",
		"curl -H 'Authorization: Bearer " + random + "' https://api.acme.io":      "bearer token",
		"Authorization: Bearer " + jwt:                                            "JSON web token",
		"Authorization: Bearer ghp_" + random[:36]:                                "GitHub token",
		"Authorization: Bearer pwd" + random:                                      "bearer token",
		"dapi0b7e6f5a4d3c2b1a0f9e8d7c6b5a4938":                                    "Databricks token",
		"dapi0b7e6f5a4d3c2b1a0f9e8d7c6b5a4938xyz":                                 "",
		"GHP_" + random[:36]:                                                      "",
		"Authorization: Bearer $TOKEN":                                            "",
		"Authorization: Bearer ${{ secrets.DEPLOY_TOKEN_2 }}":                     "",
		"Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...":           "",
		"Authorization: Bearer YOUR_API_TOKEN_HERE_1":                             "",
		"Bearer authentication is in internal/auth/BearerTokenMiddleware2.go":     "",
		"the bearer internal/auth/oauth2_bearer_token_handler_v2_test.go:10-20":   "",
		"Bearer 0b7e6f5a4d3c2b1a0f9e8d7c6b5a49382716050f":                         "",
		"Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U": "",
		"Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U":                         "",
		"hf_hub_download_with_retries_and_a_cache":                                "",
		"xoxb-123456789012-1234567890123-abcdefghijklmnopqrstuvwx":                "",
		"xoxb-your-bot-token-from-the-settings":                                   "",
		"`deploy --token oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR`":               "value of a secret setting",
		"deploy --registry-auth-token 'oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR'": "value of a secret setting",
		"deploy --page-token oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR":            "",
		"the token oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR":                      "",
		"deploy --token release-candidate-2026-12":                                "",
	} {
		found := Find(text)
		switch {
		case want == "" && len(found) != 0:
			t.Errorf("%q: %s", text, found[0].Kind)
		case want != "" && (len(found) != 1 || found[0].Kind != want || strings.Contains(Mask(text), found[0].hidden)):
			t.Errorf("%q: %+v, want %s", text, found, want)
		}
	}
}

// TestPasswords checks the passwords in addresses and commands.
func TestPasswords(t *testing.T) {
	const pw = "b1cdefghij7k"
	for text, want := range map[string]int{
		"postgres://app:" + pw + "@data.acme.io/app":             1,
		"postgres://app:" + pw + "@data.acme.io:5432":            1,
		"postgres://app:" + pw + "@data/app":                     0,
		"postgres://app:" + pw + "@127.0.0.1/app":                0,
		"postgres://app:" + pw + "@data.example.com/app":         0,
		"postgres://app:" + pw + "@myexample.io/app":             1,
		"postgres://" + pw + ":" + pw + "@data.acme.io/app":      0,
		"postgres://app:password1234@data.acme.io/app":           0,
		"postgres://app:" + pw + "@data.dbs.acme.io/app":         1,
		"redis://:" + pw + "@data.acme.io:6379":                  1,
		"postgres://app@data.acme.io/app":                        0,
		"curl -u ci:" + pw + " https://api.acme.io":              1,
		"curl -u 'ci:" + pw + "' https://api.acme.io\nlocalhost": 1,
		"curl -u ci:" + pw + " http://localhost:8080":            0,
		"curl -u ci:$PASSWORD https://api.acme.io":               0,
		"curl -u ci:" + pw + "$SUFFIX https://api.acme.io":       0,
		"curl -u ci https://api.acme.io":                         0,
		"curl -u ci:password1234 https://api.acme.io":            0,
		"curl https://api.acme.io | xargs -u ci:" + pw:           0,
		"docker run -u ci:" + pw + " app":                        0,
	} {
		if got := Find(text); len(got) != want {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}

func TestSettings(t *testing.T) {
	const value = "oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR"
	for text, want := range map[string]int{
		"token = " + value: 1, "TOKEN: '" + value + "'": 1, "token " + value: 0, "token =": 0, "page_token = " + value: 0, "PAGE_TOKEN=" + value: 0,
		"token = " + value + "(ctx)": 0, "token = " + value + "[0]": 0, "token = " + value + ".": 1,
		"Authorization: Bearer GHP_" + value:            1,
		"AWS_SESSION_TOKEN=" + strings.Repeat(value, 8): 1,
	} {
		if got := Find(text); len(got) != want {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}

// TestPrivateKeys checks the content of PEM blocks.
func TestPrivateKeys(t *testing.T) {
	const body = "oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVRk9sQ"
	for text, want := range map[string]string{
		"-----BEGIN PRIVATE KEY-----\n" + body + "\nshort\n-----END PRIVATE KEY-----":              "\n" + body + "\nshort\n",
		"-----BEGIN PGP PRIVATE KEY BLOCK-----\n" + body + "\n-----END PGP PRIVATE KEY BLOCK-----": "\n" + body + "\n",
		"-----BEGIN RSA PRIVATE KEY-----\n日\n" + body:                                              "\n日\n" + body,
		"-----BEGIN RSA PRIVATE KEY-----\nĀ\n" + body:                                              "\nĀ\n" + body,
		"-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----":                     "",
		"-----BEGIN PRIVATE KEY":                    "",
		"-----BEGIN " + body + body + "PRIVATE KEY": "",
	} {
		got := ""
		for _, s := range Find(text) {
			got += s.hidden
			if s.Start != 0 {
				t.Errorf("%q begins at %d", text, s.Start)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := Mask("-----BEGIN RSA PRIVATE KEY-----\n日" + body); !strings.HasSuffix(got, "\n日"+strings.Repeat("*", len(body))) {
		t.Errorf("masked: %q", got)
	}
}

func TestString(t *testing.T) {
	for text, want := range map[string]string{
		"ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo":         "GitHub token (ghp_…)",
		"token = oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhjbxVR": "value of a secret setting",
	} {
		if found := Find(text); len(found) != 1 || found[0].String() != want {
			t.Errorf("%q: %v, want %s", text, found, want)
		}
	}
}

// TestRedactNothing holds that texts without credentials are unchanged, and escapes beside one.
func TestRedactNothing(t *testing.T) {
	const token = "ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"
	for s, want := range map[string]string{
		"": "", "no credential": "no credential", "x" + token: "x" + token, `\u0041`: `\u0041`,
		"01-x-" + token + ".md":    "01-x-ghp_" + strings.Repeat("*", len(token)-4) + ".md",
		token + ` caf\u00e9 \nabc`: "ghp_" + strings.Repeat("*", len(token)-4) + ` caf\u00e9 \nabc`,
	} {
		if got := Mask(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := RedactorOf(token).Redact(""); got != "" {
		t.Errorf("no text: %q", got)
	}
}

func TestMask(t *testing.T) {
	eachExample(func(f *form, text, hidden string) {
		masked := Mask("see " + text + " there")
		if strings.Contains(masked, hidden) || len(masked) != len("see "+text+" there") || !strings.HasPrefix(masked, "see ") || !strings.HasSuffix(masked, " there") {
			t.Errorf("%s: %q", f.Kind, masked)
		}
	})
}

// TestRedactParts checks parts of a credential in a message: cut, quoted, or alone.
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
		`{"task_id": "x", "key_findings": ["-----BEGIN PRIVATE KEY-----\n` + hidden + hidden + `\n-----END PRIVATE KEY-----"]}`,
		`{"task_id": "x", "key_findings": ["ghp_\u005aq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"]}`,
		`{"task_id": "x", "key_findings": ["ghp_Zq8rT2vK9mW\u0078\u0034LpB7nYc3hD6sF1gJ5kA0eUo"]}`,
	} {
		doc := document.Parse(document.Input{Path: "context/x.json", Data: []byte(raw), As: "context"}, document.Limits{Depth: 10, Values: 100, Lines: 100_000})
		places := In(doc)
		if len(places) != 1 || places[0].Pointer != "/key_findings/0" {
			t.Errorf("%s: %+v", raw, places)
			continue
		}
		for _, r := range []*Redactor{RedactorFor(doc), RedactorOf(raw)} {
			if got := r.Redact(raw); strings.Contains(got, hidden[5:20]) || strings.Contains(got, `\u0078`) || !strings.HasPrefix(got, `{"task_id": "x", `) {
				t.Errorf("%s", got)
			}
		}
	}
}

// A value may have a credential as it is and another one with escapes, or after an escape.
func TestTwoInOneValue(t *testing.T) {
	const two, second = "ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo and \\u0022", "ghp_oWh2N61nxZGmlGaHrdwsXKPHhwB8OTuoFlhj"
	after := `{"task_id": "x", "key_findings": ["` + two + second + `"]}`
	parsed := document.Parse(document.Input{Path: "context/x.json", Data: []byte(after), As: "context"}, document.Limits{Depth: 10, Values: 100, Lines: 100_000})
	if places := In(parsed); len(places) != 2 || places[1].Span.Start != strings.Index(after, second) {
		t.Errorf("after an escape: %+v", places)
	}
	raw := `{"task_id": "x", "key_findings": ["ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo and \u0078oxb-71023223715-2870416935471-bNpkjjelYVOf0oiodfXCujPv"]}`
	doc := document.Parse(document.Input{Path: "context/x.json", Data: []byte(raw), As: "context"}, document.Limits{Depth: 10, Values: 100, Lines: 100_000})
	if places := In(doc); len(places) != 2 || places[0].Kind != "GitHub token" || places[1].Kind != "Slack token" || places[1].Pointer != "/key_findings/0" {
		t.Errorf("%+v", places)
	}
}

// A credential that is a whole value has the value's pointer, and one in the body has none.
func TestPointers(t *testing.T) {
	const token = "ghp_Zq8rT2vK9mWx4LpB7nYc3hD6sF1gJ5kA0eUo"
	raw := "---\nsummary: " + token + "\ntask_id: \"the token is " + token + "\"\n---\n" + token + "\n"
	doc := document.Parse(document.Input{Path: "a.md", Data: []byte(raw), As: "report"}, document.Limits{Depth: 10, Values: 100, Lines: 100_000})
	var pointers []string
	for _, p := range In(doc) {
		pointers = append(pointers, p.Pointer)
	}
	if want := []string{"/summary", "/task_id", ""}; !slices.Equal(pointers, want) {
		t.Errorf("%q, want %q", pointers, want)
	}
	raw = `{"task_summary": "\u0067` + token[1:] + `", "key_findings": ["` + token + `"]}`
	doc = document.Parse(document.Input{Path: "context/x.json", Data: []byte(raw), As: "context"}, document.Limits{Depth: 10, Values: 100, Lines: 100_000})
	if i := slices.IndexFunc(In(doc), func(p Place) bool { return p.Start == strings.Index(raw, token) }); i < 0 || In(doc)[i].Pointer != "/key_findings/0" {
		t.Errorf("after one with escapes: %+v", In(doc))
	}
}

// FuzzMask checks that masking keeps the length, and that masking twice changes nothing.
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

// BenchmarkHostile reads a text with beginnings of credentials that do not end.
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
