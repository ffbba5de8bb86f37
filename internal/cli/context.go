package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) contextCommand() *cli.Command {
	return &cli.Command{
		Name:      "context",
		Usage:     "make context files, and remove old ones",
		ArgsUsage: "new | retry | vacuum",
		Description: `The context files of a project are in the folder context of its documents:
docs, or what docsDir names in .coding-friend/config.json, found upwards from
the current folder to the root of the repository. In a linked work tree of
git it is the main one's.

Example:
   handofflint pipeline context new --summary "Two logins at once leave two sessions"`,
		Subcommands: []*cli.Command{r.newContextCommand(), r.retryCommand(), r.vacuumCommand()},
	}
}

// newContextOptions are the options of `pipeline context new`.
type newContextOptions struct {
	summary string
	words   string
	format  choice
}

func (r *runner) newContextCommand() *cli.Command {
	o := new(newContextOptions)
	return &cli.Command{
		Name:  "new",
		Usage: "make the context file of a new task",
		Description: `The task's id is the time and a few words, those of --words or of the
summary. What the agents are to fill in is in angle brackets, and
` + "`handofflint check`" + ` names each of them until it is. No file is ever
overwritten: if an id is taken, its words get a number.

Example:
   handofflint pipeline context new --summary "Two logins at once leave two sessions" \
      --words fix-auth-race -f json | jq -r .task_id`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "summary", Usage: "`TEXT` says what is to be done, in one or two sentences", Destination: &o.summary},
			&cli.StringFlag{Name: "words", Usage: "the id ends in `SLUG`", DefaultText: "from the summary", Destination: &o.words},
			formatFlag(&o.format, "text", "json"),
		},
		Action: func(*cli.Context) error { return r.newContext(o) },
	}
}

func (r *runner) newContext(o *newContextOptions) error {
	if !isText(o.summary) {
		return errors.New("--summary must say what is to be done, such as --summary \"Two logins at once leave two sessions\"")
	}
	words := o.words
	if !r.isGiven("words") {
		words = handoff.IDWords(o.summary)
	}
	if err := handoff.CheckIDWords(words); err != nil {
		return fmt.Errorf("--words: %w", err)
	}
	const noProfile = ""
	form, err := skeleton(handoff.Context, noProfile)
	if err != nil {
		return err
	}
	form = handoff.FillField(form, "task_summary", text.JSONQuote(o.summary))
	_, folder, _, err := r.contextFolder()
	if err != nil {
		return err
	}
	id, err := folder.Create(words, r.now(), form)
	if err != nil {
		return err
	}
	path := shownPath(folder.Path(id + ".json"))
	// The JSON is a contract with programs.
	return r.printAs(o.format.value, text.Escape(path)+"\n", map[string]string{"path": path, "task_id": id})
}

// contextFolder returns the folder with the context files of the project. In a linked work
// tree it is that of the main one, where Coding Friend keeps them.
func (r *runner) contextFolder() (settings *config.Config, folder handoff.ContextFolder, limits rules.Limits, err error) {
	settings, err = r.config()
	if err != nil {
		return nil, folder, limits, err
	}
	limits = rules.LimitsWith(settings.Options())
	here := cmp.Or(git.MainWorkTree(files.Root(".")), ".")
	folder, err = handoff.FindContextFolder(here, limits)
	return settings, folder, limits, err
}

// retryOptions are the options of `pipeline context retry`.
type retryOptions struct {
	reason, errorSummary, from string
}

