package lint

import (
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// isLink reports whether an entry may lead elsewhere: a symbolic link, or what
// Windows calls a junction, which Go reports as irregular.
func isLink(kind fs.FileMode) bool { return kind&(fs.ModeSymlink|fs.ModeIrregular) != 0 }

// settle decides about the links that the walk of a root met. It comes after
// the walk, since a link to what the walk yields anyway adds nothing.
func (w *walker) settle(root place) {
	links := w.links
	w.links = nil
	if len(links) == 0 {
		return
	}
	real := root.at.Path()
	for _, link := range links {
		w.settleLink(link, root, filepath.ToSlash(real))
	}
}

// leadsNowhere are the faults of a link to nothing, or to itself.
var leadsNowhere = []string{document.VariantMissing, document.VariantDanglingLink}

func (w *walker) settleLink(link, root place, real string) {
	mode, err := w.look(link)
	switch {
	case files.IsOutside(err):
		w.unfollowed(link, handoffFile(link.key) || handoffFolder(link.key))
	case err != nil && slices.Contains(leadsNowhere, document.PathFault(err).Variant):
		w.unreachable(link, SkippedDangling)
	case err != nil:
		w.unseen(link)
	case mode.IsDir():
		w.folderLink(link, root, real)
	case !w.opts.candidate(link.key):
	case !mode.IsRegular():
		w.unreachable(link, SkippedSpecial)
	default:
		w.fileLink(link, root, real)
	}
}

// unreachable is a link to nothing that can be read. Where only a handoff
// stands it is a file all the same: reading it says what is wrong.
func (w *walker) unreachable(link place, why string) {
	if handoffFile(link.key) {
		w.add(link, false)
		return
	}
	if w.opts.candidate(link.key) || handoffFolder(link.key) {
		w.skip(link.show, why, "")
	}
}

// unseen is a link to what may well be there but may not be looked at.
func (w *walker) unseen(link place) {
	if w.opts.candidate(link.key) {
		w.add(link, false)
		return
	}
	w.unfollowed(link, handoffFolder(link.key))
}

// fileLink follows a link inside the root whose target the walk did not yield.
func (w *walker) fileLink(link, root place, real string) {
	target, inside := w.target(link, root, real)
	if _, yielded := w.files[target]; inside && yielded {
		return
	}
	if inside {
		w.add(link, false)
		return
	}
	w.unfollowed(link, handoffFile(link.key))
}

// folderLink drops a link to a folder that was walked itself.
func (w *walker) folderLink(link, root place, real string) {
	target, inside := w.target(link, root, real)
	if inside && w.folders[target] {
		return
	}
	w.unfollowed(link, handoffFolder(link.key))
}

func (w *walker) unfollowed(link place, handoff bool) {
	if handoff {
		w.problem(link, document.Unreadable(document.VariantUnfollowedLink))
		return
	}
	w.skip(link.show, SkippedLink, "")
}

// target is the key that a walk of the root gives to what a link leads to, and
// whether it is under the root at all. real is the root behind all links.
func (w *walker) target(link, root place, real string) (string, bool) {
	at, err := w.door.Find(link.native())
	if err != nil {
		return "", false
	}
	if _, err := at.Lstat(); err != nil {
		return "", false
	}
	to := filepath.ToSlash(at.Path())
	if to == real {
		return root.key, true
	}
	rel, inside := files.BelowKey(real, to)
	if !inside {
		return "", false
	}
	return join(root.key, rel), true
}
