//go:build !linux

package testkit

// InMemory does nothing: only Linux has a folder in memory that is always there.
func InMemory() {}
