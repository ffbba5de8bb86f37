package rules

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/schema"
)

// SessionFormat is the format of rules that check a folder of reports as a
// whole.
const SessionFormat Format = "session"

// Rule is an entry of the catalogue.
type Rule struct {
	// Name is `group/name`, or one word for a rule that is its own group.
	Name string
	// Summary is one line for lists; Why says what the rule is for.
	Summary, Why string
	Formats      []Format
	// Severity applies in every profile that Profiles does not name.
	Severity Severity
	Profiles map[string]Severity
	Words
	// Variants are the cases of the rule with their own words.
	Variants map[string]Words
	// Params is the JSON object of the rule's parameters, nil if it has none.
	Params   json.RawMessage
	Examples Examples
	// Final means that nothing else is reported about a file in which the rule
	// fires; Fixed that its severity cannot be changed; Unjudged that the file
	// was not checked.
	Final, Fixed, Unjudged bool
	// Sealing means that sealing a report corrects it; Consumer is the severity
	// for whoever accepts the handoff, "" for Severity.
	Sealing  bool
	Consumer Severity
	Since    string
	// Origin is the source of a team's rule, "" for a built-in one.
	Origin string
	// Generated is set if a team's format generated the rule.
	Generated bool

	entry *schema.Rule
}

// Words are a rule's texts: what is wrong, what a valid value looks like, and
// the message at a related place. {name} is a value of the finding.
type Words struct{ Message, Help, Related string }

// Examples are parts of a file: one that breaks a rule, and one that does not.
type Examples struct{ Bad, Good string }

// Group returns the part of the name before the slash, or the name.
func (r *Rule) Group() string {
	group, _, _ := strings.Cut(r.Name, "/")
	return group
}

// SeverityIn returns the rule's severity in a profile of its format, "" for
// none.
func (r *Rule) SeverityIn(profile string) Severity {
	if s, ok := r.Profiles[profile]; ok {
		return s
	}
	return r.Severity
}

// For reports whether the rule applies to a format. Rules about reading files
// apply to files of unknown format too. Rules for all built-in formats and
// those for parse errors apply to a team's formats too.
func (r *Rule) For(format document.Format) bool {
	if format == document.Unknown || slices.Contains(r.Formats, format) {
		return true
	}
	return r.Origin == "" && !builtinFormat(format) && (r.Group() == "syntax" || r.common())
}

// Needs returns the kind of evidence that the rule holds claims against, "" if it
// needs none.
//
// Internal: it serves the commands of handofflint.
func (r *Rule) Needs() evidence.Kind { return evidence.Kind(r.entry.Needs) }

// appliesWith reports whether the evidence that the rule needs is there.
func (r *Rule) appliesWith(facts *evidence.Facts) bool {
	return r.Needs() == "" || facts.Has(r.Needs())
}

// common reports whether the rule is for all built-in formats.
func (r *Rule) common() bool {
	for _, f := range builtinFormats {
		if !slices.Contains(r.Formats, f) {
			return false
		}
	}
	return true
}

// builtinFormats are the four formats.
var builtinFormats = []document.Format{document.Report, document.Metadata, document.Context, document.Task}

func builtinFormat(f document.Format) bool {
	return f == SessionFormat || slices.Contains(builtinFormats, f)
}

// URL returns the page that explains the rule, for a team's rule the one that
// its source names or a general one.
func (r *Rule) URL() string {
	if r.Origin != "" {
		return cmp.Or(r.entry.URL, "https://github.com/handofflint/handofflint/blob/main/docs/custom-rules.md")
	}
	return "https://github.com/handofflint/handofflint/blob/main/docs/rules/" + r.Name + ".md"
}

// upstreamName returns what upstream's validator calls a finding at a pointer, ""
// for nothing.
func (r *Rule) upstreamName(pointer string) string {
	for _, at := range r.entry.UpstreamAt {
		if at.Name == pointer {
			return at.Value
		}
	}
	return r.entry.Upstream
}

// newRule returns an entry as a rule.
func newRule(entry *schema.Rule) *Rule {
	r := &Rule{
		Name: entry.Name, Summary: entry.Summary, Why: entry.Why, Since: entry.Since,
		Severity: Severity(entry.Severity), Words: Words(entry.Words),
		Examples: Examples{Bad: entry.Bad, Good: entry.Good},
		Final:    entry.Final, Fixed: entry.Fixed, Unjudged: entry.Unjudged, Sealing: entry.Sealing,
		Consumer: Severity(entry.Consumer), Origin: entry.Origin, Generated: entry.Generated, entry: entry,
	}
	if entry.Defaults != "" {
		r.Params = json.RawMessage(entry.Defaults)
	}
	for _, f := range entry.Formats {
		r.Formats = append(r.Formats, Format(f))
	}
	if entry.Profiles != nil {
		r.Profiles = map[string]Severity{}
		for _, p := range entry.Profiles {
			r.Profiles[p.Name] = Severity(p.Value)
		}
		r.Severity = r.Profiles[baseProfile]
	}
	if entry.Variants != nil {
		r.Variants = map[string]Words{}
		for _, v := range entry.Variants {
			r.Variants[v.Name] = Words(v.Words)
		}
	}
	return r
}

// In returns the rule's words in a variant, "" for its own. What the variant
// leaves out is the rule's.
func (r *Rule) In(variant string) Words {
	v := r.Variants[variant]
	return Words{
		Message: cmp.Or(v.Message, r.Message),
		Help:    cmp.Or(v.Help, r.Help),
		Related: cmp.Or(v.Related, r.Related),
	}
}

// Firm reports whether nothing in a file suppresses the rule and no baseline
// contains it: if it fires, the file was not checked, or not completely. A
// report that is too small was read to its end, so a team may accept it.
func (r *Rule) Firm() bool {
	final := func(v schema.Variant) bool { return v.Final }
	return r.Fixed || r.Final && r.Group() != "file" || slices.ContainsFunc(r.entry.Variants, final)
}

// finalIn reports whether nothing else is reported about a file in which this
// variant fires.
func (r *Rule) finalIn(variant string) bool {
	return slices.ContainsFunc(r.entry.Variants, func(v schema.Variant) bool { return v.Name == variant && v.Final })
}

// Cases returns the variants in which the rule can fire, sorted, with "" if it
// can fire without one: its pattern, check or schema belongs to no variant. Faults
// of the parser always name a variant if there are any.
func (r *Rule) Cases() []string {
	var cases []string
	e := r.entry
	if len(e.Variants) == 0 || e.Must != nil || e.Check != "" || e.Violations != nil || e.From == "schema" {
		cases = append(cases, "")
	}
	for _, v := range e.Variants {
		cases = append(cases, v.Name)
	}
	slices.Sort(cases)
	return cases
}
