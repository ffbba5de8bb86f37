package hookconfig

import (
	"path"
	"runtime"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// program is how the program's file is called: this, or this and more, such as
// handofflint.exe or handofflint-linux-amd64.
const program = "handofflint"

// subcommand is the command that a hook runs.
const subcommand = "hook"

// requireOption makes the command require a handoff of every agent.
const requireOption = "--require-handoffs"

// commandKeys are the keys under which hosts keep a shell's command line.
var commandKeys = []string{"command", "bash", "powershell", "windows", "linux", "osx"}

// invocationKeys are the keys of a hook that say what is run; all others are
// the user's to change.
var invocationKeys = append([]string{"type", "args"}, commandKeys...)

// invocation is the part of a hook that says what is run: the fields of a
// host's hook that start the program.
func (h *Host) invocation(executable string, options ...string) []*document.Node {
	args := []string{subcommand}
	if h.form.option != "" {
		args = append(args, "--host", h.form.option)
	}
	args = append(args, options...)
	var fields []*document.Node
	if h.form.typed {
		fields = append(fields, newString("type", "command"))
	}
	// One line, and not `args` beside the command: versions of Claude Code before
	// 2.1.139, and Copilot CLI, start the program without those.
	line := h.quote(executable, runtime.GOOS) + " " + strings.Join(args, " ")
	return append(fields, newString("command", line))
}

// hook is a whole hook of ours as the host's file holds it.
func (h *Host) hook(invocation []*document.Node, e Event) *document.Node {
	var fields []*document.Node
	if h.form.named {
		fields = append(fields, newString("name", program))
	}
	if h.form.flat && e.Matcher != "" {
		fields = append(fields, newString("matcher", e.Matcher))
	}
	fields = append(fields, invocation...)
	limit := document.NewInt(h.form.timeout, timeoutSeconds*h.form.perSecond, text.Span{})
	return newObject("", append(fields, limit)...)
}

// item is what an event's list holds: a hook, or a group of one.
func (h *Host) item(invocation []*document.Node, e Event) *document.Node {
	hook := h.hook(invocation, e)
	if h.form.flat {
		return hook
	}
	group := newObject("")
	if e.Matcher != "" {
		group.Items = append(group.Items, newString("matcher", e.Matcher))
	}
	group.Items = append(group.Items, newList("hooks", hook))
	return group
}

// quote makes one word of a shell's command line of a path; on Windows what
// needs quotes gets those of cmd. A path that both cmd and Git's shell are to
// understand has slashes there, and quotes, for cmd takes a bare slash for an
// option.
func (h *Host) quote(path, goos string) string {
	switch {
	case goos != "windows":
		return text.ShellQuote(path)
	case h.form.bash && strings.ContainsRune(path, '\\'):
		return `"` + strings.ReplaceAll(path, `\`, "/") + `"`
	}
	if plain := strings.ReplaceAll(path, `\`, ""); text.ShellQuote(plain) == plain {
		return path
	}
	return `"` + path + `"`
}

// isOurs says whether a hook runs this program as a hook and nothing else,
// wherever the program is and whatever it is told.
func isOurs(hook *document.Node) bool {
	for _, key := range commandKeys {
		if words, plain := shellWords(hook.Field(key).Str()); plain && runsHook(words) {
			return true
		}
	}
	return runsHook(append([]string{hook.Field("command").Str()}, argsOf(hook)...))
}

// runsHook says whether the words of a command start this program as a hook.
func runsHook(words []string) bool {
	return len(words) > 1 && isProgram(words[0]) && words[1] == subcommand
}

// isProgram says whether a path names this program.
func isProgram(file string) bool {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	return strings.HasPrefix(strings.ToLower(base), program)
}

// shellWords splits a command line as shells do it, as far as quotes go, and
// says whether it is one plain command: a line that does more is its user's.
// PowerShell's call operator is left out.
func shellWords(line string) (words []string, plain bool) {
	line = strings.TrimPrefix(strings.TrimSpace(line), "& ")
	for line = strings.TrimLeft(line, " \t"); line != ""; line = strings.TrimLeft(line, " \t") {
		var w shellWord
		line = w.read(line)
		if w.special {
			return nil, false
		}
		words = append(words, w.text.String())
	}
	return words, true
}

// shellWord is a word of a command line while it is read.
type shellWord struct {
	text    strings.Builder
	quote   rune
	escaped bool
	special bool // it holds what makes a shell do more than run a command
}

// read takes the word that line begins with and gives back what follows it.
func (w *shellWord) read(line string) (rest string) {
	for i, r := range line {
		switch {
		case w.escaped, w.quote != 0 && r != w.quote:
			w.escaped = false
			w.text.WriteRune(r)
		case r == w.quote:
			w.quote = 0
		case r == '"' || r == '\'':
			w.quote = r
		case r == ' ' || r == '\t':
			return line[i:]
		case r == '\\' && startsQuoted(line[i+1:]):
			w.escaped = true
		default:
			w.special = w.special || strings.ContainsRune(";&|<>`$()\r\n", r)
			w.text.WriteRune(r)
		}
	}
	return ""
}

// startsQuoted says whether a backslash before s quotes a character: before
// anything else it is a part of a Windows path.
func startsQuoted(s string) bool { return s != "" && strings.ContainsRune(" '\"", rune(s[0])) }

// texts are the strings of a list.
func texts(list *document.Node) []string {
	var out []string
	for _, item := range list.Items {
		out = append(out, item.Str())
	}
	return out
}

// newString, newList and newObject make nodes to be rendered; they
// stand nowhere yet.
func newString(name, value string) *document.Node {
	return document.NewString(name, value, text.Span{})
}

func newList(name string, items ...*document.Node) *document.Node {
	return &document.Node{Kind: document.List, Name: name, Items: items}
}

func newObject(name string, fields ...*document.Node) *document.Node {
	return &document.Node{Kind: document.Object, Name: name, Items: fields}
}

// equal says whether two trees are the same JSON, in the same order and
// whatever the white space.
func equal(a, b *document.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Items {
		if a.Items[i].Name != b.Items[i].Name || !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	return true
}

// argsOf are the arguments that a hook names apart, nil where it has none.
func argsOf(hook *document.Node) []string {
	if args := hook.Field("args"); args != nil && args.Kind == document.List {
		return texts(args)
	}
	return nil
}
