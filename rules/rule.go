package rules

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
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
	// finals are the final variants of a rule that is not final.
	finals []string
	// Origin is the source of a team's rule, "" for a built-in one.
	Origin string
	// Generated is set if a team's format generated the rule.
	Generated bool

	yields    []string
	fixes     map[string]*fixPlan // by variant, "" for the rule's own
	upstream  upstreamName
	paramDocs map[string]string
	// paramsValue is the entry's params without settings; setBy names the
	// parameters that a key of the configuration sets for several rules, engine
	// those that only the engine needs.
	paramsValue cue.Value
	setBy       map[string]string
	engine      map[string]bool
	check       string // its name, "" for none
	alone       bool   // it can fire without a variant
	url         string
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
		return cmp.Or(r.url, "https://github.com/handofflint/handofflint/blob/main/docs/custom-rules.md")
	}
	return "https://github.com/handofflint/handofflint/blob/main/docs/rules/" + r.Name + ".md"
}

// words returns the words for a variant; what the variant leaves out is the
// rule's.
func (r *Rule) words(variant string) Words {
	v := r.Variants[variant]
	return Words{
		Message: cmp.Or(v.Message, r.Message),
		Help:    cmp.Or(v.Help, r.Help),
		Related: cmp.Or(v.Related, r.Related),
	}
}

// upstreamName is what upstream's validator calls a finding: one name, or one
// per pointer.
type upstreamName struct {
	name      string
	byPointer map[string]string
}

func (u upstreamName) at(pointer string) string {
	if name, ok := u.byPointer[pointer]; ok {
		return name
	}
	return u.name
}

// readRule reads what checking a file needs of an entry. readTexts reads the
// longer texts, for `explain` and lists.
func readRule(name string, v cue.Value) (*Rule, error) {
	in := reading(v)
	r := &Rule{
		Name:     name,
		Words:    in.words(),
		Final:    in.flag("final"),
		Fixed:    in.flag("fixed"),
		Unjudged: in.flag("unjudged"),
		Sealing:  in.flag("sealing"),
		Consumer: Severity(in.text("consumer")),
		yields:   in.list("yields"),
		upstream: in.upstream(),
		check:    in.text("check"),
	}
	for _, f := range in.list("formats") {
		r.Formats = append(r.Formats, document.Format(f))
	}
	in.note("severity", r.readSeverity(lookup(v, "severity")))
	in.note("params", r.readParams(lookup(v, "params")))
	in.note("variants", r.readVariants(lookup(v, "variants")))
	in.note("fix", r.readFixes(v))
	if in.err != nil {
		return nil, fmt.Errorf("rule %s: %w", name, in.err)
	}
	return r, nil
}

func (r *Rule) readSeverity(v cue.Value) error {
	if !v.Exists() {
		return errors.New("there is none")
	}
	if v.Kind() == cue.StringKind {
		return v.Decode(&r.Severity)
	}
	if err := v.Decode(&r.Profiles); err != nil {
		return err
	}
	r.Severity = r.Profiles["base"]
	return nil
}

func (r *Rule) readParams(v cue.Value) error {
	if !v.Exists() {
		return nil
	}
	params, err := v.MarshalJSON()
	r.Params = params
	return err
}

func (r *Rule) readVariants(v cue.Value) (err error) {
	if !v.Exists() {
		return nil
	}
	if r.Variants, err = readWords(v); err != nil {
		return err
	}
	return eachField(v, func(name string, variant cue.Value) error {
		in := reading(variant)
		if in.flag("final") {
			r.finals = append(r.finals, name)
		}
		return in.err
	})
}

func (r *entryReader) upstream() (u upstreamName) {
	value := lookup(r.value, "upstream")
	switch {
	case !value.Exists():
	case value.IncompleteKind() == cue.StructKind:
		r.note("upstream", value.Decode(&u.byPointer))
	default:
		r.note("upstream", value.Decode(&u.name))
	}
	return u
}

// readTexts reads the texts that explain a rule.
func (r *Rule) readTexts(v cue.Value) error {
	in := reading(v)
	r.Summary, r.Why, r.Since = in.text("summary"), in.text("why"), in.text("since")
	r.Examples = Examples{Bad: in.text("examples.bad"), Good: in.text("examples.good")}
	r.alone = firesAlone(in)
	if r.paramsValue = lookup(v, "params"); r.paramsValue.Exists() {
		in.note("params", r.readParamTexts())
	}
	if in.err != nil {
		return fmt.Errorf("rule %s: %w", r.Name, in.err)
	}
	return nil
}
