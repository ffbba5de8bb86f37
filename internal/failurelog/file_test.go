package failurelog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/rules"
)

// numbered returns lines for n failures with distinct paths.
func numbered(first, n int) (lines []entryLine) {
	for i := range n {
		lines = append(lines, lineOf(failed(fmt.Sprintf("%05d", first+i), "x", finding("placeholder", rules.Error, 1, "TBD")), noon, "handofflint", "check"))
	}
	return lines
}

func newLog(t *testing.T, limit int64) logFile {
	t.Helper()
	return logFile{filepath.Join(t.TempDir(), "log.jsonl"), limit}
}

func mustAppend(t *testing.T, l logFile, lines []entryLine) {
	t.Helper()
	if err := l.append(lines); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// logged returns the paths of a log's failures in order, and the number of lines that are not entries.
func logged(t *testing.T, path string) (paths []string, skipped int) {
	t.Helper()
	_, skipped, err := Read(path, time.Time{}, func(e Entry) { paths = append(paths, e.File) })
	if err != nil {
		t.Fatal(err)
	}
	return paths, skipped
}

func holds(t *testing.T, path string, skipped int, want ...string) {
	t.Helper()
	paths, bad := logged(t, path)
	if diff := cmp.Diff(want, paths); diff != "" || bad != skipped {
		t.Errorf("%d lines skipped, want %d; failures (-want +got):\n%s", bad, skipped, diff)
	}
}

// results returns n failures.
func results(n int, message string) (list []rules.Result) {
	for i := range n {
		list = append(list, failed(fmt.Sprintf("%05d.md", i), "x", finding("placeholder", rules.Error, 1, message)), rules.Result{Path: "passes"})
	}
	return list
}

// TestRun holds that a run logs its first thousand failures and says so, and that a second run changes
// nothing, also with long lines.
func TestRun(t *testing.T) {
	for message, want := range map[string]int{"short": maxRun, strings.Repeat("\u2028", 5000): 0} {
		path := filepath.Join(t.TempDir(), "log.jsonl")
		at := Location{Option: path, Getenv: func(string) string { return "" }}
		first := at.Append(noon, "handofflint", "hook", results(20_000, message))
		before := readFile(t, path)
		lines := strings.Count(before, "\n")
		if lines != want && want > 0 || lines > maxRun || len(before) > window {
			t.Errorf("%d lines, %d bytes", lines, len(before))
		}
		if !strings.Contains(first, fmt.Sprintf("takes the first %d of 20000 failures", lines)) {
			t.Errorf("said %q", first)
		}
		second := at.Append(noon.Add(time.Hour), "handofflint", "hook", results(20_000, message))
		if readFile(t, path) != before || second != first {
			t.Errorf("a second run has changed the log, or said %q", second)
		}
		if said := at.Append(noon, "handofflint", "seal", results(10, message)); said != "" || readFile(t, path) != before {
			t.Errorf("another command has changed the log, or said %q", said)
		}
	}
}

// TestTwiceOverRotation holds that failures in .1 are not written again.
func TestTwiceOverRotation(t *testing.T) {
	l := newLog(t, int64(len(numbered(0, 1)[0].text)*12))
	mustAppend(t, l, numbered(0, 10))
	mustAppend(t, l, numbered(5, 10))
	mustAppend(t, l, numbered(0, 15))
	if got := strings.Count(readFile(t, l.path), "\n") + strings.Count(readFile(t, l.path+".1"), "\n"); got != 15 {
		t.Errorf("%d lines, want 15", got)
	}
	// What is in the place of .1 stays, and keeps nothing from being logged.
	for _, kind := range []string{"notes", "folder", "large"} {
		l := newLog(t, rotateAt)
		lines := numbered(0, 1)
		switch kind {
		case "notes":
			writeFile(t, l.path+".1", "notes")
		case "folder":
			if err := os.Mkdir(l.path+".1", 0o700); err != nil {
				t.Fatal(err)
			}
		case "large":
			lines = numbered(0, 6000) // larger than the window
		}
		mustAppend(t, l, lines)
		mustAppend(t, l, lines[len(lines)-1:])
		if got := strings.Count(readFile(t, l.path), "\n"); got != len(lines) {
			t.Errorf("%s: %d lines, want %d", kind, got, len(lines))
		}
		l.limit = 1
		if err := l.append(numbered(9999, 1)); kind == "folder" && (err == nil || !strings.Contains(err.Error(), "is not a regular file")) {
			t.Errorf("a folder does not stop the rotation: %v", err)
		}
	}
}

// A log in a checked tree is not reached through a link there, and its lock is elsewhere.
func TestLogInATree(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	l := newLog(t, rotateAt)
	if err := os.MkdirAll(filepath.Join(filepath.Dir(l.path), ".git", "HEAD"), 0o700); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, numbered(1, 1))
	mustAppend(t, l, numbered(2, 1))
	if _, err := os.Lstat(l.path + ".lock"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the lock is in the tree: %v", err)
	}
	link := l.path + ".link"
	if err := os.Symlink(filepath.Base(l.path), link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := (logFile{link, rotateAt}).append(numbered(2, 1)); err == nil || !strings.Contains(err.Error(), "is a link in the checked tree") {
		t.Errorf("through a link: %v", err)
	}
}

// A log is only written for a failure, and never in CI.
func TestNothingIsLogged(t *testing.T) {
	folder := t.TempDir()
	env := map[string]string{"XDG_STATE_HOME": folder, "CI": "true"}
	t.Setenv("HOME", t.TempDir())
	at := Location{Getenv: func(name string) string { return env[name] }}
	passes := []rules.Result{{Path: "passes"}}
	first := at.Append(noon, "", "hook", results(1, "x"))
	env["CI"] = ""
	if second := at.Append(noon, "", "hook", passes); first != "" || second != "" {
		t.Errorf("said %q and %q", first, second)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestAppendCreates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	l := logFile{filepath.Join(dir, "log.jsonl"), rotateAt}
	mustAppend(t, l, numbered(1, 2))
	mustAppend(t, l, slices.Repeat(numbered(3, 1), 2))
	holds(t, l.path, 0, "00001", "00002", "00003")
	if got := strings.Count(readFile(t, l.path), "\n"); got != 3 {
		t.Errorf("%d lines for 3 failures", got)
	}
	l.limit = 1
	if mustAppend(t, l, numbered(3, 1)); strings.Count(readFile(t, l.path), "\n") != 3 {
		t.Error("the log is rotated for nothing")
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, l.path: 0o600} {
		if info, err := os.Stat(path); err != nil || os.PathSeparator == '/' && info.Mode().Perm() != want {
			t.Errorf("%s: %v; want %v", path, err, want)
		}
	}
}

// TestAppendTo holds that the content of a log is kept and our line is complete, and that a file that is not
// a log is not changed.
func TestAppendTo(t *testing.T) {
	line := string(numbered(1, 1)[0].text)
	for before, between := range map[string]string{
		"": "", line[:40]: "\n", strings.TrimSuffix(line, "\"}\n"): "\n", "not ours\n" + upstreamLine: "\n", upstreamLine + "\n": "", upstreamLine + "\r\n": "",
		upstreamLine + "\n\x00\x00": "\n", line[:40] + "\n" + string(numbered(2, 1)[0].text): "",
	} {
		l := newLog(t, rotateAt)
		writeFile(t, l.path, before)
		mustAppend(t, l, numbered(1, 1))
		if got := readFile(t, l.path); got != before+between+line {
			t.Errorf("%q became\n%q", before, got)
		}
	}
	for _, before := range []string{
		"# Notes\n", "{}", `{"a":"b"}`, `{"timestamp":"2026-05-31","level":"info","file":"main.go"}` + "\n", "\n", "\x00", strings.Repeat("x", window+9),
	} {
		l := newLog(t, 1)
		writeFile(t, l.path, before)
		if err := l.append(numbered(1, 1)); err == nil || !strings.Contains(err.Error(), "is not a failure log") || readFile(t, l.path) != before {
			t.Errorf("%.40q: %v", before, err)
		}
		if _, err := os.Stat(l.path + ".1"); err == nil {
			t.Errorf("%.40q is rotated", before)
		}
	}
}

func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	writeFile(t, file, "")
	for _, path := range []string{dir, os.DevNull, filepath.Join(file, "log.jsonl")} {
		at := Location{Option: path, Getenv: func(string) string { return "" }}
		if said := at.Append(noon, "", "check", results(2, "x")); !strings.HasPrefix(said, "the failure log was not written: ") || strings.Contains(said, "\n") {
			t.Errorf("%s: said %q", path, said)
		}
		if path == os.DevNull || path == dir {
			if _, _, err := Read(path, time.Time{}, func(Entry) {}); err == nil {
				t.Errorf("%s is read", path)
			}
		}
	}
}

func TestBusy(t *testing.T) {
	wait := lockWait
	lockWait = 20 * time.Millisecond
	defer func() { lockWait = wait }()
	l := newLog(t, rotateAt)
	holder := flock.New(l.path + ".lock")
	if err := holder.Lock(); err != nil {
		t.Fatal(err)
	}
	if err := l.append(numbered(1, 1)); err == nil || !strings.Contains(err.Error(), "another process holds the lock") {
		t.Errorf("error %v", err)
	}
	if err := holder.Unlock(); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, numbered(1, 1))
}

