//go:build !race

package peak

const race = false
