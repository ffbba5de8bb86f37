//go:build !linux

package testkit

// inMemory does nothing: only Linux has a folder in memory that is always there.
func inMemory() {}
