package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Explanation is what the catalogue says of a rule, for formats that carry
// the rules along.
type Explanation struct {
	// Summary is one line, Why a paragraph, Markdown the rule's whole page.
	Summary, Why, Markdown string
	// Severity is that of the catalogue, whatever a user has made of it.
	Severity rules.Severity
}

// explain is the explanation of a rule, never empty: a format has to say
// something of a rule that nobody explains.
func (run Run) explain(rule string) Explanation {
	var e Explanation
	if run.Explain != nil {
		e = run.Explain(rule)
	}
	e.Summary = cmp.Or(e.Summary, rule)
	e.Why = cmp.Or(e.Why, e.Summary)
	e.Markdown = cmp.Or(e.Markdown, e.Why)
	return e
}

// stdin is the path of standard input where the user gives it no other, as
// document.StdinName has it. It is no file of any folder.
const stdin = "<stdin>"

// relative is a path as a host of the repository knows it: from its root,
// without ./ in front. A path outside of the root stays as it is.
func (run Run) relative(name string) string {
	for _, known := range []string{run.resolved(name), name} {
		if inside, ok := strings.CutPrefix(known, strings.TrimSuffix(run.Root, "/")+"/"); ok && run.Root != "" {
			return path.Clean(inside)
		}
	}
	if absolute(name) || name == "" || name == stdin {
		return name
	}
	return path.Join(run.Dir, name)
}

// resolved is an absolute path behind all links, as far as that is known.
func (run Run) resolved(name string) string {
	if run.Resolve == nil || !absolute(name) {
		return name
	}
	return run.Resolve(name)
}

// absolute tells whether a path with forward slashes starts at a root, of
// Windows too, on every system alike.
func absolute(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1:3] == ":/"
}

// advice is a finding's message with its help behind it, each on one line.
func advice(f *rules.Finding) string {
	if f.Help == "" {
		return text.Escape(f.Message)
	}
	return text.Escape(f.Message) + "\n" + text.Escape(f.Help)
}

// fingerprints counts the findings of a file that have one fingerprint.
type fingerprints map[string]int

// of is the fingerprint of a finding within its file and the number of such
// findings in the file so far, this one included. The form "hash:count" is that
// of CodeQL's primaryLocationLineHash.
func (seen fingerprints) of(f *rules.Finding) string {
	hash := f.Fingerprint()
	key := f.Path + "\x00" + hash
	seen[key]++
	return fmt.Sprintf("%s:%d", hash, seen[key])
}

// digest is the SHA-256 of some texts in hexadecimal, each told apart from the
// next.
func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])
}
