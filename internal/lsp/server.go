// Package lsp is a language server: it checks handoffs while they are written in an
// editor.
//
// One goroutine reads messages in their order (server.go) and keeps the texts
// (documents.go). Each edit makes a snapshot, which never changes; another goroutine
// checks the latest one of each document and publishes what is found (publish.go), also
// in configurations (configuration.go).
// A request is answered from a snapshot in a goroutine of its own, so a slow one holds
// up nothing.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Config is what a server needs.
type Config struct {
	// In has the client's messages, Out gets the server's.
	In  io.Reader
	Out io.Writer
	// Version is the program's.
	Version string
	// Log gets what went wrong, for whoever reads the server's log.
	Log func(message string)
	// Open returns how the files in a folder are checked. It is called again after a
	// file was saved. The error of a configuration with mistakes is a
	// *config.Problems.
	Open func(folder string) (*Project, error)
}

// Project is how files are checked: by the configuration of their folder.
type Project struct {
	Linter *lint.Linter
	// Walk says which files are left out.
	Walk lint.Options
	// Baseline has the findings that are known, nil for none.
	Baseline *lint.Baseline
	// Vetoes speak against a fix beside the file's own findings.
	Vetoes []lint.Veto
	// Explain returns the page of a rule as Markdown, "" if it does not exist.
	Explain func(rule string) string
}

// state is a server's state in the life cycle of the protocol.
type state int

const (
	created state = iota
	initialized
	shutDown
	left // the client has disconnected
)

// server serves one client.
type server struct {
	Config
	// conn and client are set by the client's first request, and not changed later.
	conn   *jsonrpc2.Conn
	client clientCapabilities
	// running counts the goroutines, wake tells the checking one that there is work.
	running sync.WaitGroup
	wake    chan struct{}

	mutex     sync.Mutex
	state     state
	documents map[string]*openFile // by URI
	projects  map[string]*project  // by folder
	queue     []*openFile          // to be checked
	cancels   map[jsonrpc2.ID]context.CancelFunc

	configurations // only the checking goroutine uses them
}

// ErrNoShutdown says that the client left without a request to shut down.
var ErrNoShutdown = errors.New("the client left without a shutdown request")

// Serve serves a client until it leaves or its stream ends.
func Serve(ctx context.Context, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		Config: c, wake: make(chan struct{}, 1),
		documents: map[string]*openFile{}, projects: map[string]*project{}, cancels: map[jsonrpc2.ID]context.CancelFunc{},
		configurations: configurations{opened: map[string]*project{}, shown: map[string]string{}, problems: map[string][]rules.Result{}, published: map[string]bool{}},
	}
	s.running.Go(func() { s.work(ctx) })
	stream := jsonrpc2.NewBufferedStream(stdio{c.In, c.Out}, boundedCodec{log: c.Log})
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(noLogger{}))
	<-conn.DisconnectNotify()
	cancel()
	s.mutex.Lock()
	clean := s.state == shutDown
	s.state = left
	s.mutex.Unlock()
	s.running.Wait()
	if !clean {
		return ErrNoShutdown
	}
	return nil
}

// noLogger drops what the library logs of a broken stream: the codec has logged it.
type noLogger struct{}

// Printf does nothing.
func (noLogger) Printf(string, ...any) {}

// Handle takes a message. It returns when a notification is done, so that these keep
// their order, and a request about a document has its snapshot.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	params := json.RawMessage("null")
	if req.Params != nil {
		params = *req.Params
	}
	if req.Notif {
		if err := recovered(func() error { return s.notified(ctx, conn, req.Method, params) }); err != nil {
			s.show(ctx, conn, err)
		}
		return
	}
	method, about := requests[req.Method]
	if !about || !s.is(initialized) {
		result, err := s.lifecycle(conn, req.Method, params)
		s.reply(ctx, conn, req.ID, result, err)
		return
	}
	var of documentParams
	if err := json.Unmarshal(params, &of); err != nil {
		s.reply(ctx, conn, req.ID, nil, invalidParams(err))
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	doc := s.documents[of.TextDocument.URI]
	if s.state == left {
		return
	}
	var snap *snapshot
	if doc != nil {
		snap = doc.latest
	}
	ctx, cancel := context.WithCancel(ctx)
	s.cancels[req.ID] = cancel
	s.running.Go(func() {
		var result any
		err := recovered(func() (err error) {
			if snap != nil && ctx.Err() == nil {
				result, err = method(ctx, s, snap, params)
			}
			return err
		})
		if ctx.Err() != nil {
			err = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "the request was cancelled"}
		}
		s.reply(context.WithoutCancel(ctx), conn, req.ID, result, err)
		s.cancel(req.ID)
	})
}

// requests are the methods about a document. The snapshot is that of the document when
// the request came.
var requests = map[string]func(ctx context.Context, s *server, snap *snapshot, params json.RawMessage) (any, error){
	"textDocument/codeAction":     answering((*server).codeActions),
	"textDocument/completion":     answering((*server).completion),
	"textDocument/documentSymbol": answering((*server).documentSymbols),
	"textDocument/hover":          answering((*server).hover),
}

