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

	pages "github.com/handofflint/handofflint/internal/page"
	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "write the golden files; open each page in a browser afterwards")

// pageLine is a line of a log as check writes it.
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

// TestPage compares pages, without their style and script, with golden files.
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
			hostile += pageLine("2026-05-02", name, "placeholder", "write "+name, 100+10*i+n)
		}
	}
	cases := map[string]string{"empty": "", "one": pageLine("2026-05-31", "writer", "placeholder", "", 1), "several": several, "hostile": hostile}
	for name, log := range cases {
		t.Run(name, func(t *testing.T) {
			page := pageOf(t, log)
			for _, part := range []struct{ open, closing, source string }{{"<style>", "</style>", "style-src"}, {"<script>", "</script>", "script-src"}} {
				content, found := between(page, part.open, part.closing)
				if !found {
					if name != "empty" && name != "one" {
						t.Errorf("no %s", part.open)
					}
					continue
				}
				if !strings.Contains(page, part.source+" &#39;"+strings.ReplaceAll(pages.Hash(content), "+", "&#43;")+"&#39;") {
					t.Errorf("the policy does not allow the page's own %s", part.open)
				}
				page = strings.Replace(page, content, "…", 1)
			}
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
			// All that a text of the log could bring into the page is in one of these.
			for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(page, -1) {
				if strings.Contains(tag, "alert") || regexp.MustCompile(`\son\w+=`).MatchString(tag) || strings.Contains(tag, "src=") {
					t.Errorf("a tag of the log's: %s", tag)
				}
			}
			if len(regexp.MustCompile(`<script|<iframe|<link|<img|<object`).FindAllString(page, -1)) > 2 {
				t.Error("more than the page's own two scripts")
			}
		})
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

// TestCharts compares the counts that are drawn.
func TestCharts(t *testing.T) {
	day := func(s string) int64 {
		at, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return at.Unix()
	}
	log := pageLine("2026-05-01", "writer", "r", "", 1) + pageLine("2026-05-02", "writer", "r", "", 2) +
		pageLine("2026-05-02", "tester", "r", "", 3) + pageLine("2026-05-04", "tester", "r", "", 4) + pageLine("2026-05-07", "tester", "r", "", 5)
	for i := range 7 {
		log += pageLine("2026-05-07", fmt.Sprintf("z%d", i), "r", "", 10+i)
	}
	encoded, _ := between(pageOf(t, log), `<script type="application/json" id="charts">`, "</script>")
	var charts []chart
	if err := json.Unmarshal([]byte(encoded), &charts); err != nil {
		t.Fatal(err)
	}
	var days []int64 // none before the first failure
	for at := day("2026-05-01"); at <= day("2026-05-07"); at += daySeconds {
		days = append(days, at)
	}
	want := []chart{
		{"day", "day", days, []series{{"failures", []int{1, 2, 0, 1, 0, 0, 8}}}},
		{"role", "day", days, []series{
			{"tester", []int{0, 1, 0, 1, 0, 0, 1}}, {"writer", []int{1, 1, 0, 0, 0, 0, 0}},
			{"z0", []int{0, 0, 0, 0, 0, 0, 1}}, {"z1", []int{0, 0, 0, 0, 0, 0, 1}}, {"z2", []int{0, 0, 0, 0, 0, 0, 1}}, {"z3", []int{0, 0, 0, 0, 0, 0, 1}},
			{"others", []int{0, 0, 0, 0, 0, 0, 3}},
		}},
		{"rule", "day", days, []series{{"r", []int{1, 2, 0, 1, 0, 0, 8}}}},
	}
	if diff := cmp.Diff(want, charts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWeeks: a log of many days is drawn by weeks, but for the sum of each day.
func TestWeeks(t *testing.T) {
	log := ""
	for i := range 61 {
		at := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC).AddDate(0, 0, i) // a Monday
		log += pageLine(at.Format(time.DateOnly), "writer", "r", "", i)
	}
	encoded, _ := between(pageOf(t, log), `<script type="application/json" id="charts">`, "</script>")
	var charts []chart
	if err := json.Unmarshal([]byte(encoded), &charts); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{7, 7, 7, 7, 7, 7, 7, 7, 5}, charts[1].Series[0].Counts); diff != "" || charts[1].Unit != "week from" {
		t.Errorf("%s: (-want +got):\n%s", charts[1].Unit, diff)
	}
	if n := len(charts[0].Days); n != 61 || charts[0].Unit != "day" {
		t.Errorf("%d days, by %s", n, charts[0].Unit)
	}
}

// A log with days of thousands of years makes no page of megabytes.
func TestPageOfManyDays(t *testing.T) {
	var log strings.Builder
	for i := range 3 * pagePoints {
		log.WriteString(pageLine(time.Date(1000, 1, 1+30*i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), "writer", "r", "", i))
	}
	encoded, _ := between(pageOf(t, log.String()), `<script type="application/json" id="charts">`, "</script>")
	var charts []chart
	if err := json.Unmarshal([]byte(encoded), &charts); err != nil {
		t.Fatal(err)
	}
	for _, c := range charts {
		newest := time.Date(1000, 1, 1+30*(3*pagePoints-1), 0, 0, 0, 0, time.UTC).Unix()
		if n := len(c.Days); n < pagePoints || n > 3*pagePoints || c.Days[n-1] <= newest-7*24*3600 {
			t.Errorf("%s: %d days up to %d", c.What, n, c.Days[n-1])
		}
	}
}
