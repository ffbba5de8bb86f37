package cli

import (
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"
)

// TestHelpFitsOnAScreen holds the help to 80 columns, the program's own to 40 lines
// and any command's to 80, each with an example and in the manual page.
func TestHelpFitsOnAScreen(t *testing.T) {
	app := newRunner(t.Context(), System()).newApp()
	app.Setup()
	commands := append([]*cli.Command{{HelpName: "handofflint"}}, helpCommands(app)...)
	_, man, _ := streamMain(strings.NewReader(""), nil, "man")
	for _, c := range commands {
		_, help, _ := streamMain(strings.NewReader(""), nil, append(strings.Fields(c.HelpName)[1:], "--help")...)
		most := 80
		if c.Name == "" {
			most = 40
		} else if !strings.Contains(help, "\nExample") {
			t.Errorf("%s --help has no example", c.HelpName)
		}
		if n := strings.Count(help, "\n"); n > most {
			t.Errorf("%s --help has %d lines, at most %d fit", c.HelpName, n, most)
		}
		isExample := false
		for text := range strings.Lines(help) {
			isExample = strings.HasPrefix(text, "Example") || isExample && strings.HasPrefix(text, "   ")
			if width := runewidth.StringWidth(strings.TrimSuffix(text, "\n")); width > 80 && !isExample {
				t.Errorf("%s --help: %d columns: %s", c.HelpName, width, text)
			}
		}
		if !strings.Contains(man, roff(help)) {
			t.Errorf("the manual page lacks the help of %s", c.HelpName)
		}
	}
}

// FuzzRoff: no line of a text becomes a request.
func FuzzRoff(f *testing.F) {
	f.Add(".TH x\n'br\n\\fBbold `code` é")
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.Lines(roff(text)) {
			if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
				t.Errorf("%q becomes the request %q", text, line)
			}
		}
	})
}
