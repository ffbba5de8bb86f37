package ruletest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// errNotHere means that a repair cannot be done mechanically for this finding.
var errNotHere = errors.New("not mechanical here")

// repairer does literally what the findings of one file say.
type repairer struct {
	format rules.Format
	// original is the text that was checked, text its current state.
	original, text string
	// second uses the second of two ways in a help.
	second bool
	// object is the handoff of a text that is not a report; it is in text[start:end].
	object     map[string]any
	start, end int
	// place distinguishes the file from others of its case.
	place int
	// removals are the pointers that are removed at the end.
	removals []string
}

// repair follows one rule's advice for one finding.
type repair func(*repairer, rules.Finding) error

// mend applies the fixes, then the repairs for the other findings, and returns the text and the findings that
// it has repaired.
func mend(place int, format rules.Format, text string, findings []rules.Finding, second bool) (string, []rules.Finding, error) {
	r := &repairer{place: place, format: format, original: text, text: text, second: second}
	var mended []rules.Finding
	if !second {
		mended = r.applyFixes(findings)
	}
	var byHand []rules.Finding
	for _, f := range findings {
		otherWay := second && strings.HasPrefix(f.Rule, "metadata/blocked-")
		if (f.Fix == nil || otherWay) && repairs[f.Rule] != nil {
			byHand = append(byHand, f)
		}
	}
	if len(byHand) == 0 {
		return r.text, mended, nil
	}
	if format != "report" && !r.open() {
		return r.text, mended, nil
	}
	for _, f := range byHand {
		err := repairs[f.Rule](r, f)
		if errors.Is(err, errNotHere) {
			continue
		}
		if err != nil {
			return "", nil, fmt.Errorf("%s %s: %w", f.Rule, f.Pointer, err)
		}
		mended = append(mended, f)
	}
	return r.close(), mended, nil
}

// applyFixes applies the edits of all fixes that do not overlap.
func (r *repairer) applyFixes(findings []rules.Finding) (mended []rules.Finding) {
	var edits []rules.Edit
	for _, f := range findings {
		if f.Fix == nil || slices.ContainsFunc(f.Fix.Edits, func(e rules.Edit) bool {
			return slices.ContainsFunc(edits, func(o rules.Edit) bool {
				return e.Range.Start.Offset <= o.Range.End.Offset && o.Range.Start.Offset <= e.Range.End.Offset
			})
		}) {
			continue
		}
		edits = append(edits, f.Fix.Edits...)
		mended = append(mended, f)
	}
	slices.SortFunc(edits, func(a, b rules.Edit) int { return b.Range.Start.Offset - a.Range.Start.Offset })
	for _, e := range edits {
		r.text = r.text[:e.Range.Start.Offset] + e.NewText + r.text[e.Range.End.Offset:]
	}
	return mended
}

// open reads the object of a text, and reports whether it found one.
func (r *repairer) open() bool {
	starts := []int{0}
	for _, before := range []string{"---KELOS_HANDOFF_START---", "```json"} {
		if i := strings.LastIndex(r.text, before); i >= 0 {
			starts = append(starts, i+len(before))
		}
	}
	for _, start := range starts {
		start += len(r.text[start:]) - len(strings.TrimLeft(r.text[start:], "\ufeff \r\n\t"))
		decoder := json.NewDecoder(strings.NewReader(r.text[start:]))
		decoder.UseNumber()
		object := map[string]any{}
		if decoder.Decode(&object) == nil {
			r.object, r.start, r.end = object, start, start+int(decoder.InputOffset())
			return true
		}
	}
	return false
}

// close returns the text with the object written back.
func (r *repairer) close() string {
	if r.object == nil {
		return r.text
	}
	slices.SortFunc(r.removals, func(a, b string) int { return indexOf(b) - indexOf(a) })
	for _, pointer := range r.removals {
		r.remove(pointer)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r.object); err != nil {
		panic(err)
	}
	return r.text[:r.start] + strings.TrimRight(b.String(), "\n") + r.text[r.end:]
}

