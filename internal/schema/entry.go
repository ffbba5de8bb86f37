package schema

import (
	"encoding/json"
	"fmt"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
)

// Table is what a set of CUE sources says: the built-in catalogue, or what a team
// adds to it.
type Table struct {
	// Formats and Rules are in the order of the sources.
	Formats []Format
	Rules   []Rule
	// Templates are the rules that a team's formats bring.
	Templates []Rule
	// Definitions are the named Nodes that other sources may refer to, sorted by
	// name: "#Metadata".
	Definitions []Definition
	// Data are the other values of the sources, as JSON, sorted by name: "hook",
	// "dispatch", "near".
	Data []Data
}

// Definition returns the Node of that name, or nil if there is none.
func (t *Table) Definition(name string) *Node {
	for _, d := range t.Definitions {
		if d.Name == name {
			return d.Node
		}
	}
	return nil
}

// Decode decodes the data of that name, as encoding/json does. An error is a bug in
// handofflint.
func (t *Table) Decode(name string, into any) error {
	for _, d := range t.Data {
		if d.Name == name {
			if err := json.Unmarshal([]byte(d.JSON), into); err != nil {
				return fmt.Errorf("the sources' %s: %w", name, err)
			}
			return nil
		}
	}
	return fmt.Errorf("the sources have no %s", name)
}

// Definition is a named Node.
type Definition struct {
	Name string
	Node *Node
}

// Data is plain data of the sources.
type Data struct{ Name, JSON string }

// Format is an entry of `formats`.
type Format struct {
	Name                        document.Format
	Title, Upstream, Recognised string
	Schema, Advice              *Node
	Profiles                    []Profile
	// Source is the schema in CUE: a file that needs no other one, or a team's source.
	Source string
	// Origin is the source of a team's format, "" for a built-in one. Skeleton is a
	// handoff to fill in, or "" if there is none.
	Origin, Skeleton string
	// Own describes the files of a team's format, nil for a built-in one: see Spec.
	Own *protocol.Spec
	// Fill are the fields that a skeleton has for what is known: a role, a task, a
	// session, the time.
	Fill []Choice
	// Sections are the parts of its Markdown.
	Sections []Section
	// Patterns match documents of a team's format at any path, one of which has to match.
	Patterns []*Node
}

// Spec returns how files of the format are found and read.
func (f *Format) Spec() *protocol.Spec {
	if f.Own != nil {
		return f.Own
	}
	return protocol.Named(f.Name)
}

// Profile is a variant of a format that a document selects, by matching one of When. What
// it says is added to what the format says.
type Profile struct {
	Name           string
	When           []*Node
	Schema, Advice *Node
	Sections       []Section
}

// Rule is an entry of `rules`. A tag is the path of a field in the entry, if that is
// not its own name.
type Rule struct {
	// Name is `group/name`, or one word for a rule that is its own group.
	Name         string
	Summary, Why string
	Bad          string `cue:"examples.bad"`
	Good         string `cue:"examples.good"`
	Since        string
	Formats      []document.Format
	// Severity applies in every profile and format that Profiles does not name.
	Severity Severity
	Profiles []Choice `cue:"severity"`

	// Pattern is the rule's own; its Must is nil if the rule has none.
	Pattern
	// Each is the path of a list: the rule runs once for each of its items.
	Each string
	// Check is the name of a Go function, or "" for none. Params is a JSON object with
	// its parameters, or "" if there are none, and ParamNode what they may be.
	Check     string
	Params    string `cue:"params,json"`
	ParamNode *Node  `cue:"params"`
	// Violations are the kinds of schema violations that the rule reports; From is
	// "schema" or "reader".
	Violations []string
	From       string
	// Needs is the kind of evidence that the rule holds claims against, or "" for none.
	Needs string

	// Reads are values that must have passed; Yields are the rules that the finding
	// gives way to.
	Reads, Yields []string
	// Final means that nothing else is reported about a file in which the rule
	// fires; Fixed that its severity cannot be changed; Unjudged that the file
	// was not checked.
	Final, Fixed, Unjudged bool
	// Baseline means that a baseline may contain the finding although it is Fixed.
	Baseline bool
	// Sealing means that sealing a report corrects it; Consumer is the severity
	// for whoever accepts the handoff, "" for Severity.
	Sealing  bool
	Consumer Severity
	// Upstream is what upstream's validator calls the fault, "" for nothing, and
	// UpstreamAt what it calls it at a pointer.
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

// Pattern is a condition on a document: Must has to match if When does.
type Pattern struct {
	When, Must *Node
	// At is the path of the value to report, "end", or "" for the value that broke
	// the pattern.
	At string
}

// Variant is a case of a rule with its own words. What it leaves out is the rule's.
type Variant struct {
	Name string
	Pattern
	Words
	Fix   *Fix
	Final bool
}

// Words are texts: what is wrong, what a valid value looks like, and the message at
// a related place. {name} is a value of the finding.
type Words struct{ Message, Help, Related string }

// Fix is how a finding is corrected; see #Fix in cue/rule.cue. At most one of Set,
// Replace, From and Edit is set.
type Fix struct {
	Message string
	At      string
	// Set is the JSON of a scalar, or "" for none.
	Set     string `cue:"set,json"`
	Replace []Choice
	From    string `cue:"rename.from"`
	To      string `cue:"rename.to"`
	Edit    string
}

// Choice is one of several values, by name: a severity by profile, a text by what
// it replaces.
type Choice struct{ Name, Value string }
