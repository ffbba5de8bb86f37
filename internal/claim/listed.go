package claim

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// listed returns the claim of an item or a row that is about a file: "`a.go`: the new limit". It says that the file was
// changed. It is soft, for the text may only explain the file.
func (p part) listed(s Statement) []Claim {
	if len(p.about) != 1 || len(p.tokens) == 0 {
		return nil
	}
	file, isFile := fileIn(p.about[0], token{})
	if !isFile {
		return nil
	}
	return []Claim{{Statement: s, Act: Wrote, Path: file, Text: s.Text, Soft: p.tokens[len(p.tokens)-1].text}}
}

// listedCommands returns the claim of an item that is just commands below a label such as "Verification passed:" or
// "Checks run:". It is soft, for the label may be of an earlier list, and says at most that they passed.
func listedCommands(s Statement, item []token) []Claim {
	if len(s.labels) == 0 || hasOther(item, tagCommand|tagAnd|tagComma) {
		return nil
	}
	label := tokensOf(text.Unmarked(s.labels[len(s.labels)-1]))
	if !has(label, tagVerify|tagSubject) || hasOther(label, ofResults|tagAfter|tagColon) {
		return nil
	}
	listed := clause{act: Passed, isSoft: true, to: len(item)}
	listed.addCommands(item)
	return []Claim{listed.claim(s, item)}
}

// wrote returns the claim that a file named in code was changed, if a clause begins with what the writer did
// to it: "Fixed the lock in `a.go`", "New file `b.go`". An unknown word makes it soft. Of several files it is
// the first: the others may be what it was made for. If code is named but no file, the claim is that it was added.
func wrote(s Statement, tokens []token) []Claim {
	r := parser{tokens: tokens}
	r.opening()
	r.skip(tagSelf | tagLink | tagTail)
	if !r.is(tagDoing|tagFresh) || r.is(tagGone) {
		return nil
	}
	file, code, soft := "", "", ""
	isDescribed := false // what the file has, or is for: "with the section builder", "to match"
	for i := r.at + 1; i < len(r.tokens); i++ {
		t, before := r.tokens[i], r.tokens[i-1]
		name, isFile := fileIn(t, before)
		isPurpose := slices.Contains([]string{"with", "for", "to"}, t.text)
		isDescribed = isPurpose || isDescribed && !t.is(tagPreposition)
		switch {
		case isFile:
			file = cmp.Or(file, name)
		case isDescribed:
		case isCode(t) && (code == "" || before.is(tagAnd|tagComma)):
			code = strings.TrimSpace(code + " " + t.text)
			soft = cmp.Or(soft, code) // beside a file it is an unknown word
		case !t.is(tagDeterminer | tagAll | objects | tagQualifier | tagNumber | tagPreposition | tagTail | tagFresh):
			soft = cmp.Or(soft, t.text)
		}
	}
	if file != "" {
		return []Claim{{Statement: s, Act: Wrote, Path: file, Soft: soft, IsFirm: true, Text: s.Text}}
	}
	isAdded := slices.Contains(known().Adds, r.peek().text) && wordOf(tokens, tagNot) == ""
	if code != "" && isAdded {
		return []Claim{{Statement: s, Act: Wrote, Code: code, Text: s.Text}}
	}
	return nil
}

// nextFile returns the claim of a clause that is just a file, and goes on with the claim before it: "Fixed `a.go`, `b.go`".
func nextFile(clause []token, before Claim) []Claim {
	file, isFile := fileIn(nth(clause, 0), token{})
	if !isFile || len(clause) > 1 || before.Act != Wrote {
		return nil
	}
	before.Path = file
	return []Claim{before}
}

// isCode reports whether a token is code of a program: no quotation, command, hash or folder.
func isCode(t token) bool {
	isFolder := strings.Contains(t.text, "/") && !strings.Contains(t.text, " ")
	return t.is(tagCode|tagTest) && !isFolder && !quotation.MatchString(t.text) && !hash.MatchString(t.text)
}

// fileIn returns the path of the file that a token in code names, if it names one: `os.Getenv` is a name in
// a program, unless the token before says that it is a file.
func fileIn(t, before token) (file string, isFile bool) {
	ref, _ := ledger.ParseReference(t.text)
	isFile = t.is(tagCode) && path.Ext(ref.Path) != "" && (strings.Contains(ref.Path, "/") || before.text == "file" || runner.IsFile(ref.Path))
	return ref.Path, isFile
}
