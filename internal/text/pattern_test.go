package text

import (
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func TestPatternInstructions(t *testing.T) {
	for _, test := range []struct {
		name, source string
		accepted     bool
	}{
		// A literal of n characters has n instructions, plus two: fail and match.
		{"a literal at the bound", strings.Repeat("x", MaxInstructions-2), true},
		{"a literal one beyond", strings.Repeat("x", MaxInstructions-1), false},
		{"a repetition at the bound", "x{998}", true},
		{"a repetition one beyond", "x{999}", false},
		{"repetitions in a row", strings.Repeat(`\pL{1000}`, 3000), false},
		{"repetitions in each other", "(?:(?:x{10}){10}){9}", true},
		{"repetitions in each other, too many", "(?:(?:x{10}){10}){10}", false},
		{"a long class", "[" + strings.Repeat("a-z", 2000) + "]", true},
	} {
		var err error
		if allocated := testing.AllocsPerRun(1, func() { _, err = CompilePattern(test.source) }); allocated > 100_000 {
			t.Errorf("%s: %g allocations", test.name, allocated) // the instructions of hostile patterns are never made
		}
		if (err == nil) != test.accepted || err != nil && !errors.As(err, new(*TooManyInstructions)) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestPatternMatch(t *testing.T) {
	p, err := CompilePattern("x{98}") // 100 instructions
	if err != nil {
		t.Fatal(err)
	}
	var steps Steps
	if p.Match("é", &steps); steps.Used() != 100+matchSteps {
		t.Errorf("one character costs %d steps, want %d", steps.Used(), 100+matchSteps)
	}
	if p.Match("", &steps); steps.Used() != 2*(100+matchSteps) {
		t.Errorf("both cost %d steps, want as many for no character as for one", steps.Used())
	}
	if !p.Match(strings.Repeat("x", MaxSteps/100-3), &steps) || steps.Exceeded() {
		t.Errorf("%d steps are too many", steps.Used())
	}
	if p.Match(strings.Repeat("x", 98), &steps) || !steps.Exceeded() {
		t.Error("one more match was made")
	}
	if !p.Match(strings.Repeat("x", 98), nil) {
		t.Error("without steps to count nothing matches")
	}
}

// Without steps left nothing is found.
func TestPatternWithoutSteps(t *testing.T) {
	p, err := CompilePattern("(,)")
	if err != nil {
		t.Fatal(err)
	}
	if p.Find("a,b", nil) == nil || len(p.Split("a,b", nil)) != 2 {
		t.Error("without steps to count nothing is found")
	}
	none := NewSteps(1)
	if p.Find("a,b", none) != nil || len(p.Split("a,b", none)) != 1 {
		t.Error("without steps something is found")
	}
}

// A pattern that begins at the start of a text reads only the first character of one that it cannot match.
func TestPatternReadsOneCharacter(t *testing.T) {
	long := strings.Repeat("x", 100)
	for source, texts := range map[string]map[string]bool{
		"^[ab]": {"b": true, "c": false, "é": false}, "^é": {"é": true, "b": false, "ü": true}, "^.b": {"é": true, "\n": false},
		`^(?:\b|^)c`: {"c": true, "b": false}, "^(?:a*d*)*b": {"a": true, "b": true, "c": false}, "^k": {"k": true, "j": false}, "^(?i)k": {"\u212a": true},
	} {
		p, err := CompilePattern(source)
		if err != nil {
			t.Fatal(err)
		}
		for first, reads := range texts {
			var steps Steps
			p.Match(first+long, &steps)
			want := int64(p.facts.Instructions)
			if reads {
				want = matchSteps + want*101
			}
			if got := steps.Used(); got != want {
				t.Errorf("%s and %q: %d steps, want %d", source, first, got, want)
			}
		}
	}
}

func TestPatternInParameters(t *testing.T) {
	var p Pattern
	if p.UnmarshalText([]byte("(")) == nil || p.UnmarshalText([]byte("^a")) != nil || !p.Match("ab", nil) {
		t.Errorf("the pattern is %+v", p)
	}
}

// FuzzPattern compares a pattern with Go's own: within the bound it compiles if that does and matches the
// same, and beyond the bound it does not compile.
func FuzzPattern(f *testing.F) {
	for _, source := range []string{"", "^a+$", "(a|b)*c{3,9}", `(?i)\bmust\b`, "a{2}{3}", "(", "x{1001}", "(?:a{0,30}){0,30}", `\pL{1000}\pL{1000}`, "[^\\x00-\\x{10FFFF}]"} {
		f.Add(source, "aab ccc\nmust")
	}
	// texts of which every match has one, and some that not every match has
	for _, source := range []string{"(?:zz|aab) ", "(aab|b*)c", "(ab|z)|bc", "x(ab|c)", "(?:ab)+", "(?i)AAB", "a(b)?", "(ab ){1,2}", "(zz){0}aab", "(^|[ ])c{3}", "\uFFFD", "b \u0301*c"} {
		f.Add(source, "aab ccc\xff")
	}
	f.Fuzz(func(t *testing.T, source, s string) {
		if len(source) > 200 || len(s) > 1000 {
			return
		}
		p, err := CompilePattern(source)
		if errors.As(err, new(*TooManyInstructions)) {
			return
		}
		re, wanted := regexp.Compile(source)
		if (err == nil) != (wanted == nil) {
			t.Fatalf("CompilePattern: %v; regexp.Compile: %v", err, wanted)
		}
		if err != nil {
			return
		}
		if p.facts.Instructions > MaxInstructions {
			t.Errorf("%d instructions", p.facts.Instructions)
		}
		var steps Steps
		if got := p.Match(s, &steps); got != re.MatchString(s) {
			t.Errorf("Match is %v", got)
		}
	})
}

// TestWhole compares the known facts of the program's own patterns with computed ones, as patterns for whole
// texts.
func TestWhole(t *testing.T) {
	for _, facts := range known {
		p, err := CompileWhole(facts.Source)
		if err != nil {
			t.Fatal(err)
		}
		want, err := FactsOf(p.String())
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		want.Source = facts.Source
		if !reflect.DeepEqual(p.facts, want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", p, p.facts, want)
		}
	}
	if _, err := CompileWhole(`\Q`); err == nil {
		t.Error("a pattern that is none between its anchors is accepted")
	}
}

func TestCompiled(t *testing.T) {
	if p := Compiled("^a"); p != Compiled("^a") || !p.Match("ab", nil) || p.Match("ba", nil) {
		t.Errorf("got %v", p)
	}
	defer func() {
		if recover() == nil {
			t.Error("a pattern that does not compile is accepted")
		}
	}()
	Compiled("(")
}
