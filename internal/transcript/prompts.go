package transcript

import (
	"cmp"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/files"
)

// maxPrompts bounds the bytes of a transcript that are read for its prompts.
const maxPrompts = 8 << 20

// Prompts returns prompts in a transcript in the form of Claude Code: the first one, and others whose
// records are wanted. It returns nil if the transcript cannot be read.
func Prompts(name string, isWanted func(record string) bool) (prompts []string) {
	data, _, err := files.Named.ReadFile(name, maxPrompts)
	if err != nil {
		return nil
	}
	gjson.ForEachLine(string(data), func(line gjson.Result) bool {
		if len(prompts) > 0 && !isWanted(line.Raw) {
			return true
		}
		isOfHost := line.Get("isMeta").Bool() || line.Get("isCompactSummary").Bool() // or of a hook
		if isOfHost || line.Get("type").Str != "user" {
			return true
		}
		if prompt := cmp.Or(textOf(line.Get("message.content")), textOf(line.Get("content"))); prompt != "" {
			prompts = append(prompts, prompt)
		}
		return true
	})
	return prompts
}
