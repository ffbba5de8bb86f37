package rules

import (
	"fmt"

	"github.com/handofflint/handofflint/internal/document"
)

// convertFile is what converting a handoff takes.
const convertFile = "convert.cue"

// Conversions is what the sources say about carrying a handoff over into
// another format, as convert.cue explains it.
//
// Internal: it serves the commands of handofflint.
type Conversions struct {
	Limits PayloadLimits `json:"limits"`
	Pairs  []Conversion  `json:"pairs"`
	// Reasons are the templates that say why something is not carried, by name.
	Reasons map[string]string `json:"reasons"`
}

// PayloadLimits are what a payload holds at most: Summary and Detail in code
// points, Data in bytes of all keys and values. 0 is no limit.
//
// Internal: it serves the commands of handofflint.
type PayloadLimits struct {
	Summary int `json:"summary"`
	Detail  int `json:"detail"`
	Data    int `json:"data"`
}

// Conversion says what of one format becomes what of another.
//
// Internal: it serves the commands of handofflint.
type Conversion struct {
	From Format `json:"from"`
	To   Format `json:"to"`
	// Fields are the sources of each target field, in the order in which they
	// are tried.
	Fields map[string][]string `json:"fields"`
	// Parts make up a long text of the target, by its name.
	Parts map[string][]ConversionPart `json:"parts"`
	// Data are the sources of entries of a payload's data, by the entry's name.
	Data map[string]string `json:"data"`
	// Scalars is the object that other scalars go to, "" for none.
	Scalars string `json:"scalars"`
	// Drop says why fields are not carried.
	Drop map[string]string `json:"drop"`
}

// ConversionPart is a field that becomes a part of a text, under a heading
// where it has one.
//
// Internal: it serves the commands of handofflint.
type ConversionPart struct {
	Field   string `json:"field"`
	Heading string `json:"heading"`
}

// LoadConversions reads convert.cue alone, which is quick. An error is a fault
// of the program.
//
// Internal: it serves the commands of handofflint.
func LoadConversions() (*Conversions, error) {
	value, err := loadSources(func(name string) bool { return name != convertFile })
	if err != nil {
		return nil, err
	}
	c := &Conversions{}
	if err := lookup(value, "convert").Decode(c); err != nil {
		return nil, fmt.Errorf("%s: %w", convertFile, err)
	}
	return c, nil
}

// Find is how one format becomes another, nil where it does not.
func (c *Conversions) Find(from, to document.Format) *Conversion {
	for i := range c.Pairs {
		if c.Pairs[i].From == from && c.Pairs[i].To == to {
			return &c.Pairs[i]
		}
	}
	return nil
}

// Why says in words why something is not carried.
func (c *Conversions) Why(reason string, values Values) string {
	return fill(c.Reasons[reason], values)
}
