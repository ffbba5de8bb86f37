package lsp

import (
	"path/filepath"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// source names this program in a diagnostic.
const source = "handofflint"

// diagnosticOf returns a finding as the protocol has it.
func (s *server) diagnosticOf(f rules.Finding, positions *text.Positions) diagnostic {
	d := diagnostic{Range: rangeOf(f.Range, positions), Severity: severityWarning, Code: f.Rule, Source: source, Message: f.Message}
	if f.Failed() {
		d.Severity = severityError
	}
	if f.URL != "" {
		d.CodeDescription = &codeDescription{f.URL}
	}
	if f.Help != "" {
		d.Message += "\n" + f.Help
	}
	if !s.client.TextDocument.PublishDiagnostics.RelatedInformation {
		return d
	}
	for _, r := range f.Related {
		in := positions
		if r.Path != f.Path {
			in = s.positionsOf(r.Path)
		}
		d.RelatedInformation = append(d.RelatedInformation, relatedInformation{location{s.uriOf(r.Path), rangeOf(r.Range, in)}, r.Message})
	}
	return d
}

func rangeOf(r text.Range, positions *text.Positions) textRange {
	return textRange{positions.At(r.Start.Offset), positions.At(r.End.Offset)}
}

// openAt returns the latest snapshot of a file that is open, nil if it is not.
func (s *server) openAt(path string) *snapshot {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, doc := range s.documents {
		if doc.path == path {
			return doc.latest
		}
	}
	return nil
}

// uriOf returns the URI of a path: if the file is open, the one that the client uses.
func (s *server) uriOf(path string) string {
	if snap := s.openAt(path); snap != nil {
		return snap.doc.uri
	}
	return uriOf(path)
}

// positionsOf returns the positions in a file as it is in the editor, else on the disk.
func (s *server) positionsOf(path string) *text.Positions {
	if snap := s.openAt(path); snap != nil {
		return snap.positions
	}
	return positionsOnDisk(path)
}

// maxRelated bounds a file that is read for the positions in it.
const maxRelated = 4 << 20

// positionsOnDisk returns the positions in a file. If it cannot be read, all of them are
// its start.
func positionsOnDisk(path string) *text.Positions {
	name := filepath.FromSlash(path)
	in, _ := document.Read(files.Tree(filepath.Dir(name)), name, maxRelated)
	return text.NewPositions(in.Data)
}
