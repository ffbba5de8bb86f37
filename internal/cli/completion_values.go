package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// argumentCandidates are what a command's arguments may be, nothing where they
// are files.
func argumentCandidates(command *cli.Command) []candidate {
	switch command.Name {
	case "explain":
		return ruleCandidates()
	case "rules":
		names := ruleCandidates()
		return slices.Concat(commandWords(command.Subcommands), names, groupsOf(names))
	case "schema", "new":
		if command.ArgsUsage != "FORMAT" {
			return nil // `rules new` and `context new` take no format
		}
		return formatCandidates()
	case "completion":
		return wordsOf(shells...)
	}
	return commandWords(command.Subcommands)
}

// valueCandidates are what an option's value may be, nothing where it is a
// file or a text of the user's own.
func valueCandidates(command *cli.Command, flag, current string) []candidate {
	switch flag {
	case "format":
		return outputCandidates(command.Name)
	case "as":
		if command.Name == "schema" {
			return wordsOf("cue", "jsonschema")
		}
		return formatCandidates()
	case "rule":
		return overrideCandidates(current)
	case "fail-on":
		return wordsOf("error", "warning", "never")
	case "color":
		return wordsOf("auto", "always", "never")
	case "kind":
		return wordsOf(payloadKinds...)
	case "for":
		return wordsOf(formatNames...)
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

func outputCandidates(command string) []candidate {
	switch command {
	case "check", "seal", "retry":
		return wordsOf(report.Names()...)
	case "rules", "explain":
		return wordsOf(ruleFormats...)
	}
	return wordsOf("text", "json")
}

// overrideCandidates complete NAME=SEVERITY: the name first, with its =.
func overrideCandidates(current string) []candidate {
	if name, _, found := strings.Cut(current, "="); found {
		return wordsOf(name+"=error", name+"=warning", name+"=off")
	}
	names := ruleCandidates()
	names = append(names, groupsOf(names)...)
	for i := range names {
		names[i].word += "="
	}
	return names
}

// ruleCandidates are the names of all rules. A catalogue that cannot be read
// completes nothing; every other command says why.
func ruleCandidates() []candidate {
	catalogue, err := rules.LoadCatalogue()
	if err != nil {
		return nil
	}
	out := make([]candidate, len(catalogue.Rules))
	for i, r := range catalogue.Rules {
		out[i] = candidate{r.Name, r.Summary}
	}
	return out
}

func formatCandidates() []candidate {
	catalogue, err := rules.LoadCatalogue()
	if err != nil {
		return nil
	}
	out := make([]candidate, len(catalogue.Formats))
	for i, f := range catalogue.Formats {
		out[i] = candidate{string(f.Name), f.Form}
	}
	return out
}
