package hook

import "github.com/handofflint/handofflint/internal/files"

// Project is what the hooks remember of a project across its sessions. In every list the items
// that were used last are last.
type Project struct {
	// Projects is the project's root.
	Projects []string `json:"projects"`
	// Receipts say where the receipts of its reports come from.
	Receipts []ReceiptOrigin `json:"receipts,omitempty"`
}

func (p *Project) shrink() { p.Receipts = newerHalf(p.Receipts) }

// projectOf returns the root of the project that a folder is in, without links.
func projectOf(folder string) string { return files.Real(files.Root(files.Real(folder))) }

// projectFile is the file about a project.
type projectFile struct {
	store store
	root  string
}

// openProject returns the file about the project that a folder is in; nil if nothing can be
// remembered. A tree could forge what lies inside of it.
func openProject(folder string, getenv func(string) string) *projectFile {
	s, err := openStore(getenv)
	root := projectOf(folder)
	if err != nil || files.Below(root, files.Real(s.folder)) {
		return nil
	}
	return &projectFile{s, root}
}

// read returns what is remembered.
func (f *projectFile) read() (p Project) {
	f.store.read(fileName("project", f.root), &p)
	return p
}

// update changes what is remembered.
func (f *projectFile) update(change func(*Project)) error {
	p := &Project{}
	return f.store.update(fileName("project", f.root), p, func() {
		change(p)
		p.Projects = []string{f.root}
	})
}

// receipt returns where the receipt of a report comes from, the zero value if that is not known.
func (p Project) receipt(report string) ReceiptOrigin {
	return find(p.Receipts, func(r ReceiptOrigin) bool { return r.Report == report })
}

// setReceipt remembers where the receipt of a report comes from.
func (p *Project) setReceipt(origin ReceiptOrigin) {
	*touch(&p.Receipts, func(r ReceiptOrigin) bool { return r.Report == origin.Report }, origin) = origin
}