func indexOf(pointer string) int {
	n, _ := strconv.Atoi(pointer[strings.LastIndex(pointer, "/")+1:])
	return n
}

// steps returns the names of a pointer.
func steps(pointer string) []string {
	names := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, name := range names {
		names[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
	}
	return names
}

func get(value any, names []string) (any, bool) {
	for _, name := range names {
		switch in := value.(type) {
		case map[string]any:
			v, ok := in[name]
			if !ok {
				return nil, false
			}
			value = v
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return nil, false
			}
			value = in[i]
		default:
			return nil, false
		}
	}
	return value, true
}

// set sets the field at a pointer.
func (r *repairer) set(pointer string, value any) error {
	names := steps(pointer)
	if r.format == "report" {
		return r.setFrontMatter(names[0], value)
	}
	last := names[len(names)-1]
	parent, ok := get(r.object, names[:len(names)-1])
	if !ok {
		return errNotHere
	}
	switch in := parent.(type) {
	case map[string]any:
		in[last] = value
	case []any:
		i, err := strconv.Atoi(last)
		if err != nil || i >= len(in) {
			return errNotHere
		}
		in[i] = value
	default:
		return errNotHere
	}
	return nil
}

// setAll sets fields, including existing ones.
func (r *repairer) setAll(values map[string]any) error {
	for pointer, value := range values {
		if err := r.set(pointer, value); err != nil {
			return err
		}
	}
	return nil
}

func (r *repairer) remove(pointer string) {
	names := steps(pointer)
	last := names[len(names)-1]
	parent, _ := get(r.object, names[:len(names)-1])
	switch in := parent.(type) {
	case map[string]any:
		delete(in, last)
	case []any:
		if i, err := strconv.Atoi(last); err == nil && i < len(in) {
			_ = r.set(strings.TrimSuffix(pointer, "/"+last), slices.Delete(slices.Clone(in), i, i+1))
		}
	}
}

var frontMatter = regexp.MustCompile(`\A\x{feff}?---[ \t]*\r?\n((?s:.*?))(?m:^---[ \t]*\r?$)`)

func (r *repairer) setFrontMatter(key string, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	line := key + ": " + string(raw) + "\n"
	at := frontMatter.FindStringSubmatchIndex(r.text)
	if at == nil {
		return errNotHere
	}
	head := r.text[at[2]:at[3]]
	old := regexp.MustCompile(`(?m)^["']?` + regexp.QuoteMeta(key) + `["']?[ \t]*:.*\n(?:[ \t]+.*\n|- .*\n)*`)
	if where := old.FindStringIndex(head); where != nil {
		head = head[:where[0]] + line + head[where[1]:]
	} else {
		head += line
	}
	r.text = r.text[:at[2]] + head + r.text[at[3]:]
	return nil
}

// setSection replaces the text of a section.
func (r *repairer) setSection(number string) error {
	heading := regexp.MustCompile(`(?m)^ {0,3}##[ \t]+` + number + `\..*$`)
	at := heading.FindAllStringIndex(r.text, -1)
	if len(at) != 1 || strings.Contains(r.text, "~~~") {
		return errNotHere
	}
	start := at[0][1]
	r.text = r.text[:start] + "\n\n" + r.sectionText(number) + r.text[start+endOfSection(r.text[start:]):]
	return nil
}

var nextPart = regexp.MustCompile(`(?m)^ {0,3}(?:##[ \t]+\d|<!-- handoff-end -->)`)

// endOfSection returns the start of the next section, or the end.
func endOfSection(text string) int {
	if at := nextPart.FindStringIndex(text); at != nil {
		return at[0]
	}
	return len(text)
}

// addSection adds a section before the first of those after it.
func (r *repairer) addSection(heading string) error {
	number, err := strconv.Atoi(heading[3:4])
	if err != nil {
		return err
	}
	later := regexp.MustCompile(fmt.Sprintf(`(?m)^ {0,3}(?:##[ \t]+[%d-9]\.|<!-- handoff-end -->)`, number+1))
	at := len(r.text)
	if where := later.FindStringIndex(r.text); where != nil {
		at = where[0]
	} else {
		heading = "\n" + heading
	}
	r.text = r.text[:at] + heading + "\n\n" + r.sectionText(heading[strings.Index(heading, "## ")+3:][:1]) + r.text[at:]
	return nil
}

