package main

import "path/filepath"

// pin is a package of npm at a version.
type pin struct{ Package, Version string }

// dir returns where it is installed.
func (p pin) dir() string { return filepath.Base(p.Package) + "-" + p.Version }

// pinned are the packages that the hosts come in.
var pinned = map[string]pin{
	"claude":     {"@anthropic-ai/claude-code", "2.1.330"},
	"claude-old": {"@anthropic-ai/claude-code", "2.1.197"},
	"codex":      {"@openai/codex", "0.169.0"},
	"gemini":     {"@google/gemini-cli", "0.61.0"},
	"copilot":    {"@github/copilot", "1.0.102"},
	"droid":      {"droid", "0.215.0"},
}
