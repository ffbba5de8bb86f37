package generate

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// patterns returns the facts of package text about the patterns of schemas and rules, and about parameters
// that are patterns.
func (c *compiler) patterns() (all []text.PatternFacts, err error) {
	sources, err := patternsIn(c.table)
	if err != nil {
		return nil, err
	}
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		facts, err := text.FactsOf(source)
		if err != nil {
			return nil, fmt.Errorf("the pattern %s: %w", source, err)
		}
		all = append(all, facts)
	}
	return all, nil
}

// patternsIn returns the patterns of a table.
func patternsIn(table *schema.Table) (found map[string]bool, err error) {
	found = map[string]bool{}
	seen := map[*schema.Node]bool{}
	eachNode(reflect.ValueOf(*table), seen, func(n *schema.Node) {
		for _, test := range n.Tests {
			if slices.Contains([]schema.Op{schema.Match, schema.NotMatch}, test.Op) {
				found[test.Text] = true
			}
		}
	})
	for _, rule := range table.Rules {
		if rule.ParamNode == nil {
			continue
		}
		var params any
		if err := json.Unmarshal([]byte(rule.Params), &params); err != nil {
			return nil, fmt.Errorf("the parameters of %s: %w", rule.Name, err)
		}
		addPatterns(found, rule.ParamNode, params)
	}
	return found, nil
}

// eachNode calls visit for each Node below a value, once: Nodes may refer to each other.
func eachNode(v reflect.Value, seen map[*schema.Node]bool, visit func(*schema.Node)) {
	switch v.Kind() {
	case reflect.Pointer:
		node, isNode := v.Interface().(*schema.Node) // nil, which is never seen, for another type
		if v.IsNil() || seen[node] {
			return
		}
		if isNode {
			seen[node] = true
			visit(node)
		}
		eachNode(v.Elem(), seen, visit)
	case reflect.Struct:
		for i := range v.NumField() {
			eachNode(v.Field(i), seen, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachNode(v.Index(i), seen, visit)
		}
	}
}

// addPatterns adds the strings in a value that are patterns by a schema.
func addPatterns(found map[string]bool, n *schema.Node, value any) {
	if n == nil {
		return
	}
	switch value := value.(type) {
	case string:
		if slices.ContainsFunc(n.Tests, func(t schema.Test) bool { return t.Op == schema.IsPattern }) {
			found[value] = true
		}
	case []any:
		for _, item := range value {
			addPatterns(found, n.Items, item)
		}
	case map[string]any:
		for name, member := range value {
			addPatterns(found, n.Field(name), member)
		}
	}
}
