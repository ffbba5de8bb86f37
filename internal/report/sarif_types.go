package report

import "encoding/json"

// The part of SARIF 2.1.0 that is written here, in the order and with the
// names of the standard.

const (
	// sarifSchema is the schema's own address.
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sourceRoot is the base that code scanning takes for the checkout.
	sourceRoot = "%SRCROOT%"
)

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool            `json:"tool"`
	Automation  sarifID              `json:"automationDetails"`
	Bases       map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind  string               `json:"columnKind"`
	Invocations []sarifInvocation    `json:"invocations"`
	Results     []json.RawMessage    `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string            `json:"name"`
	Version string            `json:"version"`
	URI     string            `json:"informationUri"`
	Rules   []json.RawMessage `json:"rules"` // each a sarifRule
}

type sarifRule struct {
	ID         string          `json:"id"`
	Short      sarifText       `json:"shortDescription"`
	Full       sarifText       `json:"fullDescription"`
	Help       sarifMarkdown   `json:"help"`
	HelpURI    string          `json:"helpUri,omitempty"`
	Config     sarifConfig     `json:"defaultConfiguration"`
	Properties sarifProperties `json:"properties"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

// sarifProperties are those that code scanning reads.
type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifID struct {
	ID string `json:"id"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	Successful bool        `json:"executionSuccessful"`
	Notes      []sarifNote `json:"toolExecutionNotifications,omitempty"`
	// Configured says what is not reported, and why.
	Configured []sarifNote `json:"toolConfigurationNotifications,omitempty"`
}

type sarifNote struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifMarkdown struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints sarifFingerprints `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

// sarifFingerprints has the name of CodeQL's, the one that code scanning reads.
type sarifFingerprints struct {
	Hash string `json:"primaryLocationLineHash"`
}

type sarifLocation struct {
	ID      int        `json:"id,omitempty"`
	Place   sarifPlace `json:"physicalLocation"`
	Message *sarifText `json:"message,omitempty"`
}

type sarifPlace struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
	// Description says what is no file.
	Description *sarifText `json:"description,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}
