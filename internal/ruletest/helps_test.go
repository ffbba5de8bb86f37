package ruletest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

// TestHelpsLeadNowhereElse writes what each finding in the bad cases offers, one value at a time: a fix, each
// allowed value, an example, an empty list, null. Then the finding is gone, and there is no new one.
func TestHelpsLeadNowhereElse(t *testing.T) {
	engines := engines{}
	used := map[leadsTo]bool{}
	count := 0
	for _, rule := range rules.BuiltIn().Rules {
		if group := rule.Group(); group == "syntax" || group == "file" || rule.Needs != "" {
			continue
		}
		cases, err := readCases(filepath.Join(absRoot(t), filepath.FromSlash(rule.Name), bad))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			t.Run(rule.Name+"/"+c.name, func(t *testing.T) {
				c.enter(t)
				for _, result := range c.judge(t, rule, engines) {
					count += c.followHelps(t, rule, engines, result, used)
				}
			})
		}
	}
	t.Logf("%d offers were followed", count)
	if count < 300 {
		t.Errorf("only %d offers were followed", count)
	}
	for pair := range announced {
		if !used[pair] {
			t.Errorf("following %s no longer leads to %s: take it out of the table", pair.advice, pair.finding)
		}
	}
}

// offer is a value that the words of a finding offer for a field, or a fix.
type offer struct {
	pointer string
	value   any
	fix     *rules.Fix
}

func (o offer) String() string {
	if o.fix != nil {
		return o.fix.Message
	}
	raw, _ := json.Marshal(o.value)
	return fmt.Sprintf("%s = %s", o.pointer, raw)
}

