package document

import "github.com/handofflint/handofflint/internal/text"

// ParseYAML reads data as one YAML mapping and nothing else, for files that
// are no handoffs: a configuration. The tree's spans are bytes of data; a byte
// order mark at its start is skipped. The tree is nil if there is nothing
// but comments, and with a fault, of the rules syntax/front-matter,
// syntax/duplicate-key and file/not-utf8, it holds what was read before it.
func ParseYAML(data []byte, limits Limits) (*Node, *text.Source, []Fault) {
	src := text.NewSource(data)
	if fault, bad := encodingFault(data, 0); bad {
		return nil, src, []Fault{fault}
	}
	root, faults := parseYAML(src, text.Span{Start: src.Start(), End: len(data)}, limits)
	return root, src, faults
}
