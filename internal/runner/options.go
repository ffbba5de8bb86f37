package runner

import (
	"slices"
	"strings"
)

// IsFilter reports whether the value of an option selects tests, NamesPackage whether it names a package.
func IsFilter(word string) bool     { return slices.Contains(facts.Filters, word) }
func NamesPackage(word string) bool { return slices.Contains(facts.Packages, word) }

// Widens reports whether an option makes a runner check more code.
func Widens(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return slices.Contains(facts.More, name)
}

// RunsFailed reports whether an option makes a runner run what failed before.
func RunsFailed(word string) bool { return slices.Contains(facts.Again, word) }
