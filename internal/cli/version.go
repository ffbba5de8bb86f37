package cli

import (
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

func (r *runner) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version, and what the program was built with",
		Description: `Example:
   handofflint version`,
		Action: func(*cli.Context) error {
			return r.printText(fmt.Sprintf("handofflint %s\n  go        %s\n  platform  %s/%s\n",
				version(), runtime.Version(), runtime.GOOS, runtime.GOARCH))
		},
	}
}
