package config

import (
	"errors"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// WithRuleFile returns the text of the configuration's own file with one more
// entry in rule-files, or of a new file if there is none. An error says that the
// entry has to be written by hand.
func (c *Config) WithRuleFile(entry string) (string, error) {
	if len(c.Files()) == 0 {
		return "# yaml-language-server: $schema=" + SchemaURL + "\nrule-files:\n  - " + yamlKey(entry) + "\n", nil
	}
	own := c.files[len(c.files)-1]
	data, list := string(own.data), own.root.Field("rule-files")
	at, insert := len(data), ""
	switch {
	case list == nil && c.at("rule-files") != nil:
		return "", errors.New("its rule-files are in a file that it extends")
	case list == nil:
		insert = "rule-files:\n  - " + yamlKey(entry) + "\n"
		if data != "" && !strings.HasSuffix(data, "\n") {
			insert = "\n" + insert
		}
	case data[list.Value.Start] == '[':
		at, insert = list.Value.End-1, yamlKey(entry)
		if len(list.Items) > 0 {
			insert = ", " + insert
		}
	default:
		last := list.Items[len(list.Items)-1].Value
		begin := strings.LastIndexByte(data[:last.Start], '\n') + 1
		insert = data[begin:last.Start] + yamlKey(entry) + "\n"
		if end := strings.IndexByte(data[last.End:], '\n'); end >= 0 {
			at = last.End + end + 1
		} else {
			insert = "\n" + insert
		}
	}
	text := data[:at] + insert + data[at:]
	root, _, faults := document.ParseYAML([]byte(text), c.contract.Limits)
	added := items(root.Field("rule-files"))
	if len(faults) > 0 || len(added) != len(items(list))+1 || added[len(added)-1].Str() != entry {
		return "", errors.New("it is not written in lines of `key: value`")
	}
	return text, nil
}
