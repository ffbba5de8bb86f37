package hook

import "strings"

// patchMarks are the lines of an apply_patch patch that name a file.
var patchMarks = []struct {
	prefix  string
	deletes bool
}{
	{"*** Add File: ", false},
	{"*** Update File: ", false},
	{"*** Move to: ", false},
	{"*** Delete File: ", true},
}

// patchFiles are the files that a patch writes, and those that it deletes. A
// file that is updated and moved is written at its new place only.
func patchFiles(patch string) (written, deleted []string) {
	for line := range strings.Lines(patch) {
		if !strings.HasPrefix(line, "*** ") || len(written)+len(deleted) >= maxItems {
			continue
		}
		line = strings.TrimRight(line, "\r\n")
		for _, mark := range patchMarks {
			path, ok := strings.CutPrefix(line, mark.prefix)
			if path = strings.TrimSpace(path); !ok || path == "" {
				continue
			}
			switch {
			case mark.deletes:
				deleted = append(deleted, path)
			case mark.prefix == "*** Move to: " && len(written) > 0:
				deleted = append(deleted, written[len(written)-1])
				written[len(written)-1] = path
			default:
				written = append(written, path)
			}
		}
	}
	return written, deleted
}
