package config

import (
	"slices"
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
	catalogue                 *rules.Catalogue
	reading
}

// reading says how a configuration is read: `config` of config.cue.
type reading struct {
	// Own are the keys of which a team's rule has one.
	Own []string
	// Tree are the maximum limits of a tree.
	Tree         map[string]int64
	Chain, Files int
	Bytes        int64
	document.Limits
	// Mistakes is how many are listed per file; More is appended if there are more.
	Mistakes int
	More     string
	Words    map[string]rules.Words
	Shapes   map[string]string
}

// loadContract reads the contract once.
var loadContract = sync.OnceValue(func() *contract {
	config := *table.Builtin.Definition("#Config")
	config.Fields = slices.Clone(config.Fields)
	for i, field := range config.Fields {
		if field.Name == "limits" {
			limits := *rules.LimitsSchema()
			limits.Doc = field.Node.Doc
			config.Fields[i].Node = &limits
		}
	}
	return &contract{
		config: &config, setting: table.Builtin.Definition("#Setting"), severity: table.Builtin.Definition("#Severity"),
		catalogue: rules.BuiltIn(), reading: table.Load[reading]("config"),
	}
})
