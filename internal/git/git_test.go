package git

import "testing"

func TestBoundedAnswer(t *testing.T) {
	b := &bounded{limit: 4}
	for i, s := range []string{"abc", "d", "ef", ""} {
		if n, err := b.Write([]byte(s)); n != len(s) || err != nil || b.over != (i >= 2) {
			t.Errorf("%q: %d, %v, over %v", s, n, err, b.over)
		}
	}
	if b.String() != "abcd" {
		t.Errorf("got %q", b.String())
	}
}
