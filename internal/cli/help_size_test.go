package cli

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"
)

// TestHelpFitsOnAScreen holds the help to 80 columns, the program's own to 52 lines,
// that of check to 68 and any other to 80, each with an example.
func TestHelpFitsOnAScreen(t *testing.T) {
	app := newRunner(System()).newApp()
	commands := []*cli.Command{{HelpName: "handofflint"}}
	for _, c := range app.Commands {
		c.HelpName = "handofflint " + c.Name
		for _, sub := range c.Subcommands {
			sub.HelpName = c.HelpName + " " + sub.Name
		}
		commands = append(append(commands, c), c.Subcommands...)
	}
	for _, c := range commands {
		_, help, _ := streamMain(strings.NewReader(""), nil, append(strings.Fields(c.HelpName)[1:], "--help")...)
		most := 80
		switch c.Name {
		case "":
			most = 52
		case "check":
			most = 68
		}
		if c.Name != "" && c.Name != "help" && !strings.Contains(help, "\n   Example") {
			t.Errorf("%s --help has no example", c.HelpName)
		}
		if n := strings.Count(help, "\n"); n > most {
			t.Errorf("%s --help has %d lines, at most %d fit", c.HelpName, n, most)
		}
		isExample := false
		for text := range strings.Lines(help) {
			isExample = strings.HasPrefix(text, "   Example") || isExample && strings.HasPrefix(text, "      ")
			if width := runewidth.StringWidth(strings.TrimSuffix(text, "\n")); width > 80 && !isExample {
				t.Errorf("%s --help: %d columns: %s", c.HelpName, width, text)
			}
		}
	}
}
