package evidence

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/text"
)

// gemini takes a record of Gemini CLI: the head of a session, or a message.
func (r *reader) gemini(v record) {
	if v["projectHash"].Exists() {
		r.geminiHead(v)
		return
	}
	if !r.started {
		r.started = true
		r.gap(NoStart)
	}
	r.geminiMessage(v, func(gjson.Result) {})
}

// geminiFile takes a transcript that is one JSON object, as older versions write it.
func (r *reader) geminiFile(data []byte) {
	v := gjson.ParseBytes(data)
	if !v.Get("projectHash").Exists() {
		return
	}
	r.client, r.ledger.Client = "gemini", "gemini"
	r.geminiHead(record(v.Map()))
	at := 0
	r.line = 1
	moveTo := func(v gjson.Result) {
		to := max(at, v.Index)
		r.line += bytes.Count(data[at:to], []byte("\n"))
		at = to
	}
	v.Get("messages").ForEach(func(_, message gjson.Result) bool {
		fields := record{}
		message.ForEach(func(key, value gjson.Result) bool { fields[key.Str] = value; return true })
		r.geminiMessage(fields, moveTo)
		return true
	})
	if !isWhole(bytes.TrimSpace(data)) {
		r.gap(Torn)
	}
}

func (r *reader) geminiHead(v record) {
	l := r.ledger
	r.started = true
	l.Session = cmp.Or(v.str("sessionId"), l.Session)
	if kind := v.str("kind"); kind != "main" {
		l.AgentType = cmp.Or(kind, l.AgentType)
	}
	r.at(v.str("startTime"))
}

// geminiMessage takes a message with its calls and their results. moveTo goes to the line
// of a value.
func (r *reader) geminiMessage(v record, moveTo func(gjson.Result)) {
	r.at(v.str("timestamp"))
	v["toolCalls"].ForEach(func(_, made gjson.Result) bool {
		moveTo(made)
		r.at(made.Get("timestamp").Str)
		id, status := made.Get("id").String(), made.Get("status").Str
		if status != "success" && status != "error" && status != "cancelled" {
			return true // it is written again with its end
		}
		r.open(id, r.callOf(made.Get("name").String(), made.Get("args")))
		if c := r.close(id); c != nil && status == "success" {
			r.geminiResult(c, made.Get("result.0.functionResponse.response.output").String())
		}
		return true
	})
	moveTo(v["content"])
	switch v.str("type") {
	case "user":
		r.prompted(textOf(v["content"]))
	case "info":
		if strings.Contains(v["content"].String(), "compressed") {
			r.gap(Compacted)
		}
	}
}

var (
	geminiExit  = text.MustCompile(`(?m)^Exit Code: (\d+)`)
	geminiFault = text.MustCompile(`(?m)^(Signal: [^0(\n]|Error: [^(\n]|Exit Code: \(none\))|^Command (moved to|is running|started in) .*background|was (automatically )?cancelled`)
	wroteFile   = text.MustCompile(`^Successfully (?:created and wrote to new file|overwrote file|modified file): (.+?)\.?(?: \(|$|\n)`)
)

func (r *reader) geminiResult(c *call, out string) {
	o := outcome{out: out}
	switch c.tool {
	case shells:
		o.ended = geminiEnd(out)
		if _, printed, ok := strings.Cut(out, "Output: "); ok {
			o.out = printed
		}
	case writes:
		if m := wroteFile.FindStringSubmatch(out); m != nil {
			c.deeds[0].Path = absolute(r.cwd, m[1])
		}
	}
	r.finished(c, o)
}

// geminiEnd is how a command ended. Versions that write no code write one that is not 0.
func geminiEnd(out string) status {
	ended := unknown
	if m := geminiExit.FindAllStringSubmatch(out, -1); len(m) > 0 {
		ended = statusOf(m[len(m)-1][1])
	} else if strings.HasPrefix(out, "Output:") {
		ended = zero
	}
	if ended == zero && geminiFault.MatchString(out) {
		return unknown
	}
	return ended
}
