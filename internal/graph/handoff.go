package graph

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// handoff is what a picture needs of a handoff: not its text.
type handoff struct {
	format       document.Format
	path, folder string
	// number is the place in a session, or 0 for none.
	number int
	// writer is the agent, state how far its work is, hands what it hands on.
	writer, state, hands string
	blocked              bool

	// report is what the rules about a session know of a report.
	report rules.Member
	// feature, at and next are those of a metadata block: the folder of the
	// feature, the time, and the agent that is to go on.
	feature, next string
	at            time.Time
	// task is a context file's task without its time.
	task string
}

// title returns what a node is called.
func (h handoff) title() string {
	if h.writer != "" && h.number > 0 {
		return fmt.Sprintf("%02d %s", h.number, h.writer)
	}
	return cmp.Or(h.writer, path.Base(h.path))
}

// isSealed reports whether a report has a valid marker that is not of another text.
func isSealed(doc *document.Document) bool {
	info := doc.Input.Info
	return info != nil && !info.Done.IsZero() && !info.BadMarker && !doc.IsSealBroken()
}

// handoffOf takes from a document what a picture needs of it. Credentials are masked.
func handoffOf(doc *document.Document) handoff {
	data := doc.Data()
	redactor := secret.RedactorFor(doc)
	str := func(steps ...string) string { return redactor.Redact(data.Lookup(steps...).Str()) }
	files := func(key string) string {
		return several(document.Texts(data.Field(key).Strings()))
	}
	h := handoff{format: doc.Format, path: doc.Input.Path, folder: path.Dir(doc.Input.Path)}
	switch doc.Format {
	case document.Report:
		h.report = rules.MemberOf(doc)
		h.report.AddChain(doc)
		if h.report.Sequence != nil {
			h.number = h.report.Sequence.Number()
		}
		h.writer, h.state = str("agent_role"), str("status")
		if isSealed(doc) {
			h.state = strings.TrimPrefix(h.state+", sealed", ", ")
		}
		var artifacts []string
		for _, fact := range h.report.Chain.Artifacts {
			artifacts = append(artifacts, fact.Value)
		}
		h.hands = several(artifacts)
		if actions := h.report.Chain.Actions; h.hands == "" && len(actions) > 0 {
			h.hands = actions[0].Value
		}
	case document.Metadata:
		h.writer, h.next = str("agent"), strings.TrimSpace(str("handoff", "next_agent"))
		h.state = strings.Trim(str("output_type")+", "+str("status"), ", ")
		h.feature = strings.Trim(str("feature_directory"), "/")
		h.blocked = strings.EqualFold(str("status"), "blocked")
		h.at, _ = time.Parse(time.RFC3339, str("timestamp")) // in the order of paths if it has none
		h.hands = cmp.Or(files("files_modified"), files("artifacts"), str("handoff", "context"))
	case document.Context:
		h.writer = str("task_id")
		_, h.task, _ = protocol.TaskTime(h.writer)
		if attempt := data.Lookup("previous_failure", "attempt"); attempt != nil {
			h.state = fmt.Sprintf("after attempt %s: %s", attempt.Text, str("previous_failure", "reason"))
		}
		h.hands = files("relevant_files")
	case document.Task:
		if digits := leadingNumber.FindString(path.Base(h.path)); digits != "" {
			h.number, _ = strconv.Atoi(digits) // at most four digits
		}
		h.hands = str("summary")
	}
	h.hands = redactor.Redact(h.hands)
	return h
}

// ofName returns a handoff of which only the name is known.
func ofName(name string) handoff {
	h := handoff{path: name, folder: path.Dir(name)}
	if report, ok := protocol.ReportName(name); ok {
		h.format, h.number, h.report = document.Report, report.Sequence, rules.MemberByName(name)
	}
	return h
}

// leadingNumber is the place of a payload among others, 02-fix.json.
var leadingNumber = text.MustCompile(`^[0-9]{1,4}\b`)

// several names the first of some files, and says how many more there are.
func several(files []string) string {
	if len(files) == 0 {
		return ""
	}
	first := path.Base(files[0])
	if len(files) == 1 {
		return first
	}
	return fmt.Sprintf("%s and %d more", text.Shorten(first, labelLength-len(" and 999 more")), len(files)-1)
}
