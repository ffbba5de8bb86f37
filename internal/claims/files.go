package claims

import (
	"cmp"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// noSuchFile reports files that a handoff names and that are neither in the work tree nor in any commit,
// and files said to be read that were deleted long before.
func noSuchFile(p *referenceParams, pass *rules.Pass) {
	all := p.mentions(pass)
	reported := map[string]bool{}
	for _, m := range all {
		r := rules.Report{At: m.at, Pointer: m.pointer, Values: rules.Values{"path": secret.Quote(m.File.Path)}}
		switch {
		case reported[m.File.Path]:
			continue
		case m.isMissing():
			meant := ""
			if len(reported) < maxMeant {
				meant = factsOf(pass).Tree.Meant(m.File.Path)
			}
			if meant != "" {
				r.Variant, r.Values["near"] = "near", secret.Quote(meant)
			}
		case m.State == worktree.Deleted && !m.changed:
			r.Variant = "deleted"
			addCommit(r.Values, m.Commit)
		default:
			continue
		}
		reported[m.File.Path] = true
		pass.Report(r)
	}
}

// maxMeant bounds the missing files for which a file that was meant is looked for, in many folders.
const maxMeant = 20

// addCommit adds the commit that deleted or moved a file.
func addCommit(values rules.Values, c worktree.Commit) {
	values["commit"] = text.Head(c.Hash, 10)
	values["date"] = c.Time.Format(time.DateOnly)
}

// movedFile reports listed files that had been renamed by then, unless the handoff has the new name, too.
func movedFile(p *referenceParams, pass *rules.Pass) {
	all := p.mentions(pass)
	named := map[string]bool{}
	for _, m := range all {
		named[m.File.Path] = true
	}
	for _, m := range all {
		if m.State != worktree.Moved || !m.listed || named[m.To] {
			continue
		}
		r := rules.Report{At: m.at, Pointer: m.pointer, Values: rules.Values{"path": secret.Quote(m.File.Path), "to": secret.Quote(m.To)}}
		addCommit(r.Values, m.Commit)
		isSameInJSON := text.JSONQuote(m.To) == `"`+m.To+`"` // the handoff may be JSON
		if at, isOnce := placeOf(pass, m.at, m.File.Path); isOnce && isSameInJSON {
			r.Fix = []rules.Replacement{{At: at, NewText: m.To}}
		}
		pass.Report(r)
	}
}

type noSuchLinesParams struct {
	referenceParams
	Past int `json:"past"`
}

// noSuchLines reports lines beyond the end of a file that has not changed since the handoff was written.
func noSuchLines(p *noSuchLinesParams, pass *rules.Pass) {
	for _, m := range p.mentions(pass) {
		if len(m.Lines) == 0 {
			continue
		}
		last := slices.MaxFunc(m.Lines, func(a, b ledger.Range) int { return cmp.Compare(a.To, b.To) })
		count, sure := factsOf(pass).Tree.EndsBefore(last.To-p.Past, m.File.Path, p.handoff(pass))
		if sure {
			pass.Report(rules.Report{At: m.at, Pointer: m.pointer, Values: rules.Values{
				"path": secret.Quote(m.File.Path), "lines": lineRange(last.From, last.To), "count": text.Count(count, "line"),
			}})
		}
	}
}
