package document

import (
	"math/big"
	"strings"
	"testing"
)

func TestParseNumber(t *testing.T) {
	for _, text := range []string{"", "-", "+", ".", "e1", "1e", "1e+", "1.2.3", "0x10", "NaN", ".inf", "1 ", "1_000", "--1", "é"} {
		if x, ok := ParseNumber(text); ok {
			t.Errorf("%q is read as %+v", text, x)
		}
	}
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "007": "7", "+7": "7", "-12": "-12", "1200": "1200", "1.50": "1.5", "12e2": "1200", "0.5e1": "5", ".5e1": "5", "5.": "5",
	} {
		if x, ok := ParseNumber(text); !ok || CompareNumbers(text, want) != 0 {
			t.Errorf("%q is %+v (%t), want %s", text, x, ok, want)
		}
	}
}

func TestCompareNumbers(t *testing.T) {
	for _, tt := range []struct {
		a, b  string
		order int
	}{{"1", "1.0", 0}, {"-2", "1", -1}, {"3", "2e0", 1}, {"x", "1", -1}, {"1", "x", 1}, {"0.0001e-99999999999999999999", "1", -1}, {"1e99999999999999999999", "1", 1}} {
		if order := CompareNumbers(tt.a, tt.b); order != tt.order {
			t.Errorf("%s and %s: %d", tt.a, tt.b, order)
		}
	}
	for text, want := range map[string]string{"0.0": "0.0", "-12.50": "-0.125e2", "+3": "0.3e1"} {
		if n, _ := ParseNumber(text); n.Canonical() != want {
			t.Errorf("%s is %s, want %s", text, n.Canonical(), want)
		}
	}
}

// FuzzNumber compares the comparison of numbers with math/big's.
func FuzzNumber(f *testing.F) {
	for _, seed := range [][2]string{{"1", "1.0"}, {"-1", "1"}, {"0", "-0.0"}, {"1e3", "999.9"}, {"0.001", "1e-3"}, {"12345678901234567890", "1.2345678901234567891e19"}, {"100", "1e2"}, {"-5", "-50"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, okX := ParseNumber(a)
		y, okY := ParseNumber(b)
		if !okX || !okY || outOfReach(a, x) || outOfReach(b, y) {
			return
		}
		p, okP := new(big.Rat).SetString(a)
		q, okQ := new(big.Rat).SetString(b)
		if !okP || !okQ {
			t.Fatalf("%q and %q are numbers, but not to math/big", a, b)
		}
		if got, want := CompareNumbers(a, b), p.Cmp(q); got != want {
			t.Errorf("%s compared with %s is %d, want %d", a, b, got, want)
		}
	})
}

// outOfReach reports whether math/big would take long for a number, or reject it.
func outOfReach(text string, n Number) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	_, digits, exp := n.scaled()
	return len(exponent) > 4 || exp > 1000 || exp < -1000 || len(digits) > 1000
}
