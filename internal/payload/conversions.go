package payload

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
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
func LoadConversions() *Conversions {
	c := table.Load[Conversions]("convert")
	return &c
}

// Find returns the conversion between two formats, nil if there is none.
func (c *Conversions) Find(from, to document.Format) *Conversion {
	for i := range c.Pairs {
		if c.Pairs[i].From == from && c.Pairs[i].To == to {
			return &c.Pairs[i]
		}
	}
	return nil
}

// Why returns the text of a reason.
func (c *Conversions) Why(reason string, values rules.Values) string {
	return text.Fill(c.Reasons[reason], values)
}
