package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// argumentCandidates are what a command's arguments may be, nothing where they
// are files.
func (k completer) argumentCandidates(c *cli.Command) []candidate {
	switch c.Name {
	case "explain":
		return k.ruleCandidates()
	case "rules":
		names := k.ruleCandidates()
		return slices.Concat(commandWords(c.Subcommands), names, groupsOf(names))
	case "schema", "new":
		if c.ArgsUsage != "FORMAT" {
			return nil // `rules new` and `context new` take no format
		}
		return k.formatCandidates()
	case "completion":
		return wordsOf(shells...)
	}
	return commandWords(c.Subcommands)
}

// valueCandidates are what an option's value may be, nothing where it is a
// file or a text of the user's own.
func (k completer) valueCandidates(c *cli.Command, flag, current string) []candidate {
	switch flag {
	case "format":
		return formatCandidates(c)
	case "as":
		return k.formatCandidates()
	case "rule":
		return k.overrideCandidates(current)
	case "fail-on":
		return wordsOf("error", "warning", "never")
	case "color":
		return wordsOf("auto", "always", "never")
	case "kind":
		return wordsOf(payloadKinds...)
	case "for":
		return wordsOf(document.FormatNames...)
	case "host":
		return wordsOf(hostNames()...)
	case "to":
		return wordsOf("task", "report")
	case "missing":
		return wordsOf(missingEmpty, missingError)
	case "profile":
		return wordsOf("base", "phased")
	case "reason":
		return reasonCandidates()
	}
	return nil
}

func reasonCandidates() []candidate {
	retry, err := rules.LoadRetry()
	if err != nil {
		return nil
	}
	return wordsOf(retry.Reasons...)
}

// formatCandidates are the forms that a command's own --format knows.
func formatCandidates(c *cli.Command) []candidate {
	for _, f := range c.Flags {
		if f.Names()[0] == "format" {
			return wordsOf(choices(f)...)
		}
	}
	return nil
}

// overrideCandidates complete NAME=SEVERITY: the name first, with its =.
func (k completer) overrideCandidates(current string) []candidate {
	if name, _, found := strings.Cut(current, "="); found {
		return wordsOf(name+"=error", name+"=warning", name+"=off")
	}
	names := k.ruleCandidates()
	names = append(names, groupsOf(names)...)
	for i := range names {
		names[i].word += "="
	}
	return names
}

// ruleCandidates are the names of all rules, a team's own among them.
func (k completer) ruleCandidates() []candidate {
	catalogue := k.catalogue()
	if catalogue == nil {
		return nil
	}
	out := make([]candidate, len(catalogue.Rules))
	for i, r := range catalogue.Rules {
		out[i] = candidate{r.Name, r.Summary}
	}
	return out
}

// catalogue is that of the configuration which the words before mean. One that
// is broken adds nothing: every other command says why. It is nil where the
// catalogue itself cannot be read.
func (k completer) catalogue() *rules.Catalogue {
	if path := k.config(); path != "" {
		if settings, err := config.LoadNamed(path, "."); err == nil {
			if catalogue, err := settings.Plain(); err == nil {
				return catalogue
			}
		}
	}
	catalogue, err := rules.BuiltIn()
	if err != nil {
		return nil
	}
	return catalogue
}

// config is the path of the configuration that the words before mean, "" for
// none.
func (k completer) config() string {
	for i, word := range k.before {
		name, path, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case !strings.HasPrefix(word, "-"):
		case name == "no-config":
			return ""
		case name == "config" && joined:
			return path
		case name == "config" && i+1 < len(k.before):
			return k.before[i+1]
		}
	}
	path, err := config.Find(".")
	if err != nil {
		return ""
	}
	return path
}

// formatCandidates are the names of all formats, a team's own among them.
func (k completer) formatCandidates() []candidate {
	catalogue := k.catalogue()
	if catalogue == nil {
		return nil
	}
	out := make([]candidate, len(catalogue.Formats))
	for i, f := range catalogue.Formats {
		out[i] = candidate{string(f.Name), f.Form}
	}
	return out
}