func (r *runner) retryCommand() *cli.Command {
	o := new(retryOptions)
	return &cli.Command{
		Name:      "retry",
		Usage:     "record a failure before a new attempt",
		ArgsUsage: "FILE",
		Description: `Sets previous_failure to the reason, the error summary and the number of the
attempt. No other byte changes, and at every moment the file is the old one
or the new one. One retry is allowed: a second one is refused, and a person
decides. A file that does not pass is refused, too; its findings are printed
as by ` + "`handofflint check`" + `.

With --from the reason is taken from the result signal that ends the
implementer's output:

   [CF-RESULT: failure] tests-failed             the reason; the line before
                                                 it is the error summary
   [CF-RESULT: failure] tests-failed: TestLogin  the reason, and a summary
   [CF-RESULT: failure] the login test hangs     a summary; add --reason
   no signal at all                              empty-output, and a summary
   [CF-RESULT: success]                          refused: nothing to retry

--error-summary replaces the one that the output gives.

Exit codes: 0 recorded; 2 not recorded.

Examples:
   handofflint pipeline context retry docs/context/1717500000-fix-auth-race.json \
      --reason tests-failed --error-summary "TestLogin: want 1 session, got 2"
   handofflint pipeline context retry docs/context/1717500000-fix-auth-race.json --from output.txt`,
		Flags: append(r.options.findingFlags(),
			&cli.StringFlag{Name: "reason", Usage: "the attempt failed for `REASON`", Destination: &o.reason},
			&cli.StringFlag{Name: "error-summary", Usage: "`TEXT` says in a sentence or two what went wrong", Destination: &o.errorSummary},
			&cli.StringFlag{Name: "from", Usage: "take the reason from the end of `FILE`, or - for stdin", TakesFile: true, Destination: &o.from},
		),
		Action: func(c *cli.Context) error { return r.retry(c, o) },
	}
}

func (r *runner) retry(c *cli.Context, o *retryOptions) error {
	k, err := r.checker(&ruleOptions{noInline: true})
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the context file")
	if err != nil {
		return err
	}
	known := handoff.LoadRetry()
	failure, err := r.failureOf(o, known.Reasons)
	if err != nil {
		return err
	}
	attempt, err := r.record(k, path, failure, known)
	if errors.Is(err, handoff.ErrExhausted) {
		return fmt.Errorf("%s: %w; no retry is left: show the file to a person, and keep it", path, err)
	}
	if err != nil {
		return fmt.Errorf("%s: no failure is recorded: %w", path, err)
	}
	r.note("recorded the failure of attempt %d in %s: %s; launch the agent again", attempt, path, failure.Reason)
	return nil
}

// record checks the file and writes the failure into it, both under the file's
// lock: of two retries at once the second sees the first.
func (r *runner) record(k checker, path string, failure handoff.Failure, known *handoff.Retry) (attempt int, err error) {
	file, unlock, lockErr := handoff.Hold(path)
	if lockErr == nil {
		defer unlock()
	}
	f, err := r.checkAndReport(k, path, handoff.Context, forReader)
	if err != nil {
		return 0, err
	}
	if n := len(f.Result.Failures()); n > 0 {
		return 0, fmt.Errorf("%s; correct it first", text.Count(n, "error"))
	}
	if lockErr != nil {
		return 0, lockErr
	}
	data, attempt, err := handoff.RecordFailure(f.Doc, failure, known)
	if err != nil {
		return 0, err
	}
	return attempt, handoff.Replace(file, f.Doc.Source.Bytes(), data)
}

// failureOf returns the failure that the options name, completed from the end of an output.
func (r *runner) failureOf(o *retryOptions, reasons []string) (f handoff.Failure, err error) {
	if o.from != "" {
		output, err := r.readLog(o.from)
		if err != nil {
			return f, fmt.Errorf("--from: %w", err)
		}
		signal := payload.ParseSignal(output)
		if signal.Outcome == payload.Success {
			return f, fmt.Errorf("%s ends in a success (line %d): there is nothing to retry", logName(o.from), signal.Line)
		}
		f.Reason, f.ErrorSummary = signal.Failure(output, reasons)
	}
	f.Reason = cmp.Or(o.reason, f.Reason)
	f.ErrorSummary = cmp.Or(o.errorSummary, f.ErrorSummary)
	if f.Reason == "" {
		return f, fmt.Errorf("--reason is missing: it takes %s; or name the output with --from", text.OrList(reasons))
	}
	if !isText(f.ErrorSummary) {
		return f, errors.New("--error-summary must say in a sentence or two what went wrong: the next attempt is to avoid it")
	}
	return f, oneOf("--reason", f.Reason, reasons)
}

