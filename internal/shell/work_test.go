package shell

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// nested nests a line in itself, as deep as the size and the parser's bound allow.
func nested(size int, start, before, after string) string {
	depth := min(size/max(1, len(before)+len(after)), maxDepth-1)
	return strings.Repeat(before, depth) + start + strings.Repeat(after, depth)
}

// doubled repeatedly replaces each @ of a text by the line so far, up to a size.
func doubled(size int, start, in string) string {
	line := start
	for next := line; len(next) <= size; next = strings.ReplaceAll(in, "@", line) {
		line = next
	}
	return line
}

// shapes are forms of command lines of about a given size.
var shapes = map[string]func(size int) string{
	"words":                  func(n int) string { return "cat " + strings.Repeat("a.go ", n/5) },
	"a long word":            func(n int) string { return "cat " + strings.Repeat("a", n) },
	"a long path":            func(n int) string { return "cat " + strings.Repeat("a/", n/2) },
	"commands":               func(n int) string { return strings.Repeat("true; ", n/6) },
	"lines":                  func(n int) string { return strings.Repeat("go vet ./a\n", n/11) },
	"and":                    func(n int) string { return "true" + strings.Repeat(" && true", min(n/8, maxJoints-1)) },
	"or":                     func(n int) string { return "true" + strings.Repeat(" || true", min(n/8, maxJoints/2-1)) },
	"pipes":                  func(n int) string { return "true" + strings.Repeat(" | cat", min(n/6, maxJoints-1)) },
	"folders":                func(n int) string { return "true" + strings.Repeat(" && cd ab", min(n/9, maxJoints-1)) },
	"subshells":              func(n int) string { return nested(n, "true", "(", ")") },
	"blocks":                 func(n int) string { return nested(n, "true;", "{ ", " };") },
	"substitutions":          func(n int) string { return nested(n, "true", "true $(", ")") },
	"quoted substitutions":   func(n int) string { return nested(n, "true", `true "$(`, `)"`) },
	"substitutions in pipes": func(n int) string { return nested(n, "true", "true | true $(", ")") },
	"pipes in substitutions": func(n int) string { return nested(n, "true", "true $(true | tail ", " | tail) | head") },
	"two substitutions":      func(n int) string { return doubled(n, "true", "true $(@) $(@)") },
	"two pipes":              func(n int) string { return doubled(n, "true", "true $(@) | tail $(@)") },
	"backquotes":             func(n int) string { return strings.Repeat("true `true | true`; ", n/20) },
	"nested backquotes":      func(n int) string { return "true `true | true \\`true " + strings.Repeat("a ", n/2) + "\\`` " },
	"process substitutions":  func(n int) string { return nested(n, "true", "diff <(", ") b") },
	"arithmetic":             func(n int) string { return "echo $((1" + strings.Repeat(" + 1", n/4) + "))" },
	"nested arithmetic":      func(n int) string { return nested(n, "1", "$((1 + ", "))") },
	"parameters":             func(n int) string { return "echo " + nested(n, "a", "${a:-", "}") },
	"substitutions in parameters": func(n int) string {
		return "echo " + nested(n/2, "a", "${a:-$(echo | cat ", ")}")
	},
	"here-documents":      func(n int) string { return strings.Repeat("cat > a.go <<E\nx $(true)\nE\n", n/28) },
	"a here-document":     func(n int) string { return "cat > a.go <<E\n" + strings.Repeat("x $(true | tail)\n", n/17) + "E\n" },
	"redirections":        func(n int) string { return "true " + strings.Repeat("> a.go ", n/7) },
	"redirected commands": func(n int) string { return strings.Repeat("true < a.go > b.go 2>&1; ", n/25) },
	"redirections to substitutions": func(n int) string {
		return nested(n, "true", "true > $(true | cat ", ")")
	},
	"assignments":      func(n int) string { return strings.Repeat("a=b ", n/4) + "true" },
	"lists":            func(n int) string { return "a=(" + strings.Repeat("$(true) ", n/8) + ")" },
	"declarations":     func(n int) string { return strings.Repeat("export a=$(true | cat); ", n/24) },
	"conditions":       func(n int) string { return doubled(n, "true", "if @; then @; fi") },
	"nested condition": func(n int) string { return nested(n, "true", "if true | cat; then { ", "; } fi") },
	"loops":            func(n int) string { return nested(n, "true", "for i in a $(b); do { ", "; } done") },
	"while":            func(n int) string { return nested(n, "true", "while true; do { ", "; } done") },
	"cases":            func(n int) string { return nested(n, "true", "case $(a) in b) ", ";; esac") },
	"functions":        func(n int) string { return nested(n, "true", "f() { ", "; }") },
	"tests": func(n int) string {
		return "[[ a == b" + strings.Repeat(" && a == $(b)", min(n/13, maxJoints-1)) + " ]]"
	},
	"globs":      func(n int) string { return "rm " + strings.Repeat("*[a]?{a,b} ", min(n/11, 99)) },
	"braces":     func(n int) string { return "rm " + nested(n, "a", "{a,", "}") },
	"quotes":     func(n int) string { return "cat " + strings.Repeat(`"a"'b'\ c`, n/9) },
	"time":       func(n int) string { return strings.Repeat("time ", min(n/5, 2_000)) + "true" },
	"negations":  func(n int) string { return strings.Repeat("! true; ", n/8) },
	"statuses":   func(n int) string { return strings.Repeat("a; echo $?; ", n/12) },
	"words told": func(n int) string { return strings.Repeat("a && echo ok; ", n/14) },
	"background": func(n int) string { return strings.Repeat("true & ", n/7) },
	"xargs":      func(n int) string { return strings.Repeat("xargs ", n/6) + "x" },
	"env":        func(n int) string { return strings.Repeat("env a=b ", n/8) + "x" },
	"sudo":       func(n int) string { return strings.Repeat("sudo -u a ", n/10) + "x" },
	"command":    func(n int) string { return strings.Repeat("command ", n/8) + "-v" },
	"find":       func(n int) string { return strings.Repeat("find . -exec ", n/13) + "cat {} +" },
	"runners":    func(n int) string { return strings.Repeat("uv run python -m ", n/17) + "x" },
	"scripts":    func(n int) string { return strings.Repeat("bash -c 'true | true'; ", n/23) },
	"programs":   func(n int) string { return "python3 -c '" + strings.Repeat("open(1).x; ", n/11) + "'" },
	"patches": func(n int) string {
		return "apply_patch <<'E'\n" + strings.Repeat("*** Update File: a.go\n", n/22) + "E\n"
	},
	"searches":     func(n int) string { return strings.Repeat("grep x a.go; ", n/13) },
	"differences":  func(n int) string { return strings.Repeat("git -C a diff; ", n/15) },
	"many unknown": func(n int) string { return strings.Repeat("unknown a.go; ", n/14) },
}

