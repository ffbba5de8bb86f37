package terminal

import (
	"strings"
	"testing"
)

// Lines are broken at spaces alone, colours and links take no columns, and a wide character takes two.
func TestWrap(t *testing.T) {
	painted := Screen{Color: true, Links: true}
	for _, tt := range []struct {
		columns     int
		lines, want string
	}{
		{0, "one two three", "one two three"},
		{8, "one two\n\nthree", "one two\n\nthree"},
		{8, "one two three\n  four five six\n", "one two\n  three\n  four\n    five\n    six\n"},
		{8, "a internal/session.go b", "a\n  internal/session.go\n  b"},
		{8, "    a b c d", "    a b\n      c\n      d"},
		{8, "one two    three", "one two   \n  three"},
		{8, "one two ::error::x", "one two ::error::x"},
		{8, "测试 测试 测试", "测试\n  测试\n  测试"},
		{8, painted.Paint(Bad, "one two") + " three", painted.Paint(Bad, "one two") + "\n  three"},
		{8, painted.Link("https://example.com", "one") + " two", painted.Link("https://example.com", "one") + " two"},
	} {
		if got := (Screen{Columns: tt.columns}).Wrap(tt.lines); got != tt.want {
			t.Errorf("%q in %d columns: %q, want %q", tt.lines, tt.columns, got, tt.want)
		}
	}
}

// A link leads to a page, and nothing in its address acts on the terminal.
func TestLink(t *testing.T) {
	on := Screen{Links: true}
	if got, want := on.Link("https://example.com/a?b=c", "a"), "\x1b]8;;https://example.com/a?b=c\x1b\\a\x1b]8;;\x1b\\"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, target := range []string{"", "javascript:alert(1)", "https://example.com/\x1b[2J", ":", "https://example.com/?\u009b2J", "https:\u009b2J", "https://example.com/?a b"} {
		if got := on.Link(target, "a"); got != "a" {
			t.Errorf("%q is a link: %q", target, got)
		}
	}
	if got := on.Link("http://wiki/a", "a"); got == "a" {
		t.Error("a page in a network of a team's own is no link")
	}
	if got := (Screen{}).Link("https://example.com", "a"); got != "a" {
		t.Errorf("a pipe gets %q", got)
	}
	if got := on.LinkFile("/tmp/a b\x1b.md", "a"); !strings.HasPrefix(got, "\x1b]8;;file:///") || !strings.Contains(got, "/tmp/a%20b%1B.md\x1b\\a") {
		t.Errorf("%q", got)
	}
}

// Only what there is to paint gets codes, and only where colours are shown.
func TestPaint(t *testing.T) {
	for _, tt := range []struct {
		screen  Screen
		style   Style
		s, want string
	}{
		{Screen{Color: true}, Bad, "a", "\x1b[1;31ma\x1b[0m"}, {Screen{}, Bad, "a", "a"}, {Screen{Color: true}, Bad, "", ""}, {Screen{Color: true}, "", "a", "a"},
	} {
		if got := tt.screen.Paint(tt.style, tt.s); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestHasLinks(t *testing.T) {
	for _, tt := range []struct {
		name, value string
		want        bool
	}{
		{"TERM", "xterm-256color", false}, {"TERM", "linux", false}, {"TERM", "xterm-kitty", true}, {"TERM_PROGRAM", "vscode", true},
		{"TERM_PROGRAM", "Apple_Terminal", false}, {"VTE_VERSION", "4803", false}, {"VTE_VERSION", "6003", true}, {"WT_SESSION", "1", true}, {"KONSOLE_VERSION", "230804", true},
	} {
		getenv := func(name string) string {
			if name == tt.name {
				return tt.value
			}
			return ""
		}
		if got := HasLinks(getenv); got != tt.want {
			t.Errorf("%s=%s: %t", tt.name, tt.value, got)
		}
	}
}
