package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

type dataSizeParams struct {
	Max int `json:"max"`
}

// dataSize reports a data object whose keys and values are too long in total.
func dataSize(p *dataSizeParams, pass *rules.Pass) {
	data := pass.Doc.Data().Field("data")
	if data == nil {
		return
	}
	size := 0
	for _, item := range data.Items {
		size += len(item.Name) + len(item.Text)
	}
	if size > p.Max {
		values := rules.Values{"size": strconv.Itoa(size), "max": strconv.Itoa(p.Max)}
		pass.Report(rules.Report{At: data.Opening(), Scope: data.Value, Pointer: "/data", Values: values})
	}
}
