package failurelog

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestPath(t *testing.T) {
	home := t.TempDir() // absolute on every system
	state := t.TempDir()
	under := func(names ...string) string { return filepath.Join(append([]string{home}, names...)...) }
	claude := under(".claude", "logs", "handoff-failures.jsonl")
	for _, test := range []struct {
		name, flag, config, goos string
		env                      map[string]string
		claude                   bool
		want                     string
	}{
		{name: "the flag comes first", flag: "f", config: "c", env: map[string]string{PathVariable: "e"}, claude: true, want: "f"},
		{name: "then the environment", config: "c", env: map[string]string{PathVariable: "e"}, claude: true, want: "e"},
		{name: "then the config", config: "c", claude: true, want: "c"},
		{name: "then ~/.claude", env: map[string]string{"XDG_STATE_HOME": state}, claude: true, want: claude},
		{name: "then the folder for state", env: map[string]string{"XDG_STATE_HOME": state}, want: filepath.Join(state, "handofflint", "failures.jsonl")},
		{name: "its default", want: under(".local", "state", "handofflint", "failures.jsonl")},
		{name: "a relative one does not count", env: map[string]string{"XDG_STATE_HOME": "state"}, want: under(".local", "state", "handofflint", "failures.jsonl")},
		{name: "Windows", goos: "windows", env: map[string]string{"LOCALAPPDATA": state}, want: filepath.Join(state, "handofflint", "failures.jsonl")},
		{name: "Windows without LOCALAPPDATA", goos: "windows", want: under("AppData", "Local", "handofflint", "failures.jsonl")},
		{name: "Windows with ~/.claude", goos: "windows", env: map[string]string{"LOCALAPPDATA": state}, claude: true, want: claude},
		{name: "Windows with XDG_STATE_HOME", goos: "windows", env: map[string]string{"LOCALAPPDATA": home, "XDG_STATE_HOME": state}, want: filepath.Join(state, "handofflint", "failures.jsonl")},
		{name: "home in a flag", flag: "~/x.jsonl", want: under("x.jsonl")},
		{name: "home in the environment", env: map[string]string{PathVariable: "~/a/x"}, want: under("a", "x")},
		{name: "a backslash after home, on Windows", goos: "windows", config: `~\x`, want: under("x")},
		{name: "a backslash after home, elsewhere", config: `~\x`, want: `~\x`},
		{name: "somebody else's home", flag: "~you/x", want: "~you/x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			location := Location{
				Flag: test.flag, Config: test.config, GOOS: test.goos,
				Getenv: func(name string) string { return test.env[name] },
				Home:   func() (string, error) { return home, nil },
				IsDir:  func(path string) bool { return test.claude && path == under(".claude") },
			}
			if location.GOOS == "" {
				location.GOOS = "linux"
			}
			got, err := location.Path()
			if err != nil || got != test.want {
				t.Errorf("%q, %v; want %q", got, err, test.want)
			}
		})
	}
}

func TestPathWithoutHome(t *testing.T) {
	lost := errors.New("$HOME is not defined")
	state := t.TempDir()
	for _, test := range []struct {
		name  string
		flag  string
		state string
		home  func() (string, error)
		want  string
		fails bool
	}{
		{name: "nothing names a place", home: func() (string, error) { return "", lost }, fails: true},
		{name: "home is empty", home: func() (string, error) { return "", nil }, fails: true},
		{name: "home is in the flag", flag: "~/x", home: func() (string, error) { return "", lost }, fails: true},
		{name: "the flag needs none", flag: "x", home: func() (string, error) { return "", lost }, want: "x"},
		{name: "the state folder needs none", state: state, home: func() (string, error) { return "", lost },
			want: filepath.Join(state, "handofflint", "failures.jsonl")},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Location{
				Flag: test.flag, GOOS: "linux", Home: test.home, IsDir: func(string) bool { return true },
				Getenv: func(name string) string { return map[string]string{"XDG_STATE_HOME": test.state}[name] },
			}.Path()
			if got != test.want || (err != nil) != test.fails {
				t.Errorf("%q, %v; want %q, failure %v", got, err, test.want, test.fails)
			}
		})
	}
}

// TestPathOfThisMachine: left alone, a Location asks the machine.
func TestPathOfThisMachine(t *testing.T) {
	t.Setenv(PathVariable, "from-the-environment")
	if got, err := (Location{}).Path(); err != nil || got != "from-the-environment" {
		t.Errorf("%q, %v", got, err)
	}
	t.Setenv(PathVariable, "")
	home := t.TempDir()
	got, err := Location{Home: func() (string, error) { return home, nil }}.Path()
	if err != nil || !filepath.IsAbs(got) {
		t.Errorf("%q, %v; want an absolute path", got, err)
	}
}
