package model

import (
	"cmp"
	"encoding/json"
	"net/http"
)

// responsesTool is a tool, or a namespace of tools.
type responsesTool struct {
	Name, Type string
	Tools      []responsesTool
}

func (t responsesTool) names() []string {
	if len(t.Tools) == 0 {
		return []string{cmp.Or(t.Name, t.Type)}
	}
	var names []string
	for _, inner := range t.Tools {
		names = append(names, t.Name+"."+inner.Name)
	}
	return names
}

func readResponses(body []byte) (conversation, error) {
	var request struct {
		Input json.RawMessage
		Tools []responsesTool
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return conversation{}, err
	}
	var items []any
	if json.Unmarshal(request.Input, &items) != nil {
		var prompt string
		if err := json.Unmarshal(request.Input, &prompt); err != nil {
			return conversation{}, err
		}
		items = []any{map[string]any{"role": "user", "content": prompt}}
	}
	c := converse(items, func(item map[string]any) bool {
		switch item["type"] {
		case "function_call", "custom_tool_call", "local_shell_call":
			return item["name"] != hostsOwn
		}
		return item["role"] == "assistant"
	})
	// Codex tells newer models of their tools in an item of the input.
	for _, item := range items {
		var more responsesTool
		if data, err := json.Marshal(item); err == nil && json.Unmarshal(data, &more) == nil && more.Type == "additional_tools" {
			request.Tools = append(request.Tools, more.Tools...)
		}
	}
	for _, tool := range request.Tools {
		c.tools = append(c.tools, tool.names()...)
	}
	return c, nil
}

func writeResponses(w http.ResponseWriter, _ *http.Request, body []byte, id string, a Action) {
	var request struct{ Model string }
	json.Unmarshal(body, &request)

	item := map[string]any{"id": "item_" + id, "status": "completed"}
	switch {
	case a.Tool == "":
		item["type"], item["role"] = "message", "assistant"
		item["content"] = []any{map[string]any{"type": "output_text", "text": a.Text, "annotations": []any{}}}
	case a.Raw != "":
		item["type"], item["call_id"], item["name"], item["input"] = "custom_tool_call", "call_"+id, a.Tool, a.Raw
	default:
		arguments, _ := json.Marshal(a.Input)
		item["type"], item["call_id"], item["name"], item["arguments"] = "function_call", "call_"+id, a.Tool, string(arguments)
	}
	if a.Namespace != "" {
		item["namespace"] = a.Namespace
	}
	response := func(status string, output ...any) map[string]any {
		return map[string]any{
			"id": "resp_" + id, "object": "response", "created_at": 0, "status": status, "model": request.Model, "output": output,
			"usage": map[string]any{"input_tokens": 10, "output_tokens": 10, "total_tokens": 20,
				"input_tokens_details": map[string]any{"cached_tokens": 0}, "output_tokens_details": map[string]any{"reasoning_tokens": 0}},
		}
	}
	writeEvents(w,
		map[string]any{"type": "response.created", "response": response("in_progress", []any{}...)},
		map[string]any{"type": "response.output_item.added", "output_index": 0, "item": item},
		map[string]any{"type": "response.output_item.done", "output_index": 0, "item": item},
		map[string]any{"type": "response.completed", "response": response("completed", item)},
	)
}
