package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
)

// settings are all that a verdict depends on beside the files: what the
// configuration holds, what the command line says, and what is known already.
type settings struct {
	Config   [][]byte
	Rules    []string
	Strict   bool
	NoInline bool
	As       document.Format
	// Known is the text of the baseline, nil for none.
	Known []byte
}

// name is the same for equal settings, and for no others.
func (s settings) name() string {
	// Values of these types can be encoded.
	text, _ := json.Marshal(s)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// settle says in a part by what it was judged, so that no part is joined to one
// that was judged otherwise. A baseline that the run itself brings up to date
// differs from part to part.
func (run *checkRun) settle(c *cli.Context, o checkOptions) {
	if run.shard == nil {
		return
	}
	s := settings{Config: o.config.Texts(), Strict: c.Bool("strict"), NoInline: c.Bool("no-inline") || c.Bool("untrusted"), As: o.as, Rules: c.StringSlice("rule")}
	if !o.baseline.update {
		s.Known = run.known
	}
	run.shard.Settings, run.shard.FailOn = s.name(), o.config.FailOn()
}
