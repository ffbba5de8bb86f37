package hook_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/internal/hook"
)

// TestHostIsListed checks that a host's entry in the table is enough for --host: the command line lists it.
func TestHostIsListed(t *testing.T) {
	hook.AddMadeUp(t)
	for args, list := range map[string]string{
		"hooks --help":               " or madeup.",
		"hooks install --host nano":  " or madeup",
		"hook --exit-code --host xx": " or madeup",
	} {
		var out bytes.Buffer
		streams := cli.Streams{In: strings.NewReader("{}"), Out: &out, Err: &out, Getenv: func(string) string { return "" }}
		cli.Main(streams, append([]string{"handofflint"}, strings.Fields(args)...))
		if !strings.Contains(out.String(), list) {
			t.Errorf("%s: no %q in\n%s", args, list, out.String())
		}
	}
}
