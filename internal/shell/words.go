package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

type words []word

func (ws words) texts() (texts []string) {
	for _, w := range ws {
		texts = append(texts, w.text)
	}
	return texts
}

// word is a literal text, or a pattern in which `**` stands for the unknown part of a variable or a
// command.
type word struct {
	text string
	glob bool
}

// words returns the words of a call.
func (sh *shell) words(args []*syntax.Word) (resolved words) {
	for _, w := range args {
		resolved = append(resolved, sh.resolve(w))
	}
	return resolved
}

// resolve returns the text of a word. It leaves commands inside to substitutions.
func (sh *shell) resolve(w *syntax.Word) (out word) {
	var b strings.Builder
	for _, part := range w.Parts {
		sh.resolvePart(&b, &out, part, unquoted)
	}
	out.text = b.String()
	return out
}

// quoting is how a shell reads literal text: the characters that are escaped in it, and those that make it a
// pattern.
type quoting struct {
	escaped *text.Regexp
	globs   string
}

var (
	unquoted     = quoting{text.MustCompile(`\\(.)`), "*?[{"}
	doubleQuoted = quoting{text.MustCompile("\\\\([$`\"\\\\])"), ""}
)

func (q *quoting) unescape(s string) string { return q.escaped.ReplaceAllString(s, "$1") }

// resolvePart adds the text of a part of a word to b. It marks the word as a pattern if a part of its text is unknown, or
// has signs of a pattern.
func (sh *shell) resolvePart(b *strings.Builder, w *word, part syntax.WordPart, q quoting) {
	if !sh.visit(1) {
		return
	}
	switch p := part.(type) {
	case *syntax.Lit:
		w.glob = w.glob || strings.ContainsAny(p.Value, q.globs)
		b.WriteString(q.unescape(p.Value))
	case *syntax.SglQuoted:
		b.WriteString(p.Value)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			sh.resolvePart(b, w, inner, doubleQuoted)
		}
	default:
		w.glob = true
		b.WriteString(ledger.Anything)
	}
}

// substitutions interprets the commands inside a word.
func (sh *shell) substitutions(w *syntax.Word) {
	for _, part := range w.Parts {
		switch part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			sh.perhaps(part, scope{})
		}
	}
}

// maxWords bounds the bytes of a compared command: no more of its text is kept.
const maxWords = ledger.MaxCommand

// normalized returns the words by which a command is looked up and compared: the program without its folder,
// `yarn run x` as `yarn x`, and aliases by their usual name.
func normalized(args words) []string {
	var out []string
	length := 0
	for _, w := range args {
		length += len(w.text) + 1
		if length > maxWords && len(out) > 0 {
			break
		}
		out = append(out, w.text)
	}
	out[0] = strings.TrimSuffix(strings.TrimSuffix(path.Base(strings.ReplaceAll(out[0], `\`, "/")), ".exe"), ".cmd")
	for count := min(3, len(out)); count > 1; count-- {
		if same, ok := commands().Aliases[strings.Join(out[:count], " ")]; ok {
			return append(strings.Fields(same), out[count:]...)
		}
	}
	return out
}

// Join returns the command line of a list of words, which may itself be a call of a shell.
func Join(args []string) string {
	if len(args) == 3 && IsShell(args[0]) && slices.Contains(commandOptions, args[1]) {
		return args[2]
	}
	var quoted []string
	for _, word := range args {
		word, _ = syntax.Quote(word, syntax.LangBash) // fails only for a zero byte, which no argument has
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}
