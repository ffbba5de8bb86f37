package evidence

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
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
	b.geminiMessage(v)
}

func (b *book) geminiHead(v gjson.Result) {
	l := b.Ledger
	b.Started = true
	if v.Get("projectHash").Exists() {
		b.Client, l.Client = "gemini", "gemini"
	}
	l.Session = cmp.Or(v.Get("sessionId").String(), l.Session)
	if kind := v.Get("kind").String(); kind != "" && kind != "main" {
		l.AgentType = kind
	}
	b.at(v.Get("startTime").Str)
}

func (b *book) geminiMessage(v gjson.Result) {
	b.at(v.Get("timestamp").Str)
	switch v.Get("type").Str {
	case "user":
		b.prompted(textOf(v.Get("content")))
	case "info":
		if strings.Contains(v.Get("content").String(), "compressed") {
			b.gap(Compacted)
		}
	}
	line := b.Line
	v.Get("toolCalls").ForEach(func(_, made gjson.Result) bool {
		if b.geminiLine != nil {
			b.Line = b.geminiLine(made.Index)
		}
		b.at(made.Get("timestamp").Str)
		id, status := made.Get("id").String(), made.Get("status").Str
		if status != "success" && status != "error" && status != "cancelled" {
			return true // it is written again with its end
		}
		b.open(id, geminiCall(made.Get("name").String(), made.Get("args")))
		if c := b.close(id); c != nil && status == "success" {
			b.geminiResult(c, made.Get("result.0.functionResponse.response.output").String())
		}
		return true
	})
	b.Line = line
}

// geminiCall is what a call of a tool would do.
func geminiCall(tool string, args gjson.Result) call {
	file := cmp.Or(args.Get("file_path").String(), args.Get("absolute_path").String(), args.Get("path").String())
	switch tool {
	case "read_file":
		d := Deed{Act: Read, Path: file, Whole: true}
		if from := args.Get("start_line"); from.Exists() {
			d.From, d.To, d.Whole = int(from.Int()), int(args.Get("end_line").Int()), false
		}
		if from, limit := int(args.Get("offset").Int()), int(args.Get("limit").Int()); from > 0 || limit > 0 {
			d.From, d.To, d.Whole = from+1, from+limit, false
		}
		return call{Tool: "read", Deeds: []Deed{d}}
	case "write_file", "replace", "edit":
		return call{Tool: "write", Deeds: []Deed{{Act: Write, Path: file}}}
	case "run_shell_command":
		return call{Tool: "shell", Shell: []commandLine{{args.Get("command").String(), cmp.Or(args.Get("dir_path").String(), args.Get("directory").String())}}}
	case "read_many_files":
		return call{Tool: "many"}
	case "search_file_content", "grep_search":
		return call{Tool: "search"}
	case "glob", "list_directory":
		return call{Tool: "list"}
	case "activate_skill":
		return call{Tool: "skill", Deeds: []Deed{{Act: Skill, Name: args.Get("name").String()}}}
	case "delegate_to_agent", "codebase_investigator":
		return call{Tool: "send", Deeds: []Deed{{Act: Send, Name: cmp.Or(args.Get("agent_name").String(), tool)}}}
	case "save_memory", "google_web_search", "web_fetch", "write_todos", "ask_user", "enter_plan_mode", "exit_plan_mode":
		return call{Tool: "other"}
	}
	return otherCall(tool, args)
}

var (
	geminiExit  = text.MustCompile(`(?m)^Exit Code: (\d+)`)
	geminiFault = text.MustCompile(`(?m)^(Signal: [^0(\n]|Error: [^(\n]|Exit Code: \(none\))|^Command (moved to|is running|started in) .*background|was (automatically )?cancelled`)
	shownLines  = text.MustCompile(`Showing lines (\d+)-(\d+) of (\d+)`)
	manyFiles   = text.MustCompile(`(?m)^--- (.+) ---$`)
	wroteFile   = text.MustCompile(`^Successfully (?:created and wrote to new file|overwrote file|modified file): (.+?)\.?(?: \(|$|\n)`)
)

