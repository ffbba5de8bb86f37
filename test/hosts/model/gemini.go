package model

import (
	"encoding/json"
	"net/http"
)

func readGemini(body []byte) (conversation, error) {
	var request struct {
		Contents []any
		Tools    []struct {
			FunctionDeclarations []struct{ Name string }
		}
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return conversation{}, err
	}
	c := converse(request.Contents, func(m map[string]any) bool { return m["role"] == "model" })
	for _, group := range request.Tools {
		for _, tool := range group.FunctionDeclarations {
			c.tools = append(c.tools, tool.Name)
		}
	}
	return c, nil
}

func writeGemini(w http.ResponseWriter, r *http.Request, _ []byte, _ string, a Action) {
	part := map[string]any{"text": a.Text}
	if a.Tool != "" {
		part = map[string]any{"functionCall": map[string]any{"name": a.Tool, "args": a.Input}}
	}
	chunk := map[string]any{
		"candidates": []any{map[string]any{
			"content": map[string]any{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0,
		}},
		"usageMetadata": map[string]any{"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20},
		"modelVersion":  "scripted",
	}
	if r.URL.Query().Get("alt") == "sse" {
		writeEvents(w, chunk)
		return
	}
	writeJSON(w, chunk)
}
