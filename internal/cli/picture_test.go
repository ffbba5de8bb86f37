package cli

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/testkit"
)

// TestPicture draws docs/pictures/repair.svg: an agent writes half a report, the
// hook tells it what is missing, it repairs the report and seals it. What
// handofflint says is what it prints on these files; -update draws it again.
func TestPicture(t *testing.T) {
	const picture = docsFolder + "/pictures/repair.svg"
	whole := string(testkit.Read(t, "../../skills/handoff/examples/01-tester-report.md"))
	drawn, err := filepath.Abs(picture)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const path = "agent-handoffs/20260531-170546-ad4f12aa/01-tester-report.md"
	for _, name := range []string{".git/HEAD", "internal/audit/log.go", "internal/auth/session.go", "internal/auth/session_expiry_test.go", "internal/auth/clock_test.go"} {
		testkit.Write(t, name, "")
	}

	half := halfReport(t, whole)
	testkit.Write(t, path, half)
	told := hookOnWrite(t, path, ExitFailed)
	testkit.Write(t, path, whole)
	if silent := hookOnWrite(t, path, ExitClean); silent != "" {
		t.Errorf("the hook says of the whole report: %s", silent)
	}
	code, out, errs := streamMain(nil, nil, "seal", path)
	if code != ExitClean {
		t.Errorf("seal: exit code %d: %s%s", code, out, errs)
	}

	// The page of hooks shows it beside its outline.
	s := screen{columns: 88}
	s.heading("An agent writes half a report")
	s.lines("dim", "  ", path)
	_, tail, _ := strings.Cut(half, "\n## 3")
	s.lines("agent", "  | ", "## 3"+tail)
	s.heading("The hook runs, and the agent reads in the same turn")
	s.lines("printed", "  ", told)
	s.heading("It repairs all of this in one go")
	removed, added := changedLines(half, whole)
	s.lines("removed", "  - ", removed)
	s.lines("added", "  + ", added)
	s.heading("The hook runs again and says nothing; the agent seals the report")
	s.lines("command", "  ", "$ handofflint seal "+path)
	s.lines("printed", "  ", out+errs)

	s.draw(t, drawn, "handofflint tells an agent what its half-written report lacks, and the agent repairs it")
}

// TestPictureOfAClaim draws docs/pictures/said.svg: what audit shows of three sessions, and
// the hook that stops an agent whose transcript contradicts its last message.
func TestPictureOfAClaim(t *testing.T) {
	const message = "Sessions expire now. All tests pass."
	session := strings.Replace(string(testkit.Read(t, "../../testdata/evidence/transcripts/red-tests.jsonl")), "All tests pass.", message, 1)
	sessions := map[string]string{
		"c81f.jsonl": renamed(session, "c81f20aa"),
		"07be.jsonl": renamed(string(testkit.Read(t, "../../testdata/evidence/transcripts/edited-since.jsonl")), "07be94d1"),
		"5f0c.jsonl": renamed(string(testkit.Read(t, "../../testdata/evidence/transcripts/pytest-red.jsonl")), "5f0c2b7e"),
	}
	drawn, err := filepath.Abs(docsFolder + "/pictures/said.svg")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Chdir(folder)
	t.Setenv("HOME", folder)
	t.Setenv("USERPROFILE", folder)
	testkit.Write(t, ".git/HEAD", "")
	testkit.Write(t, "session.jsonl", session)
	for name, transcript := range sessions {
		testkit.Write(t, filepath.Join(".claude/projects/-w", name), transcript)
	}
	event, err := json.Marshal(map[string]any{
		"hook_event_name": "Stop", "session_id": "5f0c2b7e", "transcript_path": filepath.Join(folder, "session.jsonl"), "cwd": folder,
		"last_assistant_message": message,
	})
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": folder, "XDG_STATE_HOME": folder}
	code, out, errs := streamMain(bytes.NewReader(event), env, "hook", "--exit-code")
	if code != ExitFailed {
		t.Errorf("the hook: exit code %d: %s%s", code, out, errs)
	}
	told := out + errs
	code, out, errs = streamMain(nil, env, "audit", "--all", "--color", "always")
	if code != ExitFailed {
		t.Errorf("audit: exit code %d: %s%s", code, out, errs)
	}

	// A phone shows the README's picture 342 pixels wide: more columns make letters smaller than 12.
	s := screen{columns: 43}
	s.heading("What do the sessions on your disk prove?")
	s.lines("command", "  ", "$ handofflint audit --all")
	s.lines("printed", "  ", out+errs)
	s.heading("With hooks, the agent reads it at once")
	s.lines("agent", "  | ", message)
	s.lines("printed", "  ", told)
	s.draw(t, drawn, "handofflint shows what sessions prove, and stops an agent that says that failed tests pass")
}

// renamed returns a transcript as one of the session with this id.
func renamed(transcript, id string) string {
	return strings.ReplaceAll(transcript, "11111111-1111-4111-8111-111111111111", id)
}

