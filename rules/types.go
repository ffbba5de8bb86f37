package rules

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// These are the names, for programs outside, of types that internal packages define:
// their pages list the fields.

type (
	// Input is a file to check. Only Data is required.
	Input = document.Input
	// Format is the name of a format. It is a string.
	Format = document.Format
	// Severity is the weight of a finding.
	Severity = schema.Severity
	// Pos is a position in a file, as in findings.
	Pos = text.Pos
	// Range is a half-open range of text.
	Range = text.Range
)
