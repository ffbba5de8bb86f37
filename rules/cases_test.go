package rules_test

import (
	"testing"

	"github.com/handofflint/handofflint/internal/ruletest"
)

// The engine finds what the cases of the rules say, where they say it, and nothing in the good ones.
func TestCases(t *testing.T) { ruletest.Run(t, "../testdata/rules") }
