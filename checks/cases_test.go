package checks_test

import (
	"testing"

	"github.com/handofflint/handofflint/internal/ruletest"
)

// Each check reports what the cases of its rules say, and nothing for the good ones.
func TestCases(t *testing.T) { ruletest.Run(t, "../testdata/rules") }
