package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// release is the version, set by the linker for a release:
// -ldflags "-X github.com/handofflint/handofflint/internal/cli.release=0.1.0".
var release = ""

// unreleased is the version of a build that is neither a release nor of a tagged
// module.
const unreleased = "0.1.0-dev"

// version is the program's version without a leading v.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && len(info.Main.Version) > 1 && info.Main.Version[0] == 'v' {
		return info.Main.Version[1:]
	}
	return unreleased
}

// buildInfo is what the program knows of its own making. Its JSON form is a
// contract.
type buildInfo struct {
	Version string `json:"version"`
	// Commit is "" if the program was built outside of its repository, and ends in
	// "-modified" if the sources differed from it.
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	CUE      string `json:"cue"`
	Platform string `json:"platform"`
}

func (r *runner) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, and what the program was built with",
		Description: `Example:
   handofflint version -f json | jq -r .version`,
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			b := readBuild()
			if c.String("format") == "json" {
				return r.printJSON(b)
			}
			return r.printText(fmt.Sprintf("handofflint %s\n  commit    %s\n  go        %s\n  cue       %s\n  platform  %s\n",
				b.Version, cmp.Or(b.Commit, "unknown"), b.Go, cmp.Or(b.CUE, "unknown"), b.Platform))
		},
	}
}

func readBuild() buildInfo {
	b := buildInfo{Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	modified := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.Commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "-modified"
		}
	}
	b.Commit += modified
	for _, m := range info.Deps {
		if m.Path == "cuelang.org/go" {
			b.CUE = m.Version
		}
	}
	return b
}
