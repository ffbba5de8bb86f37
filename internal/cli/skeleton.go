package cli

import (
	"fmt"
	"io/fs"

	"github.com/handofflint/handofflint/cue"
)

// skeletonFiles are the embedded skeletons by format, and by profile where a
// format has several.
var skeletonFiles = map[string]string{
	"report":          "report.md",
	"metadata/base":   "metadata-base.md",
	"metadata/phased": "metadata-phased.md",
	"context":         "context.json",
	"task":            "task.json",
}

// skeleton is the text of the skeleton of one of the four formats.
func skeleton(format, profile string, chosen bool) (string, error) {
	key := format
	if format == "metadata" {
		key += "/" + profile
	} else if chosen {
		return "", fmt.Errorf("--profile goes with metadata, a %s has none", format)
	}
	file, ok := skeletonFiles[key]
	if !ok {
		return "", oneOf("--profile", profile, []string{"base", "phased"})
	}
	text, err := fs.ReadFile(schema.Skeletons, "skeletons/"+file)
	return string(text), err
}