// vacuumOptions are the options of `pipeline context vacuum`.
type vacuumOptions struct {
	olderThan string
	dryRun    bool
}

func (r *runner) vacuumCommand() *cli.Command {
	o := new(vacuumOptions)
	return &cli.Command{
		Name:  "vacuum",
		Usage: "remove old context files",
		Description: `Removes the context files of this project, broken ones too, that are older
than a limit, by the newest of their file time and the time in their task id.
Each one that was removed is named on stdout, with -v each other file too, on
stderr and with the reason why it stayed: links, folders, read-only files,
what is no context file, and what has a time in the future. Nothing is
removed through a link.

Exit codes: 0 done, also where there was nothing to do; 2 something could not
be looked at or removed.

Examples:
   handofflint pipeline context vacuum --dry-run -v
   handofflint pipeline context vacuum --older-than 12h`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "older-than", Usage: "remove what is older than `AGE`", DefaultText: "context/stale", Destination: &o.olderThan},
			&cli.BoolFlag{Name: "dry-run", Usage: "remove nothing, only say what would be removed", Destination: &o.dryRun},
			r.options.quietFlag(),
			r.options.verboseFlag("also say what stayed, and why"),
		},
		Action: func(*cli.Context) error { return r.vacuum(o) },
	}
}

func (r *runner) vacuum(o *vacuumOptions) error {
	r.setVerbosity()
	settings, folder, limits, err := r.contextFolder()
	if err != nil {
		return err
	}
	v := handoff.Vacuum{Now: r.now(), DryRun: o.dryRun, Limits: limits}
	if r.isGiven("older-than") {
		v.OlderThan, err = handoff.ParseAge(o.olderThan)
		if err != nil {
			return fmt.Errorf("--older-than: %w", err)
		}
	} else {
		v.OlderThan, err = staleAfter(settings, folder)
	}
	if err != nil {
		return err
	}
	return r.removeOld(v, folder)
}

// staleAfter returns the age at which check calls a context file of the folder stale. One age
// holds for the whole folder, whatever globs the overrides of a configuration have.
func staleAfter(settings *config.Config, folder handoff.ContextFolder) (time.Duration, error) {
	catalogue, err := rules.LoadCatalogue(settings.OptionsFor(folder.Path("0-any.json")))
	if err != nil {
		return 0, err
	}
	var stale struct{ Days int }
	if err := json.Unmarshal([]byte(catalogue.Rule("context/stale").Params), &stale); err != nil {
		return 0, fmt.Errorf("context/stale: %w", err)
	}
	return time.Duration(stale.Days) * 24 * time.Hour, nil
}

// removeOld removes the old files of a folder, and says what becomes of each.
func (r *runner) removeOld(v handoff.Vacuum, folder handoff.ContextFolder) error {
	count := map[handoff.Outcome]int{}
	lines := ""
	verb := "removed"
	if v.DryRun {
		verb = "would remove"
	}
	for _, item := range v.Files(folder) {
		count[item.Outcome]++
		item.Path = shownPath(filepath.Join(folder.Root, filepath.FromSlash(item.Path)))
		switch item.Outcome {
		case handoff.Kept:
			r.log.Infof("kept %s: %s", item.Path, item.Why)
		case handoff.Failed:
			r.log.Errorf("%s: %s", item.Path, item.Why)
		default:
			lines += text.Escape(fmt.Sprintf("%s %s: %s old", verb, item.Path, handoff.AgeWords(item.Age))) + "\n"
		}
	}
	if err := r.printText(lines); err != nil {
		return err
	}
	note := ""
	if count[handoff.Failed] > 0 {
		note = fmt.Sprintf(", failed %d", count[handoff.Failed])
	}
	if count[handoff.Kept] > 0 && !r.options.verbose {
		note += " (-v says why)"
	}
	r.note("%s %d, kept %d%s", verb, count[handoff.Removed], count[handoff.Kept], note)
	if count[handoff.Failed] > 0 {
		return exitCode(ExitFailed)
	}
	return nil
}