// TestSymlink holds that a log reached through links is rotated at its real path.
func TestSymlink(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "real", "log.jsonl")
	for link, to := range map[string]string{"first": "second", "second": filepath.Join("real", "log.jsonl"), "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	if err := (logFile{filepath.Join(dir, "loop"), 1}).append(numbered(1, 1)); err == nil {
		t.Error("a link to itself is accepted")
	}
	if _, _, err := Read(filepath.Join(dir, "loop"), time.Time{}, func(Entry) {}); err == nil {
		t.Error("a link to itself is read")
	}
	for i := range 2 {
		mustAppend(t, logFile{filepath.Join(dir, "first"), 1}, numbered(i, 1))
	}
	for _, path := range []string{target, target + ".1", target + ".lock"} {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s: %v", path, err)
		}
	}
	holds(t, filepath.Join(dir, "first"), 0, "00000", "00001")
}

// TestRotation holds that after an interrupted rotation the next one loses no lines and keeps their order;
// the sixth file is dropped.
func TestRotation(t *testing.T) {
	for present := range 1 << keep {
		l := newLog(t, 1)
		var want []string
		for n := keep; n > 0; n-- {
			if present&(1<<(n-1)) != 0 {
				writeFile(t, rotated(l.path, n), string(numbered(100-n, 1)[0].text))
				want = append(want, fmt.Sprintf("%05d", 100-n))
			}
		}
		mustAppend(t, l, numbered(1, 1))
		holds(t, l.path, 0, append(slices.Clone(want), "00001")...)
		mustAppend(t, l, numbered(2, 1))
		if len(want) == keep {
			want = want[1:]
		}
		holds(t, l.path, 0, append(want, "00001", "00002")...)
		if strings.Count(readFile(t, l.path), "\n") != 1 {
			t.Errorf("present %b: the log is not rotated", present)
		}
		if _, err := os.Stat(rotated(l.path, keep+1)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a sixth rotated file: %v", err)
		}
	}
}

