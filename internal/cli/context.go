package cli

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) contextCommand() *cli.Command {
	return &cli.Command{
		Name:      "context",
		Usage:     "context files: make one, record a failure, clear up",
		ArgsUsage: "new | retry | vacuum",
		Description: `The context files of a project are in the folder context of its documents:
docs, or what docsDir names in .coding-friend/config.json, found upwards from
the current folder to the root of the repository.

Example:
   handofflint context new --summary "Two logins at once leave two sessions"`,
		Subcommands: []*cli.Command{r.newContextCommand(), r.retryCommand(), r.vacuumCommand()},
	}
}

func (r *runner) newContextCommand() *cli.Command {
	return &cli.Command{
		Name:  "new",
		Usage: "make the context file of a new task and print its path",
		Description: `The task's id is the time and a few words, those of --words or of the summary.
What the agents are to fill in is in angle brackets, and ` + "`handofflint check`" + `
names each of them until it is. No file is ever overwritten: if an id is taken,
its words get a number.

Example:
   handofflint context new --summary "Two logins at once leave two sessions" \
      --words fix-auth-race -f json | jq -r .task_id`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "summary", Usage: "`TEXT` says what is to be done, in one or two sentences"},
			&cli.StringFlag{Name: "words", Usage: "the id ends in `SLUG`", DefaultText: "from the summary"},
			formatFlag("text", "json"),
		},
		Action: r.newContext,
	}
}

func (r *runner) newContext(c *cli.Context) error {
	summary, words := c.String("summary"), c.String("words")
	if strings.TrimSpace(summary) == "" || !utf8.ValidString(summary) {
		return errors.New("--summary must say what is to be done, such as --summary \"Two logins at once leave two sessions\"")
	}
	if !c.IsSet("words") {
		words = handoff.IDWords(summary)
	}
	if err := handoff.CheckIDWords(words); err != nil {
		return fmt.Errorf("--words: %w", err)
	}
	form, err := skeleton(document.Context, "")
	if err != nil {
		return err
	}
	form = handoff.FillField(form, "task_summary", text.JSONQuote(summary))
	_, folder, _, err := r.contextFolder(c)
	if err != nil {
		return err
	}
	id, err := folder.Create(handoff.ContextRequest{Words: words, Now: nowOf(c), Form: form})
	if err != nil {
		return err
	}
	path := shownPath(folder.Path(handoff.ContextFileName(id)))
	// The JSON is a contract with programs.
	return r.printAs(c.String("format"), text.Escape(path)+"\n", map[string]string{"path": path, "task_id": id})
}

// contextFolder is the folder with the context files of the project.
func (r *runner) contextFolder(c *cli.Context) (settings *config.Config, folder handoff.ContextFolder, limits rules.Limits, err error) {
	if settings, err = r.config(c); err != nil {
		return nil, folder, limits, err
	}
	if limits, err = rules.LimitsWith(settings.Options()); err != nil {
		return nil, folder, limits, err
	}
	folder, err = handoff.FindContextFolder(".", limits)
	return settings, folder, limits, err
}
