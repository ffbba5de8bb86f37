package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// message is a request, a notification (without an ID), or the client's response (without a method). ctx ends
// if the client cancels the request.
type message struct {
	ctx    context.Context
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// maxMessage bounds a message, in bytes.
const maxMessage = 32 << 20

// readMessage reads a header and as many bytes of JSON as it announces.
func readMessage(in *textproto.Reader) (m message, err error) {
	header, err := in.ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil || length < 0 || length > maxMessage {
		return m, fmt.Errorf("a message has a Content-Length of %.20q, which is not between 0 and %d", header.Get("Content-Length"), maxMessage)
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(in.R, content); err != nil {
		return m, err
	}
	return m, json.Unmarshal(content, &m)
}

// send writes a message. If the client is gone, reading the next message fails.
func (s *server) send(m object) {
	m["jsonrpc"] = "2.0"
	content, err := json.Marshal(m)
	if err == nil {
		_, err = fmt.Fprintf(s.Out, "Content-Length: %d\r\n\r\n%s", len(content), content)
	}
	if err != nil {
		s.Log("cannot write a message to the editor: " + err.Error())
	}
}

// responseError is the error in a response.
type responseError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *responseError) Error() string { return e.Message }

// The codes of errors.
const (
	codeMethodNotFound   = -32601
	codeInvalidParams    = -32602
	codeInternalError    = -32603
	codeRequestCancelled = -32800
)

// The types of the Language Server Protocol, version 3.17, that this server uses, with the names of the
// specification.

// object is a message, or a part of one, that is built in only one place.
type object map[string]any

// params has the parameters of all messages that the server reads.
type params struct {
	Capabilities struct {
		Workspace struct {
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
	} `json:"capabilities"`
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
	Position       text.Position   `json:"position"`
	Range          textRange       `json:"range"`
	Context        struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// contentChange replaces a range, or the whole text if it has none.
type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type textRange struct {
	Start text.Position `json:"start"`
	End   text.Position `json:"end"`
}

// initializeResult returns the answer to initialize: 2 is TextDocumentSyncKind.Incremental.
func initializeResult(version string) object {
	return object{
		"serverInfo": object{"name": source, "version": version},
		"capabilities": json.RawMessage(`{
			"positionEncoding": "utf-16",
			"textDocumentSync": {"openClose": true, "change": 2, "save": true},
			"codeActionProvider": {"codeActionKinds": ["` + kindQuickFix + `", "` + kindFixAll + `"]},
			"completionProvider": {"triggerCharacters": ["\"", ":", "#"]},
			"hoverProvider": true
		}`),
	}
}

// source is the name of this program in a diagnostic.
const source = "handofflint"

type diagnostic struct {
	Range              textRange `json:"range"`
	Severity           int       `json:"severity"`
	Code               string    `json:"code,omitempty"`
	CodeDescription    object    `json:"codeDescription,omitempty"`
	Source             string    `json:"source"`
	Message            string    `json:"message"`
	RelatedInformation []object  `json:"relatedInformation,omitempty"`
}

// The severities of a diagnostic.
const (
	severityError   = 1
	severityWarning = 2
)

type codeAction struct {
	Title       string       `json:"title"`
	Kind        string       `json:"kind"`
	Diagnostics []diagnostic `json:"diagnostics,omitempty"`
	IsPreferred bool         `json:"isPreferred,omitempty"`
	Edit        object       `json:"edit"`
}

// The kinds of code actions.
const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.handofflint"
)

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// markdown returns a text in Markdown. It is readable for clients that do not render it.
func markdown(value string) object { return object{"kind": "markdown", "value": value} }

type completionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Detail        string   `json:"detail,omitempty"`
	Documentation object   `json:"documentation,omitempty"`
	SortText      string   `json:"sortText"`
	FilterText    string   `json:"filterText"`
	TextEdit      textEdit `json:"textEdit"`
}

// The kinds of completion items.
const (
	completionProperty = 10
	completionValue    = 12
)

// pathOf returns the absolute path of a file's URI, with forward slashes, or "" if it is not a file on this
// machine.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	isHere := err == nil && u.Scheme == "file" && slices.Contains([]string{"", "localhost"}, u.Host)
	if !isHere || strings.Contains(u.Path, "\x00") {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" && len(path) > 2 && path[2] == ':' {
		path = strings.ToUpper(path[1:2]) + path[2:] // /c:/folder
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if !filepath.IsAbs(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}).String()
}
