package document

import (
	"path"
	"slices"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// byKeys returns the format of a JSON file by the keys of its object, or of what could
// be read of it.
func (p *probe) byKeys() Format {
	if p.isLog() {
		return Task
	}
	object := p.jsonObject()
	for _, sign := range objectSigns {
		if sign.fits(object) {
			return sign.format
		}
	}
	return Unknown
}

// jsonObject is the object of a JSON file, or what could be read of it.
type jsonObject struct {
	in   Input
	node *Node
	// isBroken is set if what looks like a key in the text counts as one, too.
	isBroken bool
}

// jsonObject returns the object of a JSON file.
func (p *probe) jsonObject() jsonObject {
	node, faults := p.json()
	object := jsonObject{in: p.in, node: node}
	if fault := jsonFault(faults); fault != nil {
		isList := node != nil && node.Kind == List  // another program's
		isFirst := fault.Variant == "trailing-data" // of several objects
		object.isBroken = p.in.Named || !isList && !isFirst
	}
	return object
}

func (o jsonObject) has(key string) bool {
	return o.node.Field(key) != nil || o.isBroken && mentionsKey(o.in.Data, key)
}

// objectSign is what the format of a JSON object is told by.
type objectSign struct {
	format Format
	// keys are all keys of a signature and one of its alternatives.
	keys protocol.Signature
	// two are keys of which any two are enough.
	two []string
	// where reports whether the sign counts for an object, nil if it does for each.
	where func(jsonObject) bool
}

// objectSigns are tried in their order.
var objectSigns = []objectSign{
	{format: Context, keys: contextSignature},
	{format: Context, keys: protocol.Signature{Any: contextSignature.Any}, where: jsonObject.isInContextFolder},
	{format: Context, two: protocol.ContextKeys(), where: func(o jsonObject) bool { return o.isBroken }},
	{format: Metadata, keys: metadataSignature},
	{format: Metadata, keys: namedMetadata, where: func(o jsonObject) bool { return o.in.Named }},
	{format: Metadata, two: protocol.MetadataKeys()},
	{format: Task, keys: protocol.Signature{All: []string{"summary"}}, where: jsonObject.isPayload},
	{format: Task, keys: taskSignature, where: jsonObject.isVersioned},
}

// fits reports whether an object has what the sign asks for.
func (s *objectSign) fits(o jsonObject) bool {
	if s.where != nil && !s.where(o) {
		return false
	}
	return s.keys.HasKeys(o.has) || hasTwo(o.has, s.two)
}

func (o jsonObject) isInContextFolder() bool {
	return protocol.IsContextFolder(path.Dir(protocol.Slashed(o.in.Path)))
}

// isPayload reports whether an object has a summary and beside it a key with the kind of
// value that a payload has there. The keys alone are common: a found file with a summary
// and the version "1.4.0" is the manifest of something else.
func (o jsonObject) isPayload() bool {
	is := func(key string, kind Kind) bool {
		value := o.node.Field(key)
		return value != nil && value.Kind == kind
	}
	return o.node.Field("summary") != nil && (is("version", Int) || is("detail", String) || is("data", Object))
}

// isVersioned reports whether a file was named as a payload, or has the version of one.
func (o jsonObject) isVersioned() bool {
	return o.in.Named || o.isBroken && integerVersion.Match(o.in.Data)
}

// hasTwo reports whether an object has two of some keys.
func hasTwo(has func(key string) bool, keys []string) bool {
	i := slices.IndexFunc(keys, has)
	return i >= 0 && slices.ContainsFunc(keys[i+1:], has)
}

// integerVersion is the first field of a payload that could not be parsed at all. The
// version of most other files is a string.
var integerVersion = text.MustCompile(`\A\W*version\W*:\W*\d+\W`)

// namedMetadata are the keys of a metadata object in what is meant for one: there a
// status is enough beside the agent.
var namedMetadata = protocol.Signature{All: metadataSignature.All, Any: append([]string{"status"}, metadataSignature.Any...)}

// hasOnlyStatus reports whether a metadata object has just the two keys of it that are
// common everywhere: an agent and its status are what an API answers.
func hasOnlyStatus(has func(key string) bool) bool {
	return !slices.ContainsFunc(protocol.MetadataKeys(), has) && !slices.ContainsFunc(protocol.MetadataOthers(), has)
}
