package taskfile

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

// hooked returns tasks that run those of their name with a prefix before and after them.
func hooked(found tasks, pre, post string) tasks {
	out := tasks{}
	for name, t := range found {
		before, after := found[pre+name], found[post+name]
		out[name] = task{
			parts:   slices.Concat(before.parts, t.parts, after.parts),
			folder:  t.folder,
			partial: t.partial || before.partial || after.partial,
		}
	}
	return out
}

// parsePackage returns the scripts of a package.json.
func parsePackage(content string) tasks {
	var p struct{ Scripts map[string]json.RawMessage }
	if json.Unmarshal([]byte(content), &p) != nil || len(p.Scripts) > maxScripts {
		return nil
	}
	found := tasks{}
	for name, script := range p.Scripts {
		var line string
		isText := bytes.HasPrefix(script, []byte(`"`))
		if isText && json.Unmarshal(script, &line) == nil {
			found[name] = task{parts: [][]part{{{line: line, extended: true}}}}
		}
	}
	return hooked(found, "pre", "post")
}

// parseTurbo returns the tasks of a turbo.json. Each runs those that it depends on, and the
// scripts of the packages that have its name, which the file does not say.
func parseTurbo(content string) tasks {
	var t struct {
		Tasks, Pipeline map[string]struct{ DependsOn []string }
	}
	if json.Unmarshal([]byte(content), &t) != nil {
		return nil
	}
	found := tasks{}
	for _, all := range []map[string]struct{ DependsOn []string }{t.Pipeline, t.Tasks} {
		for name, definition := range all {
			out := task{}
			for _, other := range definition.DependsOn {
				out.add(part{task: turboName(other)})
			}
			out.add(part{named: "turbo run " + turboName(name)})
			found[turboName(name)] = out
		}
	}
	return found
}

// turboName returns the name of a task without the package that has it.
func turboName(name string) string {
	name = strings.TrimPrefix(name, "^")
	return name[strings.LastIndexByte(name, '#')+1:]
}

// maxMarks is how many equals signs, dots and brackets of a kind a TOML file may have. Its
// parser compares each key with all others of its table, and needs a stack as deep as keys and
// lists nest.
const maxMarks = 5_000

// readTOML returns the tables of a TOML file, nil if it is not well formed.
func readTOML(content string) map[string]any {
	for _, mark := range []string{"=", ".", "[", "{"} {
		if strings.Count(content, mark) > maxMarks {
			return nil
		}
	}
	var out map[string]any
	if toml.Unmarshal([]byte(content), &out) != nil {
		return nil
	}
	return out
}

// at returns the table at a path of keys, or nil if there is none.
func at(v map[string]any, keys ...string) map[string]any {
	for _, key := range keys {
		v, _ = v[key].(map[string]any)
	}
	return v
}

// templated returns a command line with a variable of the shell in the place of each template.
func templated(line string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, "{{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("$_")
		if _, line, found = strings.Cut(rest, "}}"); !found {
			return b.String()
		}
	}
}

// form says under which keys of a table a format has what a task runs.
type form struct {
	// before and after are other tasks; lines are command lines, the last of which gets the arguments of
	// the task; steps are command lines and other tasks.
	before, lines, steps, after []string
	folders                     []string
	// harmless are the keys that do not matter.
	harmless []string
}

var (
	miseForm = form{
		before: []string{"depends"}, lines: []string{"run"}, after: []string{"depends_post"}, folders: []string{"dir"},
		harmless: []string{"description", "alias", "env", "sources", "outputs", "hide", "quiet", "silent", "raw", "run_windows", "wait_for", "tools"},
	}
	pythonForm = form{
		before: []string{"deps"}, lines: []string{"cmd", "shell"}, steps: []string{"sequence", "composite"}, after: []string{"ref"},
		folders: []string{"cwd", "working_dir"}, harmless: []string{"help", "env", "env_file", ignoreFail},
	}
	taskForm = form{
		before: []string{"deps"}, steps: []string{"cmds"}, lines: []string{"cmd"}, folders: []string{"dir"},
		harmless: []string{"desc", "summary", "silent", "vars", "env", "internal", "aliases", "interactive"},
	}
)

// ignoreFail is the key of a task that goes on when a command fails.
const ignoreFail = "ignore_fail"

