package model

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// requests are a prompt and, after an answer, the request with a tool's result,
// in the form of each API.
var requests = []struct {
	name, path    string
	first, second string
	call, text    string // what the answers contain
}{
	{
		"anthropic", "/v1/messages",
		`{"stream": true, "tools": [{"name": "Write"}], "messages": [{"role": "user", "content": [{"type": "text", "text": "[[script:main]] Work."}]}]}`,
		`{"stream": true, "tools": [{"name": "Write"}], "messages": [{"role": "user", "content": "[[script:main]] Work."},
		  {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "Write", "input": {}}]},
		  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "written"}]}]}]}`,
		`"name":"Write"`, `"text":"All done."`,
	},
	{
		"responses", "/v1/responses",
		`{"tools": [{"type": "function", "name": "Write"}], "input": "[[script:main]] Work."}`,
		`{"input": [{"type": "additional_tools", "tools": [{"name": "functions", "tools": [{"name": "Write"}]}]},
		  {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "[[script:main]] Work."}]},
		  {"type": "function_call", "call_id": "1", "name": "Write", "arguments": "{}"},
		  {"type": "function_call_output", "call_id": "1", "output": "written"}]}`,
		`"arguments":"{\"file\":\"a.md\"}"`, `"text":"All done."`,
	},
	{
		"gemini", "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
		`{"tools": [{"functionDeclarations": [{"name": "Write"}]}], "contents": [{"role": "user", "parts": [{"text": "The folder is empty."}]},
		  {"role": "model", "parts": [{"text": "I see."}]}, {"role": "user", "parts": [{"text": "[[script:main]] Work."}]}]}`,
		`{"tools": [{"functionDeclarations": [{"name": "Write"}]}], "contents": [{"role": "user", "parts": [{"text": "[[script:main]] Work."}]},
		  {"role": "model", "parts": [{"functionCall": {"name": "Write", "args": {}}}]},
		  {"role": "user", "parts": [{"functionResponse": {"name": "Write", "response": {"output": "written"}}}]}]}`,
		`"functionCall":{"args":{"file":"a.md"},"name":"Write"}`, `"text":"All done."`,
	},
}

