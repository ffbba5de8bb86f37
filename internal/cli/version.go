package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
)

// release is the version, set by the linker for a release:
// -ldflags "-X github.com/handofflint/handofflint/internal/cli.release=0.1.0".
var release = ""

// version returns the program's version without a leading v. A build that is neither a
// release nor of a tagged module has one of its own.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(info.Main.Version, "v") {
		return info.Main.Version[1:]
	}
	return "0.1.0-dev"
}

// ofRelease returns the address of a page of ours as it was when this program was released: main may
// have no such rule any more.
func ofRelease(page string) string {
	const ours = "https://github.com/handofflint/handofflint/blob/"
	path, isOurs := strings.CutPrefix(page, ours+"main/")
	if release == "" || !isOurs {
		return page
	}
	return ours + "v" + release + "/" + path
}

func (r *runner) versionCommand() *cli.Command {
	format := new(choice)
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, and what the program was built with",
		Description: `Example:
   handofflint version -f json | jq -r .version`,
		Flags: []cli.Flag{formatFlag(format, "text", "json")},
		Action: func(*cli.Context) error {
			commit, cue := "", ""
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						commit = s.Value
					}
				}
				for _, m := range info.Deps {
					if m.Path == "cuelang.org/go" {
						cue = m.Version
					}
				}
			}
			platform := runtime.GOOS + "/" + runtime.GOARCH
			text := fmt.Sprintf("handofflint %s\n  commit    %s\n  go        %s\n  cue       %s\n  platform  %s\n",
				version(), cmp.Or(commit, "unknown"), runtime.Version(), cmp.Or(cue, "unknown"), platform)
			// A contract with programs. The commit is "" if the program was built outside of
			// its repository.
			return r.printAs(format.value, text, struct {
				Version  string `json:"version"`
				Commit   string `json:"commit"`
				Go       string `json:"go"`
				CUE      string `json:"cue"`
				Platform string `json:"platform"`
			}{version(), commit, runtime.Version(), cue, platform})
		},
	}
}
