package cli

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a bar on a terminal, or nothing.
type progress struct{ bar *progressbar.ProgressBar }

// progress returns a bar for work on some things, on stderr. Only a terminal gets one, and not
// with --quiet.
func (r *runner) progress(count int, things string) progress {
	if !isTerminal(r.streams.Err) || r.options.quiet || r.streams.Getenv("TERM") == "dumb" {
		return progress{}
	}
	return progress{progressbar.NewOptions(count,
		progressbar.OptionSetWriter(r.streams.Err),
		progressbar.OptionSetDescription("reading "+things),
		progressbar.OptionShowCount(),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(50*time.Millisecond),
		progressbar.OptionSetPredictTime(false),
	)}
}

// next says that one thing more is done. It may be called from several goroutines.
func (p progress) next() {
	if p.bar != nil {
		_ = p.bar.Add(1) // a bar that cannot be drawn changes no verdict
	}
}

// end removes the bar.
func (p progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
