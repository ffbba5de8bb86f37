package document

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// yamlQuoted are the styles whose scalars are strings unless a tag says
// otherwise.
const yamlQuoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// yamlScalar is a scalar's kind and text.
func yamlScalar(n *yaml.Node) (Kind, string) {
	if n.Style&yaml.TaggedStyle != 0 {
		return taggedScalar(n.ShortTag(), n.Value)
	}
	if n.Style&yamlQuoted != 0 {
		return String, n.Value
	}
	return plainScalar(n.Value)
}

// taggedScalar takes a tag's word for the kind if the text can be of it.
func taggedScalar(tag, s string) (Kind, string) {
	kind, literal := plainScalar(s)
	switch {
	case tag == "!!null" && kind == Null,
		tag == "!!bool" && kind == Bool,
		tag == "!!int" && kind == Int,
		tag == "!!float" && kind == Float:
		return kind, literal
	case tag == "!!float" && kind == Int:
		return Float, literal + ".0"
	}
	return String, s
}

// plainScalar resolves a scalar by the YAML 1.2 core schema.
func plainScalar(s string) (Kind, string) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return Null, ""
	case "true", "True", "TRUE":
		return Bool, "true"
	case "false", "False", "FALSE":
		return Bool, "false"
	}
	if n, ok := cutNumber(s); ok {
		return n.kind(), strings.TrimPrefix(n.String(), minusOfZero(n))
	}
	if literal, ok := basedInteger(s); ok {
		return Int, literal
	}
	return String, s
}

// minusOfZero is the sign of the integer -0, which is 0 in YAML.
func minusOfZero(n number) string {
	if n.kind() == Int && n.String() == "-0" {
		return "-"
	}
	return ""
}

// basedInteger turns 0x1F and 0o17 into decimal. One beyond 64 bits is left a
// string: YAML readers do not agree on it, and its conversion takes its time.
func basedInteger(s string) (string, bool) {
	base := 0
	switch {
	case strings.HasPrefix(s, "0x"):
		base = 16
	case strings.HasPrefix(s, "0o"):
		base = 8
	default:
		return "", false
	}
	value, err := strconv.ParseUint(s[2:], base, 64)
	if err != nil {
		return "", false
	}
	return strconv.FormatUint(value, 10), true
}