// answering decodes the parameters of a request for what answers it.
func answering[P any](answer func(*server, context.Context, *snapshot, P) (any, error)) func(context.Context, *server, *snapshot, json.RawMessage) (any, error) {
	return func(ctx context.Context, s *server, snap *snapshot, params json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, invalidParams(err)
		}
		return answer(s, ctx, snap, p)
	}
}

// is reports whether the server is in a state.
func (s *server) is(state state) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.state == state
}

// cancel ends a request, if it is still being answered.
func (s *server) cancel(id jsonrpc2.ID) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if cancel := s.cancels[id]; cancel != nil {
		cancel()
		delete(s.cancels, id)
	}
}

// reply answers a request. That the client has disconnected is noticed elsewhere.
func (s *server) reply(ctx context.Context, conn *jsonrpc2.Conn, id jsonrpc2.ID, result any, err error) {
	var answer *jsonrpc2.Error
	switch {
	case err == nil:
		_ = conn.Reply(ctx, id, result)
	case errors.As(err, &answer):
		_ = conn.ReplyWithError(ctx, id, answer)
	default:
		s.Log(err.Error())
		_ = conn.ReplyWithError(ctx, id, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: firstLine(err)})
	}
}

// show shows an error in the editor.
func (s *server) show(ctx context.Context, conn *jsonrpc2.Conn, err error) {
	s.Log(err.Error())
	_ = conn.Notify(ctx, "window/showMessage", showMessageParams{Type: messageError, Message: "handofflint: " + firstLine(err)})
}

// firstLine is an error without the stack of a panic, which the log has.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// recovered calls a function, and returns a panic as an error.
func recovered(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("broken, please report this: %v\n%s", cause, debug.Stack())
		}
	}()
	return call()
}

func invalidParams(err error) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
}

// lifecycle answers initialize and shutdown, and rejects requests that are unknown or
// come at the wrong time.
func (s *server) lifecycle(conn *jsonrpc2.Conn, method string, params json.RawMessage) (any, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case s.state == created && method == "initialize":
		return s.initialize(conn, params)
	case s.state == created:
		return nil, &jsonrpc2.Error{Code: codeNotInitialized, Message: "the first request has to be initialize"}
	case s.state == shutDown || method == "initialize":
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: method + " comes too late"}
	case method == "shutdown":
		s.state = shutDown
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unknown method " + text.QuoteShort(method)}
}

func (s *server) initialize(conn *jsonrpc2.Conn, params json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, invalidParams(err)
	}
	s.conn, s.client, s.state = conn, p.Capabilities, initialized
	return initializeResult{
		Capabilities: serverCapabilities{
			PositionEncoding:   "utf-16",
			TextDocumentSync:   textDocumentSyncOptions{OpenClose: true, Change: syncIncremental, Save: true},
			CodeActionProvider: codeActionOptions{[]string{kindQuickFix, kindFixAll}},
			HoverProvider:      true, DocumentSymbolProvider: true,
			CompletionProvider: completionOptions{[]string{`"`, ":"}},
		},
		ServerInfo: serverInfo{Name: "handofflint", Version: s.Version},
	}, nil
}

// notified takes a notification. Those that it does not know are ignored.
func (s *server) notified(ctx context.Context, conn *jsonrpc2.Conn, method string, params json.RawMessage) error {
	switch {
	case method == "exit":
		return conn.Close()
	case !s.is(initialized):
		return nil
	}
	switch method {
	case "initialized":
		s.watchFiles(ctx)
	case "$/cancelRequest":
		var p struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if err := json.Unmarshal(params, &p); err != nil {
			return err
		}
		s.cancel(p.ID)
	case "textDocument/didOpen":
		return notification(params, s.didOpen)
	case "textDocument/didChange":
		return notification(params, s.didChange)
	case "textDocument/didClose":
		return notification(params, s.didClose)
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.refresh()
	}
	return nil
}

// notification decodes the parameters of a notification for what takes them.
func notification[P any](params json.RawMessage, take func(P) error) error {
	var p P
	if err := json.Unmarshal(params, &p); err != nil {
		return fmt.Errorf("cannot read a message of the editor: %w", err)
	}
	return take(p)
}

// watched are the files beside a handoff that its findings depend on. For a client that
// cannot watch files, all is checked again when a file is saved.
var watched = []string{"**/*handofflint*", "**/*.cue", "**/*.done", "**/*-report.md"}

// watchFiles asks the client to watch the files that findings depend on.
func (s *server) watchFiles(ctx context.Context) {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	var options watchedFilesOptions
	for _, glob := range watched {
		options.Watchers = append(options.Watchers, fileSystemWatcher{glob})
	}
	const method = "workspace/didChangeWatchedFiles"
	params := registrationParams{[]registration{{ID: method, Method: method, RegisterOptions: options}}}
	// Waiting for the answer here would keep it from being read.
	_, _ = s.conn.DispatchCall(ctx, "client/registerCapability", params)
}
