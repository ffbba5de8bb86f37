package testkit

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// CaseSuffix is the extension of a multi-file case.
const CaseSuffix = ".txtar"

// wantName is the name of the expectation in an archive.
const wantName = "want"

// Case is a test case of several files, stored as one txtar archive.
type Case struct {
	// Directives is the text before the first file. It says how to build and check the case.
	Directives string
	// Files are the files of the case.
	Files []txtar.File
	// Want is the text of the file `want`, which is not one of Files.
	Want string
}

// ReadCase reads the archive of a case.
func ReadCase(path string) (*Case, error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		return nil, err
	}
	c := &Case{Directives: string(archive.Comment)}
	for _, file := range archive.Files {
		if file.Name == wantName {
			c.Want = string(file.Data)
		} else {
			c.Files = append(c.Files, file)
		}
	}
	return c, nil
}

// Write writes the files of the case into a folder.
func (c *Case) Write(folder string) error {
	return txtar.Write(&txtar.Archive{Files: c.Files}, folder)
}

// Save writes the archive of the case, with the expectation at its end.
func (c *Case) Save(path string) error {
	archive := &txtar.Archive{Comment: []byte(c.Directives), Files: c.Files}
	if c.Want != "" {
		archive.Files = append(archive.Files, txtar.File{Name: wantName, Data: []byte(c.Want)})
	}
	return os.WriteFile(path, txtar.Format(archive), 0o644)
}

// CaseName returns the name of a case by its path: its file's name, or its archive's name without the
// extension.
func CaseName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), CaseSuffix)
}
