package lsp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/lsp"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

const warned = `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "Mend the login"}`

// Columns are UTF-16 units, even for a client that prefers others.
func TestColumns(t *testing.T) {
	const content = "{\r\n  \"schema_version\": 1, \"task_id\": \"1717500000-fix\",\r\n  \"x\": \"\U0001F600é\", \"tdd\": \"yes\", \"task_summary\": \"Mend the login\"}\r\n"
	c := start(t, nil, `{"general": {"positionEncodings": ["utf-8", "utf-16"]}}`)
	want := span{text.Position{Line: 2, Character: 21}, text.Position{Line: 2, Character: 26}}
	for _, d := range c.open(context_, content) {
		if d.Code == "schema/wrong-type" && d.Range != want {
			t.Errorf("%v, want %v", d.Range, want)
		}
	}
	// An edit after the emoji is at the right position, too.
	for _, d := range c.change(context_, 2, object{"range": want, "text": "true"}) {
		if d.Code == "schema/wrong-type" || strings.HasPrefix(d.Code, "syntax/") {
			t.Errorf("after the edit: %v", d)
		}
	}
}

func TestFilesWithoutDiagnostics(t *testing.T) {
	c := start(t, map[string]string{
		".handofflint.yaml":  "exclude: [docs/old]\n",
		".handofflintignore": "drafts\n",
	}, `{}`)
	for _, name := range []string{"README.md", "docs/old/context/1717500000-a.json", "drafts/context/1717500000-a.json", "x.txt", ".handofflint.yaml"} {
		if got := c.open(name, warned); len(got) > 0 {
			t.Errorf("%s: %v", name, codes(got))
		}
		if h := c.hover(name, text.Position{Character: 20}); h.Contents.Kind != "" {
			t.Errorf("%s: %+v", name, h)
		}
	}
	for _, uri := range []string{"untitled:/agent-handoffs/s/01-a-report.md", "file://elsewhere/agent-handoffs/s/01-a-report.md"} {
		c.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "x", "version": 1, "text": warned}})
		if got := c.next(c.nameOf(uri)); len(got) > 0 {
			t.Errorf("%s: %v", uri, codes(got))
		}
	}
	local := strings.Replace(c.uri(context_), "file://", "file://localhost", 1)
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": local, "languageId": "x", "version": 1, "text": warned}})
	if got := c.next(context_); len(got) == 0 {
		t.Errorf("nothing in %s", local)
	}
	if got := c.open(context_, warned); len(got) == 0 {
		t.Errorf("nothing in %s; %s", context_, c.stderr)
	}
	c.close(context_)
	if got := c.next(context_); len(got) > 0 {
		t.Errorf("after it was closed: %v", codes(got))
	}
}

// The folder that an editor names may be a link.
func TestLinkedWorkspace(t *testing.T) {
	real, link := t.TempDir(), path.Join(t.TempDir(), "link")
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err) // Windows, without the right to make one
	}
	c := startIn(t, link, map[string]string{".handofflintignore": "drafts\n", ".handofflint.yaml": "exclude: [docs/old]\n"}, `{}`)
	for name, want := range map[string]int{context_: 2, "drafts/context/1717500000-fix.json": 0, "docs/old/context/1717500000-fix.json": 0} {
		if got := c.open(name, warned); len(got) != want {
			t.Errorf("%s: %v", name, codes(got))
		}
	}
}

// No request about a broken text breaks the server.
func TestRequestsAboutBrokenTexts(t *testing.T) {
	root := copyTree(t, "../../testdata/examples")
	c := startIn(t, root, nil, `{}`)
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range handoffs(t, root) {
		data, err := os.ReadFile(c.path(name))
		if err != nil || !utf8.Valid(data) {
			continue
		}
		whole := []rune(string(data))
		c.open(name, string(whole))
		for version := 2; version < 6; version++ {
			cut := random.IntN(len(whole) + 1)
			rest := min(len(whole), cut+random.IntN(20))
			content := string(whole[:cut]) + string(whole[rest:])
			c.replace(name, version, content)
			document := object{"uri": c.uri(name)}
			at := after(string(whole[:cut]))
			for _, method := range []string{"hover", "completion"} {
				c.call("textDocument/"+method, object{"textDocument": document, "position": at}, nil)
			}
			for _, a := range c.actions(name, span{at, at}) {
				c.apply(content, a)
			}
		}
		c.close(name)
	}
	if c.stderr.String() != "" {
		t.Error(c.stderr)
	}
}

