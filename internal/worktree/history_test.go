package worktree

import (
	"strings"
	"testing"
	"time"
)

// A path has its first and its latest change by the times of the commits, whatever their order.
func TestReadLog(t *testing.T) {
	h := &history{names: newNames(), last: map[string]change{}, first: map[string]time.Time{}, shallow: true}
	log := []string{
		">c2 20 c1", "\n:100644 100644 b1 b2 M", "src/a.go", ":160000 000000 s1 0 D", "third/party", "",
		">c1 10", ":000000 100644 0 b1 A", "src/a.go", ":000000 100644 0 b1 A", "src/cafe\u0301.go",
		">c3 30 c2", ":100644 000000 b2 0 D", "src/a.go",
	}
	if err := h.parseLog(strings.Join(log, "\x00")); err != nil {
		t.Fatal(err)
	}
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
	if last, want := h.last["src/a.go"], (change{Commit{"c3", at(30)}, true, "0"}); last != want || !h.first["src/a.go"].Equal(at(10)) {
		t.Errorf("first %v, last %+v", h.first["src/a.go"], last)
	}
	if !h.has["src"] || !h.has["src/caf\u00e9.go"] || !h.repositories["third/party"] || len(h.byBase["a.go"]) != 1 {
		t.Errorf("got %+v", h.names)
	}
	if h.commits != 3 || !h.reaches.Equal(at(10)) {
		t.Errorf("%d commits, from %v", h.commits, h.reaches)
	}
	for _, log := range []string{">c1", ">c1 noon", ":000000 100644 0 b1\x00a.go", ":000000 100644 0 b1 A", "a.go\x00b.go"} {
		if err := h.parseLog(log); err == nil || !strings.HasPrefix(err.Error(), "git log answers with ") {
			t.Errorf("%q: got %v", log, err)
		}
	}
}
