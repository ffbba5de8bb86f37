package transcript

import (
	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
)

// maxPrompts bounds how much is read of a transcript for its prompts, in bytes.
const maxPrompts = 8 << 20

// Prompts returns the prompts in a transcript in the form of Claude Code: the first one, and
// of the others those whose records are wanted. Without a transcript there are none.
func Prompts(name string, isWanted func(record string) bool) (prompts []string) {
	if name == "" {
		return nil
	}
	data, _, err := files.Named.ReadFile(name, maxPrompts)
	if err != nil {
		return nil
	}
	gjson.ForEachLine(string(data), func(line gjson.Result) bool {
		if len(prompts) > 0 && !isWanted(line.Raw) {
			return true
		}
		// What hooks and the host say is marked as meta.
		kind := firstText(line, "type")
		if kind != "" && kind != "user" || line.Get("isMeta").Bool() || line.Get("isCompactSummary").Bool() {
			return true
		}
		if prompt := firstText(line, "message.content", "message.content.#.text", "content"); prompt != "" {
			prompts = append(prompts, prompt)
		}
		return true
	})
	return prompts
}

// firstText returns the first text at some paths of a record, or "" if there is none.
func firstText(record gjson.Result, paths ...string) string {
	for _, path := range paths {
		for _, item := range record.Get(path).Array() {
			if item.Str != "" {
				return item.Str
			}
		}
	}
	return ""
}
