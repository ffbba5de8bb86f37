package transcript

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/tools"
)

// callOf returns what a call of a tool does on success.
func (r *reader) callOf(tool string, args gjson.Result) toolCall {
	c := toolCall{tool: tools.Of(tool)}
	switch c.tool {
	case tools.Read:
		c.deeds = []ledger.Deed{readOf(tools.File(args), args)}
	case tools.Write:
		c.deeds = []ledger.Deed{writeOf(args)}
		if runner.NamesChecks(strings.ReplaceAll(c.deeds[0].Path, `\`, "/")) {
			c.written = text.Head(tools.First(args, "content", "new_string"), maxWritten)
		}
	case tools.Patch:
		c.deeds = ledger.PatchDeeds(cmp.Or(tools.First(args, "patch", "input", "patchText"), args.String()))
	case tools.Shell, tools.Monitor:
		command := cmp.Or(commandOf(args.Get("command")), commandOf(args.Get("cmd")))
		c.shell = []commandLine{{command, tools.First(args, "workdir", "working_directory", "dir_path", "directory")}}
	case tools.Poll:
		c.task = tools.First(args, "bash_id", "task_id", "shell_id", "shellId", "session_id")
		if typed := strings.TrimSpace(args.Get("chars").String()); typed != "" {
			c.shell = []commandLine{{line: typed}} // it may go to a shell
		}
	case tools.Search:
		if name := tools.File(args); ledger.LooksLikePath(name) {
			c.deeds = []ledger.Deed{{Act: ledger.Seen, Path: name, Name: "search"}}
		}
	case tools.Skill:
		name := strings.TrimPrefix(tools.First(args, "skill", "command", "name"), "/")
		c.deeds = []ledger.Deed{{Act: ledger.Skill, Name: name}}
	case tools.Send:
		name := cmp.Or(tools.AgentType(args), tools.First(args, "task_name"))
		c.deeds = []ledger.Deed{{Act: ledger.Send, Name: name}}
	case tools.Message:
		if runsByName.MatchString(tool) {
			return otherCall(tool, args) // a new task may run anything
		}
	case tools.Handback, tools.Unknown:
		return otherCall(tool, args)
	}
	return c
}

// writeOf returns a write with the replaced and the new text, as far as the call has them.
func writeOf(args gjson.Result) ledger.Deed {
	d := ledger.Deed{Act: ledger.Write, Path: tools.File(args)}
	was := tools.First(args, "old_string", "old_str", "oldString")
	is := tools.First(args, "new_string", "new_str", "newString")
	d.SetEdit(was, is)
	if content := args.Get("content").String(); content != "" {
		d.SetNames("", content)
	}
	return d
}

// readOf returns a read of a file, with the requested lines.
func readOf(file string, args gjson.Result) ledger.Deed {
	d := ledger.Deed{Act: ledger.Read, Path: file}
	number := func(name string) int { return int(args.Get(name).Int()) }
	if number("offset") > 0 || args.Get("limit").Exists() {
		d.From = max(1, number("offset"))
	}
	if limit := number("limit"); limit > 0 {
		d.To = d.From + limit - 1
	}
	return d
}

// commandOf returns a command line given as a string or a list of words.
func commandOf(v gjson.Result) string {
	if !v.IsArray() {
		return v.String()
	}
	var args []string
	v.ForEach(func(_, word gjson.Result) bool { args = append(args, word.String()); return len(args) < 10_000 })
	return shell.Join(args)
}

// looksByName matches tools of servers that change nothing, by a word in their names.
var looksByName = text.MustCompile(`(?i)(^|_)(get|read|list|search|query|resolve|find|fetch|view|show|describe|lookup|extract|browse|web|glob|grep|stat)`)

// runsByName matches tools of servers that may run tests or commands, or commit and push.
var runsByName = text.MustCompile(`(?i)run|exec|test|shell|bash|terminal|command|script|build|job|process|task|commit|push`)

// showsByName matches tools that change nothing but may show how runs ended, here or on another machine.
var showsByName = text.MustCompile(`(?i)_tests?(_|$)|diagnostic|lint|check_(run|suite)|checks$|workflow|pipeline|build|_jobs?(_|$)`)

// otherCall returns what a call of an unknown tool may do: it may have shown and changed the files in its
// input.
func otherCall(tool string, input gjson.Result) toolCall {
	c := toolCall{tool: tools.Other}
	changes := !looksByName.MatchString(tool[strings.LastIndex(tool, "__")+1:])
	isRun := showsByName.MatchString(tool)
	if changes {
		isRun = runsByName.MatchString(tool)
	}
	if isRun {
		c.deeds = append(c.deeds, ledger.Deed{Act: ledger.Run, Command: tool, Maybe: true})
	}
	c.deeds = append(c.deeds, namedDeeds(namesIn(input, nil, 0), changes)...)
	return c
}

// namedDeeds returns what a call may have done to the files that it names.
func namedDeeds(names []string, changes bool) (deeds []ledger.Deed) {
	for _, name := range names {
		deeds = append(deeds, ledger.Deed{Act: ledger.Seen, Path: name, Name: "named", Maybe: true})
		if changes {
			deeds = append(deeds, ledger.Deed{Act: ledger.Write, Path: name, Maybe: true})
		}
	}
	return deeds
}

// maxNesting bounds how deep the values are nested in which paths are searched.
const maxNesting = 5

// namesIn adds the strings of a value that look like paths. depth is how deep the value is nested.
func namesIn(v gjson.Result, names []string, depth int) []string {
	if v.Type == gjson.String {
		if name := ledger.WithoutLines(v.Str); ledger.LooksLikePath(name) {
			names = append(names, name)
		}
	} else if depth < maxNesting {
		v.ForEach(func(_, item gjson.Result) bool {
			names = namesIn(item, names, depth+1)
			return len(names) < maxNamedPaths
		})
	}
	return names
}

// outcome is what a transcript shows of how a call ended.
type outcome struct {
	out string
	// ended is the status of a command line. isEnded is set if its exit code is known. background is the id
	// of a command that continues.
	ended      shell.Status
	isEnded    bool
	background string
	// from is the first shown line of a file, lines the number of shown lines, total the number of all; 0
	// if unknown.
	from, lines, total int
}

// background returns the key of the open call of a background task.
func background(task string) string { return "background:" + task }

// finished adds the deeds of a call that its tool carried out. A command that goes on in the background is
// kept open under its task, until what asks about that task shows more.
func (r *reader) finished(c *toolCall, o outcome) {
	l := r.ledgerOf(c.agent)
	from := len(l.Deeds)
	switch c.tool {
	case tools.Shell, script:
		o.out = c.printed + o.out
		if o.background != "" {
			c.printed = strings.Clone(text.Tail(o.out, ledger.MaxOutput))
			r.calls[background(o.background)] = c
			return
		}
		r.ran(c, o.ended, o.out)
		r.addShownChecks(l, from, o.out)
	case tools.Monitor:
		r.ran(c, shell.Ongoing, o.out)
	case tools.Poll:
		r.polled(c.task, o.out)
	case tools.Read:
		r.did(c, shown(c.deeds[0], o))
		r.addShownChecks(l, from, o.out)
	case tools.Write:
		r.did(c, c.deeds...)
		r.addShownChecks(l, from, c.written)
	case tools.Search:
		r.did(c, c.deeds...)
		for _, name := range shell.Hits(o.out, false) {
			r.did(c, ledger.Deed{Act: ledger.Seen, Path: ledger.Absolute(c.cwd, name), Name: "search"})
		}
	default:
		r.did(c, c.deeds...)
	}
}

// maxChecks bounds the checks of a repository, one per kind and language. maxWritten bounds the bytes of a
// pending write of a file that names checks.
const (
	maxChecks  = 100
	maxWritten = 64 << 10
)

// addShownChecks adds the checks in a text if the deeds from an index on show that it is a file that names
// checks, or a list of files.
func (r *reader) addShownChecks(l *ledger.Ledger, from int, shown string) {
	isNaming := func(d ledger.Deed) bool {
		return slices.Contains([]ledger.Act{ledger.Read, ledger.Write}, d.Act) && runner.NamesChecks(d.Path)
	}
	if slices.ContainsFunc(l.Deeds[from:], isNaming) {
		for _, command := range runner.CommandsIn(shown) {
			for _, d := range shell.Deeds(command, "", shell.Unknown, "", r.nodes) {
				if call := runner.Of(d.Words); call.Kind != runner.Other {
					addCheck(l, call.Kind, call.Language)
				}
			}
		}
	}
	isListing := func(d ledger.Deed) bool { return runner.ListsFiles(d.Program) }
	if slices.ContainsFunc(l.Deeds[from:], isListing) {
		for name := range strings.FieldsSeq(shown) {
			for _, known := range runner.KnownBy(name) {
				addCheck(l, known.Kind, known.Language)
			}
		}
	}
}

// addCheck adds a check of the repository.
func addCheck(l *ledger.Ledger, kind runner.Kind, language string) {
	check := ledger.Check{Kind: string(kind), Language: language}
	if len(l.Checks) < maxChecks && !slices.Contains(l.Checks, check) {
		l.Checks = append(l.Checks, check)
	}
}

// exitCode matches the exit code in the report of a background command.
var exitCode = text.MustCompile(`(?i)(?:exit[_ ]code>?[: ]*|exited with code )(\d+)`)

// polled takes a client's report of a background command.
func (r *reader) polled(id, report string) {
	id = background(id)
	if r.calls[id] == nil {
		return
	}
	if m := exitCode.FindStringSubmatch(report); m != nil {
		r.ran(r.closeCall(id), statusOf(m[1]), report)
	}
}

// killed are the exit codes of commands stopped by timeout or a signal: they say nothing about what the
// command would have found.
var killed = []int{124, 130, 137, 143}

func statusOf(code string) shell.Status {
	n, err := strconv.Atoi(code)
	if err != nil || slices.Contains(killed, n) {
		return shell.Unknown
	}
	return shell.Exited(n)
}

// shown returns a read with the lines that were shown. Without a limit, at most 2000 lines of a file are
// shown.
func shown(d ledger.Deed, o outcome) ledger.Deed {
	d.Whole = d.From == 0 && !strings.Contains(text.Tail(o.out, 400), "truncated")
	if o.from > 0 && o.lines > 0 {
		d.From, d.To = o.from, o.from+o.lines-1
		d.Whole = o.lines == o.total
	} else if first, last := numbers(o.out); first > 0 {
		d.From, d.To = first, last
		d.Whole = d.Whole && first == 1 && last < 2000
	}
	return d
}

// lineNumber matches the number that a client prints before a line.
var lineNumber = text.MustCompile(`(?m)^ *(\d+)(?:→|\t|\. )`)

// numbers returns the first and the last line number in an output; 0 if its beginning or its end has none.
func numbers(out string) (first, last int) {
	begin := lineNumber.FindStringSubmatch(text.Head(out, 400))
	end := lineNumber.FindAllStringSubmatch(text.Tail(out, 4000), -1) // a reminder may follow the file
	if begin == nil || end == nil {
		return 0, 0
	}
	return text.Int(begin[1]), text.Int(end[len(end)-1][1])
}
