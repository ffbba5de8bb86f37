package dispatch

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Brief is what an agent is told about its report.
type Brief struct {
	// Words is how many words section 1 needs at least from the agent's role.
	Words int
	// Return is the line that the agent replies with.
	Return string
	// Block is the part of its prompt, a heading `## Handoff Files` and what
	// belongs under it, with a line feed at its end.
	Block string
}

// Block is the part of a prompt that sends an agent out: see Brief.Block.
func Block(c *rules.Catalogue, a Assignment, reads []string) (string, error) {
	brief, err := NewBrief(c, a, reads)
	return brief.Block, err
}

// NewBrief tells an agent of its assignment, in the catalogue's words and with
// the minimums of its rules. reads are the paths of the files to read first.
// An error is a path that cannot stand in a prompt, or a fault of the
// catalogue.
func NewBrief(c *rules.Catalogue, a Assignment, reads []string) (Brief, error) {
	for _, path := range append([]string{a.Path}, reads...) {
		if err := CheckPath(path); err != nil {
			return Brief{}, err
		}
	}
	w, err := newWriter(c, a)
	if err != nil {
		return Brief{}, err
	}
	return Brief{Words: w.words, Return: w.fillPath(c.Dispatch.Return), Block: w.block(reads)}, nil
}

// CheckPath refuses a path that would end the code that it stands in or the
// line, or that a reader does not see as it is.
func CheckPath(path string) error {
	if path == "" || strings.Contains(path, "`") || text.Escape(path) != path {
		return fmt.Errorf("the path %q cannot stand in a prompt: rename it", path)
	}
	return nil
}

// section is a section of a report and how long it has to be.
type section struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
}

// writer writes a block.
type writer struct {
	texts      rules.Dispatch
	assignment Assignment
	sections   []section
	// words is the minimum of section 1, in words; characters those of all, by
	// number.
	words      int
	worded     int
	characters map[string]int
	verbs      []string
}

// newWriter takes the minimums from the parameters of the rules that ask for
// them.
func newWriter(c *rules.Catalogue, a Assignment) (*writer, error) {
	w := &writer{texts: c.Dispatch, assignment: a}
	var length struct {
		Sections []section
		Min      map[string]int
	}
	var few struct{ Section int }
	var action struct{ Verbs []string }
	for name, into := range map[string]any{
		"report/section-too-short": &length,
		"report/too-few-words":     &few,
		"report/no-action":         &action,
	} {
		if err := params(c, name, into); err != nil {
			return nil, err
		}
	}
	w.sections, w.characters, w.worded, w.verbs = length.Sections, length.Min, few.Section, action.Verbs
	var err error
	w.words, err = checks.LeastWords(c.Rule("report/too-few-words").Params, a.Role)
	return w, err
}

// params reads the parameters of a rule.
func params(c *rules.Catalogue, name string, into any) error {
	rule := c.Rule(name)
	if rule == nil {
		return fmt.Errorf("the catalogue has no rule %s", name)
	}
	if err := json.Unmarshal(rule.Params, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (w *writer) block(reads []string) string {
	a := w.assignment
	return rules.Fill(w.texts.Block, rules.Values{
		"reads":    w.upstream(reads),
		"path":     a.Path,
		"argument": text.ShellQuote(a.Path),
		"done":     a.Done(),
		"role":     jsontext.Quote(a.Role),
		"task":     jsontext.Quote(a.Task),
		"session":  jsontext.Quote(a.Session),
		"sequence": strconv.Itoa(a.Sequence),
		"sections": w.sectionList(),
		"return":   w.fillPath(w.texts.Return),
	}) + "\n"
}

func (w *writer) fillPath(template string) string {
	return rules.Fill(template, rules.Values{"path": w.assignment.Path})
}

// upstream is the part about the files to read first, "" where there are none.
func (w *writer) upstream(reads []string) string {
	if len(reads) == 0 {
		return ""
	}
	lines := make([]string, len(reads))
	for i, path := range reads {
		lines[i] = rules.Fill(w.texts.Read, rules.Values{"path": path})
	}
	return rules.Fill(w.texts.Upstream, rules.Values{"list": strings.Join(lines, "\n")})
}

func (w *writer) sectionList() string {
	lines := make([]string, len(w.sections))
	for i, s := range w.sections {
		number := strconv.Itoa(s.Number)
		content := rules.Fill(w.texts.Contents[number], rules.Values{"verbs": strings.Join(w.verbs, ", ")})
		lines[i] = rules.Fill(w.texts.Section, rules.Values{
			"number": number, "title": s.Title, "content": content, "least": w.least(s.Number),
		})
	}
	return strings.Join(lines, "\n")
}

// least is how long a section has to be.
func (w *writer) least(number int) string {
	template, n := w.texts.Characters, w.characters[strconv.Itoa(number)]
	if number == w.worded {
		template, n = w.texts.Words, w.words
	}
	return rules.Fill(template, rules.Values{"number": strconv.Itoa(n)})
}
