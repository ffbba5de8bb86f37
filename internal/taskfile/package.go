package taskfile

import (
	"encoding/json"
	"strings"
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
		lines, isList := script.([]any)
		if !isList {
			lines = []any{script}
		}
		for i, item := range lines {
			line, isText := item.(string)
			if !isText {
				continue
			}
			next := part{line: line, extended: i == len(lines)-1}       // arguments go to the last
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
