//go:build race

package peak

const race = true
