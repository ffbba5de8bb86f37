// Package schema holds the CUE sources of the four handoff formats and the
// contract of a rule: the one place where required fields, types, values and
// limits are written down.
//
// The sources are one CUE package, handofflint, together with the rules of
// package rules. A program that wants to judge files uses package rules; this
// one is for those who want the schemas themselves.
package schema

import "embed"

// Sources are the *.cue files of this folder.
//
//go:embed *.cue
var Sources embed.FS
