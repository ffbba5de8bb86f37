package claim

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
