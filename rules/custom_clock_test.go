package rules_test

import (
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/guard"
	"github.com/handofflint/handofflint/rules"
)

// On a machine so slow that every bound of time has passed, patterns still give
// their verdict.
func TestNoVerdictOfPatternsDependsOnTime(t *testing.T) {
	e := custom(t, "rules.cue", ownRule("must: data: detail?: !~\"(?:.*a.*){37}b\""))
	payload := func(detail string) rules.Input {
		return rules.Input{Path: "t.json", Named: true, Data: []byte(`{"version": 1, "summary": "Traced it", "detail": "` + detail + `"}`)}
	}
	want(t, "compiled", checkInput(t, e, payload("b")))

	bounds := guard.Standard
	t.Cleanup(func() { guard.Standard = bounds })
	guard.Standard = guard.Bounds{Time: time.Nanosecond, Wait: time.Nanosecond, Patience: time.Nanosecond}
	text := strings.Repeat("a", 60_000) // a few tens of milliseconds, eight million steps
	want(t, "accepted", checkInput(t, e, payload(text)))
	if f := find(t, checkInput(t, e, payload(text+"b")), "team/own"); f.Unjudged {
		t.Errorf("the file was not judged: %s", f.Message)
	}
}
