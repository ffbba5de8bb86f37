package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
)

// sarifPart is what is read of a run in a SARIF log.
type sarifPart struct {
	Tool struct {
		Driver struct {
			Name, Version string
			Rules         []json.RawMessage
		}
	}
	Properties struct{ Shard *sarifShard }
	Results    []json.RawMessage
}

// errCut is why the results of a part cannot be told apart by their files.
var errCut = errors.New("the results are not those that its shard lists: it was cut or altered after handofflint wrote it")

func readSarifPart(runs []sarifPart) (*Part, error) {
	if len(runs) != 1 {
		return nil, fmt.Errorf("%w: it has %d runs", errNoPart, len(runs))
	}
	run := runs[0]
	driver, s := run.Tool.Driver, run.Properties.Shard
	if driver.Name != toolName {
		return nil, fmt.Errorf("%w: it is the log of %q", errNoPart, driver.Name)
	}
	if s == nil {
		return nil, fmt.Errorf("%w: its run is no part of anything", errNoPart)
	}
	part := &Part{format: "sarif", version: driver.Version, shard: s.shard(), disabled: s.Disabled}
	part.summary.Suppressed = s.Suppressed
	if !part.shard.valid() {
		return nil, fmt.Errorf("%w: there is no part %d of %d", errNoPart, s.Index, s.Count)
	}
	return part, part.readResults(run)
}

func (p *Part) readResults(run sarifPart) error {
	descriptors, err := readSarifRules(run.Tool.Driver.Rules)
	if err != nil {
		return err
	}
	paths, ok := run.Properties.Shard.paths(len(run.Results))
	if !ok {
		return errCut
	}
	p.findings = make([]partFinding, len(run.Results))
	for i, text := range run.Results {
		f, err := readSarifResult(text, descriptors)
		if err != nil {
			return fmt.Errorf("result %d: %w", i+1, err)
		}
		f.path = paths[i]
		p.findings[i] = f
	}
	return nil
}

// sarifDescriptor is what a part says of a rule: the rule's name, and the text.
type sarifDescriptor struct {
	rule string
	text json.RawMessage
}

func readSarifRules(texts []json.RawMessage) ([]sarifDescriptor, error) {
	descriptors := make([]sarifDescriptor, len(texts))
	for i, text := range texts {
		var rule sarifRule
		if err := decodeExactly(text, &rule); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
		descriptors[i] = sarifDescriptor{rule.ID, text}
	}
	return descriptors, nil
}

// readSarifResult reads a result strictly: what handofflint does not write has
// no place in what it joins.
func readSarifResult(text json.RawMessage, descriptors []sarifDescriptor) (partFinding, error) {
	var result sarifResult
	if err := decodeExactly(text, &result); err != nil {
		return partFinding{}, err
	}
	severity, err := severityOf(result.Level)
	if err != nil {
		return partFinding{}, err
	}
	if result.RuleIndex < 0 || result.RuleIndex >= len(descriptors) || descriptors[result.RuleIndex].rule != result.RuleID {
		return partFinding{}, fmt.Errorf("its ruleIndex %d is not that of its rule %q", result.RuleIndex, result.RuleID)
	}
	if len(result.Locations) != 1 {
		return partFinding{}, fmt.Errorf("it has %d locations, not one", len(result.Locations))
	}
	return partFinding{text: text, severity: severity, rule: result.RuleID, descriptor: descriptors[result.RuleIndex].text}, nil
}

// errOther is why a value of a part is not taken: what it means elsewhere
// nobody here knows.
var errOther = errors.New("it is not as handofflint writes it")

// decodeExactly decodes a value that must be what handofflint makes of it:
// no key more, none less, and no null.
func decodeExactly(text json.RawMessage, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	again, err := encode(into, "", "")
	if err != nil {
		return err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	// Most are the same text; what is not may differ in escapes.
	if bytes.Equal(compact.Bytes(), again) || sameJSON(text, again) {
		return nil
	}
	return errOther
}

func sameJSON(a, b []byte) bool {
	var one, other any
	return json.Unmarshal(a, &one) == nil && json.Unmarshal(b, &other) == nil && reflect.DeepEqual(one, other)
}

// writeSarif writes what the sarif format writes of one run over the whole
// set: the rules of all parts under new numbers, and the limits held anew.
func (m *Merged) writeSarif(w io.Writer) error {
	described := map[string]json.RawMessage{}
	for _, f := range m.findings {
		if described[f.rule] == nil {
			described[f.rule] = f.descriptor
		}
	}
	content := sarifContent{version: m.version, rules: []json.RawMessage{}, unjudged: m.unjudged, left: m.left(), note: m.Note, limit: m.sarifBytes}
	index := map[string]int{}
	for i, name := range slices.Sorted(maps.Keys(described)) {
		index[name] = i
		content.rules = append(content.rules, described[name])
	}
	for _, f := range m.findings {
		object, err := f.renumbered(index[f.rule])
		if err != nil {
			return err
		}
		content.results = append(content.results, sarifEncoded{object, f.severity})
	}
	return content.write(w)
}

// left are the lines about what is not reported, as Run.left has them.
func (m *Merged) left() []string { return Run{Summary: m.summary, Disabled: m.disabled}.left() }

// sarifRaw is a sarifResult whose values, but for the number, stay the texts
// they are.
type sarifRaw struct {
	RuleID       json.RawMessage `json:"ruleId"`
	RuleIndex    int             `json:"ruleIndex"`
	Level        json.RawMessage `json:"level"`
	Message      json.RawMessage `json:"message"`
	Locations    json.RawMessage `json:"locations"`
	Related      json.RawMessage `json:"relatedLocations,omitempty"`
	Fingerprints json.RawMessage `json:"partialFingerprints"`
	Fixes        json.RawMessage `json:"fixes,omitempty"`
}

// renumbered is the result as it will be written, with another ruleIndex.
func (f partFinding) renumbered(index int) ([]byte, error) {
	var raw sarifRaw
	if err := json.Unmarshal(f.text, &raw); err != nil {
		return nil, err
	}
	raw.RuleIndex = index
	return encode(raw, "        ", "  ")
}
