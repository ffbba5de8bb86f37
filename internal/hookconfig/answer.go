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
	told    answer = "told"
	garbled answer = "garbled"
)

// reply is the part of a hook's output that makes a host block, in the words
// of all hosts.
type reply struct {
	Decision           string `json:"decision"`
	Permission         string `json:"permission"`
	PermissionDecision string `json:"permissionDecision"`
	FollowupMessage    string `json:"followup_message"`
	SystemMessage      string `json:"systemMessage"`
	Specific           struct {
		Decision           string `json:"decision"`
		PermissionDecision string `json:"permissionDecision"`
	} `json:"hookSpecificOutput"`
}

// readAnswer reads a hook's output. A message is what the hook tells the user
// rather than the model.
func readAnswer(out []byte) (a answer, message string) {
	if len(out) == 0 {
		return silent, ""
	}
	var r reply
	if err := json.Unmarshal(out, &r); err != nil {
		return garbled, firstLine(string(out))
	}
	for _, word := range []string{r.Decision, r.Permission, r.PermissionDecision, r.Specific.Decision, r.Specific.PermissionDecision} {
		if word == "block" || word == "deny" {
			return blocked, r.SystemMessage
		}
	}
	if r.FollowupMessage != "" {
		return blocked, r.SystemMessage
	}
	return told, r.SystemMessage
}

// firstLine is the beginning of a text, for a message.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}
