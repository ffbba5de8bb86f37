package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

const (
	exportFile = transcripts + "/opencode/session.json"
	exportInfo = `{"id":"ses_1","version":"1.18.0","directory":"/w"}`
	ranTests   = `{"type":"tool","tool":"bash","state":{"status":"completed","input":{"command":"go test ./..."},"output":"ok","metadata":{"exit":0}}}`
	saysDone   = `{"type":"text","text":"Done."}`
)

// exported returns an export with messages of an agent.
func exported(messages ...string) string {
	return `{"info":` + exportInfo + `,"messages":[` + strings.Join(messages, ",") + `]}`
}

// answer returns a message of an agent.
func answer(parts ...string) string {
	return `{"info":{"id":"msg_1","role":"assistant"},"parts":[` + strings.Join(parts, ",") + `]}`
}

// TestExport checks what counts as a message or a prompt, what a broken export still shows, and what it
// hides. Other files are not exports.
func TestExport(t *testing.T) {
	const (
		ran     = "run go test ./... = passed"
		none    = "not the transcript of Claude Code, Codex or OpenCode"
		running = `{"type":"tool","tool":"bash","state":{"status":"running","input":{"command":"go vet"}}}`
		viewed  = `{"type":"tool","tool":"bash","state":{"status":"completed","input":{"command":"git status"},"output":"","metadata":{"exit":0}}}`
		wrote   = `{"type":"tool","tool":"write","state":{"status":"completed","input":{"filePath":"/w/a.go","content":"package a"},"output":"","metadata":{}}}`
		patch   = `{"type":"patch","files":["/w/a.go"]}`
	)
	failed := func(about string) string {
		return `{"type":"tool","tool":"edit","state":{"status":"error","input":{"filePath":"/w/a.go"},"error":"x","metadata":` + about + `}}`
	}
	told := func(part string) string { return `{"info":{"role":"user"},"parts":[` + part + `]}` }
	ended := func(with string) string {
		return exported(`{"info":{"role":"assistant",` + with + `},"parts":[` + saysDone + `]}`)
	}
	for name, tt := range map[string]struct{ data, want string }{
		"a session":               {exported(told(`{"type":"text","text":"Go"}`), answer(ranTests, saysDone)), "2 " + ran + "; 3 says Done.; 1 told Go"},
		"on lines":                {"{\n\"info\":" + exportInfo + ",\n\n\"messages\": [\n{\"info\":{\"role\":\"assistant\"},\n\n\"parts\":[\n" + ranTests + ",\n" + saysDone + "]}]}\n", "8 " + ran + "; 9 says Done."},
		"behind a mark":           {"\uFEFF" + exported(answer(saysDone)), "1 says Done."},
		"without messages":        {exported(), ""},
		"what the client says":    {exported(told(`{"type":"text","text":"Go","synthetic":true}`), answer(saysDone)), "2 says Done."},
		"what is not sent":        {exported(told(`{"type":"text","text":"Go","ignored":true}`), answer(`{"type":"text","text":"Hi","ignored":true}`)), ""},
		"an aborted message":      {ended(`"error":{"name":"MessageAbortedError"}`), ""},
		"a summary":               {ended(`"summary":true`), ""},
		"a question":              {exported(answer(saysDone, `{"type":"tool","tool":"question","state":{"status":"completed","input":{},"output":"yes"}}`)), "1 says Done."},
		"a call that runs":        {exported(answer(running)), "1 run? go vet"},
		"the same id of a call":   {exported(answer(strings.Replace(ranTests, `"tool":`, `"callID":"c","tool":`, 1), strings.Replace(ranTests, `"tool":`, `"callID":"c","tool":`, 1))), "1 " + ran + "; 2 " + ran},
		"somebody else's change":  {exported(answer(wrote), answer(viewed, patch)), "1 write /w/a.go; 2 run git status = passed; 3 somebody's write? /w/a.go"},
		"an own change":           {exported(answer(wrote, patch)), "1 write /w/a.go"},
		"beside an own change":    {exported(answer(wrote, strings.Replace(patch, "a.go", "b.go", 1))), "1 write /w/a.go; 2 somebody's write? /w/b.go"},
		"what a script may do":    {exported(answer(strings.Replace(viewed, "git status", "./ci.sh", 1), patch)), "1 run ./ci.sh = passed; 1 write? **"},
		"a command that failed":   {exported(answer(`{"type":"tool","tool":"bash","state":{"status":"error","input":{"command":"go vet"},"error":"x"}}`)), "1 run? go vet"},
		"a read of a part":        {exported(answer(`{"type":"tool","tool":"read","state":{"status":"completed","input":{"filePath":"/w/a.go"},"output":"<content>\n5: x\n6: y\n\n(Showing lines 5-6 of 9. Use offset=7 to continue.)\n</content>"}}`)), "1 read /w/a.go:5-6"},
		"a read of the beginning": {exported(answer(`{"type":"tool","tool":"read","state":{"status":"completed","input":{"filePath":"/w/a.go"},"output":"<content>\n1: x\n2: y\n\n(Showing lines 1-2. Use offset=3 to continue.)\n</content>"}}`)), "1 read /w/a.go:1-2"},
		"an agent that failed":    {exported(answer(`{"type":"tool","tool":"task","state":{"status":"error","input":{"prompt":"go"},"error":"x","metadata":{"sessionId":"ses_2"}}}`)), "1 send?  ses_2"},
		"an edit that failed":     {exported(answer(failed(`{}`))), ""},
		"an interrupted edit":     {exported(answer(failed(`{"interrupted":true}`))), "1 write? /w/a.go"},
		"a read without a note":   {exported(answer(`{"type":"tool","tool":"read","state":{"status":"completed","input":{"filePath":"/w/a.go"},"output":"package a"}}`)), "1 read /w/a.go all"},
		"what a hook may do":      {exported(answer(strings.Replace(viewed, "git status", "git commit -m x", 1), patch)), "1 run git commit -m x = passed"},
		"a file that it read":     {exported(answer(`{"type":"tool","tool":"read","state":{"status":"completed","input":{"filePath":"/w/a.go"},"output":"package a"}}`, patch)), "1 read /w/a.go all; 2 somebody's write? /w/a.go"},
		"what a program may do":   {exported(answer(ranTests, patch)), "1 " + ran},
		"an undone end":           {strings.Replace(exported(answer(ranTests)), `"directory"`, `"revert":{"messageID":"msg_1"},"directory"`, 1), "1 " + ran + "; 1 gap torn"},

		"cut off in a message": {exported(answer(ranTests), answer(saysDone))[:330], "1 " + ran + "; 2 gap not read to the end"},
		"cut off after one":    {strings.TrimSuffix(exported(answer(ranTests)), "]}"), "1 " + ran + "; 2 gap not read to the end"},
		"more after its end":   {exported(answer(ranTests)) + `{"a":1}`, "1 " + ran + "; 2 gap not read to the end"},
		"a mistake":            {exported(answer(ranTests), `{"info":}`), "1 " + ran + "; 2 gap not read to the end"},
		"deep nesting":         {exported(answer(ranTests), strings.Repeat(`[`, 100_000)), "1 " + ran + "; 2 gap not read to the end"},
		"deep and closed":      {exported(answer(ranTests), strings.Repeat(`[`, 9_000)+strings.Repeat(`]`, 9_000)), "1 " + ran + "; 2 gap torn"},
		"a long string":        {exported(answer(ranTests), `"`+strings.Repeat("x", maxExport)+`"`), "1 " + ran + "; 2 gap not read to the end"},

		"messages of other types": {exported(`1`, `null`, `"a"`, `[]`, `{}`, answer(ranTests)), "6 " + ran + "; 1 gap torn; 2 gap torn; 3 gap torn; 4 gap torn; 5 gap torn"},
		"parts of other types":    {exported(answer(`1`, `null`, `"a"`, `[]`, `{}`)), "1 gap torn; 2 gap torn; 3 gap torn; 4 gap torn; 5 gap torn"},
		"an object of parts":      {exported(`{"info":{"role":"assistant"},"parts":{"a":` + ranTests + `}}`), "1 gap torn"},
		"a role nobody knows":     {exported(strings.Replace(answer(ranTests), "assistant", "system", 1)), "1 gap torn"},
		"a part nobody knows":     {exported(answer(`{"type":"robot"}`)), "1 gap torn"},
		"a tool without a state":  {exported(answer(`{"type":"tool","tool":"bash"}`)), "1 gap torn"},
		"a list for an input":     {exported(answer(`{"type":"tool","tool":"bash","state":{"status":"completed","input":["go test"],"output":"ok"}}`)), "1 gap torn"},
		"an unknown status":       {exported(answer(strings.Replace(running, "running", "done", 1))), "1 run? go vet; 1 gap torn"},
		"a text as exit code":     {exported(answer(strings.Replace(ranTests, `"exit":0`, `"exit":"0"`, 1))), "1 run go test ./..."},
		"a broken exit code":      {exported(answer(strings.Replace(ranTests, `"exit":0`, `"exit":0.5`, 1))), "1 run go test ./..."},
		"times without an end":    {exported(strings.Replace(answer(ranTests), `"role"`, `"time":{"created":1e300},"role"`, 1)), "1 " + ran},
		"two states":              {exported(answer(strings.Replace(ranTests, `"state"`, `"state":{},"state"`, 1))), "1 gap torn"},

		"another id":             {strings.Replace(exported(answer(ranTests)), "ses_1", "1", 1), none},
		"no version":             {strings.Replace(exported(answer(ranTests)), `"version"`, `"v"`, 1), none},
		"messages that are none": {`{"info":` + exportInfo + `,"messages":{}}`, none},
		"no messages":            {`{"info":` + exportInfo + `}`, none},
		"messages first":         {`{"messages":[` + answer(ranTests) + `],"info":` + exportInfo + `}`, none},
		"an interface":           {`{"info":{"title":"Shop","version":"1"},"paths":{}}`, none},
	} {
		if got := summaryOf(tt.data); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, tt.want)
		}
	}
	for clock, want := range map[string]bool{"1767225600000": true, "0": false, "-1": false, "253402300800000": false} {
		l, err := readLedger([]byte(exported(strings.Replace(answer(ranTests), `"role"`, `"time":{"created":`+clock+`},"role"`, 1))))
		if err != nil || l.Ended.IsZero() == want || want && l.Deeds[0].Time != time.UnixMilli(1767225600000).UTC() {
			t.Errorf("at %s: %+v, %v", clock, l, err)
		}
	}
	named, err := readLedger([]byte(exported(strings.Replace(answer(saysDone), `"role"`, `"path":{"cwd":"/x"},"modelID":"m-1","role"`, 1))))
	if err != nil || named.Messages[0].ID != "msg_1" || named.Model != "m-1" {
		t.Errorf("a message with an id: %+v, %v", named, err)
	}
	ends, err := readLedger([]byte(exported(answer(strings.Replace(saysDone, `"type"`, `"time":{"end":1767225660000},"type"`, 1)))))
	if at := time.UnixMilli(1767225660000).UTC(); err != nil || ends.Ended != at || ends.Messages[0].Time != at {
		t.Errorf("a text with a time: %+v, %v", ends, err)
	}
	timed := strings.Replace(ranTests, `"status"`, `"time":{"start":1767225600000,"end":1767225660000},"status"`, 1)
	l, err := readLedger([]byte(exported(answer(timed))))
	if began := time.UnixMilli(1767225600000).UTC(); err != nil || l.Deeds[0].Time != began || l.Ended != began.Add(time.Minute) {
		t.Errorf("a call of a minute: %+v, %v", l, err)
	}
}

