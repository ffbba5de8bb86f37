// Package lsp is a language server: it checks handoffs while they are written in an editor.
//
// One goroutine only reads and queues messages. Another handles them in order and owns all state: the open
// documents (documents.go) and how they are checked (publish.go). While no message waits, it publishes the
// diagnostics of what has changed, so a burst of edits is checked once. The table requests maps methods to
// handlers; package lint does the checks.
package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Config is what a server needs.
type Config struct {
	// In has the client's messages, Out receives the server's.
	In  io.Reader
	Out io.Writer
	// Version is the program's.
	Version string
	// Log receives errors for the server's log.
	Log func(message string)
	// Open returns how the files in a folder are checked. It is called again after a file was saved. For a
	// configuration with mistakes, the error is a *config.Problems.
	Open func(folder string) (*Project, error)
}

// Project is how the files of a folder are checked, by its configuration.
type Project struct {
	Linter *lint.Linter
	// Walk says which files are left out.
	Walk lint.Options
	// Baseline has the known findings, or nil.
	Baseline *lint.Baseline
	// Begin is called before each check and each request, since bounds apply to one run.
	Begin func()
	// Why returns the reason for a rule as Markdown, or "".
	Why func(rule string) string
}

// server serves one client. Goroutines share only the fields at the top.
type server struct {
	Config
	messages chan message
	cancels  sync.Map // a context.CancelFunc by the ID of each waiting request

	shutdown  bool
	watches   bool                 // the client can watch files
	documents map[string]*openFile // by URI
	projects  map[string]*project  // by folder
	// stale means that projects were opened or dropped since their problems were published. problems are the
	// findings in configuration files, by path.
	stale    bool
	problems map[string][]rules.Finding
	// shown are the errors of projects that the user has seen.
	shown map[string]bool
}

// maxQueued is the maximum number of queued messages. Beyond it, reading waits.
const maxQueued = 1024

// ErrNoShutdown is the error for a client that leaves without a shutdown request.
var ErrNoShutdown = errors.New("the client left without a shutdown request")

// Serve serves a client until it leaves or its stream ends.
func Serve(ctx context.Context, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		Config: c, messages: make(chan message, maxQueued),
		documents: map[string]*openFile{}, projects: map[string]*project{}, shown: map[string]bool{},
	}
	go s.read(ctx)
	s.work(ctx)
	if !s.shutdown {
		return ErrNoShutdown
	}
	return nil
}

// read queues the client's messages. It handles only cancellations at once.
func (s *server) read(ctx context.Context) {
	defer close(s.messages)
	in := textproto.NewReader(bufio.NewReader(s.In))
	for {
		m, err := readMessage(in)
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			s.Log("cannot read a message of the editor: " + err.Error())
			return
		}
		switch m.Method {
		case "": // the client's answer to watchFiles
			continue
		case "$/cancelRequest":
			var p struct{ ID json.RawMessage }
			_ = json.Unmarshal(m.Params, &p) // no request waits with another ID
			s.cancel(p.ID)
			continue
		}
		m.ctx = ctx
		if m.ID != nil {
			var cancel context.CancelFunc
			m.ctx, cancel = context.WithCancel(ctx)
			s.cancels.Store(string(m.ID), cancel)
		}
		select {
		case s.messages <- m:
		case <-ctx.Done():
			return
		}
	}
}

func (s *server) cancel(id json.RawMessage) {
	if cancel, waits := s.cancels.LoadAndDelete(string(id)); waits {
		cancel.(context.CancelFunc)()
	}
}

// work handles messages until the client leaves. While none waits, it publishes diagnostics.
func (s *server) work(ctx context.Context) {
	for {
		var m message
		more := true
		select {
		case m, more = <-s.messages:
		default:
			if publish := s.takeUnpublished(); publish != nil {
				if err := recovered(func() error { publish(); return nil }); err != nil {
					s.show(err)
				}
				continue
			}
			select {
			case m, more = <-s.messages:
			case <-ctx.Done():
				return
			}
		}
		if !more || m.Method == "exit" {
			return
		}
		s.handle(m)
	}
}

// handle carries out a message unless it was cancelled, and answers it if it is a request.
func (s *server) handle(m message) {
	var result any
	err := recovered(func() (err error) {
		if m.ctx.Err() == nil {
			result, err = s.carryOut(m)
		}
		return err
	})
	if m.ID == nil {
		if err != nil {
			s.show(fmt.Errorf("%s: %w", m.Method, err))
		}
		return
	}
	if m.ctx.Err() != nil {
		err = &responseError{codeRequestCancelled, "the request was cancelled"}
	}
	if err == nil {
		s.send(object{"id": m.ID, "result": result})
	} else {
		answer := &responseError{codeInternalError, firstLine(err)}
		if isAnswer := errors.As(err, &answer); !isAnswer { // As sets the answer, if err is one
			s.Log(err.Error())
		}
		s.send(object{"id": m.ID, "error": answer})
	}
	s.cancel(m.ID) // it is over: its context is released
}

// carryOut does what a message asks for, and returns the answer, nil for a notification.
func (s *server) carryOut(m message) (any, error) {
	var p params
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return nil, &responseError{codeInvalidParams, err.Error()}
		}
	}
	switch m.Method {
	case "initialize":
		s.watches = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
		return initializeResult(s.Version), nil
	case "shutdown":
		s.shutdown = true
	case "initialized":
		s.watchFiles()
	case "textDocument/didOpen":
		s.didOpen(p)
	case "textDocument/didChange":
		return nil, s.didChange(p)
	case "textDocument/didClose":
		s.didClose(p)
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.refresh()
	default:
		answer := requests[m.Method]
		if answer == nil {
			if m.ID == nil {
				return nil, nil // an unknown notification is ignored
			}
			return nil, &responseError{codeMethodNotFound, "unknown method " + text.QuoteShort(m.Method)}
		}
		h := s.handoff(p.TextDocument.URI)
		if h == nil {
			return nil, nil
		}
		return answer(m.ctx, h, p)
	}
	return nil, nil
}

// requests are the methods on a handoff.
var requests = map[string]func(context.Context, *openHandoff, params) (any, error){
	"textDocument/codeAction": codeActions,
	"textDocument/completion": completion,
	"textDocument/hover":      hover,
}

// watched are the other files that a handoff's findings depend on. For a client that cannot watch files,
// everything is checked again when a file is saved.
var watched = []object{{"globPattern": "**/*handofflint*"}, {"globPattern": "**/*.cue"}, {"globPattern": "**/*" + protocol.MarkerSuffix()}, {"globPattern": "**/" + protocol.ReportGlob()}}

// watchFiles asks the client to watch the files that findings depend on.
func (s *server) watchFiles() {
	if s.watches {
		const method = "workspace/didChangeWatchedFiles"
		registration := object{"id": method, "method": method, "registerOptions": object{"watchers": watched}}
		s.send(object{"id": method, "method": "client/registerCapability", "params": object{"registrations": []object{registration}}})
	}
}

// show shows an error in the editor.
func (s *server) show(err error) {
	s.Log(err.Error())
	const messageError = 1
	s.notify("window/showMessage", object{"type": messageError, "message": "handofflint: " + firstLine(err)})
}

func (s *server) notify(method string, params object) {
	s.send(object{"method": method, "params": params})
}

// firstLine returns an error without the stack of a panic, which is in the log.
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