// TestRotationImpossible holds that a file that is not a log is neither moved nor replaced. The log grows to
// twice its size at most.
func TestRotationImpossible(t *testing.T) {
	line := numbered(1, 1)[0].text
	l := newLog(t, int64(2*len(line)))
	for n := 1; n <= keep; n++ {
		writeFile(t, rotated(l.path, n), string(line))
	}
	writeFile(t, rotated(l.path, 3), "notes")
	for i := 1; i <= 6; i++ {
		err := l.append(numbered(10+i, 1))
		if i <= 4 && err != nil || i > 4 && (err == nil || !strings.Contains(err.Error(), "cannot be rotated")) {
			t.Errorf("line %d: %v", i, err)
		}
	}
	if got := strings.Count(readFile(t, l.path), "\n"); got != 4 || readFile(t, rotated(l.path, 3)) != "notes" {
		t.Errorf("%d lines, and .3 has %q", got, readFile(t, rotated(l.path, 3)))
	}
}

// A file that is larger than any log is not read; the others are.
func TestReadLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	writeFile(t, path, string(numbered(1, 1)[0].text))
	for size, refused := range map[int64]bool{maxRead: false, maxRead + 1: true} {
		writeFile(t, rotated(path, 1), string(numbered(2, 1)[0].text))
		if err := os.Truncate(rotated(path, 1), size); err != nil {
			t.Fatal(err)
		}
		n := 0
		_, _, err := Read(path, time.Time{}, func(Entry) { n++ })
		if want := map[bool]int{false: 2, true: 1}[refused]; n != want || (err != nil) != refused {
			t.Errorf("%d bytes: %d failures, %v", size, n, err)
		}
	}
}

