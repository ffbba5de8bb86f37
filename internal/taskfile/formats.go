package taskfile

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/handofflint/handofflint/internal/text"
)

// parsePackage returns the scripts of a package.json, or of a composer.json, in which one may be a list. A
// script also runs those with "pre" and "post" before its name.
func parsePackage(content string) tasks {
	var p struct{ Scripts map[string]any }
	if json.Unmarshal([]byte(content), &p) != nil || len(p.Scripts) > maxScripts {
		return nil
	}
	own := map[string][]part{}
	for name, script := range p.Scripts {
		var lines task
		texts := lines.textsOf(script)
		for i, line := range texts {
			next := part{line: line, extended: i == len(texts)-1}
			if called, isCall := strings.CutPrefix(line, "@"); isCall { // another script of composer.json
				next = part{task: called}
			}
			own[name] = append(own[name], next)
		}
	}
	found := tasks{}
	for name, parts := range own {
		found[name] = task{parts: [][]part{own["pre"+name], parts, own["post"+name]}}
	}
	return found
}

// maxMarks bounds the equals signs, dots and brackets of each kind in a TOML file. The parser compares each
// key with all others of its table, and needs a stack as deep as keys and lists nest.
const maxMarks = 5_000

// miseKeys are the keys of a mise task that are read, or do not change what it runs.
var miseKeys = []string{
	"run", "depends", "depends_post", "dir",
	"description", "alias", "env", "sources", "outputs", "hide", "quiet", "silent", "raw", "run_windows", "wait_for", "tools",
}

func parseMise(content string) tasks {
	for _, mark := range []string{"=", ".", "[", "{"} {
		if strings.Count(content, mark) > maxMarks {
			return nil
		}
	}
	var file struct{ Tasks map[string]any }
	if toml.Unmarshal([]byte(content), &file) != nil {
		return nil
	}
	found := tasks{}
	for name, definition := range file.Tasks {
		found[name] = miseTask(definition)
	}
	return found
}

// miseTask returns the task of a definition: a table, or command lines. A table with unknown keys makes it
// partial.
func miseTask(definition any) (out task) {
	fields, isTable := definition.(map[string]any)
	if !isTable {
		fields = map[string]any{"run": definition}
	}
	out.folder, _ = fields["dir"].(string)
	out.partial = strings.Contains(out.folder, "{{")
	for key := range fields {
		if !slices.Contains(miseKeys, key) {
			out.partial = true
		}
	}
	for _, name := range out.textsOf(fields["depends"]) {
		out.add(part{task: name})
	}
	lines := out.textsOf(fields["run"])
	for i, line := range lines {
		out.add(part{line: template.ReplaceAllStringFunc(line, func(string) string { return unknown }), extended: i == len(lines)-1})
	}
	for _, name := range out.textsOf(fields["depends_post"]) {
		out.add(part{task: name})
	}
	return out
}

// textsOf returns the texts of a list, or a single text. Any other value makes the task partial.
func (t *task) textsOf(v any) (texts []string) {
	items, isList := v.([]any)
	if !isList && v != nil {
		items = []any{v}
	}
	for _, item := range items {
		line, isText := item.(string)
		if !isText {
			t.partial = true
			continue
		}
		texts = append(texts, line)
	}
	return texts
}

// template matches a template in a command line of mise, also one without its end.
var template = text.MustCompile(`(?s)\{\{.*?(?:\}\}|$)`)
