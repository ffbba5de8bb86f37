package text

import "strings"

// Fill replaces each {name} in a template with its value. A name without a value
// stays; a test of the catalogue finds it.
func Fill[V ~map[string]string](template string, values ...V) string {
	if !strings.Contains(template, "{") {
		return template
	}
	var pairs []string
	for _, vs := range values {
		for name, value := range vs {
			pairs = append(pairs, "{"+name+"}", value)
		}
	}
	return strings.NewReplacer(pairs...).Replace(template)
}
