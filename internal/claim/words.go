package claim

import (
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// words is rules/facts/words.cue: the words of clauses.
type words struct {
	Subjects map[runner.Kind][]string
	Forms    []Form
	// Refusals are words for a failure of a run or a commit.
	Refusals []string
	// Corrections are words with which a paragraph takes back the one before.
	Corrections []string
	// Runs are words for a run in a denial, Edits those for an edit, Orders those for an order in time.
	Runs, Edits, Orders []string
	// Kept are words for a file that was not changed, Adds those for code that was added.
	Kept, Adds []string
	// Past matches a claim that may be of the past, Script code that calls a script of the repository, TestName
	// the name of a test.
	Past, Script, TestName *text.Regexp
	// Tags are the words of each tag, by its name.
	Tags map[string][]string
}

// Form is a form of claims, with sentences that are plain claims and sentences that are not.
type Form struct {
	Name         string
	For, Against []string
}

// Forms returns all forms.
func Forms() []Form { return table.Load[words]("words").Forms }

// lexicon holds the known words in lower case.
type lexicon struct {
	words
	tags  map[string]tag
	kinds map[string]runner.Kind
	// longest is the word count of the longest phrase, han the character count of the longest Chinese word.
	longest, han int
}

var known = sync.OnceValue(func() *lexicon {
	lex := &lexicon{words: table.Load[words]("words"), tags: map[string]tag{}, kinds: map[string]runner.Kind{}}
	add := func(word string, is tag) {
		word = strings.ReplaceAll(word, "_", " ")
		lex.tags[word] |= is
		lex.longest = max(lex.longest, 1+strings.Count(word, " "))
		if isHan(firstRune(word)) {
			lex.han = max(lex.han, len([]rune(word)))
		}
	}
	for kind, list := range lex.Subjects {
		for _, word := range list {
			add(word, tagSubject)
			lex.kinds[strings.ReplaceAll(word, "_", " ")] = kind
		}
	}
	for name, list := range lex.Tags {
		for _, word := range list {
			add(word, tagNames[name])
		}
	}
	return lex
})
