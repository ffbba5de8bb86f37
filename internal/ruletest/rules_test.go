package ruletest

import (
	"flag"
	"testing"
)

var update = flag.Bool("update", false, "write the goldens of testdata/rules anew")

// root is the folder of the rules' examples, from this package's folder.
const root = "../../testdata/rules"

func TestRules(t *testing.T) { Run(t, root, *update) }
