package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
)

// spared refuses outputs that would replace one of the inputs, however either
// is called; what says what the inputs are. An output "" is none.
func spared(outputs, inputs []string, what string) error {
	for _, out := range outputs {
		if out == "" || !isRegular(out) {
			continue
		}
		for _, in := range inputs {
			if sameFile(out, in) {
				return fmt.Errorf("%s would be replaced by the output, and it is %s: write the output to another file", out, what)
			}
		}
	}
	return nil
}

// sparesInputs refuses outputs that would replace what was judged, or what it
// was judged by. A file that was passed over may be an earlier output.
func sparesInputs(o checkOptions, run checkRun) error {
	var outputs, judged []string
	for _, out := range o.outputs {
		outputs = append(outputs, out.path)
	}
	for _, result := range run.results {
		if result.Skipped == "" {
			judged = append(judged, filepath.FromSlash(result.Path))
		}
	}
	return cmp.Or(
		spared(outputs, judged, "a file that is checked"),
		spared(outputs, o.config.Paths(), "the configuration"),
		spared(outputs, []string{o.baseline.path}, "the baseline"),
	)
}