// TestRead holds that skipped lines are counted, that a duplicate failure counts once, and that a byte order
// mark or a missing line end loses nothing.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	text := func(i int) string { return string(numbered(i, 1)[0].text) }
	writeFile(t, rotated(path, 2), "\uFEFF"+text(1)+text(2)+`{"timestamp":"2026-05-3`+"\n")
	writeFile(t, path, upstreamLine+"\r\n\n  \n"+strings.Repeat("x", 2*maxLine)+"\n"+text(1)+"[]\n"+upstreamLine+"\n"+strings.TrimSpace(text(3)))
	holds(t, path, 3, "00001", "00002", "/h/01-writer-report.md", "/h/01-writer-report.md", "00003")
	for since, want := range map[time.Time]int{{}: 5, noon.Truncate(time.Second): 5, noon.Add(time.Second): 0} {
		n := 0
		if read, _, err := Read(path, since, func(Entry) { n++ }); err != nil || n != want || read != 2 {
			t.Errorf("since %v: %d failures in %d files, %v; want %d", since, n, read, err, want)
		}
	}
	writing := filepath.Join(t.TempDir(), "log.jsonl")
	writeFile(t, writing, text(1)+`{"timestamp":"2026-05-3`)
	holds(t, writing, 0, "00001")
	writeFile(t, writing, text(1)+strings.Repeat("x", maxLine+1))
	holds(t, writing, 1, "00001")
	if read, _, err := Read(path+"x", time.Time{}, func(Entry) { t.Error("an entry of nothing") }); err != nil || read != 0 {
		t.Errorf("no log: %d files, %v", read, err)
	}
	if err := os.Mkdir(rotated(path, 1), 0o700); err != nil {
		t.Fatal(err)
	}
	n := 0
	if _, _, err := Read(path, time.Time{}, func(Entry) { n++ }); err == nil || n != 5 || !strings.HasPrefix(err.Error(), "the failure log was not read to its end: ") {
		t.Errorf("%d failures beside a folder, %v", n, err)
	}
}

