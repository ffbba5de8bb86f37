package evidence

import (
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"mvdan.cc/sh/v3/syntax"
)

// words are the values of words of a command line.
type words []word

// word is a value: a text, or a pattern for what is not known. unknown says that all
// of it depends on what is not known.
type word struct {
	text          string
	glob, unknown bool
	// src is the word as it was written.
	src string
}

func (sh *shell) words(from []*syntax.Word) words {
	var out words
	for _, w := range from {
		out = append(out, sh.word(w)...)
	}
	return out
}

// word is the value of a word: several if it is a variable of several.
func (sh *shell) word(w *syntax.Word) words {
	if w == nil {
		return nil
	}
	v := word{src: sh.src[w.Pos().Offset():w.End().Offset()]}
	var b strings.Builder
	for _, part := range w.Parts {
		sh.part(&b, &v, part, false)
	}
	v.text = b.String()
	v.unknown = v.unknown && strings.Trim(v.text, "*/.") == ""
	return words{v}
}

func (sh *shell) part(b *strings.Builder, v *word, part syntax.WordPart, quoted bool) {
	switch p := part.(type) {
	case *syntax.Lit:
		text := p.Value
		if !quoted && strings.ContainsAny(text, "*?[{") && !strings.HasPrefix(text, "-") {
			v.glob = true
		}
		if strings.Contains(text, `\`) {
			text = unescape.ReplaceAllString(text, "$1")
		}
		b.WriteString(text)
	case *syntax.SglQuoted:
		b.WriteString(p.Value)
	case *syntax.DblQuoted:
		for _, inner := range p.Parts {
			sh.part(b, v, inner, true)
		}
	case *syntax.ParamExp:
		value := sh.variable(p)
		b.WriteString(value.text)
		v.glob = v.glob || value.glob
		v.unknown = v.unknown || value.unknown
	default:
		v.glob, v.unknown = true, true
		b.WriteString("*")
		sh.perhaps(part, scope{})
	}
}

// variable is the value of a variable, any text if it is not known.
func (sh *shell) variable(p *syntax.ParamExp) word {
	if p.Param != nil && p.Exp == nil && p.Repl == nil && p.Slice == nil && p.Index == nil && !p.Length {
		if value := sh.vars[p.Param.Value]; len(value) == 1 {
			return value[0]
		}
	}
	return word{text: "*", glob: true, unknown: true}
}

var unescape = text.MustCompile(`\\(.)`)

// text is the literal text of a word, a here-document for example.
func (sh *shell) text(w *syntax.Word) string {
	var b strings.Builder
	for _, v := range sh.word(w) {
		b.WriteString(v.text)
	}
	return b.String()
}

// absolute is the path of a word in the folder that holds now.
func (sh *shell) absolute(w word) string {
	if sh.lost {
		return path.Clean(w.text)
	}
	return absolute(sh.cwd, w.text)
}

// files adds a deed for each file that words name.
func (sh *shell) files(act Act, names words, c scope, lines window) {
	for _, w := range names {
		if w.text == "" || w.text == "-" || strings.HasPrefix(w.text, "/dev/") || strings.HasPrefix(w.text, "&") {
			continue
		}
		d := Deed{Act: act, Path: sh.absolute(w), Glob: w.glob, Maybe: w.glob || w.unknown || !c.sure}
		if w.unknown && strings.Trim(w.text, "*/.") == "" {
			d.Path = Anything
		} else if sh.lost && !path.IsAbs(w.text) {
			d.Path, d.Glob, d.Maybe = "**/"+d.Path, true, true
		}
		if act == Read {
			if !sh.shownAs(&d, w, c, lines) {
				continue
			}
		}
		sh.deeds = append(sh.deeds, d)
	}
}

// shownAs completes a read by what of it reached the agent. It is false if the file was
// not there.
func (sh *shell) shownAs(d *Deed, w word, c scope, lines window) bool {
	if sh.missing(w.text) {
		return false
	}
	lines = lines.then(c.in)
	switch {
	case !c.shown:
		d.Act, d.Name, d.Maybe = Seen, "named", true
	case lines.part:
		d.Act, d.Name = Seen, "search"
	default:
		d.From, d.To = lines.from, lines.to
		d.Whole = lines == window{} && !strings.Contains(sh.output, "truncated")
	}
	return true
}

// missing reports whether what was printed says that there is no such file.
func (sh *shell) missing(name string) bool {
	for _, line := range []string{name + ": No such file", name + "': No such file", "can't read " + name, "can't open " + name, name + ": Is a directory"} {
		if strings.Contains(sh.output, line) {
			return true
		}
	}
	return false
}
