package ruletest

import (
	"os"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Prepare()
	os.Exit(m.Run())
}
