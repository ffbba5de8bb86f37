// Command hosts runs the hooks of handofflint inside real coding agents, with a
// scripted model in place of a real one. See README.md.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// options are those of the command line.
type options struct {
	host, test, cell     string
	newest, update, keep bool
	parallel             int
}

func main() {
	if len(os.Args) > 3 && os.Args[1] == "record" {
		os.Exit(record(os.Args[2], os.Args[3], os.Args[4:]))
	}
	var o options
	flag.StringVar(&o.host, "host", "", "run the hosts whose names match the regular `expression`")
	flag.StringVar(&o.test, "test", "", "run the tests whose names match the regular `expression`")
	flag.StringVar(&o.cell, "cell", "", "play the cells whose names match the regular `expression`")
	flag.BoolVar(&o.newest, "newest", false, "run the newest versions instead of the pinned ones")
	flag.BoolVar(&o.update, "update", false, "write the table into docs/tested-hosts.md")
	flag.BoolVar(&o.keep, "keep", false, "keep the folders of tests that pass, too")
	flag.IntVar(&o.parallel, "parallel", 2, "run `N` hosts at a time")
	flag.Parse()
	code, err := run(o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hosts:", err)
		code = 2
	}
	os.Exit(code)
}

func run(o options) (int, error) {
	hosts, err := choose(o.host, allHosts(), func(h *host) string { return h.name })
	if err != nil {
		return 0, err
	}
	tests, err := choose(o.test, allTests, func(c test) string { return c.name })
	if err != nil {
		return 0, err
	}
	if o.update && o.host+o.test+o.cell != "" {
		return 0, errors.New("-update needs all hosts, tests and cells")
	}
	if o.newest { // a version that is pinned for its age has no newest one
		hosts = slices.DeleteFunc(hosts, func(h *host) bool { return strings.HasSuffix(h.version, "-old") })
	}
	s, inherited, err := inherit()
	if err != nil {
		return 0, err
	}
	if !inherited {
		if s, err = prepare(hosts, o.newest); err != nil {
			return 0, err
		}
		defer os.RemoveAll(filepath.Dir(s.Linter))
		if cmd := isolated(s); cmd != nil {
			return exitCode(cmd.Run()), nil
		}
		fmt.Println("unshare -n does not work here: the hosts can reach the network")
	}
	return s.judge(hosts, tests, o)
}

// judge runs the tests and prints the table.
func (s setup) judge(hosts []*host, tests []test, o options) (int, error) {
	var err error
	if s.dir, err = os.MkdirTemp("", "hosts-"); err != nil {
		return 0, err
	}
	s.keep, s.cell = o.keep, o.cell
	cells, failed := s.runAll(hosts, tests, o.parallel)
	if failed || s.keep {
		fmt.Println("\nwhat was recorded is in", s.dir)
	} else {
		os.RemoveAll(s.dir)
	}
	text := table(hosts, tests, s.Versions, cells, time.Now())
	fmt.Print("\n", text)
	if o.update {
		err = updateTable(filepath.Join(s.Root, "docs", "tested-hosts.md"), text)
	}
	if failed {
		return 1, err
	}
	return 0, err
}

// runAll runs every test in every host, a few at a time.
func (s setup) runAll(hosts []*host, tests []test, parallel int) (cells map[string]cell, failed bool) {
	cells = map[string]cell{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	slots := make(chan struct{}, parallel)
	for _, h := range hosts {
		for _, c := range tests {
			id := c.name + " " + h.name
			if reason := cmp.Or(s.Missing[h.version], h.cannot[c.name]); reason != "" {
				mu.Lock()
				cells[id] = cell{reason: reason}
				mu.Unlock()
				continue
			}
			slots <- struct{}{}
			wait.Go(func() {
				defer func() { <-slots }()
				started := time.Now()
				t := try(h, c, s)
				mu.Lock()
				defer mu.Unlock()
				cells[id] = cell{failed: t.failed}
				failed = failed || len(t.failed) > 0
				fmt.Printf("%s %s %s (%.1fs)\n", map[bool]string{true: "ok  ", false: "FAIL"}[len(t.failed) == 0], h.name, c.name, time.Since(started).Seconds())
				for _, claim := range t.failed {
					fmt.Println("     ", strings.ReplaceAll(claim, "\n", "\n      "))
				}
			})
		}
	}
	wait.Wait()
	return cells, failed
}

// choose returns the values whose names match.
func choose[T any](expression string, from []T, name func(T) string) ([]T, error) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(slices.Clone(from), func(value T) bool { return !re.MatchString(name(value)) })
	if len(chosen) == 0 {
		return nil, fmt.Errorf("nothing matches %q", expression)
	}
	return chosen, nil
}
