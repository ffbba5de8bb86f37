package config

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// contractFile defines what a configuration may contain, and the words for its
// mistakes.
const contractFile = "config.cue"

// shapesFile has the definitions that formats and configurations share.
const shapesFile = "text.cue"

// contract is contractFile, compiled.
type contract struct {
	value cue.Value
	// config is #Config, setting the setting of one rule, severity that of a
	// group, bounds the limits that may be changed.
	config, setting, severity, bounds *constraint.Checker
	limits                            document.Limits
	bytes                             int64
	tree                              map[string]int64 // the maximum limits of a tree
	teamKeys                          []string
	chain, files                      int
	mistakes                          int    // how many are listed per file
	more                              string // appended if there are more
	words                             map[string]rules.Words
	shapes                            map[string]string
	catalogue                         *rules.Catalogue
}

// loadContract compiles the contract once. An error is a bug in handofflint.
var loadContract = sync.OnceValues(func() (*contract, error) {
	instance := build.NewContext().NewInstance("", nil)
	for _, name := range []string{contractFile, shapesFile} {
		data, err := fs.ReadFile(schema.Sources, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(name, data, parser.ParseComments)
		if err == nil {
			err = instance.AddSyntax(file)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	c := &contract{value: cuecontext.New().BuildInstance(instance)}
	if err := c.value.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", contractFile, err)
	}
	var err error
	if err = c.loadWords(); err != nil {
		return nil, fmt.Errorf("%s: %w", contractFile, err)
	}
	if err = c.compile(); err != nil {
		return nil, fmt.Errorf("%s: %w", contractFile, err)
	}
	c.catalogue, err = rules.BuiltIn()
	return c, err
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
	if err := c.value.LookupPath(cue.ParsePath("config")).Decode(&raw); err != nil {
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

func (c *contract) compile() (err error) {
	for name, into := range map[string]**constraint.Checker{
		"#Config": &c.config, "#Setting": &c.setting, "#Severity": &c.severity,
	} {
		if *into, err = constraint.Compile(c.value.LookupPath(cue.ParsePath(name))); err != nil {
			return err
		}
	}
	c.bounds, err = rules.LimitsChecker()
	return err
}
