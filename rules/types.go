package rules

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// These aliases name types of internal packages for programs outside of this module. Their pages list the
// fields.

type (
	// Input is a file to check. Only Data is required.
	Input = document.Input
	// Format is the name of a format.
	Format = document.Format
	// Severity is the weight of a finding.
	Severity = schema.Severity
)
