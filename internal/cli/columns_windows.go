package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// terminalColumns is how wide a console's window is, 0 if it does not say.
func terminalColumns(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
