package payload

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func task(name, summary, detail string) Dependency {
	return Dependency{Name: name, Handoff: &Payload{Version: 1, Summary: summary, Detail: detail}}
}

// both inserts summary and detail of two tasks.
const both = `{{index .Deps "a" "Handoff" "Summary"}}|{{index .Deps "a" "Handoff" "Detail"}}|` +
	`{{index .Deps "b" "Handoff" "Summary"}}|{{index .Deps "b" "Handoff" "Detail"}}`

func within(t *testing.T, template string, limit int, deps ...Dependency) (string, []Cut, error) {
	t.Helper()
	parsed, err := ParseTemplate("p.tmpl", []byte(template))
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Render(deps, limit)
}

func TestRenderWithBudget(t *testing.T) {
	long, short := strings.Repeat("x", 100), strings.Repeat("y", 20)
	tests := []struct {
		name, template string
		limit          int
		want           string
		cuts           []Cut
	}{
		{"room for all", both, 125, "S|" + long + "|T|" + short, nil},
		{"one too few: the long one pays", both, 124, "S|" + strings.Repeat("x", 95) + ellipsis + "|T|" + short, []Cut{{"a", 5, 100}}},
		{"equal shares", both, 5 + 30, "S|" + strings.Repeat("x", 11) + ellipsis + "|T|" + strings.Repeat("y", 11) + ellipsis, []Cut{{"a", 89, 100}, {"b", 9, 20}}},
		{"nothing but summaries", both, 5, "S||T|", []Cut{{"a", 100, 100}, {"b", 20, 20}}},
		{"too little for an ellipsis alone", both, 5 + 8, "S||T|", []Cut{{"a", 100, 100}, {"b", 20, 20}}},
		{"a detail that is not inserted costs nothing", `{{.Deps.b.Handoff.Detail}}`, 14, strings.Repeat("y", 10) + ellipsis, []Cut{{"b", 10, 20}}},
		{"a detail that is inserted twice", `{{.Deps.b.Handoff.Detail}}{{.Deps.b.Handoff.Detail}}`, 31, strings.Repeat(strings.Repeat("y", 11)+ellipsis, 2), []Cut{{"b", 9, 20}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, cuts, err := within(t, tt.template, tt.limit, task("a", "S", long), task("b", "T", short))
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if len(cuts) != len(tt.cuts) {
				t.Fatalf("cuts %v, want %v", cuts, tt.cuts)
			}
			for i := range cuts {
				if cuts[i] != tt.cuts[i] {
					t.Errorf("cut %v, want %v", cuts[i], tt.cuts[i])
				}
			}
		})
	}
}

func TestBudgetThatSummariesBreak(t *testing.T) {
	_, _, err := within(t, both, 4, task("a", "S", "d"), task("b", "T", "e"))
	if err == nil || !strings.Contains(err.Error(), "5 characters already, and the budget is 4") {
		t.Errorf("the error is %v", err)
	}
}

// TestEveryBudgetIsKept renders with each budget from none to all.
func TestEveryBudgetIsKept(t *testing.T) {
	a := task("a", "Sum", strings.Repeat("The quick 👩‍👩‍👧 fox, e\u0301tude. ", 12))
	b := task("b", "Other", strings.Repeat("漢字と仮名。", 9))
	{
		whole, _, err := within(t, both, 1<<20, a, b)
		if err != nil {
			t.Fatal(err)
		}
		least := 0
		for limit := utf8.RuneCountInString(whole); limit > 0; limit-- {
			got, _, err := within(t, both, limit, a, b)
			if err != nil {
				least = limit
				break
			}
			if size := utf8.RuneCountInString(got); size > limit || !utf8.ValidString(got) {
				t.Errorf("%d, the budget is %d: %q", size, limit, got)
			}
		}
		if summaries := "Sum||Other|"; least != utf8.RuneCountInString(summaries)-1 {
			t.Errorf("the least budget is %d, want %d", least+1, utf8.RuneCountInString(summaries))
		}
	}
}

func TestShorten(t *testing.T) {
	tests := []struct {
		text   string
		length int
		want   string
	}{
		{"whole", 5, "whole"},
		{"one two three", 12, "one two […]"},
		{"one two three", 8, "one […]"},
		{"one two three", 5, "o […]"},
		{"one two three", 4, ""},
		{"abcdefghij", 9, "abcde […]"},
		{"abcdefghij", 4, ""},
		{"", 0, ""},
		{"See:\n\n```go\nx := 1\ny := 2\n```\n\nAll of it.", 26, "See: […]"},
		{"See:\n\n```go\nx := 1\n```\n\nAll of it, that is.", 34, "See:\n\n```go\nx := 1\n```\n\nAll […]"},
		{"```\nnothing but code, and much\n```", 20, ""},
		{"One <!-- two three --> four", 18, "One […]"},
	}
	for _, tt := range tests {
		if got := shorten(tt.text, tt.length); got != tt.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", tt.text, tt.length, got, tt.want)
		}
	}
}
