//go:build js && wasm

package main

import (
	"errors"
	"path"

	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/transcript"
)

// audited is what `handofflint audit -f html` says of transcripts.
type audited struct {
	Page string `json:"page"`
	// Unread is why something was not read.
	Unread []string `json:"unread"`
}

// audit reads the sessions of a transcript or, for a folder, of those in it.
func (p playground) audit(name string) (any, error) {
	found := audit.Find([]string{name}, audit.Wanted{})
	sessions := audit.Read(found, func(name string) string { return secret.Mask(path.Base(name)) })
	a := audited{Unread: []string{}}
	for _, failure := range found.Failed {
		a.Unread = append(a.Unread, failure.Err.Error())
	}
	for client := range found.Unread {
		a.Unread = append(a.Unread, (&transcript.UnreadError{Client: client}).Error())
	}
	if len(sessions) == 0 && len(a.Unread) > 0 {
		return nil, errors.New(a.Unread[0])
	}
	if len(sessions) == 0 {
		return nil, transcript.ErrUnknown
	}
	var err error
	a.Page, err = (&audit.Text{Unread: len(found.Failed)}).Page(sessions)
	return a, err
}
