package claim

import (
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/table"
)

// words is rules/facts/words.cue: what a clause may consist of.
type words struct {
	Subjects map[runner.Kind][]string
	Classes  []struct {
		Letter string
		Words  []string
	}
}

// lexicon is what is known of words, by their lower case.
type lexicon struct {
	classes map[string]string
	kinds   map[string]runner.Kind
	// longest is how many words a phrase has at most, han how many characters one of Chinese.
	longest, han int
}

var known = sync.OnceValue(func() *lexicon {
	w := table.Load[words]("words")
	lex := &lexicon{classes: map[string]string{}, kinds: map[string]runner.Kind{}}
	add := func(word, letter string) {
		word = strings.ReplaceAll(word, "_", " ")
		lex.classes[word] += letter
		lex.longest = max(lex.longest, 1+strings.Count(word, " "))
		if isHan(firstRune(word)) {
			lex.han = max(lex.han, len([]rune(word)))
		}
	}
	for kind, list := range w.Subjects {
		for _, word := range list {
			add(word, string(subject))
			lex.kinds[strings.ReplaceAll(word, "_", " ")] = kind
		}
	}
	for _, class := range w.Classes {
		for _, word := range class.Words {
			add(word, class.Letter)
		}
	}
	return lex
})
