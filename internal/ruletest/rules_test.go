package ruletest

import "testing"

// root is the folder of the rules' examples, from this package's folder.
const root = "../../testdata/rules"

// TestRules lints every case of every rule of the catalogue, and compares what
// was found with what the case wants. A rule without a folder, or whose folder
// lacks bad or good cases, fails. With -update the goldens are written anew; that
// all findings of a bad case are of its own rule is still held.
func TestRules(t *testing.T) { run(t, root, func(*testCase) bool { return true }) }
