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

// version is the program's version without a leading v. A build that is neither a
// release nor of a tagged module has one of its own.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && len(info.Main.Version) > 1 && info.Main.Version[0] == 'v' {
		return info.Main.Version[1:]
	}
	return "0.1.0-dev"
}

// buildInfo is what the program knows of its own making. Its JSON form is a
// contract.
type buildInfo struct {
	Version string `json:"version"`
	// Commit is "" if the program was built outside of its repository.
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
			b := buildInfo{Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						b.Commit = s.Value
					}
				}
				for _, m := range info.Deps {
					if m.Path == "cuelang.org/go" {
						b.CUE = m.Version
					}
				}
			}
			text := fmt.Sprintf("handofflint %s\n  commit    %s\n  go        %s\n  cue       %s\n  platform  %s\n",
				b.Version, cmp.Or(b.Commit, "unknown"), b.Go, cmp.Or(b.CUE, "unknown"), b.Platform)
			return r.printAs(c.String("format"), text, b)
		},
	}
}
