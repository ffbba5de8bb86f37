package cli

import (
	"runtime/debug"
)

// release is the version, set by the linker for a release:
// -ldflags "-X github.com/handofflint/handofflint/internal/cli.release=0.1.0".
var release = ""

// unreleased stands for a build that is neither a release nor of a tagged
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
