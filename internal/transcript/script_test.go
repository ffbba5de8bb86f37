package transcript

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/text"
)

// TestScripts checks which commands a script runs; a computed command counts as any.
func TestScripts(t *testing.T) {
	for name, tt := range map[string]struct{ source, want string }{
		"a string":               {`const r = await tools.exec_command({"cmd":"go test \"./a b\"","workdir":"/w"}); text(r.output);`, `/w: go test "./a b"`},
		"single quotes":          {`await tools.exec_command({cmd: 'go vet', yield_time_ms: 1000})`, `go vet`},
		"a template":             {"await tools.exec_command({cmd: `go vet \\`a\\`\nls`})", "go vet `a`\nls"},
		"a name in a template":   {"const dir = 'a';\nawait tools.exec_command({cmd: `go vet ./${dir}`})", anyCommand},
		"a computed template":    {"await tools.exec_command({cmd: `go vet ${'a'.repeat(3)} \\``})", anyCommand},
		"a constant":             {"const cmd = 'go vet'\nawait tools.exec_command({cmd, workdir: '/w'})", anyCommand},
		"joined texts":           {`tools.exec_command({cmd: 'go ' + "vet"})`, anyCommand},
		"lines":                  {`const c = ["a", "b"].join("\n"); await tools.exec_command({cmd: c})`, anyCommand},
		"arguments by name":      {`const args = {cmd: "go vet"}; tools.exec_command(args)`, anyCommand},
		"a variable":             {`let c = "ls"; c = "go test"; tools.exec_command({cmd: c})`, anyCommand},
		"a loop":                 {`for (const c of ["a", "b"]) { await tools.exec_command({cmd: c}) }`, anyCommand},
		"spread arguments":       {`tools.exec_command({...common, workdir: "/w"})`, anyCommand},
		"words":                  {`await tools.shell({command: ["bash", "-lc", "go test ./..."]})`, `go test ./...`},
		"computed words":         {`await tools.shell({command: ["bash", "-lc", c]})`, anyCommand},
		"several":                {`await Promise.all([tools.exec_command({cmd: "a"}), tools.exec_command({cmd: "b", workdir: "/w"})])`, `a; /w: b`},
		"no tools before it":     {`await exec_command({cmd: "a"})`, anyCommand},
		"another name for tools": {`const t = tools; t.exec_command({cmd: "a"})`, anyCommand},
		"another name for it":    {`const run = tools.exec_command; run({cmd: "a"})`, anyCommand},
		"by its name":            {`tools["exec_command"]({cmd: "a"})`, anyCommand},
		"by a computed name":     {`tools[name]({cmd: "a"})`, anyCommand},
		"after their name":       {`const t = tools; exec_command({cmd: "a"})`, anyCommand},
		"another tool's name":    {`const send = tools.spawn_agent; send({})`, anyCommand},
		"a call in a template":   {"text(`${(await tools.exec_command({cmd: 'a'})).output}`)", anyCommand},
		"a comma at the end":     {"tools.exec_command({\n  cmd: 'a',\n})", `a`},
		"in a text":              {"const patch = `*** Add File: a.js\n+tools.exec_command({cmd: 'rm'})`; text(patch)", anyCommand},
		"in a comment":           {"// tools.exec_command({cmd: 'rm'})\n/* tools.exec_command({cmd: 'rm'}) */ text('no')", anyCommand},
		"after a pattern":        {`const n = a.match(/["'` + "`" + `]/g); tools.exec_command({cmd: "a"})`, `a`},
		"after a division":       {`const n = (a + b) / 2, m = "/"; tools.exec_command({cmd: "a"})`, `a`},
		"between divisions":      {`n = m / 2; tools.exec_command({cmd: "a"}); n = m / 2`, `a`},
		"between patterns":       {`/["]/.test(a); tools.exec_command({cmd: "a"}); f = () => { return /["]/.test(a) }; tools.exec_command({cmd: "b"})`, `b; ` + anyCommand},
		"before a word":          {`const r = await tools.exec_command({cmd: "a"}); r`, `a`},
		"before a comment":       {`await tools.exec_command({cmd: "a"}) // done`, `a`},
		"nothing of the tools":   {`await tools`, anyCommand},
		"a tool without a call":  {`await tools.exec_command`, anyCommand},
		"cut off":                {`tools.exec_command({cmd: "go te`, anyCommand},
		"cut off at a quote":     {`tools.exec_command({cmd: "`, anyCommand},
		"a name like a text":     {`tools.exec_command({cmd: ava})`, anyCommand},
		"cut off in an escape":   {`tools.exec_command({cmd: "go te\x`, anyCommand},
		"escapes":                {"tools.exec_command({cmd: \"a\\tb\\u0042\\\n c's\"})", "a\tbB c's"},
		"escapes of no JSON":     {`tools.exec_command({cmd: "a\x41"})`, anyCommand},
		"too long":               {strings.Repeat(" ", maxScript+1), anyCommand},
		"too many tokens":        {strings.Repeat("a;", maxTokens/2) + `tools.exec_command({cmd: "a"})`, anyCommand},
		"too deep":               {`tools.exec_command({cmd: ` + strings.Repeat("(", maxTokens/2) + `"a"`, anyCommand},
	} {
		c := newReader(nil).scriptCall("exec", tt.source)
		var got []string
		for _, s := range c.shell {
			got = append(got, strings.TrimPrefix(s.dir+": "+s.line, ": "))
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	const free = `const cp = require("child_process"); cp.execSync("go test")`
	if len(newReader(nil).scriptCall("exec", free).shell) != 0 || len(newReader(nil).scriptCall("js", free).shell) != 1 || len(newReader(nil).scriptCall("js", "console.log(1)").shell) != 0 {
		t.Error("only a script in Node.js starts programs by itself")
	}
}

// TestScriptsAreBounded checks that nested scripts take time in proportion to their length.
func TestScriptsAreBounded(t *testing.T) {
	for _, part := range []string{"tools.exec_command(", "const a = [", "text(", "`${", "{a:", `tools.x({"a":`, "a=/", `"\`, `+"a"`} {
		newReader(nil).scriptCall("exec", strings.Repeat(part, maxScript/len(part)))
	}
	r := newReader(nil)
	r.nodes = text.NewSteps(1)
	c := r.scriptCall("exec", `tools.exec_command({cmd: "ls"}); `+strings.Repeat(" ", 2*bytesOfNode))
	if last := c.shell[len(c.shell)-1].line; last != anyCommand {
		t.Errorf("beyond the bound on all scripts: %q, want %q", last, anyCommand)
	}
}

// codexSession returns a transcript of calls with their outputs.
func codexSession(calls ...[3]string) []string {
	lines := []string{`{"type":"session_meta","payload":{"id":"s","cwd":"/w"}}`}
	for i, c := range calls {
		tool, input, output := c[0], c[1], c[2]
		form := `{"type":"response_item","payload":{"type":"function_call","name":%q,"arguments":%s,"call_id":"c%d"}}`
		if tool == "exec" {
			form = `{"type":"response_item","payload":{"type":"custom_tool_call","name":%q,"input":%s,"call_id":"c%d"}}`
		}
		if !strings.HasPrefix(output, "[") {
			output = strconv.Quote(output)
		}
		lines = append(lines, fmt.Sprintf(form, tool, strconv.Quote(input), i))
		lines = append(lines, fmt.Sprintf(`{"type":"response_item","payload":{"type":"function_call_output","call_id":"c%d","output":%s}}`, i, output))
	}
	return lines
}

// printed returns the result of a script with its output.
func printed(texts ...string) string {
	out := `[{"text":"Script completed\nWall time 1.0 seconds\nOutput:\n"}`
	for _, text := range texts {
		out += `,{"text":` + strconv.Quote(text) + `}`
	}
	return out + "]"
}

// TestCodexCommands checks how commands in Codex ended: at once, in a script, or later.
func TestCodexCommands(t *testing.T) {
	const (
		command = `{"cmd":"go test"}`
		one     = `const r = await tools.exec_command({cmd: "go test"}); text(JSON.stringify(r));`
		poll    = `{"session_id":7,"chars":""}`
		started = "Chunk ID: a\nProcess running with session ID 7\nOutput:\n--- FAIL: TestA (0.00s)\n"
		running = "Process running with session ID 7\nOutput:\nthe container exited with code 1"
		ended   = "Process exited with code 1\nOutput:\nFAIL\n"
	)
	two := func(prints string) string {
		return `const a = await tools.exec_command({cmd: "go test"}); const b = await tools.exec_command({cmd: "go vet"}); ` + prints
	}
	for name, tt := range map[string]struct {
		calls [][3]string
		want  string
	}{
		"at once":                  {[][3]string{{"exec_command", command, ended}}, "run go test = failed (exit 1)"},
		"later":                    {[][3]string{{"exec_command", command, started}, {"write_stdin", poll, running}, {"write_stdin", poll, ended}}, "run go test = failed (exit 1)"},
		"not yet":                  {[][3]string{{"exec_command", command, started}, {"write_stdin", poll, running}}, "run? go test"},
		"interrupted":              {[][3]string{{"exec_command", command, running}, {"write_stdin", poll, "Process exited with code 130\nOutput:\n"}}, "run go test"},
		"the session is gone":      {[][3]string{{"exec_command", command, started}, {"write_stdin", poll, "write_stdin failed: Unknown process id 7"}}, "run? go test"},
		"typed":                    {[][3]string{{"exec_command", `{"cmd":"bash"}`, "Process running with session ID 7\nOutput:\n"}, {"write_stdin", `{"session_id":7,"chars":"go test\n"}`, "Process running with session ID 7\nOutput:\nok"}}, "run? bash; run go test"},
		"a script":                 {[][3]string{{"exec", one, printed(`{"exit_code":0,"output":"ok"}`)}}, "run go test = passed"},
		"a script without a code":  {[][3]string{{"exec", one, printed("ok")}}, "run go test"},
		"a script that says more":  {[][3]string{{"exec", one, printed(`{"exit_code":0,"output":"ok"}`, "more")}}, "run go test"},
		"a script that failed":     {[][3]string{{"exec", one, "Script failed\nOutput:\nTypeError"}}, "run? go test"},
		"a script that goes on":    {[][3]string{{"exec", one, "Script running with cell ID 3\nOutput:\n"}, {"wait", `{"cell_id":"3"}`, "Script running with cell ID 3\nOutput:\n"}, {"wait", `{"cell_id":"3"}`, printed(`{"exit_code":1,"output":"FAIL"}`)}}, "run go test = failed (exit 1)"},
		"a script that was let be": {[][3]string{{"exec", one, "Script running with cell ID 3\nOutput:\n"}, {"wait", `{"cell_id":"4"}`, printed(`{"exit_code":1,"output":"FAIL"}`)}}, "run? go test"},
		"a command of a script that goes on": {
			[][3]string{{"exec", one, printed(`{"session_id":7,"output":"RUN"}`)}, {"exec", `const r = await tools.write_stdin({session_id: 7, chars: ""}); text(JSON.stringify(r));`, printed(`{"session_id":7,"output":""}`)}, {"exec", `text(JSON.stringify(await tools.write_stdin({session_id: 7})))`, printed(`{"exit_code":0,"output":"ok"}`)}},
			"run go test = passed",
		},
		"it, polled by a call":       {[][3]string{{"exec", one, printed(`{"session_id":7,"output":"RUN"}`)}, {"write_stdin", poll, ended}}, "run go test = failed (exit 1)"},
		"it, polled without a code":  {[][3]string{{"exec", one, printed(`{"session_id":7,"output":"RUN"}`)}, {"exec", `const r = await tools.write_stdin({session_id: 7}); text(r.output);`, printed("ok")}}, "run? go test"},
		"a script that says no more": {[][3]string{{"exec", one, "Script running with cell ID 3\nOutput:\n"}, {"wait", `{"cell_id":"3"}`, printed("ok")}}, "run go test"},
		"several, later":             {[][3]string{{"exec", two(`text(JSON.stringify(a));`), "Script running with cell ID 3\nOutput:\n"}, {"wait", `{"cell_id":"3"}`, printed(`{"exit_code":1,"output":"FAIL"}`)}}, "run go test; run go vet"},
		"a poll, and another":        {[][3]string{{"exec_command", command, started}, {"exec", `await tools.write_stdin({session_id: 7}); text(JSON.stringify(await tools.exec_command({cmd: "go vet"})))`, printed(`{"exit_code":0,"output":""}`)}}, "run? go test; run go vet = passed"},
		"text is typed":              {[][3]string{{"exec", `text(await tools.write_stdin({session_id: 7, chars: "go test\n"}))`, printed("ok")}}, "run unknown-command"},
		"several":                    {[][3]string{{"exec", two(`text(JSON.stringify(a)); text(JSON.stringify(b));`), printed(`{"exit_code":1,"output":"FAIL"}`, `{"exit_code":0,"output":""}`)}}, "run go test; run go vet"},
		"several, one of them":       {[][3]string{{"exec", two(`text(JSON.stringify(a));`), printed(`{"exit_code":1,"output":"FAIL"}`)}}, "run go test; run go vet"},
		"an agent is launched":       {[][3]string{{"exec", `await tools.spawn_agent({task_name: "audit"})`, printed("{}")}}, "send audit"},
		"an agent may be launched":   {[][3]string{{"exec", `await tools.spawn_agent({task_name: "audit"})`, "Script failed\nOutput:\nTypeError"}}, "send? audit"},
		"a server runs something":    {[][3]string{{"exec", `await tools.mcp__ci__run_tests({})`, printed("{}")}}, "run? mcp__ci__run_tests"},
		"a search of the web":        {[][3]string{{"exec", `await tools.web__run({search_query: [{q: "docs/plan.md"}]})`, printed("{}")}}, ""},
		"a script of a server":       {[][3]string{{"js", `{"code":"await codex.sh('go test')"}`, "ok"}}, "run? unknown-command"},
	} {
		l, err := readLedger([]byte(strings.Join(codexSession(tt.calls...), "\n") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range l.Deeds {
			if d.Act == "run" || d.Act == "send" {
				got = append(got, ledgertest.Brief(d))
			}
		}
		if got := strings.Join(got, "; "); got != tt.want || len(l.Gaps) > 0 {
			t.Errorf("%s: %s, want %s; gaps %v", name, got, tt.want, l.Gaps)
		}
	}
	for name, calls := range map[string][][3]string{
		"before it was polled": {{"exec_command", command, started}, {"write_stdin", poll, ended}}, "after an object": {{"exec_command", command, "{}\n--- FAIL: TestA"}},
	} {
		l, err := readLedger([]byte(strings.Join(codexSession(calls...), "\n")))
		if err != nil || !strings.Contains(l.Deeds[0].Output, "TestA") {
			t.Errorf("what it printed %s is lost: %+v, %v", name, l, err)
		}
	}
}

// TestCodexPatches checks that the changes of a patch are read once, from the record that newer and older
// versions write at its end, even if a script applied it.
func TestCodexPatches(t *testing.T) {
	const (
		patch    = "*** Begin Patch\n*** Add File: a.go\n+package a\n*** End Patch\n"
		script   = "text(await tools.apply_patch(" + `"*** Begin Patch\n*** Add File: a.go\n+package a\n*** End Patch\n"` + "))"
		changes  = `{"/w/a.go":{"type":"add","content":"package a\n"}}`
		item     = `{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","id":"%s","changes":` + changes + `,"status":"%s"}}}`
		end      = `{"type":"event_msg","payload":{"type":"patch_apply_end","call_id":"%s","success":%t,"changes":` + changes + `}}`
		applied  = "Exit code: 0\nOutput:\nSuccess. Updated the following files:\nA a.go\n"
		noResult = "Exit code: 1\nOutput:\nfailed"
		noLines  = "apply_patch verification failed: Failed to find expected lines in /w/a.go:\nx"
	)
	scripted := [3]string{"exec", script, printed("{}")}
	direct := func(output string) [3]string { return [3]string{"apply_patch", patch, output} }
	for name, tt := range map[string]struct {
		call   [3]string
		record string
		want   string
	}{
		"by a script":              {scripted, fmt.Sprintf(item, "exec-1", "completed"), "write /w/a.go"},
		"by a script, both":        {scripted, fmt.Sprintf(item, "exec-1", "completed") + "\n" + fmt.Sprintf(end, "exec-1", true), "write /w/a.go"},
		"by a script, older":       {scripted, fmt.Sprintf(end, "exec-1", true), "write /w/a.go"},
		"by a script, declined":    {scripted, fmt.Sprintf(item, "exec-1", "declined"), ""},
		"by a call":                {direct(applied), fmt.Sprintf(item, "c0", "completed"), "write /w/a.go"},
		"by a call, begun":         {direct(applied), strings.Replace(fmt.Sprintf(item, "c0", "in_progress"), "item_completed", "item_started", 1) + "\n" + fmt.Sprintf(item, "c0", "completed"), "write /w/a.go"},
		"by a call that failed":    {direct(noResult), fmt.Sprintf(item, "c0", "failed"), ""},
		"by a call, not applied":   {direct(noLines), `{"type":"event_msg"}`, "refused write /w/a.go"},
		"by a script, not applied": {[3]string{"exec", script, "Script failed\nWall time 0.1 seconds\nOutput:\n\nScript error:\n" + noLines}, `{"type":"event_msg"}`, "refused write /w/a.go"},
		"by a call, not recorded":  {direct(applied), `{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"Plan"}}}`, "write /w/a.go"},
	} {
		lines := codexSession(tt.call)
		lines = []string{lines[0], strings.Replace(lines[1], `"function_call"`, `"custom_tool_call"`, 1), tt.record, lines[2]}
		lines[1] = strings.Replace(lines[1], `"arguments"`, `"input"`, 1)
		l, err := readLedger([]byte(strings.Join(lines, "\n") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range l.Deeds {
			got = append(got, ledgertest.Brief(d))
		}
		for _, d := range l.Refused {
			got = append(got, "refused "+ledgertest.Brief(d))
		}
		if got := strings.Join(got, "; "); got != tt.want || len(l.Gaps) > 0 {
			t.Errorf("%s: %s, want %s; gaps %v", name, got, tt.want, l.Gaps)
		}
	}
}

// TestForked checks that records copied into a forked Codex thread are left out.
func TestForked(t *testing.T) {
	const (
		parent  = `{"type":"session_meta","payload":{"id":"0190-1","cwd":"/w"}}`
		turn    = `{"type":"event_msg","payload":{"type":"task_started","turn_id":"%s"}}`
		call    = `{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"%s\"}","call_id":"%s"}}`
		output  = `{"type":"response_item","payload":{"type":"function_call_output","call_id":"%s","output":"Process exited with code 0\nOutput:\n"}}`
		ofAgent = `{"type":"session_meta","payload":{"id":"0190-5","session_id":"0190-1","parent_thread_id":"0190-1","cwd":"/w"}}`
		ofUser  = `{"type":"session_meta","payload":{"id":"0190-5","forked_from_id":"0190-1","cwd":"/w"}}`
	)
	copied := []string{parent, fmt.Sprintf(turn, "0190-2"), fmt.Sprintf(call, "git status", "a"), fmt.Sprintf(output, "a"), fmt.Sprintf(call, "go vet", "b")}
	own := []string{fmt.Sprintf(turn, "0190-6"), fmt.Sprintf(call, "go test", "c"), fmt.Sprintf(output, "c")}
	for head, want := range map[string]string{ofAgent: "8 run go test = passed", ofUser: "8 run go test = passed; 2 gap no start"} {
		lines := append(append([]string{head}, copied...), own...)
		if got := summaryOf(lines...); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		l, err := readLedger([]byte(strings.Join(append([]string{head}, copied...), "\n")))
		if err != nil || len(l.Deeds) != 0 || len(l.Gaps) != 1 {
			t.Errorf("the records may all be copies: %+v, %v", l, err)
		}
	}
	if got, want := summaryOf(ofAgent, parent, `{"type":"event_msg","payload":{"type":"task_started"}}`, own[1], own[2]), "4 run go test = passed"; got != want {
		t.Errorf("a turn without an id: %s, want %s", got, want)
	}
	if got, want := summaryOf(ofAgent, own[0], own[1], own[2], "{", fmt.Sprintf(turn, "0190-7")), "3 run go test = passed; 5 gap torn"; got != want {
		t.Errorf("a second turn: %s, want %s", got, want)
	}
}
