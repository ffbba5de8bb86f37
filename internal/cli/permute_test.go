package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestPermute(t *testing.T) {
	app := newRunner(System()).newApp()
	tests := []struct{ line, want string }{
		{"", ""},
		{"--version", "--version"},
		{"check . -f json", "check -f json -- ."},
		{"check a -q -f concise b", "check -q -f concise -- a b"},
		{"check --changed a", "check --changed -- a"},
		{"check --changed=main a", "check --changed=main -- a"},
		{"check a -- -f b", "check -- a -f b"},
		// The value is missing: nothing may be where it would be taken for it.
		{"check a --format", "check --format"},
		// What is not an option is left for the flag parser to refuse.
		{"check -fromat json", "check -fromat -- json"},
		{"check ---x", "check ---x --"},
		{"check -é", "check -é --"},
		// Commands of commands have options of their own.
		{"pipeline context new -q --summary x", "pipeline context new -q --summary x --"},
		{"config init a -o x.yaml", "config init -o x.yaml -- a"},
		{"config inti -q", "config -q -- inti"},
	}
	for _, tt := range tests {
		args := append([]string{"handofflint"}, strings.Fields(tt.line)...)
		if got := strings.Join(permute(app, args)[1:], " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.line, got, tt.want)
		}
	}
}

// FuzzPermute: whatever is typed, no argument is lost or made up.
func FuzzPermute(f *testing.F) {
	for _, line := range []string{"a -f json", "-q\n-o-", "-f\n--\n-q", "--x=y\n-=\n---", "-é\n-\xff", "-q=\n--changed="} {
		f.Add(line)
	}
	app := newRunner(System()).newApp()
	f.Fuzz(func(t *testing.T, line string) {
		args := append([]string{"handofflint", "check"}, strings.Split(line, "\n")...)
		for _, arg := range permute(app, args) {
			if arg != "--" && !slices.Contains(args, arg) {
				t.Errorf("%q: the argument %q was made up", args, arg)
			}
		}
	})
}
