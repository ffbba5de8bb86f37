package runner

import (
	"path"
	"slices"
	"strings"
)

type Call struct {
	Runner   string
	Kind     Kind
	Idle     bool
	Narrow   bool
	Language string
	Proves   []Kind
	Silent   bool
}

func Of(words []string) Call {
	c := Call{Kind: KindOf(words), Narrow: IsNarrow(words)}
	if len(words) > 0 {
		switch words[0] {
		case "go", "golangci-lint", "staticcheck", "gofmt":
			c.Language = "go"
		case "pytest", "ruff", "mypy", "black":
			c.Language = "python"
		case "npm", "bun", "vitest", "jest", "tsc", "eslint", "biome", "npx", "prettier":
			c.Language = "js"
		case "cargo":
			c.Language = "rust"
		}
	}
	for _, k := range []Kind{Tests, Build, Types, Lint} {
		if k != c.Kind && c.Kind != Other && c.Kind != Checks && Covers(c.Kind, words, k) {
			c.Proves = append(c.Proves, k)
		}
	}
	return c
}

var exts = map[string]string{".go": "go", ".py": "python", ".ts": "js", ".tsx": "js", ".js": "js", ".jsx": "js", ".mjs": "js", ".rs": "rust"}

func LanguageOf(file string) string { return exts[path.Ext(file)] }

type Known struct {
	Kind     Kind
	Language string
}

func KnownBy(file string) []Known {
	if strings.HasSuffix(file, "_test.go") {
		return []Known{{Tests, "go"}}
	}
	return nil
}

func Has(kind Kind, language string) bool {
	return kind != Types || !slices.Contains([]string{"go", "rust"}, language)
}

func IsFilter(word string) bool { return slices.Contains([]string{"-run", "-k", "-t", "-g"}, word) }

func NamesPackage(word string) bool {
	return slices.Contains([]string{"-p", "--package", "--filter", "-w"}, word)
}
