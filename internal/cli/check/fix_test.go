package check

import "testing"

// What a file has that acts on a terminal is not printed to one.
func TestShownOnATerminal(t *testing.T) {
	const diff = "--- a\n+++ a\n@@ -1 +1 @@\n-\x1b[2J\r\n+é\u202e\n b"
	const want = "--- a\n+++ a\n@@ -1 +1 @@\n-\\x1b[2J\\r\n+é\\u202e\n b"
	if got := shown(diff, false); got != want {
		t.Errorf("%q", got)
	}
	const red, green, end = "\x1b[31m", "\x1b[32m", "\x1b[0m"
	if got := shown("-\x1b[0m\n+a\n", true); got != red+`-\x1b[0m`+end+"\n"+green+"+a"+end+"\n" {
		t.Errorf("%q", got)
	}
}
