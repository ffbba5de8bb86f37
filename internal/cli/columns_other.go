//go:build !unix && !windows

package cli

import "os"

// terminalColumns is 0: these systems have no way to ask that is known here.
func terminalColumns(*os.File) int { return 0 }
