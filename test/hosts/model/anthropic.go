package model

import (
	"encoding/json"
	"net/http"
)

func readAnthropic(body []byte) (conversation, error) {
	var request struct {
		Messages []any
		Tools    []struct{ Name string }
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return conversation{}, err
	}
	c := converse(request.Messages, func(m map[string]any) bool { return m["role"] == "assistant" && !isHostsOwn(m["content"]) })
	for _, tool := range request.Tools {
		c.tools = append(c.tools, tool.Name)
	}
	return c, nil
}

func writeAnthropic(w http.ResponseWriter, _ *http.Request, body []byte, id string, a Action) {
	var request struct {
		Model  string
		Stream bool
	}
	json.Unmarshal(body, &request)

	stop := "end_turn"
	block := map[string]any{"type": "text", "text": a.Text}
	start, delta := map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": a.Text}
	if a.Tool != "" {
		stop = "tool_use"
		input, _ := json.Marshal(a.Input)
		block = map[string]any{"type": "tool_use", "id": "toolu_" + id, "name": a.Tool, "input": a.Input}
		start = map[string]any{"type": "tool_use", "id": "toolu_" + id, "name": a.Tool, "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": string(input)}
	}
	message := map[string]any{
		"id": "msg_" + id, "type": "message", "role": "assistant", "model": request.Model,
		"content": []any{block}, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": 10, "output_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
	}
	if !request.Stream {
		writeJSON(w, message)
		return
	}
	message["content"], message["stop_reason"] = []any{}, nil
	writeEvents(w,
		map[string]any{"type": "message_start", "message": message},
		map[string]any{"type": "content_block_start", "index": 0, "content_block": start},
		map[string]any{"type": "content_block_delta", "index": 0, "delta": delta},
		map[string]any{"type": "content_block_stop", "index": 0},
		map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 10}},
		map[string]any{"type": "message_stop"},
	)
}
