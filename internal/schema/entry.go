package schema

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
)

// Table is the data of a set of CUE sources: the built-in catalogue, or a team's additions to it.
type Table struct {
	// Formats and Rules are in the order of the sources.
	Formats []Format
	Rules   []Rule
	// Templates are the rules that come with a team's formats.
	Templates []Rule
	// Definitions are the named Nodes that other sources may refer to, such as "#Metadata", sorted by name.
	Definitions []Definition
}

// Definition returns the Node with a name, or nil.
func (t *Table) Definition(name string) *Node {
	i := slices.IndexFunc(t.Definitions, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return t.Definitions[i].Node
}

// Definition is a named Node.
type Definition struct {
	Name string
	Node *Node
}

// Format is an entry of `formats`.
type Format struct {
	Name                        document.Format
	Title, Upstream, Recognised string
	Schema, Advice              *Node
	Profiles                    []Profile
	// Source is the schema in CUE: a self-contained file, or a team's source.
	Source string
	// Origin is the source of a team's format, "" for a built-in one. Skeleton is a handoff to fill in, or
	// "".
	Origin, Skeleton string
	// Own describes the files of a team's format, nil for a built-in one: see Spec.
	Own *protocol.Spec
	// Fill are the fields of a skeleton that are filled with known values: a role, a task, a session, the
	// time.
	Fill []Choice
	// Sections are the parts of its Markdown.
	Sections []Section
	// Patterns match documents of a team's format at any path; one of them must match.
	Patterns []*Node
}

// Spec returns the description of the format's files.
func (f *Format) Spec() *protocol.Spec {
	if f.Own != nil {
		return f.Own
	}
	return protocol.Named(f.Name)
}

// Profile is a variant of a format that a document selects by matching one of When. It adds to the format.
type Profile struct {
	Name           string
	When           []*Node
	Schema, Advice *Node
	Sections       []Section
}

// Rule is an entry of `rules`. A tag is the path of a field in the entry, if it differs from its name.
type Rule struct {
	// Name is `group/name`, or one word for a rule that is its own group.
	Name         string
	Summary, Why string
	Bad          string `cue:"examples.bad"`
	Good         string `cue:"examples.good"`
	Since        string
	Formats      []document.Format
	// Severity applies in every profile and format that is not in Profiles.
	Severity Severity
	Profiles []Choice `cue:"severity"`

	// Pattern is the rule's own; its Must is nil if the rule has none.
	Pattern
	// Each is the path of a list: the rule runs once for each of its items.
	Each string
	// Check is the name of a Go function, or "". Params is a JSON object with its parameters, or "", and
	// ParamNode their schema.
	Check     string
	Params    string `cue:"params,json"`
	ParamNode *Node  `cue:"params"`
	// Violations are the kinds of schema violations that the rule reports; From is
	// "schema" or "reader".
	Violations []string
	From       string
	// Needs is the kind of evidence that the rule checks claims against, or "".
	Needs string

	// Reads are values that must be valid; Yields are rules whose findings replace this rule's.
	Reads, Yields []string
	// Final means that nothing else is reported about a file in which the rule fires; Fixed that its severity
	// cannot be changed; Unjudged that the file was not checked.
	Final, Fixed, Unjudged bool
	// Baseline means that a baseline may contain the finding although it is Fixed.
	Baseline bool
	// Sealing means that sealing a report corrects it; Consumer is the severity for the agent that accepts
	// the handoff, "" for Severity.
	Sealing  bool
	Consumer Severity
	// Upstream is the fault's name in upstream's validator, or "", and UpstreamAt its name at a pointer.
	Upstream   string
	UpstreamAt []Choice `cue:"upstream"`

	Words
	Fix      *Fix
	Variants []Variant

	// Origin is the source of a team's rule, "" for a built-in one; Generated means
	// that a team's format made it; Page is the URL that explains it.
	Origin, Page string
	Generated    bool
}

// Severity is the weight of a finding.
type Severity string

// Pattern is a condition on a document: if When matches, Must must match.
type Pattern struct {
	When, Must *Node
	// At is the path of the value to report, or "" for the value that violates the pattern.
	At string
}

// Variant is a case of a rule with its own words. Missing words are the rule's.
type Variant struct {
	Name string
	Pattern
	Words
	Fix   *Fix
	Final bool
}

// Words are the texts of a finding: Message says what is wrong, Help what a valid value looks like, and
// Related is the message at a related position. {name} is a value of the finding.
type Words struct{ Message, Help, Related string }

// Fix is how a finding is corrected; see #Fix in cue/rule.cue. At most one of Set, Replace and From is set.
type Fix struct {
	Message string
	At      string
	// Set is the JSON of a scalar, or "".
	Set     string `cue:"set,json"`
	Replace []Choice
	From    string `cue:"rename.from"`
	To      string `cue:"rename.to"`
}

// Choice is a named value: a severity for a profile, or a replacement for a text.
type Choice struct{ Name, Value string }
