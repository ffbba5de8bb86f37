package rules_test

import (
	"testing"

	"github.com/handofflint/handofflint/internal/ruletest"
)

// The engine reports the findings of the rules' cases at their positions, and nothing in the good cases.
func TestCases(t *testing.T) { ruletest.Run(t, "../testdata/rules") }
