package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// dismissedFile is the file with the ids of findings that the user dismissed, a line each, beside
// the user's own configuration.
const dismissedFile = "dismissed"

// maxDismissed is how much of it is read, in bytes.
const maxDismissed = 1 << 20

var findingID = text.MustCompile(`^[0-9a-f]{12}$`)

// dismissedPath returns where it is, "" without a home folder.
func dismissedPath() string {
	configuration := files.UserConfig()
	if configuration == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(configuration), dismissedFile)
}

// Dismissed returns the ids of the findings that the user dismissed.
func Dismissed() ([]string, error) {
	path := dismissedPath()
	data, _, err := files.Named.ReadFile(path, maxDismissed)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	return strings.Fields(string(data)), nil
}

// Dismiss adds a finding to those that the user dismissed.
func Dismiss(id string) error {
	if !findingID.MatchString(id) {
		return fmt.Errorf("%s is not the id of a finding; `handofflint audit --show` prints it", text.Quote(id))
	}
	known, err := Dismissed()
	if err != nil || slices.Contains(known, id) {
		return err
	}
	path := dismissedPath()
	if path == "" {
		return errors.New("cannot keep dismissals: there is no home folder")
	}
	if _, err := files.Named.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return files.Write(path, []byte(strings.Join(append(known, id), "\n")+"\n"), files.WriteOptions{Mode: 0o600})
}

// addDismissals notes the commands of an agent that dismiss findings, or write to their file.
func (s *Session) addDismissals(agent *ledger.Ledger) {
	isOption := func(word string) bool { return strings.HasPrefix(strings.TrimLeft(word, "-"), "dismiss") }
	for _, d := range agent.Deeds {
		isCommand := slices.Contains(d.Words, "audit") && slices.ContainsFunc(d.Words, isOption)
		isEdit := d.Act == ledger.Write && strings.HasSuffix(d.Path, "handofflint/"+dismissedFile)
		if !d.User && (isCommand || isEdit) {
			s.dismissals = append(s.dismissals, d.Command)
		}
	}
}

// DropDismissed removes the findings that the user dismissed, or ignores, and returns how many they
// are. Those that an agent of these sessions dismissed stay, and byAgents is how many.
func DropDismissed(sessions []*Session, ids []string) (dropped, byAgents int) {
	var byAgent []string
	for _, s := range sessions {
		byAgent = append(byAgent, s.dismissals...)
		dropped += s.ignored
	}
	for _, s := range sessions {
		s.Claims = slices.DeleteFunc(s.Claims, func(c *Claim) bool {
			isNamed := func(command string) bool { return strings.Contains(command, c.ID) }
			if !isFinding(c) || !slices.Contains(ids, c.ID) {
				return false
			}
			mayBeByOwnAgent := len(s.dismissals) > 0 // a write of the file does not show which ids
			if mayBeByOwnAgent || slices.ContainsFunc(byAgent, isNamed) {
				byAgents++
				return false
			}
			dropped++
			return true
		})
	}
	return dropped, byAgents
}
