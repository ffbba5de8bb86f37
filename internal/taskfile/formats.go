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

// textsOf returns a text, or a list of texts; ok is false if it is neither, or absent.
func textsOf(v any) (texts []string, ok bool) {
	switch v := v.(type) {
	case string:
		return []string{v}, true
	case []any:
		for _, item := range v {
			s, isText := item.(string)
			if !isText {
				return texts, false
			}
			texts = append(texts, s)
		}
		return texts, true
	}
	return nil, false
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

// addLines adds command lines to a task.
func (t *task) addLines(lines []string) {
	for i, line := range lines {
		t.add(part{line: templated(line), extended: i == len(lines)-1})
	}
}

// addTasks adds the tasks that a value names. What it names in another way is not known.
func (t *task) addTasks(v any) {
	if v == nil {
		return
	}
	names, ok := textsOf(v)
	t.partial = t.partial || !ok
	for _, name := range names {
		t.add(part{task: name})
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
	found := tasks{}
	for name, definition := range at(v, "tasks") {
		fields, isTable := definition.(map[string]any)
		if !isTable {
			fields = map[string]any{"run": definition}
		}
		out := task{partial: hasOther(fields, "run", "depends", "depends_post", "dir", "description", "alias", "env", "sources", "outputs", "hide", "quiet", "silent", "raw", "run_windows", "wait_for", "tools")}
		out.addTasks(fields["depends"])
		lines, ok := textsOf(fields["run"])
		out.partial = out.partial || !ok && fields["run"] != nil
		out.addLines(lines)
		out.addTasks(fields["depends_post"])
		out.folder, _ = fields["dir"].(string)
		out.partial = out.partial || strings.Contains(out.folder, "{{")
		found[name] = out
	}
	return found
}

// parsePyproject returns the tasks of a table of a pyproject.toml: those of poe, taskipy or pdm.
func parsePyproject(content, table string) tasks {
	v := readTOML(content)
	if v == nil {
		return nil
	}
	found := tasks{}
	all := at(v, append([]string{"tool"}, strings.Split(table, ".")...)...)
	for name, definition := range all {
		found[name] = pythonTask(definition, all)
	}
	if table == "poe.tasks" {
		return found
	}
	return hooked(found, "pre_", "post_")
}

// pythonTask returns a task of a pyproject.toml.
func pythonTask(definition any, all map[string]any) (out task) {
	fields, isTable := definition.(map[string]any)
	if !isTable {
		if line, ok := definition.(string); ok {
			out.addLines([]string{line})
			return out
		}
		fields = map[string]any{"sequence": definition}
	}
	out.partial = hasOther(fields, "cmd", "shell", "sequence", "composite", "ref", "deps", "cwd", "working_dir", "help", "env", "env_file", "ignore_fail")
	out.addTasks(fields["deps"])
	for _, key := range []string{"cmd", "shell"} {
		line, ok := fields[key].(string)
		out.partial = out.partial || !ok && fields[key] != nil
		if ok {
			out.addLines([]string{line})
		}
	}
	out.addTasks(fields["ref"])
	for _, key := range []string{"sequence", "composite"} {
		out.addSequence(fields[key], all)
	}
	for _, key := range []string{"cwd", "working_dir"} {
		if folder, ok := fields[key].(string); ok {
			out.folder = folder
		}
	}
	if fields["ignore_fail"] != nil {
		for _, parts := range out.parts {
			for i := range parts {
				parts[i].ignored = true
			}
		}
	}
	return out
}

// addSequence adds the steps of a sequence: tasks by their names, command lines, and tables
// with either.
func (t *task) addSequence(v any, all map[string]any) {
	if v == nil {
		return
	}
	items, ok := v.([]any)
	t.partial = t.partial || !ok
	for _, item := range items {
		line, isText := item.(string)
		fields, _ := item.(map[string]any)
		command, isCommand := fields["cmd"].(string)
		ref, isRef := fields["ref"].(string)
		switch {
		case isText && all[line] != nil:
			t.add(part{task: line})
		case isText:
			t.add(part{line: line})
		case isRef:
			t.add(part{task: ref})
		case isCommand:
			t.add(part{line: command})
		default:
			t.partial = true
		}
	}
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
		found[name] = yamlTask(definition)
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

// yamlTask returns a task of a Taskfile.yml. One that may be skipped is known in part.
func yamlTask(definition any) (out task) {
	fields, isMap := definition.(map[string]any)
	if !isMap {
		fields = map[string]any{"cmds": definition}
	}
	out.partial = hasOther(fields, "cmds", "cmd", "deps", "dir", "desc", "summary", "silent", "vars", "env", "internal", "aliases", "interactive")
	for _, key := range []string{"deps", "cmds"} {
		items, isList := fields[key].([]any)
		if line, isText := fields[key].(string); isText {
			items, isList = []any{line}, true
		}
		out.partial = out.partial || !isList && fields[key] != nil
		for _, item := range items {
			out.addYAML(item, key == "deps")
		}
	}
	if line, ok := fields["cmd"].(string); ok {
		out.addLines([]string{line})
	}
	out.folder, _ = fields["dir"].(string)
	out.partial = out.partial || strings.Contains(out.folder, "{{")
	return out
}

// addYAML adds a command or a task of a Taskfile.yml.
func (t *task) addYAML(item any, isTask bool) {
	line, isText := item.(string)
	fields, _ := item.(map[string]any)
	command, isCommand := fields["cmd"].(string)
	name, isCall := fields["task"].(string)
	switch {
	case isText && isTask:
		t.add(part{task: line})
	case isText:
		t.add(part{line: templated(line)})
	case isCall && !hasOther(fields, "task", "silent"):
		t.add(part{task: name})
	case isCommand && !hasOther(fields, "cmd", "silent", "ignore_error"):
		t.add(part{line: templated(command), ignored: fields["ignore_error"] != nil})
	default:
		t.partial = true
	}
}
