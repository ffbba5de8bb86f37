package hook

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/testkit"
)

// forModel are the keys for texts to the model.
var forModel = []string{
	"reason", "additionalContext", "permissionDecisionReason", "agent_message", "additional_context", "followup_message",
}

// modelTexts returns the texts to the model in an answer.
func modelTexts(answer string) (texts []string) {
	for _, object := range []gjson.Result{gjson.Parse(answer), gjson.Get(answer, "hookSpecificOutput")} {
		for _, key := range forModel {
			if said := object.Get(key).Str; said != "" {
				texts = append(texts, said)
			}
		}
	}
	return texts
}

// label matches a prefix before a sentence at the beginning of a line.
var label = regexp.MustCompile(`(?m)^(handofflint: |\[[^\]]*\] (warning: )?| *line \d+: )`)

// quotedText matches a quotation, in which no sentence ends.
var quotedText = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)

// sentences returns the sentences of a text with at least three words.
func sentences(said string) (list []string) {
	said = label.ReplaceAllString(said, "")
	said = quotedText.ReplaceAllStringFunc(said, func(quoted string) string { return strings.ReplaceAll(quoted, ". ", "._") })
	for line := range strings.SplitSeq(said, "\n") {
		for sentence := range strings.SplitSeq(line, ". ") {
			if sentence = strings.Trim(sentence, " .:"); len(strings.Fields(sentence)) >= 3 {
				list = append(list, sentence)
			}
		}
	}
	return list
}

// saysOnce fails the test if a text repeats a sentence.
func saysOnce(t *testing.T, said string) {
	t.Helper()
	seen := map[string]bool{}
	for _, sentence := range sentences(said) {
		if seen[sentence] {
			t.Errorf("%q is said twice in:\n%s", sentence, said)
		}
		seen[sentence] = true
	}
}

// No text for a model repeats a sentence.
func TestNothingIsSaidTwice(t *testing.T) {
	answers, err := filepath.Glob(filepath.Join(recorded, "*", "*.out"))
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, name := range answers {
		data := testkit.Read(t, name)
		for _, said := range modelTexts(string(data)) {
			texts++
			t.Run(filepath.Base(name), func(t *testing.T) { saysOnce(t, said) })
		}
	}
	b := newBench(t)
	examples := filepath.Join(b.root, "examples")
	if err := os.CopyFS(examples, os.DirFS("../../testdata/examples")); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(examples, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for _, event := range []map[string]any{write(path), returnMessage("Handoff written to " + path + ".")} {
			_, out := b.play(event)
			for _, said := range modelTexts(out) {
				texts++
				saysOnce(t, said)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(texts, "texts")
	if texts < 50 {
		t.Errorf("only %d texts", texts)
	}
}
