package evidence

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/tidwall/gjson"
)

// gemini takes a record of Gemini CLI: the head of a session, or a message.
func (b *book) gemini(raw string) {
	v := gjson.Parse(raw)
	if v.Get("projectHash").Exists() {
		b.geminiHead(v)
		return
	}
	if !b.Started {
		b.Started = true
		b.gap(NoStart)
	}
	b.geminiMessage(v, func(int) int { return b.Line })
}

// geminiFile takes a transcript that is one JSON object, as older versions write it.
func (b *book) geminiFile(data []byte, whole bool) {
	v := gjson.ParseBytes(data)
	if !v.Get("projectHash").Exists() {
		return
	}
	b.Client, b.Ledger.Client = "gemini", "gemini"
	b.geminiHead(v)
	at, line := 0, 1
	lineOf := func(offset int) int {
		line += bytes.Count(data[at:max(at, offset)], []byte("\n"))
		at = max(at, offset)
		return line
	}
	v.Get("messages").ForEach(func(_, message gjson.Result) bool {
		b.geminiMessage(message, lineOf)
		return true
	})
	b.Line = lineOf(len(data))
	if !whole || !isWhole(bytes.TrimSpace(data)) {
		b.gap(Torn)
	}
}

func (b *book) geminiHead(v gjson.Result) {
	l := b.Ledger
	b.Started = true
	l.Session = cmp.Or(v.Get("sessionId").String(), l.Session)
	if kind := v.Get("kind").String(); kind != "" && kind != "main" {
		l.AgentType = kind
	}
	b.at(v.Get("startTime").Str)
}

// geminiMessage takes a message with its calls and their results. lineOf is the line of an
// offset.
func (b *book) geminiMessage(v gjson.Result, lineOf func(offset int) int) {
	b.at(v.Get("timestamp").Str)
	v.Get("toolCalls").ForEach(func(_, made gjson.Result) bool {
		b.Line = lineOf(made.Index)
		b.at(made.Get("timestamp").Str)
		id, status := made.Get("id").String(), made.Get("status").Str
		if status != "success" && status != "error" && status != "cancelled" {
			return true // it is written again with its end
		}
		b.open(id, b.callOf(made.Get("name").String(), made.Get("args")))
		if c := b.close(id); c != nil && status == "success" {
			b.geminiResult(c, made.Get("result.0.functionResponse.response.output").String())
		}
		return true
	})
	b.Line = lineOf(v.Index + len(v.Raw))
	switch v.Get("type").Str {
	case "user":
		b.prompted(textOf(v.Get("content")))
	case "info":
		if strings.Contains(v.Get("content").String(), "compressed") {
			b.gap(Compacted)
		}
	}
}

var (
	geminiExit  = text.MustCompile(`(?m)^Exit Code: (\d+)`)
	geminiFault = text.MustCompile(`(?m)^(Signal: [^0(\n]|Error: [^(\n]|Exit Code: \(none\))|^Command (moved to|is running|started in) .*background|was (automatically )?cancelled`)
	manyFiles   = text.MustCompile(`(?m)^--- (.+) ---$`)
	wroteFile   = text.MustCompile(`^Successfully (?:created and wrote to new file|overwrote file|modified file): (.+?)\.?(?: \(|$|\n)`)
)

func (b *book) geminiResult(c *call, out string) {
	r := outcome{out: out}
	switch c.Tool {
	case shells:
		r.ended = geminiEnd(out)
		if _, printed, ok := strings.Cut(out, "Output: "); ok {
			r.out = printed
		}
	case writes:
		if m := wroteFile.FindStringSubmatch(out); m != nil {
			if folder, ok := strings.CutSuffix(m[1], "/"+c.Deeds[0].Path); ok && b.Cwd == "" {
				b.geminiFolder(folder)
			}
			c.Deeds[0].Path = absolute(b.Cwd, m[1])
		}
	case readsMany:
		for _, m := range manyFiles.FindAllStringSubmatch(out, maxHits) {
			b.did(c, Deed{Act: Read, Path: absolute(c.Cwd, m[1]), Whole: !strings.Contains(out, "truncated")})
		}
	}
	b.done(c, r)
}

// geminiFolder takes the folder that the agent works in, which only the path of a file
// that it wrote shows: what came before is in it as well.
func (b *book) geminiFolder(folder string) {
	b.Cwd, b.Ledger.Cwd = folder, folder
	for i := range b.Ledger.Deeds {
		if d := &b.Ledger.Deeds[i]; d.Path != "" && d.Path != Anything {
			d.Path = absolute(folder, d.Path)
		}
	}
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
