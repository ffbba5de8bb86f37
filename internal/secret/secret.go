// Package secret finds credentials in a text and masks them.
//
// It knows what issuers of credentials document: the beginning, the characters that follow, and their
// number. The forms are data in rules/facts/secrets.cue. A text is read once from left to right, and patterns
// are matched only after the beginning of a form, so that a large file costs little. Begin with Mask.
package secret

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// Secret is a credential in a text.
type Secret struct {
	// Kind is its kind, such as "GitHub token".
	Kind string
	// Start and End are its byte offsets, including the public beginning of a token.
	Start, End int
	// public is that beginning, hidden the rest.
	public, hidden string
}

// shown bounds the characters of a credential in a message.
const shown = 4

// String returns the kind of the credential and its beginning: "GitHub token (ghp_…)".
func (s Secret) String() string {
	if s.public == "" {
		return s.Kind
	}
	return s.Kind + " (" + s.public[:min(shown, len(s.public))] + "…)"
}

// Find returns the credentials in a text, in order.
func Find(s string) []Secret {
	f := loaded()
	var found []Secret
	for at := 0; at < len(s); at++ {
		for _, start := range f.startsAt(s, at) {
			if secret, ok := f.credential(s, at, start); ok {
				found = append(found, secret)
				at = secret.End - 1
				break
			}
		}
	}
	return found
}

// credential returns the one that begins at an offset with the beginning of a form.
func (f *forms) credential(s string, at int, start beginning) (Secret, bool) {
	end := min(at+len(start.text), len(s))
	if !start.isText(s[at:end]) {
		return Secret{}, false
	}
	from, to := f.valueAt(s, at, end, start)
	if !start.isSecret(s[from:to]) {
		return Secret{}, false
	}
	found := Secret{Kind: start.Kind, Start: from, End: to, hidden: s[from:to]}
	switch start.Place {
	case block:
		found.Start = at
	case token:
		found.Start = at
		found.public = start.text
	}
	return found, true
}

// isText reports whether a text is the beginning of the form. Names of settings match in any case.
func (s beginning) isText(text string) bool {
	return text == s.text || s.Place == assigned && strings.EqualFold(text, s.text)
}

// valueAt returns where a possible credential starts and ends. Both are 0 for none, which is too short for any form. The
// text that announces it is from at to end.
func (f *forms) valueAt(s string, at, end int, start beginning) (from, to int) {
	switch start.Place {
	case assigned:
		return start.assignedValue(s, at, end)
	case inURL:
		return password(s, end)
	case inCurl:
		return curlPassword(s, at, end)
	case block:
		return start.blockContent(s, end)
	case header:
		if f.tokenBegins(s, end) {
			return 0, 0
		}
	case token:
		isEscaped := strings.HasPrefix(s[max(0, at-2):at], `\`) // in JSON, the n of a line break precedes it
		if at > 0 && isWord[s[at-1]] && !isEscaped {
			return 0, 0
		}
	}
	return end, start.endOfRun(s, end)
}

// assignedValue returns the value assigned after the name of a setting, or given to an option of a command. The name is
// from at to end.
func (f *form) assignedValue(s string, at, end int) (from, to int) {
	sign := assignment.FindString(s[end:])
	if sign == "" && option.MatchString(s[max(0, at-maxOption):at]) {
		sign = optionSpace.FindString(s[end:])
	}
	if sign == "" || f.excepts(s[:end]) {
		return 0, 0
	}
	from = end + len(sign)
	to = f.endOfRun(s, from)
	isCallOrIndex := strings.ContainsAny(s[to:min(to+1, len(s))], "([{")
	if isCallOrIndex {
		return 0, 0
	}
	return from, to
}

// tokenBegins reports whether a token of a known issuer begins at an offset. That token's own form decides then.
func (f *forms) tokenBegins(s string, at int) bool {
	return slices.ContainsFunc(f.startsAt(s, at), func(start beginning) bool {
		return start.Place == token && strings.HasPrefix(s[at:], start.text)
	})
}

var (
	isNameChar = charsOf("A-Za-z0-9_")
	// isWord has the bytes before a token that make it part of something else.
	isWord = charsOf("A-Za-z0-9_+.-")
)

// endOfRun returns the end of the form's characters from an offset. It returns the offset itself, for no value, if
// letters or digits follow, since the text is then longer than the form, or if an ellipsis does.
func (f *form) endOfRun(s string, from int) int {
	to := from
	end := min(len(s), from+f.Max+1)
	for to < end && f.chars[s[to]] {
		to++
	}
	to = from + len(strings.TrimRight(s[from:to], ".")) // a full stop
	rest := s[to:]
	isCutForExample := strings.HasPrefix(rest, "..") || strings.HasPrefix(rest, "…")
	isLonger := rest != "" && isNameChar[rest[0]]
	if isCutForExample || isLonger {
		return from
	}
	return to
}

// excepts reports whether a text ends in the name of a setting that is not secret.
func (f *form) excepts(before string) bool {
	return slices.ContainsFunc(f.Except, func(name string) bool {
		return strings.EqualFold(before[max(0, len(before)-len(name)):], name)
	})
}

// assignment matches the text between a name and its value, in code, JSON or Markdown: `name = value`,
// `"name": "value"`, `name: value`.
var assignment = text.MustCompile("^[\\\\\"'`* \\]]{0,5}[:=][:=>]{0,2}[ \\t\\\\\"'`*]{0,6}")

// option matches the beginning of a command's option before the name of a setting, optionSpace what is between it and
// its value: "--deploy-token VALUE".
var (
	option      = text.MustCompile(`(?:^|[\s"'` + "`" + `])--(?:[a-z]+-)*$`)
	optionSpace = text.MustCompile(`^ +["']?`)
)

// maxOption bounds the bytes of an option before the name of a setting.
const maxOption = 40

// password returns the start and the end of the password in a URL. Both are 0 if there is none, if it is a common
// example, or if the host is a developer's machine.
func password(s string, at int) (from, to int) {
	const longest = 300
	address := authority.FindString(s[at:min(len(s), at+longest)])
	sign := max(strings.LastIndexByte(address, '@'), 0)
	user, secret, found := strings.Cut(address[:sign], ":")
	host, _, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(address[sign:], "@")), ":")
	isPublic := strings.Contains(host, ".") && !isLocal(host)
	if !found || !isPublic || isDocumented(user, secret) {
		return 0, 0
	}
	return at + sign - len(secret), at + sign
}

