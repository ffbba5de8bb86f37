package checks_test

import (
	"testing"

	"github.com/handofflint/handofflint/internal/ruletest"
)

// TestCases runs the cases of the rules; each rule's good case must have no finding.
func TestCases(t *testing.T) { ruletest.Run(t, "../testdata/rules") }
