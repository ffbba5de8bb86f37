package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestPermute(t *testing.T) {
	app := newRunner(t.Context(), System()).newApp()
	tests := []struct{ line, want string }{
		{"", ""},
		{"--version", "--version"},
		{"check . -f json", "check --format json ."},
		{"check . -fjson", "check --format=json ."},
		{"check -j4 a b", "check --jobs=4 a b"},
		{"check a -qvf concise b", "check --quiet --verbose --format concise a b"},
		{"check -qfconcise=out.txt", "check --quiet --format=concise=out.txt"},
		{"check -qf=concise", "check --quiet --format=concise"},
		{"check -o- -", "check --output=- -"},
		{"check -q=false", "check --quiet=false"},
		{"check -vq=false", "check --verbose --quiet=false"},
		{"check -qh", "check --quiet --help"},
		{"check -format json a", "check --format json a"},
		{"check --changed=main a", "check --changed-since=main a"},
		{"check a -- -f b", "check -- a -f b"},
		// The value is missing: nothing may stand where it would be taken for it.
		{"check a --format", "check --format"},
		{"check a -qf", "check --quiet --format"},
		// What is no option is left for the flag parser to refuse.
		{"check -fromat json", "check -fromat json"},
		{"check -ouptut x", "check -ouptut x"},
		{"check -qx a", "check --quiet -x a"},
		{"check -xq", "check -xq"}, {"check -q- a", "check -q- a"},
		{"check ---x", "check ---x"},
		{"check -=x", "check -=x"},
		{"check -é", "check -é"},
		// Commands of commands have options of their own.
		{"context new -q --summary x", "context new -q --summary x"},
		{"config init a -qox.yaml", "config init --quiet --output=x.yaml a"},
		{"config inti -q", "config inti -q"},
	}
	for _, tt := range tests {
		args := append([]string{"handofflint"}, strings.Fields(tt.line)...)
		if got := strings.Join(permute(app, args)[1:], " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.line, got, tt.want)
		}
	}
}

// FuzzSplitOptions: whatever is typed, no argument is lost or made up, and what
// was split is not split again.
func fuzzSplitOptions(f *testing.F) {
	for _, line := range []string{"a -qf json", "-qvj4\n-o-", "-f\n--\n-q", "--x=y\n-=\n---", "-é\n-\xff", "-q=\n--changed="} {
		f.Add(line)
	}
	app := newRunner(f.Context(), System()).newApp()
	check := app.Command("check")
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "\n")
		options, rest := splitOptions(check, args)
		for _, arg := range rest {
			if !slices.Contains(args, arg) {
				t.Errorf("%q: the argument %q was made up", args, arg)
			}
		}
		again, _ := splitOptions(check, options)
		if !slices.Equal(again, options) {
			t.Errorf("%q: split again %q is %q", args, options, again)
		}
	})
}