func start(t *testing.T, scripts map[string][]Step) *Server {
	t.Helper()
	s, err := Start(scripts, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func post(t *testing.T, url, body, encoding string) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Encoding", encoding)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(answer.StatusCode, " ", string(said))
}

func TestScriptIsPlayedInEachProtocol(t *testing.T) {
	for _, r := range requests {
		t.Run(r.name, func(t *testing.T) {
			s := start(t, map[string][]Step{"main": {Call("Write", map[string]any{"file": "a.md"}), Say("All done.")}})
			for range 2 { // a request that is repeated gets the same answer
				if said := post(t, s.URL+r.path, r.first, ""); !strings.HasPrefix(said, "200 ") || !strings.Contains(said, r.call) {
					t.Errorf("the first answer is %s", said)
				}
			}
			if said := post(t, s.URL+r.path, r.second, ""); !strings.Contains(said, r.text) {
				t.Errorf("the second answer is %s", said)
			}
			turns := s.Turns("main")
			if len(turns) != 3 || turns[2].Step != 1 || turns[2].News != "written" || !strings.HasSuffix(turns[2].Tools[0], "Write") {
				t.Errorf("the turns are %+v", turns)
			}
		})
	}
}

// TestHostsOwnCallsAreNoAnswers has a call that the host puts between the steps of a script.
func TestHostsOwnCallsAreNoAnswers(t *testing.T) {
	call := strings.NewReplacer(`"name": "Write", "input"`, `"name": "read_agent", "input"`, `"name": "Write", "arguments"`, `"name": "read_agent", "arguments"`)
	for _, r := range requests[:2] { // Gemini CLI makes none
		s := start(t, map[string][]Step{"main": {Call("Write", map[string]any{"file": "a.md"}), Say("All done.")}})
		if said := post(t, s.URL+r.path, call.Replace(r.second), ""); !strings.Contains(said, r.call) {
			t.Errorf("%s: the answer is not that of the first step: %s", r.name, said)
		}
	}
}

func TestHostsOwnRequestsPlayNoScript(t *testing.T) {
	s := start(t, map[string][]Step{"main": {Say("All done.")}})
	for path, body := range map[string]string{
		"/v1/messages":  `{"messages": [{"role": "user", "content": "A title for: [[script:main]] Work."}]}`,
		"/v1/responses": `{"tools": [{"name": "Write"}], "input": "No mark"}`,
	} {
		if said := post(t, s.URL+path, body, ""); !strings.Contains(said, "A scripted answer") {
			t.Errorf("%s: %s", path, said)
		}
	}
	if turns := s.Turns("main"); len(turns) > 0 {
		t.Errorf("the script was played: %+v", turns)
	}
}

func TestRequestsThatAreCompressedOrBroken(t *testing.T) {
	s := start(t, map[string][]Step{"main": {Say("All done.")}})
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	io.WriteString(w, `{"tools": [{"name": "Write"}], "messages": [{"role": "user", "content": "[[script:main]]"}]}`)
	w.Close()
	if said := post(t, s.URL+"/v1/messages", zipped.String(), "gzip"); !strings.Contains(said, "All done.") {
		t.Error(said)
	}
	if said := post(t, s.URL+"/v1/messages", "{", ""); !strings.HasPrefix(said, "400 ") {
		t.Error(said)
	}
	if said := post(t, s.URL+"/v1/other", "{}", ""); !strings.HasPrefix(said, "404 ") {
		t.Error(said)
	}
}

func TestAwaitOrdersTwoScripts(t *testing.T) {
	var s *Server
	s = start(t, map[string][]Step{
		"main": {Say("I wait.")},
		"sub":  {func(Turn) Action { s.Await("main", 0); return Action{Text: "after"} }},
	})
	body := `{"tools": [{"name": "Write"}], "messages": [{"role": "user", "content": "[[script:%s]]"}]}`
	said := make(chan string)
	go func() { said <- post(t, s.URL+"/v1/messages", fmt.Sprintf(body, "sub"), "") }()
	post(t, s.URL+"/v1/messages", fmt.Sprintf(body, "main"), "")
	if got := <-said; !strings.Contains(got, "after") {
		t.Error(got)
	}
}

func TestLastMarkCounts(t *testing.T) {
	s := start(t, map[string][]Step{"sub": {Say("first"), Say("second")}, "again": {Say("sent on"), Say("at its end")}})
	for path, body := range map[string]string{
		"/v1/messages": `{"tools": [{"name": "Write"}], "messages": [{"role": "user", "content": "[[script:sub]] Work."},
		  {"role": "assistant", "content": "first"}, {"role": "user", "content": [{"type": "text", "text": "[[script:again]] Go on."}]},
		  {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "Write", "input": {}}]},
		  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "it says [[script:sub]]"}]}]}]}`,
		"/v1/responses": `{"tools": [{"type": "function", "name": "Write"}], "input": [{"type": "message", "role": "user", "content": "[[script:sub]]"},
		  {"type": "message", "role": "assistant", "content": "first"}, {"type": "agent_message", "content": [{"type": "encrypted_content", "encrypted_content": "[[script:again]]"}]},
		  {"type": "function_call", "call_id": "1", "name": "Write", "arguments": "{}"},
		  {"type": "function_call_output", "call_id": "1", "output": "it says [[script:sub]]"}]}`,
		"/v1beta/models/x:generateContent": `{"tools": [{"functionDeclarations": [{"name": "Write"}]}], "contents": [{"role": "user", "parts": [{"text": "[[script:sub]]"}]},
		  {"role": "model", "parts": [{"text": "first"}]}, {"role": "user", "parts": [{"text": "[[script:again]]"}]}, {"role": "model", "parts": [{"functionCall": {}}]},
		  {"role": "user", "parts": [{"functionResponse": {"response": {"output": "it says [[script:sub]]"}}}]}]}`,
	} {
		if said := post(t, s.URL+path, body, ""); !strings.Contains(said, "at its end") {
			t.Errorf("%s: %s", path, said)
		}
	}
}