func TestConfigurationChanges(t *testing.T) {
	c := start(t, nil, `{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}`)
	if got := codes(c.open(context_, warned)); !cmp.Equal(got, []string{"context/no-findings", "context/no-findings"}) {
		t.Fatalf("%v", got)
	}
	c.write(".handofflint.yaml", "rules: {context/no-findings: off}\n")
	c.save(context_)
	if got := c.next(context_); len(got) > 0 {
		t.Errorf("switched off, and still: %v", codes(got))
	}
	const beside = "in/docs/context/1717500000-fix.json"
	c.open(beside, warned)
	c.write(".handofflint.yaml", "# \U0001F600\nrules: {context/no-findings: of}\n")
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []any{}})
	if got := c.message(); !strings.Contains(got, "nothing is checked by a configuration with mistakes") {
		t.Errorf("message: %s", got)
	}
	got := c.next(".handofflint.yaml")
	if len(got) != 1 || got[0].Code != "config" || got[0].Range.Start != (text.Position{Line: 1, Character: 29}) {
		t.Errorf("mistakes: %+v", got)
	}
	if got := c.next(context_); len(got) > 0 {
		t.Errorf("by a configuration with mistakes: %v", codes(got))
	}
	c.mutex.Lock()
	if len(c.messages) > 0 || !strings.Contains(c.stderr.String(), "nothing is checked by a configuration with mistakes") {
		t.Errorf("it is not said once, and logged: %q", c.messages)
	}
	c.mutex.Unlock()
	if err := os.Remove(c.path(".handofflint.yaml")); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []any{}})
	if got := c.next(".handofflint.yaml"); len(got) > 0 {
		t.Errorf("of a configuration that is gone: %v", codes(got))
	}
	if got := c.next(context_); len(got) != 2 {
		t.Errorf("%v", codes(got))
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.requests) != 1 || c.requests[0].Method != "client/registerCapability" || !strings.Contains(string(*c.requests[0].Params), "handofflint*") {
		t.Errorf("%v", c.requests)
	}
}

// The mistakes of a configuration are shown in it while it is open.
func TestOpenConfiguration(t *testing.T) {
	const broken = "rules: {context/no-findings: of}\n"
	c := start(t, map[string]string{".handofflint.yaml": broken}, `{}`)
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": c.uri(".handofflint.yaml"), "version": 1, "text": broken}})
	c.until(".handofflint.yaml", func(p published) bool { return len(p.Diagnostics) == 1 && p.Version != nil })
	c.write(".handofflint.yaml", "strict: true\n")
	c.save(".handofflint.yaml")
	c.until(".handofflint.yaml", func(p published) bool { return len(p.Diagnostics) == 0 })
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": c.uri("none.md"), "version": 2}, "contentChanges": []any{}})
	for said := ""; !strings.Contains(said, "which it did not open"); {
		said = c.message()
	}
	c.write(".handofflint.yaml", broken)
	c.open(context_, warned)
	c.save(context_)
	c.until(".handofflint.yaml", func(p published) bool { return len(p.Diagnostics) == 1 })
	for _, name := range []string{context_, ".handofflint.yaml"} {
		c.close(name)
	}
	c.write(".handofflint.yaml", "strict: true\n")
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []any{}})
	c.until(".handofflint.yaml", func(p published) bool { return len(p.Diagnostics) == 0 && p.Version == nil })
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.requests) > 0 {
		t.Errorf("an editor that cannot watch files is asked to: %v", c.requests)
	}
}

func TestBaseline(t *testing.T) {
	c := start(t, map[string]string{".handofflint.yaml": "baseline: known.json\n", context_: warned}, `{}`)
	c.open(context_, warned)
	if got := c.message(); !strings.Contains(got, "no such baseline") {
		t.Errorf("%s", got)
	}
	streams := cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: c.stderr, Getenv: func(string) string { return "" }}
	cli.Main(streams, []string{"handofflint", "check", "--no-config", "--no-failure-log", "--baseline", c.path("known.json"), "--update-baseline", c.path(context_)})
	c.save(context_)
	if got := c.next(context_); len(got) > 0 {
		t.Errorf("known, and still: %v %s", codes(got), c.stderr)
	}
	if got := c.replace(context_, 2, `{"tdd": 1}`); len(got) == 0 {
		t.Error("a finding that the baseline does not have is not shown")
	}
}

