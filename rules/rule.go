package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
)

// SessionFormat is the format of rules that check a folder of reports as a whole.
const SessionFormat Format = "session"

// Rule is an entry of the catalogue, with the severities and parameters of the options.
type Rule schema.Rule

// Group returns the part of the name before the slash, or the name.
func (r *Rule) Group() string {
	group, _, _ := strings.Cut(r.Name, "/")
	return group
}

// severityIn returns the rule's severity in a format and a profile. The profile's own takes precedence over
// the format's. The profile may be "".
func (r *Rule) severityIn(format document.Format, profile string) Severity {
	for _, name := range []string{profile, string(format)} {
		isIt := func(p schema.Choice) bool { return p.Name == name && name != base.Name } // the severity of base is the rule's
		if i := slices.IndexFunc(r.Profiles, isIt); i >= 0 {
			return Severity(r.Profiles[i].Value)
		}
	}
	return r.Severity
}

// For reports whether the rule applies to a format. Every rule applies to files of unknown format. A built-in
// rule for all built-in formats, or for parse errors, applies to a team's formats too.
func (r *Rule) For(format document.Format) bool {
	if format == document.Unknown || slices.Contains(r.Formats, format) {
		return true
	}
	isOfTeam := r.Origin != ""
	if isOfTeam || builtinFormat(format) {
		return false
	}
	isLeftOut := func(f protocol.Spec) bool { return !slices.Contains(r.Formats, document.Format(f.Name)) }
	return r.Group() == "syntax" || !slices.ContainsFunc(protocol.Builtin.Formats, isLeftOut)
}

// appliesWith reports whether the evidence that the rule needs is available.
func (r *Rule) appliesWith(facts Facts) bool {
	return r.Needs == "" || facts.Has(r.Needs)
}

func builtinFormat(f document.Format) bool {
	return f == SessionFormat || protocol.Named(f).Name != ""
}

// URL returns the page that explains the rule. For a team's rule it is the page in its source, or a general
// one.
func (r *Rule) URL() string {
	if r.Origin != "" {
		return cmp.Or(r.Page, "https://github.com/handofflint/handofflint/blob/main/docs/custom-rules.md")
	}
	return "https://github.com/handofflint/handofflint/blob/main/docs/rules/" + r.Name + ".md"
}

// errorType returns the name in a failure log of a finding at a pointer: upstream's name if its validator has
// one, else the rule's.
func (r *Rule) errorType(pointer string) string {
	i := slices.IndexFunc(r.UpstreamAt, func(at schema.Choice) bool { return at.Name == pointer })
	if i < 0 {
		return cmp.Or(r.Upstream, r.Name)
	}
	return r.UpstreamAt[i].Value
}

// In returns the rule's words in a variant. Words that the variant lacks come from the rule; "" is the rule
// itself.
func (r *Rule) In(variant string) schema.Words {
	v, _ := r.variant(variant)
	return schema.Words{
		Message: cmp.Or(v.Message, r.Message),
		Help:    cmp.Or(v.Help, r.Help),
		Related: cmp.Or(v.Related, r.Related),
	}
}

// allVariants returns the rule itself, as the variant "", and its variants.
func (r *Rule) allVariants() []schema.Variant {
	return append([]schema.Variant{{Pattern: r.Pattern, Words: r.Words, Fix: r.Fix, Final: r.Final}}, r.Variants...)
}

// variant returns the variant with a name, and whether it exists.
func (r *Rule) variant(name string) (schema.Variant, bool) {
	i := slices.IndexFunc(r.Variants, func(v schema.Variant) bool { return v.Name == name })
	if i < 0 {
		return schema.Variant{}, false
	}
	return r.Variants[i], true
}

// Unsuppressible reports whether the rule cannot be suppressed in a file or recorded in a baseline: if it
// fires, the file was not checked completely. A report that is too small (file/too-small) was read to its end, so a
// team may accept it as a warning.
func (r *Rule) Unsuppressible() bool {
	final := func(v schema.Variant) bool { return v.Final }
	return r.Fixed || r.Final && r.Group() != "file" || slices.ContainsFunc(r.Variants, final)
}
