package payload

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
)

// Conversions describes how a handoff is converted to another format; see
// rules/convert.cue.
type Conversions struct {
	Limits Limits       `json:"limits"`
	Pairs  []Conversion `json:"pairs"`
	// Reasons are templates, by name, that say why a field is dropped.
	Reasons map[string]string `json:"reasons"`
}

// Limits bounds a payload: Summary and Detail in code points, Data in
// bytes of all keys and values. 0 is no limit.
type Limits struct {
	Summary int `json:"summary"`
	Detail  int `json:"detail"`
	Data    int `json:"data"`
}

// Conversion maps the fields of one format to those of another.
type Conversion struct {
	From document.Format `json:"from"`
	To   document.Format `json:"to"`
	// Fields are the sources of each target field, in the order in which they
	// are tried.
	Fields map[string][]string `json:"fields"`
	// Parts make up a long text of the target, by its name.
	Parts map[string][]ConversionPart `json:"parts"`
	// Data are the sources of a payload's data entries, by name.
	Data map[string]string `json:"data"`
	// Scalars is the object that receives all other scalars, "" for none.
	Scalars string `json:"scalars"`
	// Drop gives the reason for each dropped field.
	Drop map[string]string `json:"drop"`
}

// ConversionPart is a field that becomes part of a text, under a heading if it
// has one.
type ConversionPart struct {
	Field   string `json:"field"`
	Heading string `json:"heading"`
}

// LoadConversions returns the data of rules/convert.cue.
func LoadConversions() Conversions { return table.Load[Conversions]("convert") }

// find returns the conversion between two formats, nil if there is none.
func (c Conversions) find(from, to document.Format) *Conversion {
	i := slices.IndexFunc(c.Pairs, func(p Conversion) bool { return p.From == from && p.To == to })
	if i < 0 {
		return nil
	}
	return &c.Pairs[i]
}
