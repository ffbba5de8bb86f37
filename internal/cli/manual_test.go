package cli

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// sample is a program with one of everything that help and the page show.
func sample() *cli.App {
	return &cli.App{
		Name:        "tool",
		Usage:       "do things",
		Description: "Exit codes: 0 done; 2 not done.",
		Commands: []*cli.Command{{
			Name:      "turn",
			Usage:     "turn it",
			ArgsUsage: "FILE",
			Description: "Turns `FILE`,\n.well, at once.\n\n     a   b\n\n" +
				"Exit codes: 0 turned; 2 not\nturned.\n\nExample:\n   tool turn 'a\\b' -x # ~",
			Flags: []cli.Flag{
				&cli.StringSliceFlag{Name: "by", Aliases: []string{"b"}, Usage: "turn it by `N`"},
				&cli.StringFlag{Name: "to", Value: "left", Usage: "turn it `WHERE`"},
				&cli.BoolFlag{Name: "dry-run", Usage: "turn nothing"},
				&cli.IntFlag{Name: "jobs", DefaultText: "one a core", Usage: "turn `N` at once"},
				&cli.BoolFlag{Name: "secret", Hidden: true},
			},
		}, {
			Name: "hidden", Hidden: true,
		}},
	}
}

func TestHelp(t *testing.T) {
	app := sample()
	const want = `NAME:
   tool turn - turn it

USAGE:
   tool turn [OPTION]... FILE

DESCRIPTION:
   Turns ` + "`FILE`" + `, .well, at once.

        a   b

   Exit codes: 0 turned; 2 not turned.

   Example:
      tool turn 'a\b' -x # ~

OPTIONS:
   -b, --by N
          turn it by N; repeatable
       --to WHERE
          turn it WHERE (default:
          "left")
       --dry-run
          turn nothing
       --jobs N
          turn N at once (default: one a
          core)
   -h, --help
          show help
`
	if diff := cmp.Diff(want, ofCommand("tool turn", app.Commands[0]).help(40)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMan(t *testing.T) {
	const want = `.TH TOOL 1 "" "tool 1.0" "User Commands"
.nh
.ad l
.SH NAME
tool \- do things
.SH SYNOPSIS
.B tool
\fICOMMAND\fR [\fIOPTION\fR]... [\fIARGUMENT\fR]...
.SH DESCRIPTION
.SH OPTIONS
.TP
\fB\-h\fR, \fB\-\-help\fR
show help
.SH COMMANDS
.SS "tool turn"
.B tool turn
[\fIOPTION\fR]... \fIFILE\fR
.PP
Turn it.
.PP
Turns \fBFILE\fR,
\&.well, at once.
.PP
.nf
     a   b
.fi
.PP
.B Options
.TP
\fB\-b\fR, \fB\-\-by\fR \fIN\fR
turn it by N; repeatable
.TP
\fB\-\-to\fR \fIWHERE\fR
turn it WHERE (default: \(dqleft\(dq)
.TP
\fB\-\-dry\-run\fR
turn nothing
.TP
\fB\-\-jobs\fR \fIN\fR
turn N at once (default: one a core)
.TP
\fB\-h\fR, \fB\-\-help\fR
show help
.PP
.B Exit codes
.TP
\fB0\fR
turned
.TP
\fB2\fR
not turned
.PP
.B Examples
.PP
.nf
   tool turn \(aqa\eb\(aq \-x # \(ti
.fi
.SH EXIT STATUS
.TP
\fB0\fR
done
.TP
\fB2\fR
not done
.PP
Where a command means something else by them, it says so.
.SH ENVIRONMENT
`
	got, _, _ := strings.Cut(man(sample(), "1.0"), ".TP\n\\fBNO_COLOR")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExitsMan(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0 a; 2 b or c.", ".TP\n\\fB0\\fR\na\n.TP\n\\fB2\\fR\nb or c\n"},
		{"always 0; never 1.", ".PP\nalways 0; never 1.\n"},
	} {
		if got := exitsMan(c.text); got != c.want {
			t.Errorf("exitsMan(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzRoff: no line of a text becomes a request, and every backslash is one
// that was put there.
func fuzzRoff(f *testing.F) {
	f.Add(".TH x\n'br\n\\fBbold `code` é")
	f.Add("`.a` `\n.b")
	f.Fuzz(func(t *testing.T, text string) {
		for _, out := range []string{roffProse(text), strings.Join(eachLine(strings.Split(text, "\n"), roffLine), "\n")} {
			for _, line := range strings.Split(out, "\n") {
				if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
					t.Errorf("%q becomes the request %q", text, line)
				}
			}
		}
	})
}