func (b *book) geminiResult(c *call, out string) {
	switch c.Tool {
	case "shell":
		b.geminiShell(c, out)
	case "read":
		d := c.Deeds[0]
		if m := shownLines.FindStringSubmatch(cut(out, 2000)); m != nil {
			d.From, d.To = number(m[1]), number(m[2])
			d.Whole = d.From == 1 && m[2] == m[3]
		}
		b.did(c, d)
	case "write":
		d := c.Deeds[0]
		if m := wroteFile.FindStringSubmatch(out); m != nil {
			if folder, ok := strings.CutSuffix(m[1], "/"+d.Path); ok && b.Cwd == "" {
				b.geminiFolder(folder)
			}
			d.Path = absolute(b.Cwd, m[1])
		}
		b.did(c, d)
	case "many":
		for _, m := range manyFiles.FindAllStringSubmatch(out, maxHits) {
			b.did(c, Deed{Act: Read, Path: absolute(c.Cwd, m[1]), Whole: !strings.Contains(out, "truncated")})
		}
	case "search":
		b.found(c, "search", hits(out))
	case "list":
		b.found(c, "listing", lines(out))
	default:
		b.did(c, c.Deeds...)
	}
}

// geminiFolder takes the folder that the agent works in, which only the path of a file
// that it wrote decisive: what came before is in it as well.
func (b *book) geminiFolder(folder string) {
	b.Cwd, b.Ledger.Cwd = folder, folder
	for i := range b.Ledger.Deeds {
		if d := &b.Ledger.Deeds[i]; d.Path != "" && d.Path != Anything {
			d.Path = absolute(folder, d.Path)
		}
	}
}

// geminiShell takes the end of a command. Versions that write no code write one that is
// not 0.
func (b *book) geminiShell(c *call, out string) {
	if dir := c.Shell[0].Dir; dir != "" {
		c.Shell[0].Dir = absolute(c.Cwd, dir)
	}
	ended := unknown
	if m := geminiExit.FindAllStringSubmatch(out, -1); len(m) > 0 {
		ended = statusOf(m[len(m)-1][1])
	} else if strings.HasPrefix(out, "Output:") {
		ended = zero
	}
	if ended == zero && geminiFault.MatchString(out) {
		ended = unknown
	}
	if _, printed, ok := strings.Cut(out, "Output: "); ok {
		out = printed
	}
	b.ran(c, ended, out)
}

// geminiFile reads a transcript that is one JSON object.
func (b *book) geminiFile(in *bufio.Reader) error {
	counted := &lineCounter{in: in}
	dec := json.NewDecoder(counted)
	counted.dec = dec
	if err := b.geminiObject(dec, counted); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) && err != io.EOF && err != io.ErrUnexpectedEOF && err != errTooLong {
			return err
		}
		b.gap(Torn)
	}
	b.geminiLine = nil
	return nil
}

func (b *book) geminiObject(dec *json.Decoder, counted *lineCounter) error {
	if _, err := dec.Token(); err != nil {
		return err
	}
	head := map[string]json.RawMessage{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		if key == "messages" {
			if err := b.geminiMessages(dec, counted); err != nil {
				return err
			}
			continue
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if name, ok := key.(string); ok && len(value) < 1000 && len(head) < 100 {
			head[name] = value
			raw, _ := json.Marshal(head)
			b.geminiHead(gjson.ParseBytes(raw))
		}
	}
	_, err := dec.Token()
	return err
}

func (b *book) geminiMessages(dec *json.Decoder, counted *lineCounter) error {
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		var message json.RawMessage
		if err := dec.Decode(&message); err != nil {
			return err
		}
		b.Line = counted.line(dec.InputOffset())
		end := b.Line
		lines := bytes.Count(message, []byte("\n"))
		b.geminiLine = func(offset int) int {
			return end - lines + bytes.Count(message[:min(offset, len(message))], []byte("\n"))
		}
		if isWhole(message) {
			b.geminiMessage(gjson.ParseBytes(message))
		} else {
			b.gap(Torn)
		}
	}
	_, err := dec.Token()
	return err
}

// lineCounter counts the lines of what a decoder reads, which reads ahead. A value that is
// too long ends the reading.
type lineCounter struct {
	in    io.Reader
	dec   *json.Decoder
	read  int64
	ends  []int64
	lines int
}

var errTooLong = errors.New("a value is too long")

func (c *lineCounter) Read(p []byte) (int, error) {
	if c.read-c.dec.InputOffset() > MaxLine {
		return 0, errTooLong
	}
	n, err := c.in.Read(p)
	for i, char := range p[:n] {
		if char == '\n' {
			c.ends = append(c.ends, c.read+int64(i))
		}
	}
	c.read += int64(n)
	return n, err
}

// line is the line that an offset is in.
func (c *lineCounter) line(offset int64) int {
	n := 0
	for n < len(c.ends) && c.ends[n] < offset {
		n++
	}
	c.lines += n
	c.ends = c.ends[n:]
	return c.lines + 1
}
