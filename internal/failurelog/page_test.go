package failurelog

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "write the golden files; open each page in a browser afterwards")

// pageLine returns a line of a log as check writes it.
func pageLine(day, role, rule, help string, n int) string {
	line, err := json.Marshal(map[string]any{
		"timestamp": day + "T12:00:00.000Z", "file": "a.md", "error_types": []string{rule}, "error_count": 1, "errors": []string{"m"},
		"schema": 1, "tool": "handofflint", "source": "hook", "format": "report", "role": role, "severity": "error",
		"findings": []map[string]any{{"rule": rule, "line": 1, "message": "m", "help": help}}, "key": fmt.Sprintf("%032x", n),
	})
	if err != nil {
		panic(err)
	}
	return string(line) + "\n"
}

func pageOf(t *testing.T, log string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	stats, err := Aggregate(path, time.Time{}, "", rules.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	page, err := stats.Page(rules.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestPage compares pages, without their style, with golden files.
func TestPage(t *testing.T) {
	several := "not an entry\n"
	for i, e := range [][2]string{{"writer", "placeholder"}, {"writer", "placeholder"}, {"writer", "placeholder"}, {"tester", "report/missing-end-marker"}, {"", "acme/no-ticket"}} {
		several += pageLine(fmt.Sprintf("2026-05-%02d", 1+3*i), e[0], e[1], "write it", i)
	}
	hostile := ""
	for i, name := range []string{
		`</script><script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, "\u202e\x1b[31m", `"'{{.}}` + "`", `<!--`, strings.Repeat("x", 300), `]]></title>`,
	} {
		for n := range 3 {
			hostile += pageLine("2026-05-01", name, `a"onmouseover="x/`+name, "write "+name, 10*i+n)
			hostile += pageLine("2026-05-12", name, "placeholder", "write "+name, 100+10*i+n)
		}
	}
	cases := map[string]string{"empty": "", "one": pageLine("2026-05-31", "writer", "placeholder", "", 1), "several": several, "hostile": hostile}
	for name, log := range cases {
		t.Run(name, func(t *testing.T) {
			page := pageOf(t, log)
			styles, _ := between(page, "<style>", "</style>")
			page = strings.Replace(page, styles, "…", 1)
			page = regexp.MustCompile(`sha256-[^&]*(&#43;[^&]*)*`).ReplaceAllString(page, "sha256-…")
			golden := filepath.Join("testdata", "page", name+".html")
			if *update {
				if err := os.WriteFile(golden, []byte(page), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), page); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// Everything that a text of the log could add to the page is in one of these.
			for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
				if strings.Contains(tag, "alert") || regexp.MustCompile(`\son\w+=`).MatchString(tag) || strings.Contains(tag, "src=") {
					t.Errorf("a tag of the log's: %s", tag)
				}
			}
			if regexp.MustCompile(`<script|<iframe|<link|<img|<object`).MatchString(page) {
				t.Error("a script, or something to load")
			}
		})
	}
}

// A page says how many failures of other projects it leaves out.
func TestPageOfAProject(t *testing.T) {
	page, err := Stats{Entries: 1, Elsewhere: 2}.Page(rules.BuiltIn())
	if err != nil || !strings.Contains(page, "2 failures of other projects") || strings.Contains(page, "0001-01-01") {
		t.Errorf("%v: %s", err, page)
	}
}

func between(s, open, closing string) (string, bool) {
	_, rest, found := strings.Cut(s, open)
	if !found {
		return "", false
	}
	content, _, found := strings.Cut(rest, closing)
	return content, found
}
