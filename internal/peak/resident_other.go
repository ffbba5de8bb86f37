//go:build !linux

package peak

func resident() (int64, bool) { return 0, false }