// Findings about a session move with their text.
func TestSession(t *testing.T) {
	report := func(role string) string {
		return "---\nagent_role: " + role + "\ntask_id: T-1\nsession_id: 20260531-170546-ad4f12aa\nsequence: 1\nstatus: written\ncreated: 2026-05-31T17:10:00Z\nhandoff_type: full\nsummary: One line\n---\n"
	}
	const folder = ".claude/agent-handoffs/20260531-170546-ad4f12aa/"
	first, second := folder+"01-architect-report.md", folder+"01-tester-report.md"
	c := start(t, map[string]string{first: report("architect"), second: report("tester")}, `{}`)
	of := func(list []diagnostic) (found []int) {
		for _, d := range list {
			if d.Code == "session/duplicate-sequence" {
				found = append(found, d.Range.Start.Line)
			}
		}
		return found
	}
	if diff := cmp.Diff([]int{4}, of(c.open(second, report("tester")))); diff != "" {
		t.Fatal(diff)
	}
	at := func(line int) span { return span{text.Position{Line: line}, text.Position{Line: line}} }
	if diff := cmp.Diff([]int{5}, of(c.change(second, 2, object{"range": at(1), "text": "\n"}))); diff != "" {
		t.Errorf("a line above: %s", diff)
	}
	if diff := cmp.Diff([]int{5}, of(c.change(second, 3, object{"range": at(7), "text": "\n"}))); diff != "" {
		t.Errorf("a line below: %s", diff)
	}
	if diff := cmp.Diff([]int(nil), of(c.change(second, 4, object{"range": span{text.Position{Line: 5, Character: 10}, text.Position{Line: 5, Character: 11}}, "text": "1"}))); diff != "" {
		t.Errorf("in the same place: %s", diff)
	}
	// For another open report, the editor's text counts.
	c.open(first, strings.Replace(report("architect"), "sequence: 1", "sequence: 2", 1))
	c.save(second)
	if found := of(c.wait(second, 4)); len(found) > 0 {
		t.Errorf("after it was resolved: %v", found)
	}
	c.replace(first, 2, report("architect"))
	c.save(second)
	if diff := cmp.Diff([]int{5}, of(c.wait(second, 4))); diff != "" {
		t.Errorf("after it came back: %s", diff)
	}
}

func TestRelatedInformation(t *testing.T) {
	const doubled = "{\"schema_version\": 1, \"task_id\": \"x\",\n \"task_id\": \"y\"}"
	c := start(t, nil, `{}`)
	for _, d := range c.open(context_, doubled) {
		if d.Code == "syntax/duplicate-key" && (len(d.RelatedInformation) != 1 || d.RelatedInformation[0].Location.URI != c.uri(context_)) {
			t.Errorf("%+v", d)
		}
		if d.CodeDescription.Href == "" || d.Source != "handofflint" {
			t.Errorf("%+v", d)
		}
	}
	const other = "docs/context/1717500000-other.json"
	local := strings.Replace(c.uri(other), "file://", "file://localhost", 1)
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": local, "version": 1, "text": doubled}})
	for _, d := range c.next(other) {
		if d.Code == "syntax/duplicate-key" && d.RelatedInformation[0].Location.URI != local {
			t.Errorf("not as the editor calls the file: %+v", d)
		}
	}
}

func TestLifecycle(t *testing.T) {
	c, in, out := launch(t)
	conn := jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(pipe{out, in}, jsonrpc2.VSCodeObjectCodec{}), c, jsonrpc2.SetLogger(quiet{}))
	defer conn.Close()
	call := func(method string) int64 {
		var failed *jsonrpc2.Error
		if err := conn.Call(context.Background(), method, object{}, nil); errors.As(err, &failed) {
			return failed.Code
		}
		return 0
	}
	for _, step := range []struct {
		method string
		code   int64
	}{
		{"initialize", 0}, {"textDocument/hover", 0}, {"x", jsonrpc2.CodeMethodNotFound}, {"shutdown", 0},
	} {
		if got := call(step.method); got != step.code {
			t.Errorf("%s: code %d, want %d", step.method, got, step.code)
		}
	}
	in.Close()
	if code := <-c.code; code != 0 {
		t.Errorf("exit code %d after the stream has ended", code)
	}
	if logged := c.stderr.String(); logged != "" {
		t.Errorf("the end of the stream is logged: %q", logged)
	}
}

