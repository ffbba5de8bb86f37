package ledger

// Answer answers a question about what happened.
type Answer int

// The answers. The zero value is Unknown, which never makes a claim false.
const (
	Unknown Answer = iota
	Yes
	No
)
