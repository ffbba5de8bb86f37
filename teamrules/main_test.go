package teamrules

import (
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Prepare()
	m.Run()
}
