package claim

// tag is what a word may be in a clause, one bit each: a word may have several.
type tag uint64

// The tags that rules/facts/words.cue gives to words, which says what each is for.
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
	tagPurpose
	tagReporting
	tagWhole
	tagSuite
)

// The tags of what is in no list.
const (
	tagSubject tag = 1 << (iota + 45) // what passes: its words are by kind
	tagNumber
	tagZero
	tagCommand // code that is a command
	tagCode    // any other code
	tagUnknown
	tagComma
	tagSemicolon
	tagColon
	tagOpen
	tagClose
	tagDash
	tagCell // between the cells of a row
)

// tagNames are the names of tags in rules/facts/words.cue.
var tagNames = map[string]tag{
	"all": tagAll, "part": tagPart, "qualifier": tagQualifier, "determiner": tagDeterminer, "pass": tagPass, "mark": tagMark,
	"go": tagGo, "well": tagWell, "compiles": tagCompiles, "link": tagLink, "no": tagNo, "fault": tagFault, "fails": tagFails,
	"minor": tagMinor, "self": tagSelf, "verify": tagVerify, "that": tagThat, "doing": tagDoing, "fresh": tagFresh, "gone": tagGone,
	"finished": tagFinished, "doingNow": tagDoingNow, "after": tagAfter, "object": tagObject, "committed": tagCommitted,
	"pushed": tagPushed, "commit": tagCommit, "made": tagMade, "tail": tagTail, "preposition": tagPreposition, "and": tagAnd,
	"heading": tagHeading, "danger": tagDanger, "other": tagOther, "not": tagNot, "refers": tagRefers, "offer": tagOffer,
	"branch": tagBranch, "except": tagExcept, "cross": tagCross, "deployed": tagDeployed, "purpose": tagPurpose, "reporting": tagReporting, "whole": tagWhole,
	"suite": tagSuite,
}

// Groups of tags.
const (
	prepositions = tagPreposition | tagPurpose
	objects      = tagObject | tagWhole
	others       = tagOther | tagReporting
	// openings are words and marks with which an answer begins, deeds those of what the writer did.
	openings = tagHeading | tagTail | tagMark
	deeds    = tagSelf | tagDoing | tagVerify | done | tagDoingNow
	// things may be before a verb, and vague may be about anything, as a place of another run.
	things = tagDeterminer | tagAll | tagQualifier | objects | tagNumber | tagPart | tagSubject
	vague  = tagUnknown | tagQualifier | objects | tagCode | tagBranch
	// harmless are words that say nothing of whose a claim is, or of how much of it is so.
	harmless = tagUnknown | tagCode | tagNumber | objects | tagQualifier | tagPart
	// done are what went through or did not, and not checks.
	done = tagCommitted | tagPushed | tagDeployed
	// ofRuns are words of checks and commits, and ofResults what a label consists of that results follow.
	ofRuns    = tagSubject | tagVerify | done | tagPass | tagGo
	ofResults = tagHeading | tagSubject | tagPass | tagMark | tagTail | tagAnd | tagDeterminer | tagVerify | tagThat | tagAll |
		tagCommand | tagLink | tagWell | tagCommitted | tagComma | tagDash
	signs = tagComma | tagSemicolon | tagColon | tagOpen | tagClose | tagDash
)
