package layering

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// longestName is the maximum number of bytes of a path from the root of the repository: Windows allows 260
// characters, including the folder of the clone.
const longestName = 200

// device matches names that Windows reserves for devices, with any extension.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)`)

// TestNamesCanBeUnpacked holds that every system can check out and unpack every file of
// the repository.
func TestNamesCanBeUnpacked(t *testing.T) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Skipf("not in a checkout of git, which lists the files: %v", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(names) < 1000 {
		t.Errorf("only %d files", len(names))
	}
	for _, fault := range badNames(names) {
		t.Error(fault)
	}
}

// badNames returns what is wrong with names of files, one text for each fault.
func badNames(names []string) (faults []string) {
	spelt := map[string]string{}
	for _, name := range names {
		if len(name) > longestName {
			faults = append(faults, name+" is too long")
		}
		if strings.ContainsAny(name, "<>:\"|?*\\") || strings.ContainsFunc(name, unicode.IsControl) {
			faults = append(faults, name+" has a character that not every system allows")
		}
		for part := range strings.SplitSeq(name, "/") {
			if strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") {
				faults = append(faults, name+": Windows takes the end off "+part)
			}
			if device.MatchString(part) {
				faults = append(faults, name+": "+part+" is a device of Windows")
			}
		}
		// Folders must not differ only in case, either.
		for at := range len(name) + 1 {
			if at < len(name) && name[at] != '/' {
				continue
			}
			path := name[:at]
			folded := strings.ToLower(path)
			if other, known := spelt[folded]; known && other != path {
				faults = append(faults, path+" is equal to "+other+" but for case")
			}
			spelt[folded] = path
		}
	}
	return faults
}

func TestBadNames(t *testing.T) {
	for _, names := range []string{
		"a:b", "a/b?/c", `a\b`, "a\tb", "a /b", "a./b", "b.", "aux", "x/NUL.md", "com1.txt/a", "a/b A/B", "a/c A/d", strings.Repeat("a/", 100) + "b",
	} {
		list := []string{names}
		if before, after, two := strings.Cut(names, " A"); two {
			list = []string{before, "A" + after}
		}
		if len(badNames(list)) == 0 {
			t.Errorf("nothing is wrong with %q", list)
		}
	}
	if faults := badNames([]string{"a/b.md", "a/c.md", "auxiliary/.a", "a/com10", "nulls.go"}); len(faults) > 0 {
		t.Error(faults)
	}
}
