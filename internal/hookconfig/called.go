package hookconfig

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
)

// call is a hook of ours as its host would start it: a shell's command line, and
// how long the host waits for it.
type call struct {
	line  string
	limit time.Duration
}

// called is the hook of ours that the host would call for an event, false
// where it would call none.
func (s *settings) called(event, tool string) (call, bool) {
	for _, p := range s.ours() {
		if p.event.Name == event && s.host.form.flat == (p.group == nil) && s.host.matches(p.matcher(), tool) {
			return s.host.callOf(p.hook), true
		}
	}
	return call{}, false
}

// exactMatcher is a matcher that Claude Code takes for a list of names; it
// takes anything else for a regular expression.
var exactMatcher = regexp.MustCompile(`^[A-Za-z0-9_\-,| ]*$`)

// matches says whether a matcher lets a tool through.
func (h *Host) matches(matcher *document.Node, tool string) bool {
	pattern := matcher.Str()
	if tool == "" || pattern == "" || pattern == "*" || h.Name == "vscode" {
		return true
	}
	if h.Name == "claude" && exactMatcher.MatchString(pattern) {
		for _, name := range strings.FieldsFunc(pattern, func(r rune) bool { return strings.ContainsRune(",| ", r) }) {
			if name == tool {
				return true
			}
		}
		return false
	}
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(tool)
}

// callOf reads what a hook starts and how long its host waits for it.
func (h *Host) callOf(hook *document.Node) call {
	c := call{limit: timeoutSeconds * time.Second}
	var units float64
	if n := hook.Field(h.form.timeout); n != nil && json.Unmarshal([]byte(n.Text), &units) == nil && units > 0 && units < 1e6 {
		c.limit = time.Duration(units / float64(h.form.perSecond) * float64(time.Second))
	}
	c.line = hook.Field("command").Str()
	return c
}

// program is the file that a call starts.
func (c call) program() (string, error) {
	name := ""
	if words, _ := shellWords(c.line); len(words) > 0 {
		name = words[0]
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("the program %q is not there, or not to be run: the agent goes on without a word, and checks nothing", name)
	}
	return path, nil
}
