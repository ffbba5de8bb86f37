package lsp

import (
	"encoding/json"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// The types of the Language Server Protocol, version 3.17, as far as this server uses
// them, under the names of its specification.

type initializeParams struct {
	Capabilities clientCapabilities `json:"capabilities"`
}

type clientCapabilities struct {
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
		} `json:"publishDiagnostics"`
		Hover struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
		Completion struct {
			CompletionItem struct {
				SnippetSupport      bool     `json:"snippetSupport"`
				DocumentationFormat []string `json:"documentationFormat"`
			} `json:"completionItem"`
		} `json:"completion"`
		DocumentSymbol struct {
			HierarchicalDocumentSymbolSupport bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
	} `json:"textDocument"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type serverCapabilities struct {
	PositionEncoding       string                  `json:"positionEncoding"`
	TextDocumentSync       textDocumentSyncOptions `json:"textDocumentSync"`
	CodeActionProvider     codeActionOptions       `json:"codeActionProvider"`
	HoverProvider          bool                    `json:"hoverProvider"`
	DocumentSymbolProvider bool                    `json:"documentSymbolProvider"`
	CompletionProvider     completionOptions       `json:"completionProvider"`
}

type completionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

type codeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

type textDocumentSyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"`
	Save      bool `json:"save"`
}

// syncIncremental is TextDocumentSyncKind.Incremental.
const syncIncremental = 2

type textDocumentIdentifier struct {
	URI string `json:"uri"`
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

// contentChange replaces a range, or the whole text without one.
type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type textRange struct {
	Start text.Position `json:"start"`
	End   text.Position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range              textRange            `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code,omitempty"`
	CodeDescription    *codeDescription     `json:"codeDescription,omitempty"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// The severities of a diagnostic.
const (
	severityError   = 1
	severityWarning = 2
)

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// messageError is MessageType.Error.
const messageError = 1

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions"`
}

type watchedFilesOptions struct {
	Watchers []fileSystemWatcher `json:"watchers"`
}

type fileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// documentParams are what the parameters of every request about a document have.
type documentParams struct {
	TextDocument textDocumentIdentifier `json:"textDocument"`
}

type codeActionParams struct {
	Range   textRange `json:"range"`
	Context struct {
		Diagnostics []struct {
			Range textRange       `json:"range"`
			Code  json.RawMessage `json:"code"`
		} `json:"diagnostics"`
		Only []string `json:"only"`
	} `json:"context"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

// The kinds of code actions.
const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.handofflint"
)

// workspaceEdit has either Changes, by URI, or DocumentChanges, which name the version
// of a document.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
}

type textDocumentEdit struct {
	TextDocument versionedIdentifier `json:"textDocument"`
	Edits        []textEdit          `json:"edits"`
}

type versionedIdentifier struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// The errors of the protocol beside those of JSON-RPC.
const (
	codeNotInitialized   = -32002
	codeRequestCancelled = -32800
)

type positionParams struct {
	Position text.Position `json:"position"`
}

type hoverResult struct {
	Contents markupContent `json:"contents"`
	Range    textRange     `json:"range"`
}

type markupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Kind           int              `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type symbolInformation struct {
	Name     string   `json:"name"`
	Kind     int      `json:"kind"`
	Location location `json:"location"`
}

// The kinds of symbols: that of a heading, of the handoff's own object, and of values by
// document.Kind.
const (
	symbolString = 15
	symbolObject = 19
)

var symbolKinds = [...]int{document.Null: 21, document.Bool: 17, document.Int: 16, document.Float: 16, document.String: symbolString, document.List: 18, document.Object: symbolObject}

type completionItem struct {
	Label            string         `json:"label"`
	Kind             int            `json:"kind"`
	Detail           string         `json:"detail,omitempty"`
	Documentation    *markupContent `json:"documentation,omitempty"`
	SortText         string         `json:"sortText"`
	FilterText       string         `json:"filterText"`
	InsertTextFormat int            `json:"insertTextFormat,omitempty"`
	TextEdit         textEdit       `json:"textEdit"`
}

// The kinds of completion items, and the format of a text with a place for the cursor.
const (
	completionProperty = 10
	completionValue    = 12
	formatSnippet      = 2
)
