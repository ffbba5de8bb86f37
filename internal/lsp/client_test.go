package lsp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/handofflint/handofflint/internal/cli"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
)

// client is an editor. It drives the command over pipes.
type client struct {
	t    testing.TB
	root string
	conn *jsonrpc2.Conn
	// in is what the server reads.
	in io.WriteCloser
	// code receives the exit code.
	code   chan int
	stderr *lockedBuffer

	mutex    sync.Mutex
	arrived  *sync.Cond
	results  map[string][]published // by the name of the file, in order
	messages []string
	requests []*jsonrpc2.Request
}

type published struct {
	URI         string
	Version     *int
	Diagnostics []diagnostic
}

type diagnostic struct {
	Range              span
	Severity           int
	Code               string
	CodeDescription    struct{ Href string }
	Source, Message    string
	RelatedInformation []struct {
		Location struct {
			URI   string
			Range span
		}
		Message string
	}
}

type span struct {
	Start text.Position `json:"start"`
	End   text.Position `json:"end"`
}

type lockedBuffer struct {
	mutex sync.Mutex
	text  strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.text.String()
}

// launch runs the command without sending anything.
func launch(t testing.TB) (c *client, in io.WriteCloser, out io.Reader) {
	t.Helper()
	return launchAs(t, func(in io.Reader, out, stderr io.Writer) int {
		streams := cli.Streams{In: in, Out: out, Err: stderr, Getenv: func(string) string { return "" }}
		return cli.Main(streams, []string{"handofflint", "lsp", "--now", "2026-02-01T00:00:00Z"})
	})
}

// launchAs runs a server with pipes as its streams and its exit code as result.
func launchAs(t testing.TB, run func(in io.Reader, out, stderr io.Writer) int) (c *client, in io.WriteCloser, out io.Reader) {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	c = &client{t: t, in: inWriter, code: make(chan int, 1), stderr: &lockedBuffer{}, results: map[string][]published{}}
	c.arrived = sync.NewCond(&c.mutex)
	go func() {
		c.code <- run(inReader, outWriter, c.stderr)
		outWriter.Close()
	}()
	return c, inWriter, outReader
}

// start runs the server in a folder with some files, and initializes it.
func start(t testing.TB, files map[string]string, capabilities string) *client {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return startIn(t, root, files, capabilities)
}

func startIn(t testing.TB, root string, files map[string]string, capabilities string) *client {
	t.Helper()
	c, in, out := launch(t)
	return c.begin(root, files, capabilities, in, out)
}

// connect runs a server, and initializes it in an empty folder.
func connect(t testing.TB, run func(in io.Reader, out, stderr io.Writer) int) *client {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, in, out := launchAs(t, run)
	return c.begin(root, nil, `{}`, in, out)
}

// begin initializes the server, and shuts it down when the test is done.
func (c *client) begin(root string, files map[string]string, capabilities string, in io.WriteCloser, out io.Reader) *client {
	c.t.Helper()
	c.root = root
	if err := os.MkdirAll(filepath.Join(c.root, ".git", "HEAD"), 0o755); err != nil {
		c.t.Fatal(err)
	}
	for name, content := range files {
		c.write(name, content)
	}
	stream := jsonrpc2.NewBufferedStream(pipe{out, in}, jsonrpc2.VSCodeObjectCodec{})
	c.conn = jsonrpc2.NewConn(context.Background(), stream, c, jsonrpc2.SetLogger(complaints{c.t}))
	var result map[string]any
	c.call("initialize", json.RawMessage(`{"capabilities": `+capabilities+`}`), &result)
	c.notify("initialized", struct{}{})
	c.t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		c.notify("exit", nil)
		if code := <-c.code; code != 0 {
			c.t.Errorf("exit code %d", code)
		}
		c.conn.Close()
	})
	return c
}

type pipe struct {
	io.Reader
	io.WriteCloser
}

// complaints collect what the client's library logs, such as a response to no request.
type complaints struct{ t testing.TB }

func (c complaints) Printf(format string, values ...any) {
	if strings.Contains(format, "ignoring response") {
		c.t.Errorf(format, values...)
	}
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}

// Handle handles the server's messages.
func (c *client) Handle(_ context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p published
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		if p.Diagnostics == nil { // editors want a list, if an empty one
			c.t.Error("diagnostics are null")
		}
		name := c.nameOf(p.URI)
		c.results[name] = append(c.results[name], p)
	case "window/showMessage":
		var p struct{ Message string }
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.messages = append(c.messages, p.Message)
	default:
		c.requests = append(c.requests, req)
		if !req.Notif {
			go conn.Reply(context.Background(), req.ID, nil)
		}
	}
	c.arrived.Broadcast()
}

func (c *client) path(name string) string { return filepath.Join(c.root, filepath.FromSlash(name)) }

func (c *client) uri(name string) string {
	path := filepath.ToSlash(c.path(name))
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(path, "/")}).String()
}

func (c *client) nameOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		c.t.Error(err)
		return uri
	}
	rel, err := filepath.Rel(c.root, filepath.FromSlash(strings.TrimPrefix(u.Path, drive(u.Path))))
	if err != nil {
		c.t.Error(err)
	}
	return filepath.ToSlash(rel)
}

// drive removes the slash before a Windows drive letter.
func drive(path string) string {
	if len(path) > 2 && path[2] == ':' {
		return "/"
	}
	return ""
}

func (c *client) write(name, content string) {
	c.t.Helper()
	testkit.Write(c.t, c.path(name), content)
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.conn.Call(context.Background(), method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

type object map[string]any

// open opens a file with a text, as version 1, and returns its diagnostics.
func (c *client) open(name, content string) []diagnostic {
	c.t.Helper()
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": c.uri(name), "languageId": "x", "version": 1, "text": content}})
	return c.wait(name, 1)
}

// replace replaces the whole text of a file.
func (c *client) replace(name string, version int, content string) []diagnostic {
	c.t.Helper()
	return c.change(name, version, object{"text": content})
}

func (c *client) change(name string, version int, changes ...object) []diagnostic {
	c.t.Helper()
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": c.uri(name), "version": version}, "contentChanges": changes})
	return c.wait(name, version)
}

func (c *client) save(name string) {
	c.t.Helper()
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": c.uri(name)}})
}

func (c *client) close(name string) {
	c.t.Helper()
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": c.uri(name)}})
}

// wait returns the next diagnostics for a version of a file.
func (c *client) wait(name string, version int) []diagnostic {
	c.t.Helper()
	return c.until(name, func(p published) bool { return p.Version != nil && *p.Version == version }).Diagnostics
}

// next returns the next diagnostics for a file.
func (c *client) next(name string) []diagnostic {
	c.t.Helper()
	return c.until(name, func(published) bool { return true }).Diagnostics
}

func (c *client) until(name string, wanted func(published) bool) published {
	c.t.Helper()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for {
		for len(c.results[name]) > 0 {
			p := c.results[name][0]
			c.results[name] = c.results[name][1:]
			if wanted(p) {
				return p
			}
		}
		c.arrived.Wait()
	}
}

// message returns the next message that the server shows.
func (c *client) message() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for len(c.messages) == 0 {
		c.arrived.Wait()
	}
	message := c.messages[0]
	c.messages = c.messages[1:]
	return message
}

// codes returns the rules of diagnostics.
func codes(diagnostics []diagnostic) (codes []string) {
	for _, d := range diagnostics {
		codes = append(codes, d.Code)
	}
	return codes
}
