//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package ruletest

import "fmt"

func makeFIFO(string) error { return fmt.Errorf("%w: there are no named pipes", errUnsupported) }
