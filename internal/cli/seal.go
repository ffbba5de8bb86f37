package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) sealCommand() *cli.Command {
	return &cli.Command{
		Name:      "seal",
		Usage:     "check a report and, if it passes, create its .done",
		ArgsUsage: "FILE",
		Description: `The .done tells readers that the report is complete. It is not created if the
report has an error, is still being written, or says that its reader has
verified it. If there is one already, it gets a new time. Suppression
comments are ignored.

Exit codes: 0 sealed, warnings go to stderr; 2 not sealed.

Example:
   handofflint seal ` + exampleReport(1, "implementer"),
		Flags:  r.options.findingFlags(),
		Action: r.seal,
	}
}

func (r *runner) seal(c *cli.Context) error {
	path, f, err := r.checkReport(c, beforeSealing)
	if err != nil {
		return err
	}
	if err := sealable(path, f); err != nil {
		return fmt.Errorf("%s is not sealed: %w", path, err)
	}
	again, err := handoff.Seal(f.Doc)
	if err != nil {
		return fmt.Errorf("%s is not sealed: %w", path, err)
	}
	if again {
		r.note("%s was sealed already: its .done has a new time", path)
	} else {
		r.note("sealed %s", path)
	}
	return nil
}

// sealable returns why a report cannot be sealed, or nil.
func sealable(path string, f checkedFile) error {
	if n := len(f.Result.Failures()); n > 0 {
		return fmt.Errorf("%s; correct what is reported and seal again", text.Count(n, "error"))
	}
	switch f.status() {
	case handoff.StatusWriting:
		return fmt.Errorf("its status is still %q; finish the report, set status: %q and seal again", handoff.StatusWriting, handoff.StatusWritten)
	case handoff.StatusVerified:
		if _, err := files.Named.Lstat(path + protocol.MarkerSuffix()); err != nil {
			return fmt.Errorf("its status is %q, which its reader sets and not its writer; set status: %q and seal again", handoff.StatusVerified, handoff.StatusWritten)
		}
	}
	return nil
}

// sealQuietly seals a report like the command, and prints nothing. The error is why the report is not sealed.
func sealQuietly(settings *config.Config, path string) error {
	engines, err := settings.Engines(allChecks(), rules.Options{NoInline: true})
	if err != nil {
		return err
	}
	f, err := checker{config: settings, engines: engines}.checkFile(path, handoff.Report, aHandoff)
	if err == nil {
		f.Result.Findings = beforeSealing(f.Result.Findings)
		err = sealable(path, f)
	}
	if err == nil {
		_, err = handoff.Seal(f.Doc)
	}
	return err
}

func (r *runner) acceptCommand() *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "confirm that a sealed report was read",
		ArgsUsage: "FILE",
		Description: `For the agent that reads a report, never for the one that wrote it. The
report must pass, and be sealed and unchanged since. Its status becomes
"verified", no other byte changes, and its .done gets a new time. Suppression
comments are ignored. If hooks have written what its agent did into the
.done, that is printed, too; without the hooks' own record of it, as
unconfirmed.

Exit codes: 0 accepted, warnings go to stderr; 2 not accepted.

Example:
   handofflint accept ` + exampleReport(1, "researcher"),
		Flags:  r.options.findingFlags(),
		Action: r.accept,
	}
}

func (r *runner) accept(c *cli.Context) error {
	path, f, err := r.checkReport(c, forReader)
	if err != nil {
		return err
	}
	err = acceptable(f)
	said := fmt.Sprintf("%s is verified already", path)
	if err == nil && f.status() != handoff.StatusVerified {
		err = handoff.Accept(f.Doc)
		said = fmt.Sprintf("accepted %s: its status is %q", path, handoff.StatusVerified)
	}
	if err != nil {
		return fmt.Errorf("%s is not accepted: %w", path, err)
	}
	r.note("%s", said)
	for _, line := range hook.ReceiptLines(path, f.Doc.Input.Info, r.streams.Getenv) {
		r.note("%s", line)
	}
	return nil
}

// acceptable returns why a report cannot be accepted, or nil. It checks what the reader relies on even if the rules for
// that are off.
func acceptable(f checkedFile) error {
	if n := len(f.Result.Failures()); n > 0 {
		return fmt.Errorf("%s; send the report back to its writer", text.Count(n, "error"))
	}
	if f.Doc == nil || !f.Doc.Input.Info.HasValidMarker() {
		return errors.New("it is not sealed; its writer runs `handofflint seal`")
	}
	if f.Doc.IsSealBroken() {
		return errors.New("it was changed since it was sealed; its writer seals it again")
	}
	switch f.status() {
	case handoff.StatusWritten, handoff.StatusVerified:
		return nil
	}
	return fmt.Errorf("its status is not %q; its writer sets it and seals again", handoff.StatusWritten)
}