// followHelps follows each offer of a file's findings, and returns their number.
func (c *testCase) followHelps(t *testing.T, rule *rules.Rule, engines engines, before rules.Result, used map[leadsTo]bool) (count int) {
	path := filepath.FromSlash(before.Path)
	original, err := os.ReadFile(path)
	if err != nil || slices.ContainsFunc(before.Findings, endsJudging) {
		return 0
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range before.Findings {
		for _, offered := range offersOf(f) {
			text, ok := offered.carryOut(before.Format, string(original), f)
			if !ok || text == string(original) {
				continue
			}
			count++
			write(text)
			after := c.judge(t, rule, engines)
			i := slices.IndexFunc(after, func(r rules.Result) bool { return r.Path == before.Path })
			expectOnlyGone(t, before.Findings, after[i].Findings, f, offered, used)
		}
	}
	write(string(original))
	return count
}

// expectOnlyGone fails if a followed finding is still there, or if there is a new one.
func expectOnlyGone(t *testing.T, before, after []rules.Finding, followed rules.Finding, offered offer, used map[leadsTo]bool) {
	t.Helper()
	for _, f := range after {
		same := func(b rules.Finding) bool { return b.Rule == f.Rule && b.Pointer == f.Pointer }
		if slices.ContainsFunc(before, same) && !same(followed) {
			continue
		}
		pair := leadsTo{followed.Rule, f.Rule}
		words := announced[pair]
		if words == "" || !strings.Contains(followed.Message+followed.Help, words) {
			t.Errorf("%s\noffers %s, which leads to\n%s", renderFinding(followed), offered, renderFinding(f))
		}
		used[pair] = true
	}
}

// announced are findings to which the offer of another finding may lead, with the words of the other one that
// say so.
var announced = map[leadsTo]string{
	{"schema/missing-field", "metadata/blocked-attempted"}:  "blocked also needs blocked_reason, attempted,",
	{"schema/missing-field", "metadata/blocked-reason"}:     "blocked also needs blocked_reason",
	{"schema/missing-field", "metadata/blocked-next-agent"}: "a next_agent of null",
	{"schema/not-allowed", "metadata/blocked-attempted"}:    "blocked also needs blocked_reason, attempted,",
	{"schema/not-allowed", "metadata/blocked-reason"}:       "blocked also needs blocked_reason",
	{"schema/not-allowed", "metadata/blocked-next-agent"}:   "a next_agent of null",
	{"schema/wrong-type", "metadata/blocked-attempted"}:     "blocked also needs blocked_reason, attempted,",
	{"schema/wrong-type", "metadata/blocked-reason"}:        "blocked also needs blocked_reason",
	{"schema/wrong-type", "metadata/blocked-next-agent"}:    "a next_agent of null",
	{"schema/wrong-type", "report/filename"}:                "the writer's role, which is in the name of the file",
	{"schema/misspelt-field", "schema/missing-field"}:       "its value was not judged",

	{"placeholder", "metadata/no-evidence"}:        "a warning says so",
	{"placeholder", "metadata/blocked-attempted"}:  "blocked also needs blocked_reason, attempted,",
	{"placeholder", "metadata/blocked-reason"}:     "blocked also needs blocked_reason",
	{"placeholder", "metadata/blocked-next-agent"}: "a next_agent of null",

	{"metadata/blocked-attempted", "metadata/unblocked-blockers"}:  "without blocked_reason",
	{"metadata/blocked-blockers", "metadata/unblocked-blockers"}:   "without blocked_reason",
	{"metadata/blocked-next-agent", "metadata/unblocked-blockers"}: "without blocked_reason",
	{"metadata/blocked-next-agent", "metadata/next-agent-name"}:    "this one names",
	{"metadata/blocked-next-agent", "metadata/several-agents"}:     "this one names",
	{"metadata/blocked-next-phase", "metadata/unblocked-blockers"}: "without blocked_reason and handoff.blockers",
	{"metadata/blocked-reason", "metadata/unblocked-blockers"}:     "without handoff.blockers",
	{"metadata/phase-spelling", "schema/missing-field"}:            "and add what a block with a phase needs",
	{"metadata/unblocked-blockers", "metadata/blocked-attempted"}:  "attempted",
	{"metadata/unblocked-blockers", "metadata/blocked-reason"}:     "blocked_reason",
	{"metadata/unblocked-blockers", "metadata/blocked-next-agent"}: "a next_agent of null",

	{"context/task-id", "context/filename"}: "name the file after it",
}

var (
	oneOf    = regexp.MustCompile(`(?:must be|write|: ) ?one of ([\w-]+(?:, [\w-]+)*)`)
	suchAs   = regexp.MustCompile(`(a list of [^;]*)?such as ([^\s,;"(){}\[\]]+)`)
	member   = regexp.MustCompile(`"(\w+)": (\d+|"[\w-]+"|\[\]|null)`)
	toWrite  = regexp.MustCompile(`(?:write|did you mean|double quotes:|between brackets:|brackets:) (\[?"(?:[^"\\]|\\.)*"\]?|\[\]|true or false)`)
	emptied  = regexp.MustCompile(`\[\] if `)
	nullness = regexp.MustCompile(`must be null|write null|: null, or|to null`)
)

// offersOf returns what the words of a finding offer to write.
func offersOf(f rules.Finding) (offers []offer) {
	if f.Fix != nil {
		offers = append(offers, offer{fix: f.Fix})
	}
	add := func(value any) { offers = append(offers, offer{pointer: f.Pointer, value: value}) }
	words := f.Message + "\n" + f.Help
	if m := oneOf.FindStringSubmatch(words); m != nil && !strings.Contains(f.Help, "did you mean") {
		for _, value := range strings.Split(strings.TrimSuffix(m[1], ", got"), ", ") {
			add(value)
		}
	}
	if m := suchAs.FindStringSubmatch(words); m != nil {
		example := strings.TrimRight(m[2], ".")
		if m[1] != "" {
			add([]any{example})
		} else {
			add(example)
		}
	}
	for _, m := range member.FindAllStringSubmatch(f.Help, -1) {
		var value any
		if json.Unmarshal([]byte(m[2]), &value) == nil {
			offers = append(offers, offer{pointer: "/" + m[1], value: value})
		}
	}
	if m := toWrite.FindStringSubmatch(f.Help); m != nil && !member.MatchString(f.Help) {
		var value any
		switch err := json.Unmarshal([]byte(m[1]), &value); {
		case m[1] == "true or false":
			add(true)
			add(false)
		case err == nil:
			add(value)
		}
	}
	if regexp.MustCompile(`/\d+$`).MatchString(f.Pointer) && strings.Contains(words, "[]") { // of its list
		offers = append(offers, offer{pointer: f.Pointer[:strings.LastIndexByte(f.Pointer, '/')], value: []any{}})
	} else if emptied.MatchString(words) {
		add([]any{})
	}
	if nullness.MatchString(words) {
		add(nil)
	}
	return offers
}

// carryOut returns the text with the offer applied, and reports whether that was possible.
func (o offer) carryOut(format rules.Format, text string, f rules.Finding) (string, bool) {
	r := &repairer{format: format, original: text, text: text}
	if o.fix != nil {
		r.applyFixes([]rules.Finding{f})
		return r.text, true
	}
	if o.pointer == "" || format != "report" && !r.open() {
		return "", false
	}
	if r.set(o.pointer, o.value) != nil {
		return "", false
	}
	return r.close(), true
}
