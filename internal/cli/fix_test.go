package cli

import "testing"

func TestPainted(t *testing.T) {
	const red, green, end = "\x1b[31m", "\x1b[32m", "\x1b[0m"
	for diff, want := range map[string]string{
		"-\x1b[0m\n+a\r\n b\n": red + `-\x1b[0m` + end + "\n" + green + `+a\r` + end + "\n b\n",
		"+é\u202e\n":           green + `+é\u202e` + end + "\n",
		"":                     "",
	} {
		if got := painted(diff); got != want {
			t.Errorf("painted(%q) = %q, want %q", diff, got, want)
		}
	}
}