// draw compares a picture with its file, or writes it.
func (s *screen) draw(t *testing.T, file, title string) {
	t.Helper()
	got := s.svg(title)
	if *update {
		testkit.Write(t, file, got)
	} else if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("the program does not print what %s shows (%v): run `make pictures`", filepath.Base(file), err)
	}
}

// halfReport is a report whose agent has put off section 3 and stopped in section 4.
func halfReport(t *testing.T, whole string) string {
	t.Helper()
	before, rest, found := strings.Cut(whole, "## 3. Decisions and Trade-offs\n\n")
	_, rest, foundNext := strings.Cut(rest, "\n\n## 4.")
	rest, _, foundEnd := strings.Cut(rest, " It\nmay show")
	if !found || !foundNext || !foundEnd {
		t.Fatal("the example report has other sections")
	}
	return before + "## 3. Decisions and Trade-offs\n\nTBD\n\n## 4." + rest
}

// hookOnWrite is what the hook says when an agent has written a file.
func hookOnWrite(t *testing.T, path string, want int) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	event, err := json.Marshal(map[string]any{
		"hook_event_name": "PostToolUse", "session_id": "5f0c2b7e", "transcript_path": "/t", "cwd": folder,
		"tool_name": "Write", "tool_input": map[string]string{"file_path": filepath.Join(folder, path)},
	})
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := streamMain(bytes.NewReader(event), nil, "hook", "--exit-code")
	if code != want {
		t.Errorf("hook: exit code %d, want %d: %s%s", code, want, out, errs)
	}
	return out + errs
}

// changedLines are the lines that only one of two texts has.
func changedLines(before, after string) (removed, added string) {
	only := func(lines, others []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) }), "\n")
	}
	old, new := strings.Split(before, "\n"), strings.Split(after, "\n")
	return only(old, new), only(new, old)
}

// screen is a terminal, drawn as an SVG.
type screen struct {
	columns int
	rows    []screenRow
	step    int
}

// screenRow is a line in the style of a class, with the colours that the program gives its parts.
type screenRow struct{ class, text string }

func (s *screen) heading(text string) {
	if s.step++; s.step > 1 {
		s.rows = append(s.rows, screenRow{})
	}
	s.lines("heading", "", fmt.Sprintf("%d %s", s.step, text))
}

// lines adds a text, each line after the same prefix, wrapped as for a terminal.
func (s *screen) lines(class, prefix, text string) {
	wrapped := terminal.Screen{Columns: s.columns - len(prefix)}.Wrap(strings.TrimSuffix(text, "\n"))
	for row := range strings.SplitSeq(wrapped, "\n") {
		s.rows = append(s.rows, screenRow{class, prefix + row})
	}
}

// sgr sets or resets colours.
var sgr = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// pictureStyle has the colours of terminal.Style in GitHub's light and dark palettes.
const pictureStyle = `
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #1f2328 }
rect { fill: #fff; stroke: #d1d9e0 }
.heading, .command, .s1 { font-weight: bold } .heading { fill: #0969da } .dim, .s2 { fill: #59636e }
.removed, .s31 { fill: #cf222e } .added, .s32 { fill: #1a7f37 } .s33 { fill: #9a6700 } .s35 { fill: #8250df }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } rect { fill: #0d1117; stroke: #3d444d } .heading { fill: #79c0ff } .dim, .s2 { fill: #9198a1 }
.removed, .s31 { fill: #ff7b72 } .added, .s32 { fill: #56d364 } .s33 { fill: #d29922 } .s35 { fill: #d2a8ff }
}
`

// svg draws the rows in the colours that the program prints, light or dark as the reader's system
// is, in the reader's own monospaced font.
func (s *screen) svg(title string) string {
	const lineHeight, margin, columnWidth = 19, 14, 7.85
	var b strings.Builder
	width, height := int(2*margin+float64(s.columns)*columnWidth), 2*margin+len(s.rows)*lineHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">
<title>%s</title>
<style>%s</style>
<rect x=".5" y=".5" width="%d" height="%d" rx="8"/>
`, width, height, title, pictureStyle, width-1, height-1)
	style := ""
	for i, row := range s.rows {
		fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d" xml:space="preserve">`, row.class, margin, margin+(i+1)*lineHeight-5)
		style = drawRow(&b, row.text, style)
		b.WriteString("</text>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// drawRow draws a row that begins in a style, and returns the one in which it ends: colours outlast
// the end of a wrapped line.
func drawRow(b *strings.Builder, row, style string) string {
	for row != "" {
		at, end := len(row), len(row)
		next := style
		if code := sgr.FindStringSubmatchIndex(row); code != nil {
			at, end = code[0], code[1]
			next = row[code[2]:code[3]]
		}
		if next == "0" {
			next = ""
		}
		drawSpan(b, row[:at], style)
		row, style = row[end:], next
	}
	return style
}

func drawSpan(b *strings.Builder, span, style string) {
	if style != "" {
		fmt.Fprintf(b, `<tspan class="s%s">`, strings.ReplaceAll(style, ";", " s"))
	}
	_ = xml.EscapeText(b, []byte(span)) // a strings.Builder takes everything
	if style != "" {
		b.WriteString("</tspan>")
	}
}
