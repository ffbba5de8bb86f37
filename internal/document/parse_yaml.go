package document

import "github.com/handofflint/handofflint/internal/text"

// ParseYAML reads data as one YAML mapping and nothing else, for files that
// are no handoffs. The tree is as for front matter, its spans are bytes of
// data; a byte order mark at its start is skipped. With a fault, of the rules
// syntax/front-matter, syntax/duplicate-key and file/not-utf8, the tree is not
// to be relied upon and may be nil. It is nil, and there is no fault, where
// data holds nothing but blank lines and comments.
func ParseYAML(data []byte, limits Limits) (*Node, *text.Source, []Fault) {
	src := text.NewSource(data)
	if fault, bad := encodingFault(data); bad {
		return nil, src, []Fault{fault}
	}
	root, faults := parseYAML(src, text.Span{Start: src.Start(), End: len(data)}, limits)
	return root, src, faults
}
