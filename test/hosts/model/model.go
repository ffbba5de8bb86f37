// Package model is a scripted language model on 127.0.0.1. It speaks the APIs
// that coding agents call: Anthropic Messages, OpenAI Responses and Gemini.
//
// A prompt names its script by a mark, [[script:NAME]]; of an agent that is sent on,
// the last one counts. The step is the number of answers that the conversation holds
// since, so the server keeps no state of its own and a repeated request gets the
// same answer.
package model

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// Action is one answer of the model: a text or the call of a tool.
type Action struct {
	Text string `json:",omitempty"`

	Tool      string         `json:",omitempty"`
	Namespace string         `json:",omitempty"` // of a tool in the Responses API
	Input     map[string]any `json:",omitempty"`
	Raw       string         `json:",omitempty"` // input of a custom tool in the Responses API, which is not JSON
}

// Step makes the answer to a request.
type Step func(Turn) Action

// Say answers with a text.
func Say(text string) Step { return func(Turn) Action { return Action{Text: text} } }

// Call answers with a call of a tool.
func Call(tool string, input map[string]any) Step {
	return func(Turn) Action { return Action{Tool: tool, Input: input} }
}

// Turn is one request of a conversation that plays a script.
type Turn struct {
	Script string
	Step   int
	Prompt string // the message that holds the mark
	News   string // what the host added after the model's last answer
	Tools  []string
	Body   json.RawMessage
	Action Action
}

// conversation is what the model needs to know of a request.
type conversation struct {
	answers      int
	prompt, news string
	tools        []string
}

// protocol reads requests and writes answers in the form of one API.
type protocol struct {
	path  *regexp.Regexp
	read  func(body []byte) (conversation, error)
	write func(w http.ResponseWriter, r *http.Request, body []byte, id string, a Action)
}

var protocols = []protocol{
	{regexp.MustCompile(`/messages$`), readAnthropic, writeAnthropic},
	{regexp.MustCompile(`/responses$`), readResponses, writeResponses},
	{regexp.MustCompile(`:(streamG|g)enerateContent$`), readGemini, writeGemini},
}

var mark = regexp.MustCompile(`\[\[script:([\w-]+)\]\]`)

// maxTurns ends a host that asks again and again.
const maxTurns = 60

// Server is a model that plays scripts.
type Server struct {
	URL string

	scripts map[string][]Step
	dir     string
	http    *http.Server

	mu       sync.Mutex
	arrived  *sync.Cond
	requests int
	turns    []Turn
	closed   bool
}

// Start starts a model that plays the scripts and keeps each request in dir.
func Start(scripts map[string][]Step, dir string) (*Server, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "http://" + listener.Addr().String(), scripts: scripts, dir: dir}
	s.arrived = sync.NewCond(&s.mu)
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: time.Minute}
	go s.http.Serve(listener)
	return s, nil
}

// Close ends the server, and every step that waits.
func (s *Server) Close() {
	s.http.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.arrived.Broadcast()
}

// Turns returns the requests of a script so far.
func (s *Server) Turns(script string) []Turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	var turns []Turn
	for _, t := range s.turns {
		if t.Script == script {
			turns = append(turns, t)
		}
	}
	return turns
}

// Await waits until a script has asked for a step, so that two conversations at
// the same time have one order.
func (s *Server) Await(script string, step int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.closed {
		for _, t := range s.turns {
			if t.Script == script && t.Step >= step {
				return
			}
		}
		s.arrived.Wait()
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, p := range protocols {
		if r.Method != http.MethodPost || !p.path.MatchString(r.URL.Path) {
			continue
		}
		c, err := p.read(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		action, id := s.answer(c, body)
		p.write(w, r, body, id, action)
		return
	}
	if regexp.MustCompile(`(count_t|:countT)okens$`).MatchString(r.URL.Path) {
		writeJSON(w, map[string]any{"input_tokens": 10, "totalTokens": 10})
		return
	}
	if r.Method == http.MethodGet && regexp.MustCompile(`models`).MatchString(r.URL.Path) {
		writeJSON(w, map[string]any{"object": "list", "data": []any{}, "models": []any{}})
		return
	}
	if r.Method != http.MethodHead {
		http.NotFound(w, r)
	}
}

// answer finds the step that a request asks for. A request that names no script,
// or has no tools, is one of the host's own: a title, a summary.
func (s *Server) answer(c conversation, body []byte) (Action, string) {
	name := ""
	if marks := mark.FindAllStringSubmatch(c.prompt, -1); marks != nil && len(c.tools) > 0 {
		name = marks[len(marks)-1][1]
	}
	steps, scripted := s.scripts[name]
	t := Turn{Script: name, Step: c.answers, Prompt: c.prompt, News: c.news, Tools: c.tools, Body: body}

	s.mu.Lock()
	s.requests++
	number, over := s.requests, len(s.turns) >= maxTurns
	id := fmt.Sprintf("%04d", number)
	if scripted {
		s.turns = append(s.turns, t)
		s.arrived.Broadcast()
	}
	s.mu.Unlock()

	switch {
	case !scripted:
		t.Script = "aside"
		t.Action = Action{Text: aside(body)}
	case over:
		t.Action = Action{Text: "The model's limit of requests is reached."}
	case t.Step < len(steps):
		t.Action = steps[t.Step](t)
	default:
		t.Action = Action{Text: "Done."}
	}
	s.keep(fmt.Sprintf("%s-%s-%d.json", id, t.Script, t.Step), t)
	return t.Action, id
}

// keep writes a request to a file, for people to read.
func (s *Server) keep(name string, t Turn) {
	data, err := json.MarshalIndent(t, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, name), data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "hosts:", err)
	}
}
