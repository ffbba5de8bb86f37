package cli

import "testing"

// TestOfRelease: a release links to the pages of its tag, a team's rule to what its source names.
func TestOfRelease(t *testing.T) {
	t.Cleanup(func() { release = "" })
	for _, c := range []struct{ release, page, want string }{
		{"", "https://github.com/handofflint/handofflint/blob/main/docs/rules/x.md", "https://github.com/handofflint/handofflint/blob/main/docs/rules/x.md"},
		{"0.1.0", "https://github.com/handofflint/handofflint/blob/main/docs/rules/x.md", "https://github.com/handofflint/handofflint/blob/v0.1.0/docs/rules/x.md"},
		{"0.1.0", "https://example.com/handofflint/handofflint/blob/main/x.md", "https://example.com/handofflint/handofflint/blob/main/x.md"},
		{"0.1.0", "", ""},
	} {
		release = c.release
		if got := ofRelease(c.page); got != c.want {
			t.Errorf("release %q, %q: got %q, want %q", c.release, c.page, got, c.want)
		}
	}
}
