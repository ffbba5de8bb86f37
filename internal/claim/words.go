package claim

import (
	"cmp"
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
	// Counts are numbers as words.
	Counts []string
	// Places are words of titles that say only where or when, Plans words of titles for what is to be done.
	Places, Plans []string
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
	add := func(word string, is tag, kind runner.Kind) {
		word = strings.ReplaceAll(word, "_", " ")
		lex.tags[word] |= is
		lex.kinds[word] = cmp.Or(lex.kinds[word], kind)
		lex.longest = max(lex.longest, 1+strings.Count(word, " "))
		if isHan(firstRune(word)) {
			lex.han = max(lex.han, len([]rune(word)))
		}
	}
	for kind, list := range lex.Subjects {
		for _, word := range list {
			add(word, tagSubject, kind)
		}
	}
	for name, list := range lex.Tags {
		for _, word := range list {
			add(word, tagNames[name], kindsOfDone[name])
		}
	}
	return lex
})

// tag is a role of a word in a clause. Each is one bit: a word may have several.
type tag uint64

// The tags of listed words; rules/facts/words.cue says what each is for.
const (
	tagAll tag = 1 << iota
	tagPart
	tagQualifier
	tagDeterminer
	tagPass
	tagMark
	tagGo
	tagWell
	tagCompiles
	tagLink
	tagNo
	tagFault
	tagFails
	tagMinor
	tagSelf
	tagVerify
	tagThat
	tagDoing
	tagFresh
	tagGone
	tagFinished
	tagDoingNow
	tagAfter
	tagObject
	tagCommitted
	tagPushed
	tagCommit
	tagMade
	tagTail
	tagPreposition
	tagAnd
	tagHeading
	tagDanger
	tagOther
	tagNot
	tagRefers
	tagOffer
	tagBranch
	tagExcept
	tagCross
	tagDeployed
	tagReporting
	tagWhole
	tagSuite
	tagRan
	tagTime
	tagHead
	tagSo
	tagUnit
)

// The tags of other tokens.
const (
	tagSubject tag = 1 << (iota + 49) // what passes; its words are listed by kind
	tagNumber
	tagZero
	tagCommand // code that is a command
	tagCode    // any other code
	tagTest    // the name of a test
	tagUnknown
	tagComma
	tagSemicolon
	tagColon
	tagOpen
	tagClose
	tagDash
	tagCell // separates the cells of a row
)

// tagNames are the names of tags in rules/facts/words.cue.
var tagNames = map[string]tag{
	"all": tagAll, "part": tagPart, "qualifier": tagQualifier, "determiner": tagDeterminer, "pass": tagPass, "mark": tagMark,
	"go": tagGo, "well": tagWell, "compiles": tagCompiles, "link": tagLink, "no": tagNo, "fault": tagFault, "fails": tagFails,
	"minor": tagMinor, "self": tagSelf, "verify": tagVerify, "that": tagThat, "doing": tagDoing, "fresh": tagFresh, "gone": tagGone,
	"finished": tagFinished, "doingNow": tagDoingNow, "after": tagAfter, "object": tagObject, "committed": tagCommitted,
	"pushed": tagPushed, "commit": tagCommit, "made": tagMade, "tail": tagTail, "preposition": tagPreposition, "and": tagAnd,
	"heading": tagHeading, "danger": tagDanger, "other": tagOther, "not": tagNot, "refers": tagRefers, "offer": tagOffer,
	"branch": tagBranch, "except": tagExcept, "cross": tagCross, "deployed": tagDeployed, "reporting": tagReporting, "whole": tagWhole,
	"suite": tagSuite, "ran": tagRan, "time": tagTime, "head": tagHead, "so": tagSo, "unit": tagUnit,
}

// kindsOfDone are the kinds of runs that words of some tags mean.
var kindsOfDone = map[string]runner.Kind{"committed": runner.Commit, "pushed": runner.Push, "deployed": runner.Deploy}

// Groups of tags.
const (
	objects = tagObject | tagWhole | tagUnit
	others  = tagOther | tagReporting
	// nouns say what passes.
	nouns = tagSubject | tagCommand | tagTest
	// openings begin an answer, deeds say what the writer did.
	openings = tagHeading | tagTail | tagMark
	deeds    = tagSelf | tagDoing | tagVerify | done | tagDoingNow
	// introductory tokens may come before the deed that a clause tells.
	introductory = openings | tagAnd | tagAfter | signs
	// things may come before a verb. vague words may be about anything, such as the place of another run.
	things = tagDeterminer | tagAll | tagQualifier | objects | tagNumber | tagPart | tagSubject
	vague  = tagUnknown | tagTest | tagQualifier | objects | tagCode | tagBranch
	// harmless words do not say whose a claim is, or how much of it holds.
	harmless = tagUnknown | tagTest | tagCode | tagNumber | objects | tagQualifier | tagPart
	// done are words for commits, pushes and deployments, which are not checks.
	done = tagCommitted | tagPushed | tagDeployed
	// ofDone are words that say only what was committed or pushed, and where.
	ofDone = done | tagFinished | tagCell | things | tagPreposition | tagBranch | tagCode | tagTail | tagAnd | tagComma | tagLink | tagSelf | tagMade | tagCommit | tagWell | tagMark | tagPass | tagGo | tagCommand
	// ofRuns are words of checks and commits, ofResults those in a label above results.
	ofRuns    = tagSubject | tagVerify | done | tagPass | tagGo
	ofResults = tagHeading | tagSubject | tagPass | tagMark | tagTail | tagAnd | tagDeterminer | tagVerify | tagThat | tagAll |
		tagCommand | tagLink | tagWell | tagCommitted | tagComma | tagDash
	// denials are words that say no by themselves.
	denials = tagNo | tagZero | tagNot
	// joints separate the clauses of a part.
	joints = tagComma | tagAnd | tagSo
	signs  = tagComma | tagSemicolon | tagColon | tagOpen | tagClose | tagDash
)