// taskOf returns the task of a definition: a table, or what stands for the commands of one. all are the
// definitions of the tasks that a step may name. What else a table says is not known.
func (f *form) taskOf(definition any, all map[string]any) (out task) {
	fields, isTable := definition.(map[string]any)
	if !isTable {
		key := f.lines[0]
		if _, isText := definition.(string); !isText && len(f.steps) > 0 {
			key = f.steps[0]
		}
		fields = map[string]any{key: definition}
	}
	out.partial = hasOther(fields, slices.Concat(f.before, f.lines, f.steps, f.after, f.folders, f.harmless)...)
	isTask := func(string) bool { return true }
	for _, key := range f.before {
		out.addSteps(fields[key], isTask)
	}
	for _, key := range f.lines {
		out.addLines(fields[key])
	}
	for _, key := range f.steps {
		out.addSteps(fields[key], func(name string) bool { return all[name] != nil })
	}
	for _, key := range f.after {
		out.addSteps(fields[key], isTask)
	}
	for _, key := range f.folders {
		if folder, isText := fields[key].(string); isText {
			out.folder = folder
		}
	}
	out.partial = out.partial || strings.Contains(out.folder, "{{")
	if fields[ignoreFail] != nil {
		out.ignoreAll()
	}
	return out
}

// ignoreAll notes that a task goes on when a part fails.
func (t *task) ignoreAll() {
	for _, parts := range t.parts {
		for i := range parts {
			parts[i].ignored = true
		}
	}
}

// itemsOf returns the items of a list, or the only one.
func itemsOf(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// addLines adds command lines.
func (t *task) addLines(v any) {
	items := itemsOf(v)
	for i, item := range items {
		line, isText := item.(string)
		t.partial = t.partial || !isText
		if isText {
			t.add(part{line: templated(line), extended: i == len(items)-1})
		}
	}
}

// addSteps adds command lines and other tasks, and tables with either.
func (t *task) addSteps(v any, isTask func(name string) bool) {
	for _, item := range itemsOf(v) {
		text, isText := item.(string)
		fields, _ := item.(map[string]any)
		command, isCommand := fields["cmd"].(string)
		name, isCall := fields["task"].(string)
		ref, isRef := fields["ref"].(string)
		switch {
		case isText && isTask(text):
			t.add(part{task: text})
		case isText:
			t.add(part{line: templated(text)})
		case isRef && !hasOther(fields, "ref"), isCall && !hasOther(fields, "task", "silent"):
			t.add(part{task: name + ref})
		case isCommand && !hasOther(fields, "cmd", "silent", "ignore_error"):
			t.add(part{line: templated(command), ignored: fields["ignore_error"] != nil})
		default:
			t.partial = true
		}
	}
}

// hasOther reports whether a table has other keys than some that are known.
func hasOther(v map[string]any, known ...string) bool {
	for key := range v {
		if !slices.Contains(known, key) {
			return true
		}
	}
	return false
}

// parseMise returns the tasks of a mise.toml.
func parseMise(content string) tasks {
	v := readTOML(content)
	if v == nil {
		return nil
	}
	return miseForm.tasksOf(at(v, "tasks"))
}

// tasksOf returns the tasks of a table of definitions.
func (f *form) tasksOf(all map[string]any) tasks {
	found := tasks{}
	for name, definition := range all {
		found[name] = f.taskOf(definition, all)
	}
	return found
}

// parsePyproject returns the tasks of a table of a pyproject.toml: those of poe, taskipy or pdm.
func parsePyproject(content, table string) tasks {
	v := readTOML(content)
	if v == nil {
		return nil
	}
	found := pythonForm.tasksOf(at(v, append([]string{"tool"}, strings.Split(table, ".")...)...))
	if table == "poe.tasks" {
		return found
	}
	return hooked(found, "pre_", "post_")
}

// parseTaskfile returns the tasks of a Taskfile.yml.
func parseTaskfile(content string) tasks {
	var document yaml.Node
	if yaml.Unmarshal([]byte(content), &document) != nil || len(document.Content) == 0 {
		return nil
	}
	root, _ := yamlValue(document.Content[0]).(map[string]any)
	found := tasks{}
	for name, definition := range at(root, "tasks") {
		found[name] = taskForm.taskOf(definition, nil)
	}
	if t, ok := found["default"]; ok {
		found[""] = t
	}
	return found
}

// yamlValue returns the value of a node. The library would copy what an alias leads to, and
// compare each key of a map with all others. What is neither a text, a list, a map nor null is
// true, an alias too.
func yamlValue(n *yaml.Node) any {
	switch n.Kind {
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = yamlValue(item)
		}
		return list
	case yaml.MappingNode:
		fields := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			fields[n.Content[i].Value] = yamlValue(n.Content[i+1])
		}
		return fields
	case yaml.AliasNode:
		return true
	}
	switch n.ShortTag() {
	case "!!str":
		return n.Value
	case "!!null":
		return nil
	}
	return true
}
