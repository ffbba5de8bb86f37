package config

import (
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/rules"
)

// contract is config.cue: what a configuration may contain, and the words for its
// mistakes.
type contract struct {
	// config is #Config with the bounds of limits, setting the setting of one rule,
	// severity that of a group.
	config, setting, severity *schema.Node
	limits                    document.Limits
	bytes                     int64
	tree                      map[string]int64 // the maximum limits of a tree
	teamKeys                  []string
	chain, files              int
	mistakes                  int    // how many are listed per file
	more                      string // appended if there are more
	words                     map[string]rules.Words
	shapes                    map[string]string
	catalogue                 *rules.Catalogue
}

// loadContract reads the contract once. An error is a bug in handofflint.
var loadContract = sync.OnceValues(func() (*contract, error) {
	config := *table.Builtin.Definition("#Config")
	config.Fields = slices.Clone(config.Fields)
	for i, field := range config.Fields {
		if field.Name == "limits" {
			limits := *rules.LimitsSchema()
			limits.Doc = field.Node.Doc
			config.Fields[i].Node = &limits
		}
	}
	c := &contract{config: &config, setting: table.Builtin.Definition("#Setting"), severity: table.Builtin.Definition("#Severity")}
	if err := c.loadWords(); err != nil {
		return nil, err
	}
	c.catalogue = rules.BuiltIn()
	return c, nil
})

// loadWords reads the limits and the words for reading a configuration.
func (c *contract) loadWords() error {
	var raw struct {
		Own                                []string
		Tree                               map[string]int64
		Chain, Files, Bytes, Depth, Values int
		Mistakes                           int
		More                               string
		Words                              map[string]rules.Words
		Shapes                             map[string]string
	}
	if err := table.Builtin.Decode("config", &raw); err != nil {
		return err
	}
	c.teamKeys, c.words, c.shapes, c.tree = raw.Own, raw.Words, raw.Shapes, raw.Tree
	c.chain, c.files, c.bytes = raw.Chain, raw.Files, int64(raw.Bytes)
	c.mistakes, c.more = raw.Mistakes, raw.More
	c.limits = document.Limits{Depth: raw.Depth, Values: raw.Values}
	return nil
}

// shape describes the value of a key, by its pointer; "" if the contract does
// not.
func (c *contract) shape(pointer string) string {
	return c.shapes[pointer[strings.LastIndexByte(pointer, '/')+1:]]
}