// TestReadWhileRotating holds that a reader misses no line that existed when it began.
func TestReadWhileRotating(t *testing.T) {
	l := newLog(t, int64(len(numbered(0, 1)[0].text)*500))
	mustAppend(t, l, numbered(0, 400))
	done := make(chan error)
	go func() {
		for i := range 40 {
			if err := l.append(numbered(1000+i*30, 30)); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for running := true; running; {
		paths, skipped := logged(t, l.path)
		if len(paths) < 400 || paths[399] != "00399" || skipped != 0 || !slices.IsSorted(paths) {
			t.Fatalf("%d failures, %d lines skipped", len(paths), skipped)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			running = false
		default:
		}
	}
}

func TestPath(t *testing.T) {
	home, config := t.TempDir(), filepath.Join(t.TempDir(), "state")
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	env := map[string]string{"XDG_STATE_HOME": config}
	l := Location{Option: "option", Config: "~/config", Getenv: func(name string) string { return env[name] }}
	check := func(want string, writes bool) {
		t.Helper()
		if got, err := l.Path(); err != nil || got != want || l.writes() != writes {
			t.Errorf("%q, %v, written %v; want %q, %v", got, err, l.writes(), want, writes)
		}
	}
	env["CI"] = "true"
	check("option", true)
	env[PathVariable] = "variable"
	check("option", true)
	l.Option = ""
	check("variable", true)
	env[PathVariable] = ""
	check(filepath.Join(home, "config"), false)
	env["CI"] = "false"
	check(filepath.Join(home, "config"), true)
	l.Config = ""
	check(filepath.Join(config, "handofflint", "failures.jsonl"), true)
	env["XDG_STATE_HOME"] = "relative" // which its specification says to ignore
	if path, err := l.Path(); err != nil || !filepath.IsAbs(path) {
		t.Errorf("%s, %v", path, err)
	}
	env["XDG_STATE_HOME"] = config
	l.Off = true
	check(filepath.Join(config, "handofflint", "failures.jsonl"), false)
	env["CI"], l.Off = "", false
	if err := os.Mkdir(filepath.Join(home, ".claude"), 0o700); err != nil {
		t.Fatal(err)
	}
	check(filepath.Join(home, ".claude", "logs", "handoff-failures.jsonl"), true)
}

func TestSuggestNeedsEnough(t *testing.T) {
	catalogue, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	help := "help"
	suggest := func(counts map[string]int) []Suggestion {
		var text []byte
		i := 0
		for role, n := range counts {
			for range n {
				i++
				r := failed(strconv.Itoa(i), "x", finding("placeholder", rules.Error, 1, "TBD"))
				r.Role, r.Findings[0].Help = strings.TrimRight(role, "+?"), help
				if strings.HasSuffix(role, "+") {
					r.Findings[0].Rule = "acme/other"
				} else if strings.HasSuffix(role, "?") {
					r.Findings[0].Help = "another help"
				}
				text = append(text, lineOf(r, noon, "", "hook").text...)
			}
		}
		path := filepath.Join(t.TempDir(), "log.jsonl")
		writeFile(t, path, string(text))
		stats, err := Aggregate(path, time.Time{}, "", catalogue)
		if err != nil {
			t.Fatal(err)
		}
		return stats.Suggest(catalogue)
	}
	for _, counts := range []map[string]int{{}, {"writer": 2}, {"": 20}, {"writer": 3, "writer+": 10}, {"writer+": 20}} {
		if list := suggest(counts); list == nil || len(list) > 0 {
			t.Errorf("%v: %+v", counts, list)
		}
	}
	if list := suggest(map[string]int{"writer": 3, "writer+": 9}); len(list) != 1 || list[0].Entries != 3 || list[0].Of != 12 {
		t.Errorf("a fourth of the failures: %+v", list)
	}
	if list := suggest(map[string]int{"writer": 3, "tester": 4}); len(list) != 2 || list[0].Role != "tester" {
		t.Errorf("%+v", list)
	}
	want := []Suggestion{{
		Role: "a", Rule: "placeholder", Entries: 3, Of: 3,
		Finding: "a: 3 of 3 failures have this: placeholder text instead of content [placeholder]", Sentence: "Before you hand back, check your handoff for this mistake and correct it: placeholder text instead of content.",
	}}
	if diff := cmp.Diff(want, suggest(map[string]int{"a": 3})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	help = catalogue.Rule("placeholder").Help
	if list := suggest(map[string]int{"a": 3}); len(list) != 1 || !strings.Contains(list[0].Sentence, help) {
		t.Errorf("with the rule's help: %+v", list)
	}
	for _, name := range []string{"file/too-small", "report/section-too-short", "report/too-few-words"} {
		if what := wordsAbout("content_too_short", catalogue); !strings.Contains(what, catalogue.Rule(name).Summary) {
			t.Errorf("what may mean any of three rules is %q", what)
		}
	}
	if list := suggest(map[string]int{"a": 2, "a?": 2}); len(list) != 1 || strings.Contains(list[0].Sentence, help) {
		t.Errorf("with a help that is rare: %+v", list)
	}
}

// TestAggregate ranks by failures, counts those of other projects apart, takes upstream's lines
// for this project's, and has the latest line first.
func TestAggregate(t *testing.T) {
	line := func(at, file, project, source, types string, findings int) string {
		rule := strings.Repeat(`{"rule":"placeholder"},`, findings)
		return `{"timestamp":"` + at + `","file":"` + file + `","error_types":[` + types + `],"error_count":` + strconv.Itoa(max(findings, 1)) +
			`,"project":"` + project + `","source":"` + source + `","findings":[` + strings.TrimSuffix(rule, ",") + "]}\n"
	}
	path := filepath.Join(t.TempDir(), "log.jsonl")
	writeFile(t, path, line("", "f1", "/p", "hook", `"a"`, 9)+
		line("2026-05-02T10:00:00Z", "02-tester-report.md", "", "", `"handoff_end_missing"`, 0)+line("2026-05-02T10:00:00Z", "f3", "/p/sub", "hook", `"handoff_end_missing"`, 0)+
		line("2026-05-03T10:00:00Z", "f4", "C:/else", "hook", `"a"`, 1)+
		line("2026-05-01T10:00:00Z", "f6", "/p", "hook", `"content_too_short"`, 0)+line("", "f8", "/p", "hook", `"handoff_end_missing"`, 0)+line("", "f7", "", "", "", 0)+
		`{"timestamp":"2026-05-01T09:00:00Z","file":"05-tester-report.md","project":"/p","findings":[{"rule":"placeholder"}],"schema":1,"format":"task","role":"coder"}`)
	s, err := Aggregate(path, time.Time{}, "/p", rules.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, rule := range s.Rules {
		got = append(got, fmt.Sprint(rule.Name, " ", rule.Entries, "/", rule.Findings))
	}
	for _, f := range s.Latest {
		got = append(got, f.File)
	}
	for _, role := range s.Roles {
		got = append(got, fmt.Sprint(role.Name, " ", role.Entries))
	}
	for _, format := range s.Formats {
		got = append(got, fmt.Sprint(format.Name, " ", format.Entries))
	}
	for _, day := range s.Days {
		got = append(got, fmt.Sprint(day.Name, " ", day.Entries, "/", day.Findings))
	}
	want := "report/missing-end-marker 3/3, placeholder 2/10,  1/1, content_too_short 1/1, f3, 02-tester-report.md, f6, 05-tester-report.md, f7,  5, coder 1, tester 1, report 6, task 1, 2026-05-01 2/2, 2026-05-02 2/2"
	if got := strings.Join(got, ", "); got != want || s.Entries != 7 || s.Elsewhere != 1 || s.Period() != "2026-05-01 to 2026-05-02" {
		t.Errorf("%s, want %s: %+v", got, want, s)
	}
	if all, err := Aggregate(path, time.Time{}, "", rules.BuiltIn()); err != nil || all.Entries != 8 || all.Elsewhere != 0 {
		t.Errorf("of all projects: %+v, %v", all, err)
	}
}
