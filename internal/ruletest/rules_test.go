package ruletest

import "testing"

// root is the folder of the rules' examples, from this package's folder.
const root = "../../testdata/rules"

// TestRules lints every case of every rule of the catalogue, and compares the findings with the case's
// golden. A rule without a folder, or without bad or good cases, fails. -update rewrites the goldens; even
// then, all findings of a bad case must be of its own rule.
func TestRules(t *testing.T) { run(t, root, func(*testCase) bool { return true }) }
