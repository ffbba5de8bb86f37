package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/layout"
)

func (r *runner) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, and what the program was built with",
		Description: `Examples:
   handofflint version
   handofflint version -f json | jq -r .version`,
		Flags:  []cli.Flag{formatFlag("text", "json")},
		Action: r.version,
	}
}

// versionFlag is --version of the program itself.
func versionFlag() cli.Flag {
	return &cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version in one line"}
}

// printVersion prints what --version asks for, before any command runs.
func (r *runner) printVersion(c *cli.Context) error {
	if !c.Bool("version") {
		return nil
	}
	if err := r.printText("handofflint " + version() + "\n"); err != nil {
		return err
	}
	return exitCode(ExitClean)
}

// buildInfo is what the program knows of its own making. Its JSON form is a
// contract.
type buildInfo struct {
	Version string `json:"version"`
	// Commit is "" where the program was built outside of its repository, and
	// ends in "-modified" where the sources differed from it.
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	CUE      string `json:"cue"`
	Platform string `json:"platform"`
}

func (r *runner) version(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	format, err := formatOf(c, "text", "json")
	if err != nil {
		return err
	}
	build := readBuild()
	if format == "json" {
		return r.printJSON(build)
	}
	return r.printText("handofflint " + build.Version + "\n" + layout.Indented(layout.Table([][]string{
		{"commit", cmp.Or(build.Commit, "unknown")},
		{"go", build.Go},
		{"cue", cmp.Or(build.CUE, "unknown")},
		{"platform", build.Platform},
	}), "  "))
}

func readBuild() buildInfo {
	b := buildInfo{Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	modified := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	if modified {
		b.Commit += "-modified"
	}
	for _, m := range info.Deps {
		if m.Path == "cuelang.org/go" {
			b.CUE = m.Version
		}
	}
	return b
}
