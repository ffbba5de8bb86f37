package discover

import (
	"io/fs"
	"path/filepath"

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
	real, err := resolve(root.native())
	if err != nil {
		w.problem(root, unreadable(VariantUnlisted, "reason", reason(err)))
		return
	}
	for _, link := range links {
		w.settleLink(link, root, filepath.ToSlash(real))
	}
}

func (w *walker) settleLink(link, root place, real string) {
	info, err := w.sys.stat(link.native())
	switch {
	case files.IsOutside(err):
		w.unfollowed(link, handoffFile(link.key) || handoffFolder(link.key))
	case err != nil && (absent(err) || circular(err)):
		w.unreachable(link, SkippedDangling)
	case err != nil:
		w.unseen(link)
	case info.IsDir():
		w.folderLink(link, root, real)
	case !w.opts.candidate(link.key):
	case !info.Mode().IsRegular():
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
		w.problem(link, unreadable(VariantUnfollowedLink))
		return
	}
	w.skip(link.show, SkippedLink, "")
}

// target is the key that a walk of the root gives to what a link leads to, and
// whether it is under the root at all. real is the root behind all links.
func (w *walker) target(link, root place, real string) (string, bool) {
	to, err := resolve(link.native())
	if err != nil {
		return "", false
	}
	to = filepath.ToSlash(to)
	if to == real {
		return root.key, true
	}
	rel, inside := below(real, to)
	if !inside {
		return "", false
	}
	return join(root.key, rel), true
}
