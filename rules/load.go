package rules

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
)

//go:embed *.cue
var sources embed.FS

// contract is the file that defines formats and rules. Checking every entry
// against it costs more than all else, so a test does it once for the embedded
// sources and checking a file does not.
const contract = "rule.cue"

// hookFile has the data for hooks.
const hookFile = "hook.cue"

// configFile is the contract of a configuration, which internal/config reads.
const configFile = "config.cue"

// topics are the files that only one format or topic needs; every other file is
// common to all.
var topics = []string{"report.cue", "metadata.cue", "context.cue", "task.cue", "session.cue", "dispatch.cue", "suggest.cue", retryFile, convertFile, payloadFile, hookFile, configFile, customFile}

// loadSources compiles the embedded CUE files of package schema and of this
// folder as one package, without those that skip names.
func loadSources(skip func(name string) bool) (cue.Value, error) { return loadWith(nil, skip) }

// loadWith is loadSources with a team's sources, nil for none.
func loadWith(team *custom, skip func(name string) bool) (cue.Value, error) {
	instance := build.NewContext().NewInstance("", nil)
	for _, folder := range []fs.FS{schema.Sources, sources} {
		if err := addFiles(instance, folder, skip); err != nil {
			return cue.Value{}, err
		}
	}
	if team != nil {
		if err := errors.Join(addFile(instance, sources, customFile), team.addTo(instance)); err != nil {
			return cue.Value{}, err
		}
	}
	value := cuecontext.New().BuildInstance(instance)
	return value, value.Err()
}

func addFiles(instance *build.Instance, folder fs.FS, skip func(string) bool) error {
	names, err := fs.Glob(folder, "*.cue")
	if err != nil {
		return err
	}
	for _, name := range names {
		if skip(name) {
			continue
		}
		if err := addFile(instance, folder, name); err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
	}
	return nil
}

func addFile(instance *build.Instance, folder fs.FS, name string) error {
	source, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	return instance.AddSyntax(file)
}

// skipAllBut skips the contract and what belongs to other topics.
func skipAllBut(topic string) func(string) bool {
	return func(name string) bool {
		return name == contract || slices.Contains(topics, name) && name != topic+".cue"
	}
}

// lookup returns the value at a path of plain names, "examples.bad". It builds
// the path itself: parsing each one as CUE took a quarter of the time until the
// first file was checked.
func lookup(v cue.Value, path string) cue.Value {
	var steps []cue.Selector
	for _, name := range splitPath(path) {
		steps = append(steps, cue.Str(name))
	}
	return v.LookupPath(cue.MakePath(steps...))
}

// pointerOf converts a path of a rule, "data.agent_role", to a JSON pointer.
func pointerOf(path string) string { return "/" + strings.ReplaceAll(path, ".", "/") }