// setLine replaces a line of the text that was checked.
func (r *repairer) setLine(number int, line string) error {
	lines := strings.Split(r.original, "\n")
	if number < 1 || number > len(lines) || strings.Count(r.text, "\n"+lines[number-1]+"\n") != 1 {
		return errNotHere
	}
	r.text = strings.Replace(r.text, "\n"+lines[number-1]+"\n", "\n"+line+"\n", 1)
	return nil
}

// sectionText returns a text of more than 900 words that fits any section of a report, and that differs from
// all other sections and reports.
func (r *repairer) sectionText(number string) string {
	var b strings.Builder
	for i := range 130 {
		n := i + 1000*int(number[0]-'0') + 10000*r.place
		fmt.Fprintf(&b, "- Run `internal/import/row%d.go` against carrier%d, review column%d and verify total%d.\n", n, n, n, n)
	}
	return b.String() + "\n"
}

// bank has a plausible value for each field, by name; a list's is also used for its items.
var bank = map[string]any{
	"agent":                 "backend-developer",
	"agent_role":            "architect",
	"artifacts":             []any{".output/session-expiry/measurements.md"},
	"attempt":               1,
	"attempted":             []any{"Ran the 12 session tests: 2 fail on the clock"},
	"blocked_reason":        "test_failures",
	"blockers":              []any{blocker()},
	"constraints":           []any{"Sessions of the running release stay valid"},
	"context":               "The store drops expired sessions on read. Open: the admin page reads the session table itself.",
	"created":               "2026-05-31T17:42:10Z",
	"data":                  map[string]any{"branch": "fix/expired-session"},
	"description":           "Two tests compare wall time with monotonic time",
	"detail":                "The middleware lets the request through, and the handler takes the session for granted.",
	"error_summary":         "TestRenewTwice fails: two tokens where one is expected",
	"feature_directory":     ".output/session-expiry",
	"files_modified":        []any{"internal/session/store.go"},
	"handoff":               map[string]any{"next_phase": "review", "next_agent": "backend-reviewer", "context": "The store drops expired sessions on read; the admin page reads the table itself."},
	"handoff_type":          "full",
	"key_findings":          []any{"renew() in src/auth/session.ts:88 writes the token in two steps"},
	"library_skills_read":   []any{"handling-errors-in-go"},
	"next_agent":            "backend-reviewer",
	"next_phase":            "review",
	"output_type":           "implementation",
	"phase":                 "implementation",
	"previous_failure":      nil,
	"reason":                "tests-failed",
	"relevant_files":        []any{"src/auth/session.ts"},
	"resolution":            "The owner of the test helpers decides which of the two counts",
	"schema_version":        1,
	"sequence":              1,
	"session_id":            "20260531-170546-ad4f12aa",
	"skills_invoked":        []any{"developing-with-tdd"},
	"source_files_verified": []any{"internal/session/store.go:10-80"},
	"status":                "complete",
	"suggested_approach":    "Renew in one UPDATE that compares the old token",
	"summary":               "Sessions end 30 minutes after the last request: 12 of 12 tests pass",
	"tags":                  []any{"import"},
	"task_id":               "1717500000-fix-auth-race",
	"task_summary":          "Two requests at once log one of the users out",
	"timestamp":             "2026-05-31T12:21:29Z",
	"type":                  "test_clock",
	"verification":          map[string]any{"tests_passed": true, "command_output": "ok  internal/session  0.8s"},
	"version":               1,
}

func blocker() map[string]any {
	return map[string]any{
		"type":        "test_clock",
		"description": "Two tests compare wall time with monotonic time",
		"resolution":  "The owner of the test helpers decides which of the two counts",
	}
}

