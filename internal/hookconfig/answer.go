package hookconfig

import (
	"encoding/json"
	"strings"
)

// answer is what a hook makes its host do.
type answer string

const (
	silent  answer = "silent"
	blocked answer = "blocked"
	told    answer = "told"    // the model reads something
	aside   answer = "aside"   // only the user does: something is wrong with us
	garbled answer = "garbled" // no host can read it
)

// reply is what a hook's output says, in the words of all hosts.
type reply struct {
	specific
	Permission      string   `json:"permission"`
	FollowupMessage string   `json:"followup_message"`
	CursorContext   string   `json:"additional_context"`
	SystemMessage   string   `json:"systemMessage"`
	UserMessage     string   `json:"user_message"`
	Specific        specific `json:"hookSpecificOutput"`
}

type specific struct {
	Decision           string `json:"decision"`
	PermissionDecision string `json:"permissionDecision"`
	AdditionalContext  string `json:"additionalContext"`
}

// blocks says whether the host holds something back.
func (r reply) blocks() bool {
	for _, word := range []string{r.Decision, r.Permission, r.PermissionDecision, r.Specific.Decision, r.Specific.PermissionDecision} {
		if word == "block" || word == "deny" {
			return true
		}
	}
	return r.FollowupMessage != ""
}

// readAnswer reads a hook's output. The message is what it tells the user
// rather than the model, or the beginning of what cannot be read.
func readAnswer(out []byte) (a answer, message string) {
	if len(out) == 0 {
		return silent, ""
	}
	var r reply
	if err := json.Unmarshal(out, &r); err != nil {
		return garbled, firstLine(string(out))
	}
	message = r.SystemMessage + r.UserMessage
	switch {
	case r.blocks():
		return blocked, message
	case r.AdditionalContext+r.Specific.AdditionalContext+r.CursorContext != "":
		return told, message
	}
	return aside, message
}

// firstLine is the beginning of a text, for a message.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}
