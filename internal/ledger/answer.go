package ledger

// Answer is the answer to a question about what was or was done.
type Answer int

// The answers. Unknown is the zero value: it accuses nobody.
const (
	Unknown Answer = iota
	Yes
	No
)
