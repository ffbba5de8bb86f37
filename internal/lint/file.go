package lint

import (
	"path/filepath"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
)

// File is a file to check.
type File struct {
	// Path is the file as findings show it: with forward slashes, relative if the user's own path was
	// relative.
	Path string
	// Named means that the user named this file, not just a folder above it.
	Named bool
	// fault is why a walk could not read a path; nil for a file.
	fault *document.Fault
	// changes has the staged text if it differs from the file; it may be nil. stored takes precedence.
	changes *Changes
	stored  *storedText
	// at is the place from a listing; if it is zero, Path is opened through door.
	at   files.Place
	door files.Door
}

// Read reads a file for a check. A file in Texts need not exist.
func (l *Linter) Read(f File) (document.Input, *document.Fault) {
	limit := l.Engine.Limits().Bytes
	in, fault := f.read(limit)
	data, isReplaced := l.Texts[f.Path]
	if !isReplaced {
		return in, fault
	}
	in.Data = data
	if int64(len(data)) > limit {
		return in, document.TooLargeBy(int64(len(data)), limit)
	}
	return in, nil
}

// read reads the file like document.Read.
func (f File) read(limit int64) (in document.Input, fault *document.Fault) {
	stored := f.stored
	var err error
	if stored == nil {
		stored, err = f.changes.content(filepath.FromSlash(f.Path))
	}
	switch {
	case f.fault != nil:
		fault = f.fault
	case err != nil:
		fault = document.PathFault(err)
	case stored != nil:
		in, fault = f.readStored(stored, limit)
	case f.at == files.Place{}:
		in, fault = document.Read(f.door, f.Path, limit)
	default:
		in.Data, in.Info, fault = document.ReadPlace(f.at, f.at.Beside(f.at.Base()+protocol.MarkerSuffix()), limit)
	}
	in.Path = f.Path
	in.Named = f.Named
	return in, fault
}

// readStored returns a text from git. It has no time, so it is as old as its `.done` marker.
func (f File) readStored(stored *storedText, limit int64) (in document.Input, fault *document.Fault) {
	if size := int64(len(stored.data)); size > limit {
		return in, document.TooLargeBy(size, limit)
	}
	in.Data = []byte(stored.data)
	in.Info = &document.Info{}
	marker := filepath.FromSlash(f.Path) + protocol.MarkerSuffix()
	if done, err := f.door.Stat(marker); err == nil && done.Mode().IsRegular() && stored.hasMarker {
		in.Info.Done = done.ModTime()
		in.Info.ModTime = done.ModTime()
	}
	return in, nil
}