// TestWorkGrowsWithALine checks that a line of twice the length takes at most twice the visits, whatever
// its form.
func TestWorkGrowsWithALine(t *testing.T) {
	const constant = 300
	if len(shapes) < 40 {
		t.Errorf("%d forms", len(shapes))
	}
	work := func(line string) int64 {
		budget := text.NewSteps(1 << 40)
		Deeds(line, "/w", Zero, "a.go:1: x\n+++ b/a.go\ncat: a.go: No such file\n", budget)
		return budget.Used()
	}
	for name, of := range shapes {
		if _, ok := parse(of(500)); !ok {
			t.Errorf("%s: %q is not a command line", name, of(500))
		}
		for _, size := range []int{500, 4_000, 12_000} {
			small, large := of(size), of(2*size)
			factor := max(2, (len(large)+len(small)-1)/len(small)) // some forms grow in steps
			if is, was := work(large), work(small); is > int64(factor)*was+constant {
				t.Errorf("%s: %d nodes of %d bytes are visited, and %d of %d", name, was, len(small), is, len(large))
			}
		}
	}
}

// TestWorkIsBounded checks that no line and no transcript exceeds its bound of visits.
func TestWorkIsBounded(t *testing.T) {
	line := "cat " + strings.Repeat(`"a"b `, MaxLine/6)
	const nodes = 2_000_000
	budget := text.NewSteps(nodes)
	for range 100 {
		Deeds(line, "/w", Zero, "", budget)
	}
	if used := budget.Used(); used > nodes+maxNodes {
		t.Errorf("%d nodes are visited", used)
	}
}

// TestCodeOfAHandoffIsBounded checks that a command in a handoff costs steps by its length.
func TestCodeOfAHandoffIsBounded(t *testing.T) {
	for name, of := range shapes {
		steps := text.NewSteps(1 << 40)
		line := of(4_000)
		InvocationOf(line, steps)
		if most := int64(commandSteps + byteSteps*len(line)); steps.Used() > most {
			t.Errorf("%s: %d steps for %d bytes", name, steps.Used(), len(line))
		}
	}
	steps := text.NewSteps(1_000)
	if InvocationOf("go test ./...", steps).Words == nil || InvocationOf("go test ./...", steps).Words != nil {
		t.Error("a command is read beyond the bound")
	}
}
