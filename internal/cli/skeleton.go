package cli

import (
	"fmt"
	"io/fs"

	"github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/dispatch"
	"github.com/handofflint/handofflint/rules"
)

// skeletonFiles are the embedded skeletons by format, and by profile where a
// format has several.
var skeletonFiles = map[string]string{
	"metadata/base":   "metadata-base.md",
	"metadata/phased": "metadata-phased.md",
	"context":         "context.json",
	"task":            "task.json",
}

// skeleton is the text of the skeleton of one of the four formats.
func skeleton(format, profile string, chosen bool) (string, error) {
	key := format
	switch {
	case format == "metadata":
		key += "/" + profile
	case chosen:
		return "", fmt.Errorf("--profile goes with metadata, a %s has none", format)
	case format == "report":
		catalogue, err := rules.BuiltIn()
		if err != nil {
			return "", err
		}
		return dispatch.Skeleton(catalogue, "")
	}
	file, ok := skeletonFiles[key]
	if !ok {
		return "", oneOf("--profile", profile, []string{"base", "phased"})
	}
	text, err := fs.ReadFile(schema.Skeletons, "skeletons/"+file)
	return string(text), err
}
