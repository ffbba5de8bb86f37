//go:build race

package peak

// Race says whether the race detector is on: commands that a test starts are
// then many times slower.
const Race = true