func message(content string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(content), content)
}

// A client that sends invalid bytes gets no response, or an error, and the server ends.
func TestHostileClient(t *testing.T) {
	hello := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	for _, input := range []string{
		"", "\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n{}",
		"Content-Length: 4294967295\r\n\r\n{}", "content-length:2\n\n{}", strings.Repeat("x", 1<<20), strings.Repeat("A: b\r\n", 1<<16), message("null"), message("[]"), message("{"), message(`{"id":1}`),
		message(strings.Repeat("[", 20000)), message(`{"jsonrpc":"2.0","id":{},"method":"initialize"}`), message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}`),
		message(`{"jsonrpc":"2.0","id":1,"result":null}`), hello + message(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":3}`),
		hello + message(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///none"}}}`),
		hello + message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///%00","text":"{"}}}`),
		hello + message(`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///none"}}}`),
		hello + message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:relative.md","text":"{"}}}`),
		hello + message(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":[]}}`),
		hello + message(`{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///none"},"position":{"line":-1,"character":9999999999999}}}`),
	} {
		var logged strings.Builder
		err := lsp.Serve(context.Background(), lsp.Config{
			In: strings.NewReader(input), Out: io.Discard, Log: func(s string) { logged.WriteString(s) },
			Open: func(string) (*lsp.Project, error) { return nil, errors.New("no project") },
		})
		if !errors.Is(err, lsp.ErrNoShutdown) || strings.Contains(logged.String(), "goroutine") {
			t.Errorf("%.60q: %v %s", input, err, logged.String())
		}
		if strings.HasPrefix(input, "Content-Length: 42") && !strings.Contains(logged.String(), "which is not between 0 and") {
			t.Errorf("%.60q: %s", input, logged.String())
		}
	}
	// One that does not read is logged.
	var logged strings.Builder
	read, write := io.Pipe()
	_ = read.Close()
	err := lsp.Serve(context.Background(), lsp.Config{In: strings.NewReader(hello), Out: write, Log: func(s string) { logged.WriteString(s) }})
	if !errors.Is(err, lsp.ErrNoShutdown) || !strings.Contains(logged.String(), "cannot write a message to the editor: io: read/write on closed pipe") {
		t.Errorf("%v %s", err, logged.String())
	}
}

// TestExamplesInTheClone holds that the README's examples have their findings in an editor with this
// repository, whose ignore file excludes other testdata.
func TestExamplesInTheClone(t *testing.T) {
	const broken, input = "testdata/examples/docs/context/1717580000-export-csv.json", "testdata/rules/context/1717580000-x.json"
	files := map[string]string{}
	for _, name := range []string{".handofflintignore", broken} {
		data := testkit.Read(t, filepath.Join("../..", name))
		files[name] = string(data)
	}
	c := start(t, files, `{}`)
	if got := codes(c.open(broken, files[broken])); !slices.Equal(got, []string{"schema/misspelt-field", "schema/not-allowed"}) {
		t.Errorf("%s: %v", broken, got)
	}
	if got := codes(c.open(input, files[broken])); len(got) > 0 {
		t.Errorf("%s: %v", input, got)
	}
}

func FuzzServe(f *testing.F) {
	f.Add([]byte(message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`) + message(`{"jsonrpc":"2.0","method":"exit"}`)))
	f.Add([]byte("Content-Length: 3\r\n\r\n{}}"))
	f.Fuzz(func(t *testing.T, input []byte) {
		_ = lsp.Serve(context.Background(), lsp.Config{
			In: bytes.NewReader(input), Out: io.Discard,
			Log: func(s string) {
				if strings.Contains(s, "goroutine") {
					t.Error(s)
				}
			},
			Open: func(string) (*lsp.Project, error) { return nil, errors.New("no project") },
		})
	})
}

// serve runs a server with projects that a test opens.
func serve(t *testing.T, open func(folder string) (*lsp.Project, error)) *client {
	t.Helper()
	return connect(t, func(in io.Reader, out io.Writer, stderr io.Writer) int {
		err := lsp.Serve(context.Background(), lsp.Config{In: in, Out: out, Log: func(s string) { fmt.Fprintln(stderr, s) }, Open: open})
		if err != nil {
			return 1
		}
		return 0
	})
}

func builtIn() (*lsp.Project, error) {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	return &lsp.Project{Linter: &lint.Linter{Engine: engine}, Walk: lint.Options{SkipUnknown: true}, Begin: func() {}, Why: func(string) string { return "" }}, err
}

// A panic during a check is reported, and the next file is checked.
func TestPanic(t *testing.T) {
	c := serve(t, func(folder string) (*lsp.Project, error) {
		project, err := builtIn()
		switch path.Base(path.Dir(folder)) {
		case "open":
			panic("in opening")
		case "check":
			project.Linter.EngineFor = func(string) (*rules.Engine, error) { panic("in a check") }
		}
		return project, err
	})
	if got := c.open("check/context/1717500000-fix.json", warned); len(got) != 1 || !strings.Contains(got[0].Message, "in a check") {
		t.Errorf("%+v", got)
	}
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": c.uri("open/context/1717500000-fix.json"), "version": 1, "text": warned}})
	if got := c.message(); !strings.Contains(got, "in opening") || strings.Contains(got, "goroutine") {
		t.Errorf("%s", got)
	}
	if got := c.open(context_, warned); len(got) != 2 {
		t.Errorf("%v", codes(got))
	}
	if !strings.Contains(c.stderr.String(), "goroutine") {
		t.Errorf("the log has no stack: %s", c.stderr)
	}
}

// Edits during a check are checked once it is done, and only the last text; a cancelled request is answered
// as such.
func TestStaleWork(t *testing.T) {
	release := make(chan struct{})
	c := serve(t, func(string) (*lsp.Project, error) {
		<-release
		return builtIn()
	})
	document := object{"uri": c.uri(context_), "version": 1, "text": warned}
	c.notify("textDocument/didOpen", object{"textDocument": document})
	for version := 2; version <= 5; version++ {
		c.notify("textDocument/didChange", object{"textDocument": object{"uri": c.uri(context_), "version": version}, "contentChanges": []object{{"text": warned}}})
	}
	id := jsonrpc2.ID{Str: "hover", IsString: true}
	waiter, err := c.conn.DispatchCall(context.Background(), "textDocument/hover", object{"textDocument": document, "position": object{}}, jsonrpc2.PickID(id))
	if err != nil {
		t.Fatal(err)
	}
	c.notify("$/cancelRequest", object{"id": "hover"})
	c.notify("$/unknown", nil) // is read once the one before was handled
	close(release)
	var failed *jsonrpc2.Error
	if err := waiter.Wait(context.Background(), nil); !errors.As(err, &failed) || failed.Code != -32800 {
		t.Errorf("of a request that was cancelled: %v", err)
	}
	c.wait(context_, 5)
	c.hover(context_, text.Position{}) // is answered after everything before it
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.results[context_]) > 0 {
		t.Errorf("published after the last version: %v", c.results[context_])
	}
}

// Trying actions takes a second for a large file. Cancelling the request stops it.
func TestCancelledActions(t *testing.T) {
	tried, release := make(chan struct{}, 100), make(chan struct{})
	c := serve(t, func(string) (*lsp.Project, error) {
		project, err := builtIn()
		project.Linter.Veto = func(rules.Result, rules.Result) bool {
			tried <- struct{}{}
			<-release
			return false
		}
		return project, err
	})
	if got := c.open(context_, warned); len(got) != 2 {
		t.Fatalf("%v", codes(got))
	}
	id := jsonrpc2.ID{Str: "actions", IsString: true}
	params := object{"textDocument": object{"uri": c.uri(context_)}, "range": span{}.whole()}
	waiter, err := c.conn.DispatchCall(context.Background(), "textDocument/codeAction", params, jsonrpc2.PickID(id))
	if err != nil {
		t.Fatal(err)
	}
	<-tried
	c.notify("$/cancelRequest", object{"id": "actions"})
	c.notify("$/unknown", nil) // is read once the one before was handled
	close(release)
	var failed *jsonrpc2.Error
	if err := waiter.Wait(context.Background(), nil); !errors.As(err, &failed) || failed.Code != -32800 {
		t.Errorf("of a request that was cancelled: %v", err)
	}
	if n := len(tried); n != 0 {
		t.Errorf("%d more were tried", n)
	}
}