// TestEveryCutIsSaid truncates an export at each of its bytes: the result is not a transcript, or is known
// to be cut.
func TestEveryCutIsSaid(t *testing.T) {
	data := []byte(exported(answer(ranTests), answer(saysDone)))
	for end := range data {
		l, err := readLedger(data[:end])
		isSaid := errors.Is(err, ErrUnknown) || err == nil && slices.ContainsFunc(l.Gaps, func(g ledger.Gap) bool { return g.Why == ledger.Unread })
		if !isSaid {
			t.Fatalf("cut off at byte %d: %+v, %v", end, l, err)
		}
	}
}

// TestExportOnOneLine checks that the line breaks of an export change only positions, and not their order.
func TestExportOnOneLine(t *testing.T) {
	var short bytes.Buffer
	data := testkit.Read(t, exportFile)
	if err := json.Compact(&short, data); err != nil {
		t.Fatal(err)
	}
	long, err := readLedger(data)
	if err != nil {
		t.Fatal(err)
	}
	one, err := readLedger(short.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	for i, d := range long.Deeds {
		if lines[d.Line-1] != "        {" {
			t.Errorf("line %d does not begin a part: %q", d.Line, lines[d.Line-1])
		}
		isLater := i > 0 && d.Line > long.Deeds[i-1].Line
		if ledgertest.Brief(d) != ledgertest.Brief(one.Deeds[i]) || isLater && one.Deeds[i].Line <= one.Deeds[i-1].Line {
			t.Errorf("%d %s is %d %s on one line", d.Line, ledgertest.Brief(d), one.Deeds[i].Line, ledgertest.Brief(one.Deeds[i]))
		}
	}
}

// TestExportOfAnAgent checks that the export of an agent beside that of its session is read, whatever its
// name, and no copy of either.
func TestExportOfAnAgent(t *testing.T) {
	folder := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(folder, name)
		testkit.Write(t, path, data)
		return path
	}
	agent := func(id, parent string) string {
		return strings.Replace(exported(answer(ranTests)), `"ses_1"`, `"`+id+`","parentID":"`+parent+`"`, 1)
	}
	launch := `{"type":"tool","tool":"task","state":{"status":"completed","input":{"subagent_type":"general"},"metadata":{"sessionId":"ses_2"}}}`
	session := write("session.json", exported(answer(launch, `{"type":"robot"}`)))
	write("copy.json", exported(answer(launch, saysDone)))
	launched := write("agent.json", agent("ses_2", "ses_1"))
	write("other.json", agent("ses_3", "ses_9"))
	write("package.json", `{"name":"shop"}`)
	incomplete := &rules.Incomplete{}
	all, err := Open(session, nil, incomplete)
	if err != nil || len(incomplete.Reasons()) > 0 {
		t.Fatalf("%v, %v", err, incomplete.Reasons())
	}
	var agents []string
	for _, l := range all {
		agents = append(agents, l.Agent)
	}
	if want := []string{"", "ses_2"}; !slices.Equal(agents, want) {
		t.Errorf("agents %q, want %q", agents, want)
	}
	if all, err := Open(launched, nil, nil); err != nil || len(all) < 2 || all[0].Agent != "ses_2" || all[1].Agent != "" {
		t.Errorf("beside the export of the agent: %+v, %v", all, err)
	}
	alone := write("alone.json", exported(answer(saysDone)))
	if all, err := Open(alone, nil, nil); err != nil || len(all) != 1 {
		t.Errorf("without agents: %+v, %v", all, err)
	}
	const want = "the transcript session.json is cut off, no JSON or too long at line 2"
	for _, data := range []string{
		`{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","message":{"content":"go"}}` + "\n" + strings.Repeat("x", maxLine+1),
		strings.TrimSuffix(exported(answer(launch)), "]}"),
		exported(answer(launch), `"`+strings.Repeat("x", maxExport)+`"`),
	} {
		write("session.json", data)
		incomplete := &rules.Incomplete{}
		_, err = Open(session, nil, incomplete)
		if reasons := incomplete.Reasons(); err != nil || len(reasons) != 1 || reasons[0].Why != want {
			t.Errorf("%v, %v, want %q", err, reasons, want)
		}
	}
}
