package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// call is one run of handofflint by a host, as the recorder kept it.
type call struct {
	Args         []string
	Dir          string
	In, Out, Err string
	Exit         int
	Millis       int64

	event struct {
		Name       string                          `json:"hook_event_name"`
		Tool       string                          `json:"tool_name"`
		Background []struct{ Type, Status string } `json:"background_tasks"`
	}
}

// record returns the program that hosts find as handofflint: it runs the real one and
// keeps what a hook got and said in dir. Other commands than hook pass through.
func record(linter, dir string, args []string) int {
	cmd := exec.Command(linter, args...)
	if len(args) > 0 && args[0] != "hook" {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		return exitCode(cmd.Run())
	}
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		return exitCode(err)
	}
	var out, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &stderr
	started := time.Now()
	code := exitCode(cmd.Run())
	kept := call{Args: args, In: string(in), Out: out.String(), Err: stderr.String(), Exit: code, Millis: time.Since(started).Milliseconds()}
	kept.Dir, _ = os.Getwd()

	data, err := json.MarshalIndent(kept, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%d.json", started.UnixNano(), os.Getpid())), data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hosts:", err)
	}
	os.Stderr.Write(stderr.Bytes())
	os.Stdout.Write(out.Bytes())
	return code
}

// exitCode returns that of a command that ran, and 127 if it could not.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	fmt.Fprintln(os.Stderr, "hosts:", err)
	return 127
}

// readCalls reads what the recorder kept, in the order of the calls.
func readCalls(dir string) ([]call, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json")) // sorted
	if err != nil {
		return nil, err
	}
	var calls []call
	for _, name := range names {
		var c call
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		json.Unmarshal([]byte(c.In), &c.event) // what is not an event has no name
		calls = append(calls, c)
	}
	return calls, nil
}