// honest returns a copy of the bank's value for a pointer.
func (r *repairer) honest(pointer string) (any, error) {
	names := steps(pointer)
	name := names[len(names)-1]
	item := false
	if _, err := strconv.Atoi(name); err == nil && len(names) > 1 {
		name, item = names[len(names)-2], r.format != "report"
	}
	value, ok := bank[name]
	if r.format == "report" && name == "status" {
		value = "written"
	} else if name == "blockers" && !item && !r.looksBlocked() {
		value = []any{}
	} else if name == "status" && r.looksBlocked() {
		value = "blocked"
		for _, needed := range []string{"blocked_reason", "attempted"} { // as the help says
			list, isList := r.object[needed].([]any)
			if _, there := r.object[needed]; !there || isList && len(list) == 0 {
				r.object[needed] = bank[needed]
			}
		}
	}
	if !ok {
		return nil, errNotHere
	}
	if list, isList := value.([]any); item && isList {
		value = list[0]
		if words, isText := value.(string); isText {
			value = unlike(name, words, names[len(names)-1])
		}
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var clone any
	err = json.Unmarshal(raw, &clone)
	if handoff, ok := clone.(map[string]any); ok && name == "handoff" && r.object["status"] == "blocked" {
		handoff["blockers"], handoff["next_agent"] = []any{blocker()}, nil
	}
	return clone, err
}

// looksBlocked reports whether the handoff has what only a blocked one has, so that its writer would not call
// it complete.
func (r *repairer) looksBlocked() bool {
	_, reason := r.object["blocked_reason"]
	blockers, _ := get(r.object, []string{"handoff", "blockers"})
	list, _ := blockers.([]any)
	return reason || len(list) > 0
}

// unlike returns a list item that differs from all other items.
func unlike(list, words, index string) string {
	switch list {
	case "key_findings", "constraints", "attempted":
		return words + ", place " + index
	case "skills_invoked", "library_skills_read", "tags":
		return words + "-" + index
	}
	return strings.Replace(words, "/se", "/part"+index+"/se", 1)
}

// fromBank sets the field to a plausible value.
func fromBank(r *repairer, f rules.Finding) error {
	value, err := r.honest(f.Pointer)
	if err != nil {
		return err
	}
	return r.set(f.Pointer, value)
}

// quoted returns the texts in double quotes.
func quoted(s string) (all []string) {
	for _, m := range regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(s, -1) {
		all = append(all, m[1])
	}
	return all
}

var offered = regexp.MustCompile(`must be one of ([^,]+)`)

// firstOffered uses the suggested value, or the first of the allowed ones.
func firstOffered(r *repairer, f rules.Finding) error {
	if meant := quoted(f.Help); len(meant) > 0 {
		return r.set(f.Pointer, meant[0])
	}
	if f.Pointer == "/status" && r.looksBlocked() {
		return r.set(f.Pointer, "blocked")
	}
	m := offered.FindStringSubmatch(f.Message)
	if m == nil {
		return errNotHere
	}
	return r.set(f.Pointer, m[1])
}

var sectionNumber = regexp.MustCompile(`\bsection ([1-5])\b`)

func sectionFromBank(r *repairer, f rules.Finding) error {
	m := sectionNumber.FindStringSubmatch(f.Message)
	if m == nil {
		return errNotHere
	}
	return r.setSection(m[1])
}

func noPlaceholder(r *repairer, f rules.Finding) error {
	switch {
	case f.Pointer == "" && strings.Contains(f.Message, "heading"):
		marks, _, _ := strings.Cut(strings.Split(r.original, "\n")[f.Range.Start.Line-1], " ")
		return r.setLine(f.Range.Start.Line, marks+" Handoff: carrier import")
	case f.Pointer == "":
		return sectionFromBank(r, f)
	case strings.HasPrefix(f.Help, "write []"):
		return r.set(f.Pointer, []any{})
	}
	return fromBank(r, f)
}

func missingSection(r *repairer, f rules.Finding) error {
	names := quoted(f.Help)
	switch {
	case len(names) == 0 || !strings.HasPrefix(f.Help, "write "):
		return errNotHere
	case strings.Contains(f.Help, "what belongs under it"):
		for _, name := range names {
			if !strings.HasPrefix(name, "## ") {
				continue // "None", which is enough in a section
			}
			if err := r.addSection(name); err != nil {
				return err
			}
		}
		return nil
	}
	return r.setLine(f.Range.Start.Line, names[0])
}

func missingField(r *repairer, f rules.Finding) error {
	if strings.Contains(f.Help, "rename") {
		return errNotHere
	}
	return fromBank(r, f)
}

// blocked adds what a blocked handoff lacks, or marks the work as done.
func blocked(r *repairer, f rules.Finding) error {
	if r.second {
		_, without, _ := strings.Cut(f.Help, ", without ")
		without, _, _ = strings.Cut(without, ";")
		for _, field := range []string{"blocked_reason", "handoff.blockers"} {
			if strings.Contains(without, field) {
				r.removals = append(r.removals, "/"+strings.ReplaceAll(field, ".", "/"))
			}
		}
		return r.set("/status", "complete")
	}
	if f.Pointer == "/handoff/next_agent" {
		return r.set(f.Pointer, nil)
	}
	if f.Pointer == "/handoff/blockers" {
		return r.set(f.Pointer, []any{blocker()})
	}
	return fromBank(r, f)
}

// unblocked removes what only a blocked handoff has, or marks it as blocked.
func unblocked(r *repairer, f rules.Finding) error {
	if !r.second {
		if f.Pointer == "/handoff/blockers" {
			return r.set(f.Pointer, []any{})
		}
		r.removals = append(r.removals, f.Pointer)
		return nil
	}
	fields := map[string]any{"/status": "blocked", "/blocked_reason": "test_failures", "/attempted": bank["attempted"], "/handoff/next_agent": nil}
	if _, phased := r.object["phase"]; phased {
		fields["/handoff/blockers"] = []any{blocker()}
	}
	return r.setAll(fields)
}

func toNull(r *repairer, f rules.Finding) error { return r.set(f.Pointer, nil) }

func needsReview(r *repairer, _ rules.Finding) error { return r.set("/status", "needs_review") }

func drop(r *repairer, f rules.Finding) error {
	if r.format == "report" {
		return r.setLine(f.Range.Start.Line, "")
	}
	r.removals = append(r.removals, f.Pointer)
	return nil
}

// firstQuoted writes the text that the help has in quotes.
func firstQuoted(r *repairer, f rules.Finding) error {
	names := quoted(f.Help)
	if len(names) == 0 {
		return errNotHere
	}
	return r.set(f.Pointer, names[0])
}

func phaseSpelling(r *repairer, f rules.Finding) error {
	if err := firstQuoted(r, f); err != nil || !strings.Contains(f.Help, "and add what") {
		return err
	}
	for _, pointer := range []string{"/summary", "/handoff", "/handoff/next_phase", "/handoff/next_agent", "/handoff/context"} {
		if _, there := get(r.object, steps(pointer)); there {
			continue
		}
		if err := fromBank(r, rules.Finding{Pointer: pointer}); err != nil {
			return err
		}
	}
	return nil
}

func statusSpelling(r *repairer, f rules.Finding) error { return firstQuoted(r, f) }

func misspelt(r *repairer, f rules.Finding) error {
	names := quoted(f.Help)
	value, ok := get(r.object, steps(f.Pointer))
	if !ok || len(names) == 0 {
		return errNotHere
	}
	r.removals = append(r.removals, f.Pointer)
	return r.set(f.Pointer[:strings.LastIndex(f.Pointer, "/")+1]+names[0], value)
}

func endMarker(r *repairer, f rules.Finding) error {
	if strings.Contains(f.Help, "fence") || strings.Contains(f.Help, "comment") {
		return errNotHere
	}
	r.text = strings.TrimRight(r.text, "\n") + "\n\n<!-- handoff-end -->\n"
	return nil
}
