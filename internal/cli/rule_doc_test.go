package cli

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// Editors render a rule's page, and the folders of a checked tree have any names.
func TestFolderInRulePage(t *testing.T) {
	const origin = "![x](y)/.handofflint.yaml:6"
	catalogue := rules.BuiltIn()
	d := ruleDocOf(catalogue, catalogue.Rule("report/too-few-words"), nil)
	d.From = origin
	if page := d.Markdown(true); strings.Count(page, `\!\[x\]`) != 1 || strings.Contains(page, "![") {
		t.Errorf("the name of a folder is an image in\n%s", page)
	}
}
