package evidence

import (
	"fmt"
	"sync"
	"testing"
)

func TestIncomplete(t *testing.T) {
	var none *Incomplete
	none.Add(Files, "why")
	if none.Has(Files) || none.Reasons() != nil {
		t.Error("nil records something")
	}
	i := &Incomplete{}
	facts := &Facts{Kinds: Kinds, Incomplete: i}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			i.Add(Chain, "two")
			i.Add(Claims, "three")
			i.Add(Chain, "one")
		})
	}
	group.Wait()
	want := "[evidence about claims was not asked to the end: three evidence about the other reports of the session was not asked to the end: one evidence about the other reports of the session was not asked to the end: two]"
	if got := fmt.Sprint(i.Reasons()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if facts.Has(Chain) || facts.Has(Claims) {
		t.Error("there is evidence of a kind that is incomplete")
	}
	if (&Facts{Kinds: Kinds, Incomplete: &Incomplete{}}).Has(Chain) != true {
		t.Error("there is no evidence although nothing is incomplete")
	}
}
