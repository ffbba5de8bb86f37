package text

// styles are the escape sequences with which programs colour, move in and link their output.
var styles = MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\x1b\]8;;[^\x1b\x07]*(?:\x1b\\|\x07)`)

// WithoutStyles returns a text for a terminal without its escape sequences.
func WithoutStyles(s string) string { return styles.ReplaceAllString(s, "") }
