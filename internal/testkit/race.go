//go:build race

package testkit

// Race reports whether the race detector is on: commands that a test starts are then many times slower.
const Race = true
