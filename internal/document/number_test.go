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
		x, ok := ParseNumber(text)
		if !ok {
			t.Errorf("%q is not read", text)
			continue
		}
		if other, _ := ParseNumber(want); x.Compare(other) != 0 {
			t.Errorf("%q is %+v, want %s", text, x, want)
		}
	}
}

func TestCompareNumbers(t *testing.T) {
	for _, tt := range []struct {
		a, b  string
		order int
		ok    bool
	}{{"1", "1.0", 0, true}, {"-2", "1", -1, true}, {"3", "2e0", 1, true}, {"x", "1", -1, false}, {"1", "x", 1, false},
		{"0.0001e-99999999999999999999", "1", -1, true}, {"1e99999999999999999999", "1", 1, true}} {
		if order, ok := CompareNumbers(tt.a, tt.b); order != tt.order || ok != tt.ok {
			t.Errorf("%s and %s: %d, %v", tt.a, tt.b, order, ok)
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
		if got, want := x.Compare(y), p.Cmp(q); got != want {
			t.Errorf("%s compared with %s is %d, want %d", a, b, got, want)
		}
	})
}

// outOfReach reports whether math/big would take long for a number, or reject it.
func outOfReach(text string, n Number) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	digits, exp := n.scaled()
	return len(exponent) > 4 || exp > 1000 || exp < -1000 || len(digits) > 1000
}
