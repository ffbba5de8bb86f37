package model

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxBody bounds a request: hosts send their whole conversation each time.
const maxBody = 32 << 20

func readBody(r *http.Request) ([]byte, error) {
	var from io.Reader = r.Body
	switch encoding := r.Header.Get("Content-Encoding"); encoding {
	case "":
	case "gzip":
		unzipped, err := gzip.NewReader(r.Body)
		if err != nil {
			return nil, err
		}
		from = unzipped
	default:
		return nil, fmt.Errorf("a request in the encoding %s", encoding)
	}
	return io.ReadAll(io.LimitReader(from, maxBody))
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(value)
}

// writeEvents answers with server-sent events; a value with a "type" names its
// event by it.
func writeEvents(w http.ResponseWriter, events ...map[string]any) {
	var out bytes.Buffer
	for _, event := range events {
		if name, ok := event["type"]; ok {
			fmt.Fprintf(&out, "event: %s\n", name)
		}
		data, _ := json.Marshal(event)
		fmt.Fprintf(&out, "data: %s\n\n", data)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Write(out.Bytes())
}

// textKeys are where messages of the three protocols hold their text, in the
// order in which they are looked at.
var textKeys = []string{"text", "content", "output", "parts", "functionResponse", "response", "error", "encrypted_content"}

// textOf returns all text in a message, whatever its form.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case []any:
		var parts []string
		for _, item := range v {
			if text := textOf(item); text != "" {
				parts = append(parts, text)
			}
		}
		return strings.Join(parts, "\n")
	case map[string]any:
		for _, key := range textKeys {
			if text := textOf(v[key]); text != "" {
				return text
			}
		}
	}
	return ""
}

// converse counts the answers since the last mark and finds the prompt that has it,
// and the news after the last answer. An agent that is sent on gets a mark for each
// prompt; what a tool returns is no prompt, whatever it quotes.
func converse(messages []any, answered func(map[string]any) bool) conversation {
	var c conversation
	last := -1
	for i, m := range messages {
		message, _ := m.(map[string]any)
		if answered(message) {
			c.answers++
			last = i
			continue
		}
		if text := promptOf(message); mark.MatchString(text) {
			c.prompt, c.answers = text, 0
		}
	}
	c.news = textOf(messages[last+1:])
	return c
}

// hostsOwn is a tool that no script calls: Copilot CLI puts a call of it into a conversation when an
// agent has ended, whenever that is.
const hostsOwn = "read_agent"

// isHostsOwn reports whether a message of Anthropic is such a call alone.
func isHostsOwn(content any) bool {
	parts, _ := content.([]any)
	if len(parts) != 1 {
		return false
	}
	part, _ := parts[0].(map[string]any)
	return part["type"] == "tool_use" && part["name"] == hostsOwn
}

// promptOf returns the text of a message without what tools returned.
func promptOf(message map[string]any) string {
	for _, result := range []string{"output", "functionResponse"} { // OpenAI Responses, Gemini
		if _, ok := message[result]; ok {
			return ""
		}
	}
	if message["type"] == "tool_result" { // Anthropic
		return ""
	}
	for _, key := range []string{"content", "parts"} {
		items, _ := message[key].([]any)
		var texts []string
		for _, item := range items {
			if part, ok := item.(map[string]any); ok {
				texts = append(texts, promptOf(part))
			}
		}
		if len(texts) > 0 {
			return strings.Join(texts, "\n")
		}
	}
	return textOf(message)
}

// aside answers what a host asks for itself. Gemini CLI wants JSON in places.
func aside(body []byte) string {
	var request struct {
		GenerationConfig struct {
			ResponseMimeType string `json:"responseMimeType"`
		} `json:"generationConfig"`
	}
	if json.Unmarshal(body, &request) == nil && request.GenerationConfig.ResponseMimeType == "application/json" {
		return `{"reasoning": "scripted", "next_speaker": "user", "model_choice": "flash"}`
	}
	return "A scripted answer"
}
