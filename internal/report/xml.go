package report

import (
	"bufio"
	"encoding/xml"
	"io"
)

// writeXML writes a value as an indented XML document. Texts are to be escaped
// before: encoding/xml takes care of markup, not of what a reader would act on.
func writeXML(w io.Writer, document any) error {
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	out.WriteByte('\n')
	return out.Flush()
}
