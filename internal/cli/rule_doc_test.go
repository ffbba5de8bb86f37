package cli

import (
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

func TestSentence(t *testing.T) {
	for _, c := range []struct{ summary, want string }{
		{"a file is too large", "A file is too large."},
		{"écrit dans un autre format", "Écrit dans un autre format."},
		{"ße", "ße."},
		{"缺少摘要。", "缺少摘要。"},
		{"says why not?", "Says why not?"},
		{"5 sections", "5 sections."},
		{"", ""},
	} {
		if got := sentence(c.summary); got != c.want {
			t.Errorf("sentence(%q) = %q, want %q", c.summary, got, c.want)
		}
	}
}

func TestFormatsText(t *testing.T) {
	for _, c := range []struct {
		formats []string
		want    string
	}{
		{[]string{"report", "metadata", "context", "task"}, "all"},
		{[]string{"task", "context", "report", "metadata"}, "all"},
		{[]string{"report", "metadata", "context", "incident"}, "report, metadata, context, incident"},
		{[]string{"incident", "a", "b", "c"}, "incident, a, b, c"},
		{[]string{"task", "task", "task", "task"}, "task, task, task, task"},
		{append(slices.Clone(document.FormatNames), "incident"), "report, metadata, context, task, incident"},
		{[]string{"report", "session"}, "report, session"},
		{nil, ""},
	} {
		if got := (ruleEntry{Formats: c.formats}).FormatsText(); got != c.want {
			t.Errorf("%q: %q, want %q", c.formats, got, c.want)
		}
	}
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a", "`a`"},
		{"a `b` c", "`` a `b` c ``"},
		{"```", "```` ``` ````"},
	} {
		if got := code(c.text); got != c.want {
			t.Errorf("code(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	if got, want := fenced("", "a\n```json\nb"), "````\na\n```json\nb\n````\n"; got != want {
		t.Errorf("fenced: %q, want %q", got, want)
	}
}
