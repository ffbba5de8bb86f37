package document

// The formats that most tests here are about.
const (
	Report   Format = "report"
	Metadata Format = "metadata"
	Context  Format = "context"
	Task     Format = "task"
)
