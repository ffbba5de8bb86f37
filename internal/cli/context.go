package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/contextfile"
	"github.com/handofflint/handofflint/internal/dispatch"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) contextCommand() *cli.Command {
	return &cli.Command{
		Name:      "context",
		Usage:     "begin a task: make its context file, or say where it is",
		ArgsUsage: "new | path",
		Description: `The context files of a project are in the folder context of its documents:
docs, or what docsDir names in .coding-friend/config.json, found upwards from
the current folder to the root of the repository.

Examples:
   handofflint context new --summary "Two logins at once leave two sessions"
   handofflint context path 1717500000-fix-auth-race`,
		Action:      r.noSubcommand,
		Subcommands: subcommands(r.newContextCommand(), r.contextPathCommand()),
	}
}

func (r *runner) newContextCommand() *cli.Command {
	return &cli.Command{
		Name:  "new",
		Usage: "make the context file of a new task and print its path",
		Description: `The task's id is the time and a few words, those of --words or of the summary.
What the agents are to fill in stands in angle brackets, and
` + "`handofflint check`" + ` names each of them until it is. No file is ever written
over: where an id is taken, its words get a number.

Examples:
   handofflint context new --summary "Two logins at once leave two sessions"
   handofflint context new --summary "Two logins at once leave two sessions" \
      --words fix-auth-race -f json | jq -r .task_id`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "summary", Usage: "`TEXT` says what is to be done, in one or two sentences"},
			&cli.StringFlag{Name: "words", Usage: "the id ends in `SLUG`, such as fix-auth-race", DefaultText: "the first words of the summary"},
			formatFlag("text", "json"),
			&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Hidden: true, Usage: "the time in the id, for tests"},
		}, configFlags()...),
		Action: r.newContext,
	}
}

func (r *runner) contextPathCommand() *cli.Command {
	return &cli.Command{
		Name:      "path",
		Usage:     "print where the context file of a task is, or would be",
		ArgsUsage: "TASK",
		Description: `Example:
   handofflint retry "$(handofflint context path 1717500000-fix-auth-race)" \
      --from output.txt --error-summary "The login test hangs"`,
		Flags: []cli.Flag{
			formatFlag("text", "json"),
		},
		Action: r.contextPath,
	}
}

// newContextOutput is the shape of -f json of `context new`, a contract with
// programs.
type newContextOutput struct {
	Path   string `json:"path"`
	TaskID string `json:"task_id"`
}

func (r *runner) newContext(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	json, err := wantsJSON(c)
	if err != nil {
		return err
	}
	request, err := contextRequest(c)
	if err != nil {
		return err
	}
	settings, err := r.config(c)
	if err != nil {
		return err
	}
	engines, err := enginesFor(settings, rules.Options{Now: request.Now})
	if err != nil {
		return err
	}
	folder, err := contextFolder(engines.Base().Limits())
	if err != nil {
		return err
	}
	if err := summaryIsContent(engines, folder, request); err != nil {
		return err
	}
	id, err := folder.Create(request)
	if err != nil {
		return err
	}
	path := shownFromHere(folder.Path(contextfile.FileName(id)))
	if json {
		return r.printJSON(newContextOutput{Path: path, TaskID: id})
	}
	return r.printContent(path + "\n")
}

// contextRequest reads the options of `context new`.
func contextRequest(c *cli.Context) (q contextfile.Request, err error) {
	summary, words := c.String("summary"), c.String("words")
	if strings.TrimSpace(summary) == "" || !utf8.ValidString(summary) {
		return q, errors.New("--summary must say what is to be done, such as --summary \"Two logins at once leave two sessions\"")
	}
	if !c.IsSet("words") {
		words = contextfile.Words(summary)
	}
	if err := contextfile.CheckWords(words); err != nil {
		return q, fmt.Errorf("--words: %w", err)
	}
	text, err := skeleton("context", "", false)
	if err != nil {
		return q, err
	}
	text = dispatch.FillField(text, "task_summary", jsontext.Quote(summary))
	q.Words, q.Now = words, nowOf(c)
	q.Text = func(id string) ([]byte, error) {
		return []byte(dispatch.FillField(text, "task_id", jsontext.Quote(id))), nil
	}
	return q, nil
}

// summaryIsContent refuses a summary that check would take for a placeholder:
// the file would never pass, whatever the agents fill in.
func summaryIsContent(engines *config.Engines, folder contextfile.Folder, q contextfile.Request) error {
	id := contextfile.NewID(q.Now, q.Words)
	data, err := q.Text(id)
	if err != nil {
		return err
	}
	path := shownFromHere(folder.Path(contextfile.FileName(id)))
	engine, err := engines.For(path)
	if err != nil {
		return err
	}
	result, err := engine.CheckInput(rules.Input{Path: path, Data: data, As: document.Context})
	if err != nil {
		return err
	}
	for _, f := range result.Findings {
		switch f.Pointer {
		case "/task_summary":
			return fmt.Errorf("--summary: %s; %s", f.Message, f.Help)
		case "/task_id":
			return fmt.Errorf("--words: %s; %s", f.Message, f.Help)
		}
	}
	return nil
}

// contextPathOutput is the shape of -f json of `context path`, a contract with
// programs.
type contextPathOutput struct {
	Path   string `json:"path"`
	TaskID string `json:"task_id"`
	Exists bool   `json:"exists"`
}

func (r *runner) contextPath(c *cli.Context) error {
	id, err := oneArgument(c, "the task id")
	if err != nil {
		return err
	}
	json, err := wantsJSON(c)
	if err != nil {
		return err
	}
	if err := contextfile.CheckID(id); err != nil {
		return err
	}
	limits, err := rules.LoadLimits()
	if err != nil {
		return err
	}
	folder, err := contextFolder(limits)
	if err != nil {
		return err
	}
	file := folder.Path(contextfile.FileName(id))
	if !json {
		return r.printContent(shownFromHere(file) + "\n")
	}
	info, err := files.Named.Lstat(file)
	return r.printJSON(contextPathOutput{Path: shownFromHere(file), TaskID: id, Exists: err == nil && info.Mode().IsRegular()})
}

// contextFolder is the folder of the context files for who works in the
// current one.
func contextFolder(limits rules.Limits) (contextfile.Folder, error) {
	return contextfile.Find(".", limits)
}
