package ledger

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var patchLine = text.MustCompile(`(?m)^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$`)

const maxPatched = 1_000

// PatchDeeds returns the writes and deletions of a patch in the form of Codex, with paths as written there.
func PatchDeeds(patch string) (deeds []Deed) {
	found := patchLine.FindAllStringSubmatchIndex(patch, maxPatched)
	for i, m := range found {
		action, file := patch[m[2]:m[3]], patch[m[4]:m[5]]
		end := len(patch)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		d := Deed{Act: Write, Path: file}
		d.SetDiff(patch[m[1]:end])
		switch action {
		case "Add File":
			d.Created = true
		case "Delete File":
			d.Act = Delete
		case "Move to": // the file before it moves here
			if len(deeds) > 0 {
				deeds[len(deeds)-1].Act = Delete
			}
		}
		deeds = append(deeds, d)
	}
	return deeds
}

// SetDiff describes an edit by the removed and the added lines of its diff, without the headers `---` and `+++`.
func (d *Deed) SetDiff(diff string) {
	var was, is strings.Builder
	for line := range strings.Lines(diff) {
		if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") {
			was.WriteString(line[1:])
		} else if strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++") {
			is.WriteString(line[1:])
		}
	}
	d.SetEdit(was.String(), is.String())
}

// SetEdit describes an edit by the text that it replaced and the new text.
func (d *Deed) SetEdit(was, is string) {
	if was == is {
		return
	}
	d.SetNames(was, is)
	d.Was = fingerprint(was)
	d.Is = fingerprint(is)
	d.Cosmetic = code(was) == code(is)
}

// commentMarks begin comment lines in most languages. A "#" without a space is code in some.
var commentMarks = []string{"//", "/*", "{/*", "<!--", "# "}

// code returns the lines of a text that are neither comments nor blank, with their indentation, which is
// code in some languages.
func code(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		plain := strings.TrimSpace(line)
		isComment := slices.ContainsFunc(commentMarks, func(mark string) bool { return strings.HasPrefix(plain, mark) })
		if plain != "" && !isComment {
			b.WriteString(strings.TrimRight(line, " \t\r\n") + "\n")
		}
	}
	return b.String()
}

// fingerprint returns a short mark of a text.
func fingerprint(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return strconv.FormatUint(h.Sum64(), 36)
}
