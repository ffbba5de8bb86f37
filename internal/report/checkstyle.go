package report

import (
	"bufio"
	"encoding/xml"

	"github.com/handofflint/handofflint/internal/text"
)

// checkstyle is the XML of Checkstyle, which many CI servers read.
type checkstyle struct {
	XMLName xml.Name          `xml:"checkstyle"`
	Version string            `xml:"version,attr"`
	Files   []*checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

func writeCheckstyle(out *bufio.Writer, run Run) error {
	// The version is that of the form, not of a program: the one of Checkstyle from
	// which readers know it.
	document := checkstyle{Version: "4.3"}
	files := map[string]*checkstyleFile{}
	for f := range run.findings() {
		file := files[f.Path]
		if file == nil {
			file = &checkstyleFile{Name: text.Escape(f.Path)}
			files[f.Path] = file
			document.Files = append(document.Files, file)
		}
		at := regionOf(f.Range)
		file.Errors = append(file.Errors, checkstyleError{at.Line, at.Column, text.Escape(string(f.Severity)), advice(f), text.Escape(f.Rule)})
	}
	return writeXML(out, document)
}
