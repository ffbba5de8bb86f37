package hook

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// maxTrust is how much is read of a host's own file, in bytes.
const maxTrust = 4 << 20

// readOwn reads a host's own file, "" if that cannot be read.
func readOwn(path string) string {
	data, err := readSmall(path, maxTrust)
	if err != nil {
		return ""
	}
	return string(data)
}

// codexProject is the table of a project in Codex's config.toml, and what it says.
var codexProject = regexp.MustCompile(`(?m)^\s*\[\s*projects\s*\.\s*(?:"([^"\n]+)"|'([^'\n]+)')\s*\]((?:\n[ \t]*[^\[\n]*)*)`)

var codexTrusted = regexp.MustCompile(`(?m)^\s*trust_level\s*=\s*["']trusted["']`)

// codexTrusts looks for the folder among the projects of config.toml.
func codexTrusts(own, folder string, _ func(string) string) string {
	path := filepath.Join(own, "config.toml")
	for _, m := range codexProject.FindAllStringSubmatch(readOwn(path), -1) {
		if name := strings.ReplaceAll(m[1], `\\`, `\`) + m[2]; filepath.Clean(name) == folder && codexTrusted.MatchString(m[3]) {
			return ""
		}
	}
	return "is not a trusted project in " + path + ": Codex skips its hooks without a word"
}

// copilotTrusts looks for the folder, or one above it, among the trusted folders of
// config.json.
func copilotTrusts(own, folder string, _ func(string) string) string {
	path := filepath.Join(own, "config.json")
	var config struct {
		TrustedFolders []string `json:"trustedFolders"`
		Older          []string `json:"trusted_folders"`
	}
	_ = json.Unmarshal([]byte(readOwn(path)), &config) // what cannot be read trusts nothing
	if slices.ContainsFunc(append(config.TrustedFolders, config.Older...), func(trusted string) bool { return isBelow(folder, trusted) }) {
		return ""
	}
	return "is not among trustedFolders in " + path + ": Copilot CLI skips its hooks without a word, unless it is started with --trust-folder"
}

// geminiTrusts looks for the folder, or one above it, in trustedFolders.json.
func geminiTrusts(own, folder string, getenv func(string) string) string {
	if getenv("GEMINI_CLI_TRUST_WORKSPACE") == "true" {
		return ""
	}
	path := filepath.Join(own, "trustedFolders.json")
	var levels map[string]string
	_ = json.Unmarshal([]byte(readOwn(path)), &levels) // what cannot be read trusts nothing
	for name, level := range levels {
		if level == "TRUST_FOLDER" && isBelow(folder, name) || level == "TRUST_PARENT" && isBelow(folder, filepath.Dir(name)) {
			return ""
		}
	}
	return "is not trusted in " + path + ": Gemini CLI skips its hooks without a word"
}

// isBelow reports whether a folder is another one or below it.
func isBelow(folder, above string) bool {
	rel, err := filepath.Rel(above, folder)
	return err == nil && filepath.IsLocal(rel)
}