// authority matches the part of a URL before its path.
var authority = text.MustCompile("^[^ \\t\\r\\n/\"'`<>()\\[\\]{}\\\\$%*|,\\x7f-\\x{10FFFF}]*")

// isLocal reports whether a host is a developer's own machine or an example. Of a known host that ends in a dot, such
// as "example.", only the labels at some place have to match.
func isLocal(host string) bool {
	return slices.ContainsFunc(facts.Hosts, func(known string) bool {
		isPart := strings.HasSuffix(known, ".") && strings.Contains("."+host, "."+known)
		return isPart || host == known
	})
}

// isDocumented reports whether a password is a usual example.
func isDocumented(user, password string) bool {
	return containsAny(strings.ToLower(password), facts.Passwords) || strings.EqualFold(user, password)
}

// curlPassword returns the start and the end of the password in an option of curl. Both are 0 if there is none, if it
// has a variable or is a common example, or if the host is a developer's machine. The option, with a space before it,
// is from option to at.
func curlPassword(s string, option, at int) (from, to int) {
	const longest = 300 // bytes of the command on each side
	before := s[max(0, option-longest) : option+1]
	before = before[strings.LastIndexAny(before, "\n;|&")+1:]
	m := curlUser.FindStringSubmatchIndex(s[at:min(len(s), at+longest)])
	if m == nil || !strings.Contains(before, "curl ") {
		return 0, 0
	}
	user := s[at+m[2] : at+m[3]]
	password := s[at+m[4] : at+m[5]]
	variable := s[at+m[6] : at+m[7]]
	end := at + m[5]
	rest, _, _ := strings.Cut(s[end:min(len(s), end+longest)], "\n")
	words := strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool { return strings.ContainsRune(" \"'`/:", r) })
	if variable != "" || isDocumented(user, password) || slices.ContainsFunc(words, isLocal) {
		return 0, 0
	}
	return end - len(password), end
}

// curlUser matches the user and the password of an option, and the beginning of a variable after them.
var curlUser = text.MustCompile("^[ =\\\\\"']*([^\\x00- \\x7f-\\x{10FFFF}\"'`<>(){}\\[\\]\\\\|;$:]*):([^\\x00- \\x7f-\\x{10FFFF}\"'`<>(){}\\[\\]\\\\|;$]*)([$<{(]?)")

// blockContent returns where the content of a PEM block with a private key starts and ends. Both are 0 for other blocks.
func (f *form) blockContent(s string, at int) (from, to int) {
	const longest = 60
	label := keyLabel.FindString(s[at:min(len(s), at+longest)])
	if label == "" {
		return 0, 0
	}
	from = at + len(label)
	content, _, _ := strings.Cut(s[from:min(len(s), from+f.Max)], "-----")
	return from, from + len(content)
}

var keyLabel = text.MustCompile(`^[^-]*PRIVATE KEY(?: BLOCK)?-----`)

// isSecret reports whether a value is a credential and not an example.
func (f *form) isSecret(value string) bool {
	if f.Place == block {
		value = f.longest(value) // the key, without the headers and line ends
	}
	if len(value) < f.Min || len(value) > f.Max {
		return false
	}
	isMarked := len(f.Contains) == 0 || containsAny(value, f.Contains)
	isExample := containsAny(strings.ToLower(value), facts.Examples) || f.except.MatchString(value)
	return isMarked && !isExample && entropy(value) >= f.Bits && changes(value, f.Kinds) >= f.Changes
}

func containsAny(s string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// longest returns the longest run of the form's characters in a block.
func (f *form) longest(block string) string {
	longest := ""
	for run := range strings.FieldsFuncSeq(block, func(r rune) bool { return r >= 256 || !f.chars[r] }) {
		if len(run) > len(longest) {
			longest = run
		}
	}
	return longest
}
