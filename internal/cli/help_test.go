package cli

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// full is a device that nothing more can be written to.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// What is asked for and cannot be written is no success.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, line := range []string{"rules", "explain placeholder", "schema task", "version", "failures", "new task"} {
		var stderr bytes.Buffer
		streams := Streams{In: strings.NewReader(""), Out: full{}, Err: &stderr, Getenv: os.Getenv}
		code := Main(streams, append([]string{"handofflint"}, strings.Fields(line)...))
		if code != ExitFailed || stderr.String() != "handofflint: cannot write the output: no space left\n" {
			t.Errorf("%q: exit code %d, %q", line, code, stderr.String())
		}
	}
}

// Every command that is shown has a help of its own, by either way to ask.
func TestHelpIsOneText(t *testing.T) {
	eachCommand(func(line string, c *cli.Command) {
		if c.Name == "help" {
			return // the library takes its --help for that of the program
		}
		code, asked, _ := streamMain(strings.NewReader(""), nil, append([]string{"help"}, strings.Fields(line)...)...)
		_, flagged, _ := streamMain(strings.NewReader(""), nil, append(strings.Fields(line), "--help")...)
		if code != ExitClean || asked != flagged || !strings.Contains(asked, "handofflint "+line) {
			t.Errorf("help %s: exit code %d, %q, with --help %q", line, code, asked, flagged)
		}
	})
}

// eachCommand calls each for every command, with its name after those of the commands above it.
func eachCommand(each func(line string, c *cli.Command)) {
	var walk func(above string, commands []*cli.Command)
	walk = func(above string, commands []*cli.Command) {
		for _, c := range commands {
			each(above+c.Name, c)
			walk(above+c.Name+" ", c.Subcommands)
		}
	}
	walk("", newRunner(System()).newApp().Commands)
}

// TestOptionsMeanOneThing holds an option's name to one type, one letter and one
// placeholder over all commands.
func TestOptionsMeanOneThing(t *testing.T) {
	seen, where := map[string]string{}, map[string]string{}
	eachCommand(func(at string, c *cli.Command) {
		for _, f := range c.Flags {
			for _, name := range f.Names() {
				if name == "words" && at == "audit" {
					continue // those of messages, not of a task's id
				}
				if name == "json" || name == "strict" && at != "check" {
					t.Errorf("%s has --%s", at, name)
				}
				if got := meaning(f); seen[name] == "" {
					seen[name], where[name] = got, at
				} else if seen[name] != got {
					t.Errorf("--%s is %s in %s, but %s in %s", name, got, at, seen[name], where[name])
				}
			}
		}
	})
}

// meaning is what an option with a name is: its names, whether it takes a value,
// and the placeholder of it. What can be repeated and sent to a file is a format
// too.
func meaning(f cli.Flag) string {
	usage := ""
	if d, ok := f.(cli.DocGenerationFlag); ok && d.TakesValue() {
		usage = "a " + strings.TrimSuffix(strings.Split(d.GetUsage()+"``", "`")[1], "[=FILE]")
	} else if b, ok := f.(*cli.BoolFlag); ok && slices.Contains(b.Names(), "quiet") {
		usage = b.Usage
	}
	return strings.TrimSpace(strings.Join(f.Names(), ", ") + " " + usage)
}
