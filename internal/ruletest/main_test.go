package ruletest

import (
	"os"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Prepare()
	var err error
	if scratch, err = os.MkdirTemp("", "handofflint-cases-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch) // it contains nothing of value
	os.Exit(code)
}
