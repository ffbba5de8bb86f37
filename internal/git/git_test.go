package git

import "testing"

func TestBoundedAnswer(t *testing.T) {
	b := &bounded{limit: 4}
	for _, s := range []string{"abc", "de", "f"} {
		if n, err := b.Write([]byte(s)); n != len(s) || err != nil {
			t.Errorf("%s: %d, %v", s, n, err)
		}
	}
	if b.String() != "abcd" || !b.over {
		t.Errorf("got %q, over %v", b.String(), b.over)
	}
}
