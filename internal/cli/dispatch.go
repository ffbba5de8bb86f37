package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// dispatchOptions are the options of `dispatch`.
type dispatchOptions struct {
	session string
	reads   cli.StringSlice
	release string
	format  choice
}

func (r *runner) dispatchCommand() *cli.Command {
	o := new(dispatchOptions)
	return &cli.Command{
		Name:      "dispatch",
		Usage:     "create a report file and print the prompt block for it",
		ArgsUsage: "ROLE TASK",
		Description: `Writes a report for the agent to fill in, under a path that no other agent
gets, and prints the block "## Handoff Files" for its prompt. Until somebody
writes to it the report is a reservation: check skips it in a folder, and
names it a day later. --release takes the reservation back.

Without --session the session's id is that of the coding agent it runs in
($CLAUDE_SESSION_ID and its like), else a new one. git does not see the
folder, which the configuration may name:
dispatch: {folder: ` + protocol.Builtin.Reports.Upstream + `}.

Examples:
   handofflint dispatch researcher retry-limits
   handofflint dispatch writer retry-limits --session 20260531-170546-ad4f12aa \
      --reads ` + exampleReport(1, "researcher") + `
   handofflint dispatch tester retry-limits -f json | jq -r .path
   handofflint dispatch --release ` + exampleReport(2, "writer"),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "session", Usage: "the session's `ID`, the name of its folder", Destination: &o.session},
			&cli.StringSliceFlag{Name: "reads", Usage: "a file, `PATH`, that the agent reads first", TakesFile: true, Destination: &o.reads},
			&cli.StringFlag{Name: "release", Usage: "give back the report at `PATH`, if nobody has written to it", TakesFile: true, Destination: &o.release},
			formatFlag(&o.format, "text", "json"),
			r.options.quietFlag(),
		},
		Action: func(c *cli.Context) error { return r.dispatch(c, o) },
	}
}

// dispatch reserves a report, and prints the block for the prompt of the agent that is to write it.
func (r *runner) dispatch(c *cli.Context, o *dispatchOptions) error {
	if r.isGiven("release") {
		if err := atMost(c, 0); err != nil {
			return err
		}
		return r.releaseReport(o.release)
	}
	args := c.Args().Slice()
	if len(args) < 2 {
		return errors.New("dispatch takes a role and a task's id; `handofflint dispatch --help` shows an example")
	}
	if err := atMost(c, 2); err != nil {
		return err
	}
	reads, err := readsOf(o.reads.Value())
	if err != nil {
		return err
	}
	catalogue, settings, err := r.catalogue()
	if err != nil {
		return err
	}
	request := handoff.Request{
		Role: args[0], Task: args[1], Now: r.now(),
		Folder: cmp.Or(settings.ReportsFolder(), protocol.SessionsFolder()),
	}
	var isNew bool
	request.Session, isNew, err = r.sessionOf(o)
	if err != nil {
		return err
	}
	receipts, err := r.checkReads(reads)
	if err != nil {
		return err
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return fmt.Errorf("the current folder is not known: %w", err)
	}
	request.Root = handoff.Root(here, request.Folder, r.streams.Getenv)
	assignment, err := handoff.Reserve(catalogue, request)
	if err != nil {
		return err
	}
	if request.Root != here {
		// The agent may work in either folder.
		assignment.Path = path.Join(filepath.ToSlash(request.Root), assignment.Path)
	}
	brief, err := handoff.NewBrief(catalogue, assignment, reads, receipts)
	if err != nil {
		return err
	}
	if isNew {
		r.note("session %s is new: dispatch the next agent with --session %[1]s", request.Session)
	}
	if o.format.value == "json" {
		return r.printJSON(dispatchOutput{assignment, assignment.Path + protocol.MarkerSuffix(), append([]string{}, reads...), brief})
	}
	return r.printContent(brief.Block)
}

// sessionOf returns the session of the report: the one that was named, else that of the coding agent, else a new one.
func (r *runner) sessionOf(o *dispatchOptions) (session string, isNew bool, err error) {
	if r.isGiven("session") {
		return o.session, false, nil
	}
	session, err = handoff.SessionFrom(r.streams.Getenv)
	if err != nil {
		return "", false, fmt.Errorf("%w, or name the session with --session", err)
	}
	if session == "" {
		return handoff.NewSession(r.now()), true, nil
	}
	return session, false, nil
}

// readsOf returns the handoffs that the agent is to read, with forward slashes.
func readsOf(reads []string) ([]string, error) {
	for i, path := range reads {
		if err := handoff.CheckPath(path); err != nil {
			return nil, err
		}
		reads[i] = filepath.ToSlash(path)
	}
	return reads, nil
}

// releaseReport gives a reservation back.
func (r *runner) releaseReport(path string) error {
	if err := handoff.Release(path); err != nil {
		return fmt.Errorf("%s is not released: %w", path, files.Reason(err))
	}
	r.note("released %s: its number is free", filepath.ToSlash(path))
	return nil
}

// checkReads returns an error if a file cannot be handed to the next agent. A handoff has
// to pass as its reader needs it, so a report has to be sealed; any other file has to exist. receipts are what the
// agents of the files did, by their paths, as far as that is known.
func (r *runner) checkReads(paths []string) (receipts map[string][]string, err error) {
	if len(paths) == 0 {
		return nil, nil
	}
	k, err := r.checker(new(ruleOptions))
	if err != nil {
		return nil, err
	}
	receipts = map[string][]string{}
	var results []rules.Result
	var unfit []string
	for _, path := range paths {
		f, err := k.checkFile(path, document.Unknown, anyFile)
		if err != nil {
			return nil, err
		}
		f.Result.Findings = forReader(f.Result.Findings)
		if f.Doc != nil && f.Doc.Spec.IsSealed {
			receipts[path] = hook.ReceiptLines(path, f.Doc.Input.Info, r.streams.Getenv)
		}
		results = append(results, f.Result)
		if f.Result.Reserved {
			unfit = append(unfit, path+", which no agent has written yet")
		} else if len(f.Result.Failures()) > 0 {
			unfit = append(unfit, path)
		}
	}
	r.logFailures(results)
	if len(unfit) == 0 {
		return receipts, nil
	}
	if err := r.printOnStderr(results); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("nothing is dispatched: the next agent cannot read %s", strings.Join(unfit, "; "))
}

// dispatchOutput is the shape of -f json, a contract with programs.
type dispatchOutput struct {
	handoff.Assignment
	Done  string   `json:"done"`
	Reads []string `json:"reads"`
	handoff.Brief
}
