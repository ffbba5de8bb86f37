package teamrules

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestSumOfSources holds that sources within their own bounds are rejected if they are too large together.
func TestSumOfSources(t *testing.T) {
	var sources []Source
	for i := range 10 {
		data := "package handoff\n// " + strings.Repeat("x", 60<<10) + "\n"
		sources = append(sources, Source{Name: fmt.Sprintf("r%d.cue", i), Data: []byte(data)})
	}
	if _, err := Read(sources[:5]); err != nil {
		t.Errorf("5 sources: %v", err)
	}
	_, err := Read(sources)
	at := []Source{}
	for range MaxSources / MaxSource {
		at = append(at, Source{Name: "a.cue", Data: []byte("package handoff\n//" + strings.Repeat("x", MaxSource-18))})
	}
	if _, err := Read(at); err != nil {
		t.Errorf("at the bound: %v", err)
	}
	if want := "r8.cue:1:1: the files with rules and formats have over 524288 bytes together"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("10 sources: got %v, want %q", err, want)
	}
	var mistakes *Error
	if !errors.As(err, &mistakes) || mistakes.Problems[0].Help != "use fewer or shorter files" {
		t.Errorf("10 sources: %v says nothing of what helps", err)
	}
}
