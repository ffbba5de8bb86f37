package hook

import "slices"

// Forget removes what the hooks remember outside of the project's tree, for all projects if the target is
// the user's own settings. It removes nothing while other hooks of ours still serve the project. home is
// the user's home folder.
func (t Target) Forget(home string, getenv func(string) string) (removed bool, err error) {
	s, err := openStore(getenv)
	isServed := slices.ContainsFunc(hosts, func(h *Host) bool {
		return slices.ContainsFunc(h.Targets(t.Root, home, getenv), Target.MayHaveHooks)
	})
	if err != nil || isServed {
		return false, nil // without a folder, nothing was written
	}
	root := ""
	if t.Root != "" {
		root = projectOf(t.Root)
	}
	return s.forget(root)
}
