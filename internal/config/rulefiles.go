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
	insert := "rule-files:\n  - " + yamlKey(entry) + "\n"
	if len(c.Files()) == 0 {
		return "# yaml-language-server: $schema=" + SchemaURL + "\n" + insert, nil
	}
	own := c.files[len(c.files)-1]
	data, list := string(own.data), own.root.Field("rule-files")
	if data != "" && !strings.HasSuffix(data, "\n") {
		data += "\n"
	}
	at := len(data)
	switch {
	case list == nil && c.at("rule-files") != nil:
		return "", errors.New("its rule-files are in a file that it extends")
	case list != nil && (len(list.Items) == 0 || data[list.Value.Start] == '['):
		return "", errors.New("its rule-files are not written one a line")
	case list != nil:
		last := list.Items[len(list.Items)-1].Value.Start
		insert = data[strings.LastIndexByte(data[:last], '\n')+1:last] + yamlKey(entry) + "\n"
		at = last + strings.IndexByte(data[last:], '\n') + 1
	}
	text := data[:at] + insert + data[at:]
	root, _, faults := document.ParseYAML([]byte(text), c.contract.Limits)
	added := items(root.Field("rule-files"))
	if len(faults) > 0 || len(added) != len(items(list))+1 || added[len(added)-1].Str() != entry {
		return "", errors.New("it is not written in lines of `key: value`")
	}
	return text, nil
}
