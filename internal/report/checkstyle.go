package report

import (
	"encoding/xml"
	"io"

	"github.com/handofflint/handofflint/internal/text"
)

// checkstyleFormat prints the XML of Checkstyle, which many CI servers read.
type checkstyleFormat struct{}

// checkstyleVersion is the version of the form, not of a program: that of
// Checkstyle from which readers know it.
const checkstyleVersion = "4.3"

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

func (checkstyleFormat) Write(w io.Writer, run Run) error {
	document := checkstyle{Version: checkstyleVersion}
	files := map[string]*checkstyleFile{}
	for f := range run.findings() {
		file := files[f.Path]
		if file == nil {
			file = &checkstyleFile{Name: text.Escape(f.Path)}
			files[f.Path] = file
			document.Files = append(document.Files, file)
		}
		at := placeOf(f.Range)
		file.Errors = append(file.Errors, checkstyleError{at.Line, at.Column, text.Escape(string(f.Severity)), advice(f), text.Escape(f.Rule)})
	}
	return writeXML(w, document)
}
