package evidence

import (
	"fmt"
	"sync"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

func TestIncomplete(t *testing.T) {
	var none *rules.Incomplete
	none.Add(rules.KindFiles, "why")
	if none.Has(rules.KindFiles) || none.Reasons() != nil {
		t.Error("nil records something")
	}
	i := &rules.Incomplete{}
	facts := &Facts{Kinds: rules.EvidenceKinds, Incomplete: i}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			i.Add(rules.KindChain, "two")
			i.Add(rules.KindClaims, "three")
			i.Add(rules.KindChain, "one")
		})
	}
	group.Wait()
	want := "[claims about the handoff itself were only partly checked: three claims about the other reports of the session were only partly checked: one claims about the other reports of the session were only partly checked: two]"
	if got := fmt.Sprint(i.Reasons()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if facts.Has(rules.KindChain) || facts.Has(rules.KindClaims) {
		t.Error("there is evidence of a kind that is incomplete")
	}
	if (&Facts{Kinds: rules.EvidenceKinds, Incomplete: &rules.Incomplete{}}).Has(rules.KindChain) != true {
		t.Error("there is no evidence although nothing is incomplete")
	}
}
