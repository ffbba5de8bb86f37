package command

import (
	"fmt"
	"io/fs"

	"github.com/handofflint/handofflint/cue"
)

// SkeletonFiles are the embedded skeletons by format, and by profile where a
// format has several.
var SkeletonFiles = map[string]string{
	"report":          "report.md",
	"metadata/base":   "metadata-base.md",
	"metadata/phased": "metadata-phased.md",
	"context":         "context.json",
	"task":            "task.json",
}

// Skeleton is the text of the skeleton of one of the four formats.
func Skeleton(format, profile string, chosen bool) (string, error) {
	key := format
	if format == "metadata" {
		key += "/" + profile
	} else if chosen {
		return "", fmt.Errorf("--profile goes with metadata, a %s has none", format)
	}
	file, ok := SkeletonFiles[key]
	if !ok {
		return "", OneOf("--profile", profile, []string{"base", "phased"})
	}
	text, err := fs.ReadFile(schema.Skeletons, "skeletons/"+file)
	return string(text), err
}
