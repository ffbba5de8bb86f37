package evidence

import "testing"

// TestBy: a report belongs to the agent that wrote it, whoever's transcript was opened.
func TestBy(t *testing.T) {
	ledger := func(agent, path string) *Ledger {
		return &Ledger{Agent: agent, Deeds: []Deed{{Act: Write, Path: path}}}
	}
	d := &Deeds{Agent: ledger("", "/w/main.go"), Around: []*Ledger{ledger("a", "/w/01.md"), ledger("b", "/w/02.md")}}
	for path, want := range map[string]string{"/w/01.md": "a", "/w/02.md": "b", "/w/main.go": "", "/w/else.md": ""} {
		by := d.By(path)
		if by.Agent.Agent != want || len(by.All()) != 3 {
			t.Errorf("%s: by %q, want %q", path, by.Agent.Agent, want)
		}
		for _, l := range by.All() {
			if l == nil {
				t.Errorf("%s: a ledger is lost", path)
			}
		}
	}
	if (*Deeds)(nil).By("/w/01.md") != nil {
		t.Error("nothing is by nobody")
	}
}
