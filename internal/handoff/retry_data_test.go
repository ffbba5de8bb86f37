package handoff_test

import (
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/payload"
)

func TestLoadRetry(t *testing.T) {
	retry := handoff.LoadRetry()
	if retry.Version != "1" {
		t.Errorf("the version of a context file is %s", retry.Version)
	}
	// docs/formats.md, "context".
	if want := []string{"tests-failed", "compile-error", "empty-output"}; !slices.Equal(retry.Reasons, want) {
		t.Errorf("the reasons are %q, want %q", retry.Reasons, want)
	}
	if !slices.Contains(retry.Reasons, payload.EmptyOutput) {
		t.Errorf("the reason of an output without a signal, %q, is none of the format's", payload.EmptyOutput)
	}
	if retry.Attempts != 1 {
		t.Errorf("%d attempts, want 1", retry.Attempts)
	}
}
