package ledger

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseReference(t *testing.T) {
	lines := func(pairs ...int) (r []Range) {
		for i := 0; i < len(pairs); i += 2 {
			r = append(r, Range{pairs[i], pairs[i+1]})
		}
		return r
	}
	for source, want := range map[string]Reference{
		"a/b.go":                        {Path: "a/b.go"},
		"./a/b.go":                      {Path: "a/b.go"},
		"a//b.go":                       {Path: "a/b.go"},
		"../b.go":                       {Path: "../b.go"},
		" `a/b.go` ":                    {Path: "a/b.go"},
		"a/b.go.":                       {Path: "a/b.go"},
		"a/b.go,":                       {Path: "a/b.go"},
		"`a/b.go (new)`":                {Path: "a/b.go", Note: "(new)"},
		"a/b.go:10":                     {Path: "a/b.go", Lines: lines(10, 10)},
		"a/b.go:10-20":                  {Path: "a/b.go", Lines: lines(10, 20)},
		"a/b.go:10–20":                  {Path: "a/b.go", Lines: lines(10, 20)},
		"a/b.go:10:5":                   {Path: "a/b.go", Lines: lines(10, 10)},
		"a/b.go:L10-L20":                {Path: "a/b.go", Lines: lines(10, 20)},
		"a/b.go:1-5,9":                  {Path: "a/b.go", Lines: lines(1, 5, 9, 9)},
		"a/b.go:1-5, 9-12":              {Path: "a/b.go", Lines: lines(1, 5, 9, 12)},
		"a/b.go#L10":                    {Path: "a/b.go", Lines: lines(10, 10)},
		"a/b.go#L10-L20":                {Path: "a/b.go", Lines: lines(10, 20)},
		"a/b.go#L10C3-L20C8":            {Path: "a/b.go", Lines: lines(10, 20)},
		"a/b.md#some-heading":           {Path: "a/b.md"},
		"a/b.ts(10,5)":                  {Path: "a/b.ts", Lines: lines(10, 10)},
		"a/b.go (lines 10-20)":          {Path: "a/b.go", Lines: lines(10, 20), Note: "(lines 10-20)"},
		"a/b.go, lines 10-20":           {Path: "a/b.go", Lines: lines(10, 20), Note: ", lines 10-20"},
		"a/b.go:10-20 (the loop)":       {Path: "a/b.go", Lines: lines(10, 20), Note: "(the loop)"},
		"`a/b.go` (new)":                {Path: "a/b.go", Note: "(new)"},
		"a/b.go - renamed":              {Path: "a/b.go", Note: "- renamed"},
		"a/b.go — the handler":          {Path: "a/b.go", Note: "— the handler"},
		"a/b.go: holds the lock":        {Path: "a/b.go", Note: ": holds the lock"},
		"a/b.go:Open":                   {Path: "a/b.go"},
		"a/b_test.py::TestA::test_b":    {Path: "a/b_test.py"},
		"a/b.rs::tests::it_works()":     {Path: "a/b.rs"},
		`a\b\c.cs`:                      {Path: "a/b/c.cs"},
		`C:\code\a\b.cs:12`:             {Path: "C:/code/a/b.cs", Lines: lines(12, 12)},
		"C:/code/a/b.cs":                {Path: "C:/code/a/b.cs"},
		"/home/a/proj/src/b.go:3":       {Path: "/home/a/proj/src/b.go", Lines: lines(3, 3)},
		"a/b.go:0":                      {Path: "a/b.go"},
		"a/b.go:20-10":                  {Path: "a/b.go"},
		"a/b.go:99999999999999999999-3": {Path: "a/b.go"},
		"internal/auth/":                {Path: "internal/auth"},
		"app/(shop)/page.tsx":           {Path: "app/(shop)/page.tsx"},
		"docs/my notes.md":              {Path: "docs/my notes.md"},
		"文档/说明.md:3":                    {Path: "文档/说明.md", Lines: lines(3, 3)},
		"app(3)":                        {Path: "app(3)"},
		"a/b.go:":                       {Path: "a/b.go"},
		`C:/b\c.cs`:                     {Path: "C:/b/c.cs"},
		`a/b\c.cs`:                      {},
		"Makefile":                      {Path: "Makefile"},
		".github/workflows/ci.yml":      {Path: ".github/workflows/ci.yml"},
		"@scope/pkg/index.js":           {Path: "@scope/pkg/index.js"}, // its reader decides
		"src/a.go:10 and src/b.go:20":   {Path: "src/a.go:10 and src/b.go:20"},
	} {
		got, ok := ParseReference(source)
		if strings.Contains(source, " and ") || want.Path == "" {
			if ok {
				t.Errorf("%q is taken for %+v", source, got)
			}
			continue
		}
		if !ok {
			t.Errorf("%q is taken for no reference", source)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: want (-), got (+):\n%s", source, diff)
		}
	}
}

func TestParseReferenceRefuses(t *testing.T) {
	for _, source := range []string{
		"", " ", ".", "..", "/", "…", "...", "src/...", "12:30", "3/4", "2026/05/31", "16:9",
		"src/**/*.go", "*.go", "src/[id].go", "a/{b,c}.go", "a/?.go", "<name>.go", "src/<name>/a.go",
		"https://example.com/a.go", "http://a/b", "git@example.com:a/b.git", "mailto:a@example.com", "ssh://a/b", "s3://bucket/key",
		"$HOME/a.go", "${ROOT}/a.go", "%USERPROFILE%/a", "~/a.go", "~user/a.go", "//server/share",
		"go test ./...", "npm run build", "cat a.go | wc", "a.go && b.go", "a > b", "a=b;c", "-race", "--flag=a/b.go",
		"All of the handlers", "see the notes", "foo(bar, baz)", "func(a) { }", "a|b", "a/b\nc",
		strings.Repeat("a/", 300) + "b.go", "src/:10", "src/…/a.go", "a.go b.go", "src/ a.go", "src/(a.go",
	} {
		if got, ok := ParseReference(source); ok {
			t.Errorf("%q is taken for %+v", source, got)
		}
	}
}

func FuzzParseReference(f *testing.F) {
	for _, seed := range []string{"a/b.go:1-5,9 (x)", `C:\a\b:3`, "file:///a#L1", "a::b", "\xff/a", "::", "#L1", "a(1)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := ParseReference(s)
		if ok && (r.Path == "" || strings.HasPrefix(r.Path, "./") || strings.Contains(r.Path, "//")) {
			t.Errorf("%q: %+v", s, r)
		}
		for _, lines := range r.Lines {
			if lines.From < 1 || lines.To < lines.From {
				t.Errorf("%q: %+v", s, r)
			}
		}
	})
}
