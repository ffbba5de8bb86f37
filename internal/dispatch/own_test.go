package dispatch

import "testing"

func TestOwn(t *testing.T) {
	for name, want := range map[string]int{".01.claim": 1, ".123456789.claim": 123456789} {
		if n, own := Own(name); !own || n != want {
			t.Errorf("%s: %d, %v; want %d", name, n, own, want)
		}
	}
	for _, name := range []string{"01-a-report.md", ".claim", ".1234567890.claim", "x.01.claim", ".lock", ""} {
		if _, own := Own(name); own {
			t.Errorf("%q is taken for our own", name)
		}
	}
}

func TestNumber(t *testing.T) {
	for name, want := range map[string]int{"01-writer-report.md": 1, "123-a-b-report.md": 123, "1-report.md": 0, "x-1-report.md": 0, "01-writer-report.md.done": 0} {
		if got := Number(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
