package ruletest

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// indent precedes lines that belong to the finding above.
const indent = "    "

// render returns all findings in the form of a golden.
func render(results []rules.Result) string {
	var b strings.Builder
	for _, r := range results {
		for _, f := range r.Findings {
			b.WriteString(renderFinding(f))
		}
	}
	return b.String()
}

func renderFinding(f rules.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%s %s %s", text.Escape(f.Path), renderRange(f.Range), f.Severity, f.Rule)
	if f.Pointer != "" {
		b.WriteString(" " + text.Escape(f.Pointer))
	}
	fmt.Fprintf(&b, " | %s\n", text.Escape(f.Message))
	if f.Help != "" {
		fmt.Fprintf(&b, "%shelp: %s\n", indent, text.Escape(f.Help))
	}
	if f.Fix != nil {
		fmt.Fprintf(&b, "%sfix: %s\n", indent, text.Escape(f.Fix.Message))
	}
	for _, r := range f.Related {
		fmt.Fprintf(&b, "%srelated: %s:%s | %s\n", indent, text.Escape(r.Path), renderRange(r.Range), text.Escape(r.Message))
	}
	return b.String()
}

// renderRange returns a range as line:column-line:column. A finding about a file that was not read has no
// position, and is at its start.
func renderRange(r text.Range) string {
	start, end := r.Start, r.End
	if start.Line == 0 {
		start, end = text.Pos{Line: 1, Column: 1}, text.Pos{Line: 1, Column: 1}
	}
	return fmt.Sprintf("%d:%d-%d:%d", start.Line, start.Column, end.Line, end.Column)
}

// goldenFinding has the words of a finding in a golden.
type goldenFinding struct{ message, help string }

// goldenFindings returns the words of every finding in a golden.
func goldenFindings(golden string) []goldenFinding {
	var out []goldenFinding
	for line := range strings.Lines(golden) {
		line = strings.TrimRight(line, "\r\n")
		if help, ok := strings.CutPrefix(line, indent+"help: "); ok && len(out) > 0 {
			out[len(out)-1].help = help
			continue
		}
		if strings.HasPrefix(line, indent) {
			continue
		}
		if _, message, ok := strings.Cut(line, " | "); ok {
			out = append(out, goldenFinding{message: message})
		}
	}
	return out
}
