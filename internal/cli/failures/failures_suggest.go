package failures

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/command"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/layout"
	"github.com/handofflint/handofflint/internal/text"
)

// showSuggestions prints what the log proposes.
func (r *runner) showSuggestions(c *cli.Context, v failuresView) error {
	catalogue, _, err := r.Catalogue(c)
	if err != nil {
		return err
	}
	suggestions, readErr := failurelog.Suggest(v.reader, catalogue)
	if err := v.missing(readErr); err != nil {
		return err
	}
	if v.json {
		err = r.PrintJSON(struct {
			Path        string                  `json:"path"`
			Skipped     int                     `json:"skipped"`
			Suggestions []failurelog.Suggestion `json:"suggestions"`
		}{v.path, v.reader.Skipped(), append([]failurelog.Suggestion{}, suggestions...)})
	} else {
		err = r.PrintText(suggestionsText(suggestions, v.bold))
	}
	return r.closeLog(v, err, readErr)
}

// suggestionsText is a numbered list, cut to the length of other lists.
func suggestionsText(list []failurelog.Suggestion, b layout.Bold) string {
	if len(list) == 0 {
		return "no proposal: the log has too few failures of one kind\n"
	}
	var out strings.Builder
	out.WriteString(b.Heading(command.Plural(len(list), "proposal")) + ", and nothing was changed\n")
	for i, s := range list[:min(listLength, len(list))] {
		fmt.Fprintf(&out, "\n%d. %s\n", i+1, text.Escape(s.Finding))
		fmt.Fprintf(&out, "   = %s\n", text.Escape(s.Proposal))
	}
	if hidden := len(list) - listLength; hidden > 0 {
		fmt.Fprintf(&out, "\nand %d more; -f json has all\n", hidden)
	}
	return out.String()
}
