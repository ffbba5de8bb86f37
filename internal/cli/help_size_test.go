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
	lines := []string{""}
	eachCommand(func(line string, _ *cli.Command) { lines = append(lines, line) })
	for _, line := range lines {
		_, help, _ := streamMain(strings.NewReader(""), nil, append(strings.Fields(line), "--help")...)
		most := 80
		switch line {
		case "":
			most = 52
		case "check":
			most = 68
		}
		if line != "" && line != "help" && !strings.Contains(help, "\n   Example") {
			t.Errorf("%s --help has no example", line)
		}
		if n := strings.Count(help, "\n"); n > most {
			t.Errorf("%s --help has %d lines, at most %d fit", line, n, most)
		}
		isExample := false
		for text := range strings.Lines(help) {
			isExample = strings.HasPrefix(text, "   Example") || isExample && strings.HasPrefix(text, "      ")
			if width := runewidth.StringWidth(strings.TrimSuffix(text, "\n")); width > 80 && !isExample {
				t.Errorf("%s --help: %d columns: %s", line, width, text)
			}
		}
	}
}
