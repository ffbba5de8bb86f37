// Package receipt has a short summary of what an agent did according to its transcript. It is stored in the
// marker of a report and read by the next agent. Package timeline creates it, package hook writes it.
// Begin with Summary.
package receipt

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// The bounds of a receipt.
const (
	// MaxBytes bounds a receipt's line.
	MaxBytes = 16 << 10
	// MaxItems bounds the entries of a list, MaxText the characters of a text.
	MaxItems = 50
	MaxText  = 160
)

// prefix begins the line of a receipt and holds the version of the format.
const prefix = "receipt 1 "

// Summary is what an agent, and those that it launched, did. Its JSON is a contract with programs.
type Summary struct {
	// Changed and Deleted are paths below the agent's folder. Outside counts the other files that were
	// changed or deleted.
	Changed List `json:"changed"`
	Deleted List `json:"deleted"`
	Outside int  `json:"outside,omitempty"`
	// Runs are the last runs of tests, type checks, linters, builds, formatters and checks, at most one of
	// each kind.
	Runs []Run `json:"runs"`
	// Commits are the last commits and pushes, oldest first. CommitCount counts all of them.
	Commits     []Commit `json:"commits"`
	CommitCount int      `json:"commit_count"`
	// Agents are the kinds of launched agents, Skills the used skills.
	Agents List `json:"agents"`
	Skills List `json:"skills"`
	// Commands are commands with unknown effects. Unknown are other reasons why something may be missing,
	// in words.
	Commands List `json:"unknown_commands"`
	Unknown  List `json:"unknown"`
}

// List is the beginning of a list, and the number of all entries.
type List struct {
	Count int      `json:"count"`
	Items []string `json:"items"`
}

// ListOf returns a list of at most MaxItems entries.
func ListOf(all []string) List {
	items := append([]string{}, all[:min(len(all), MaxItems)]...)
	return List{Count: len(all), Items: items}
}

// Run is the last run of a kind.
type Run struct {
	// Kind is "tests", "types", "lint", "build", "format" or "checks".
	Kind    string `json:"kind"`
	Command string `json:"command"`
	// Scope is "whole", or "narrow" for a part of the code.
	Scope string `json:"scope"`
	// Result is "passed", "failed" or "unknown".
	Result string `json:"result"`
	// Exit is its exit code, nil if unknown.
	Exit *int `json:"exit,omitempty"`
	// Passed and Failed are the printed counts, nil for none. Printed is the line that shows the result, ""
	// for none.
	Passed  *int   `json:"passed,omitempty"`
	Failed  *int   `json:"failed,omitempty"`
	Printed string `json:"printed,omitempty"`
	// Line is its line in the agent's transcript, 0 if another agent ran it.
	Line int `json:"line,omitempty"`
	// Hidden is why a later run may be unknown, in words; "" if this is the last one.
	Hidden string `json:"hidden,omitempty"`
	// After is the first file that was changed by hand since, AfterCount the number of such files, and
	// Formatter the formatter that ran since.
	After      string `json:"after,omitempty"`
	AfterCount int    `json:"after_count,omitempty"`
	Formatter  string `json:"formatter,omitempty"`
}

// Commit is a commit or a push.
type Commit struct {
	// Kind is "commit" or "push".
	Kind string `json:"kind"`
	// Result is "passed", "failed" or "unknown". Hash is the commit's, if git printed it.
	Result string `json:"result"`
	Hash   string `json:"hash,omitempty"`
	// Printed is the line that shows the result, "" for none.
	Printed string `json:"printed,omitempty"`
	Line    int    `json:"line,omitempty"`
}

// Encode returns the line of a receipt, with a line feed, in at most MaxBytes bytes. Lists are shortened
// until it fits.
func (s Summary) Encode() ([]byte, error) {
	for most := MaxItems; ; most /= 2 {
		data, _ := json.Marshal(s.cut(most)) // these structs can always be encoded
		line := append([]byte(prefix), text.EscapeJSON(data)...)
		line = append(line, '\n')
		if len(line) <= MaxBytes {
			return line, nil
		}
		if most == 0 {
			return nil, errors.New("the receipt is too long")
		}
	}
}

// cut returns a summary with at most the given number of entries in each list.
func (s Summary) cut(most int) Summary {
	for _, list := range s.lists() {
		list.Items = list.Items[:min(len(list.Items), most)]
	}
	s.Commits = s.Commits[max(0, len(s.Commits)-most):]
	return s
}

func (s *Summary) lists() []*List {
	return []*List{&s.Changed, &s.Deleted, &s.Agents, &s.Skills, &s.Commands, &s.Unknown}
}

// Decode parses the line of a receipt. It does not authenticate it: show runs and commits only if the
// marker is unchanged.
func Decode(line []byte) (Summary, error) {
	var s Summary
	data, ok := bytes.CutPrefix(line, []byte(prefix))
	if !ok || len(line) > MaxBytes || bytes.Contains(bytes.TrimSpace(line), []byte("\n")) {
		return s, errors.New("not a receipt")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return Summary{}, err
	}
	rest := bytes.TrimSpace(data[decoder.InputOffset():])
	if len(rest) > 0 {
		return Summary{}, errors.New("something follows the receipt")
	}
	return s, s.check()
}

// check returns an error if a value that is shown even of a forged receipt cannot come from Encode.
func (s *Summary) check() error {
	isLong := func(s string) bool { return utf8.RuneCountInString(s) > MaxText }
	isWrong := func(list *List) bool {
		return len(list.Items) > MaxItems || list.Count < len(list.Items) || slices.ContainsFunc(list.Items, isLong)
	}
	if slices.ContainsFunc(s.lists(), isWrong) {
		return errors.New("a list is too long, or its count wrong")
	}
	if s.CommitCount < len(s.Commits) || s.Outside < 0 {
		return errors.New("a count is wrong")
	}
	if slices.ContainsFunc(slices.Concat(s.Changed.Items, s.Deleted.Items), isElsewhere) {
		return errors.New("a path is not one below a folder")
	}
	return nil
}

// Kinds are the kinds of runs, in the order of output.
var Kinds = []string{"tests", "types", "lint", "build", "checks", "format"}

// isElsewhere reports whether a path may lead out of the folder that it is relative to.
func isElsewhere(name string) bool {
	return !fs.ValidPath(path.Clean(name)) || name == "" || name[0] == '~' || strings.Contains(name, `:\`)
}
