package integration

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// block is a fenced code block of docs/ci.md.
type block struct{ language, text string }

func blocks(t *testing.T) []block {
	t.Helper()
	var list []block
	for _, match := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(string(readFile(t, filepath.Join(root, "docs/ci.md"))), -1) {
		list = append(list, block{match[1], match[2]})
	}
	if len(list) < 10 {
		t.Fatalf("docs/ci.md has only %d blocks", len(list))
	}
	return list
}

func TestRecipesParse(t *testing.T) {
	for _, b := range blocks(t) {
		var value any
		var err error
		switch b.language {
		case "yaml":
			err = yaml.Unmarshal([]byte(b.text), &value)
		case "json":
			err = json.Unmarshal([]byte(b.text), &value)
		}
		if err != nil {
			t.Errorf("%v in\n%s", err, b.text)
		}
	}
}

// TestRecipesNameWhatThereIs looks up the options of `check` in the recipes, and the
// hooks of pre-commit in the page.
func TestRecipesNameWhatThereIs(t *testing.T) {
	help, err := exec.Command(filepath.Join(buildProgram(t), program()), "check", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	known := regexp.MustCompile(`--[a-z-]+`).FindAllString(string(help), -1)
	commands := regexp.MustCompile(`handofflint"? check((?: --[a-z-]+)*)`)
	for _, b := range blocks(t) {
		for _, match := range commands.FindAllStringSubmatch(b.text, -1) {
			for _, option := range strings.Fields(match[1]) {
				if !slices.Contains(known, option) {
					t.Errorf("check has no option %s", option)
				}
			}
		}
	}
	doc := string(readFile(t, filepath.Join(root, "docs/ci.md")))
	var hooks []hook
	readYAML(t, filepath.Join(root, ".pre-commit-hooks.yaml"), &hooks)
	for _, h := range hooks {
		if !strings.Contains(doc, h.ID) {
			t.Errorf("docs/ci.md does not name the hook %s", h.ID)
		}
	}
}

// TestActionsArePinned holds every step that runs foreign code, but for the
// recipes, to a commit with its version beside it.
func TestActionsArePinned(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, ".github/workflows/*.yml"))
	if err != nil || len(files) < 3 {
		t.Fatalf("found %d workflows: %v", len(files), err)
	}
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
	pinned := regexp.MustCompile(`^[\w-]+/[\w/-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$`)
	for _, file := range append(files, filepath.Join(root, "action.yml")) {
		for _, match := range uses.FindAllStringSubmatch(string(readFile(t, file)), -1) {
			if match[1] != "./" && !pinned.MatchString(match[1]) {
				t.Errorf("%s: %s is not pinned by commit", file, match[1])
			}
		}
	}
}

// TestReleaseNames holds what the release is called to what the action looks
// for.
func TestReleaseNames(t *testing.T) {
	var config struct {
		ProjectName string `yaml:"project_name"`
		Builds      []struct{ Goos, Goarch, Ldflags []string }
		Archives    []struct {
			Formats      []string
			NameTemplate string `yaml:"name_template"`
		}
		Checksum struct {
			NameTemplate string `yaml:"name_template"`
			Algorithm    string
		}
		Casks []cask `yaml:"homebrew_casks"`
	}
	readYAML(t, filepath.Join(root, ".goreleaser.yaml"), &config)
	if len(config.Builds) != 1 || len(config.Archives) != 1 {
		t.Fatal("more than one build or archive")
	}
	name := config.Archives[0].NameTemplate
	for from, to := range map[string]string{"{{ .ProjectName }}": config.ProjectName, "{{ .Version }}": "${version}", "{{ .Os }}_{{ .Arch }}": "$(platform)"} {
		name = strings.ReplaceAll(name, from, to)
	}
	script := string(readFile(t, filepath.Join(root, ".github/action/run.sh")))
	for _, want := range []string{"archive=" + name + "." + config.Archives[0].Formats[0], "/" + config.Checksum.NameTemplate} {
		if !strings.Contains(script, want) {
			t.Errorf("run.sh does not look for %s", want)
		}
	}
	holdCask(t, config.Casks)
	if config.Checksum.Algorithm != "sha256" || !strings.Contains(config.Builds[0].Ldflags[0], "/internal/cli.release={{ .Version }}") {
		t.Errorf("checksum %s, linker flags %s", config.Checksum.Algorithm, config.Builds[0].Ldflags)
	}
	for _, platform := range append(config.Builds[0].Goos, config.Builds[0].Goarch...) {
		if !strings.Contains(script, "="+platform+" ;;") {
			t.Errorf("run.sh does not know %s", platform)
		}
	}
}

// cask is what the tests read of goreleaser's homebrew_casks.
type cask struct {
	Manpages    []string
	Completions map[string]string
	SkipUpload  string `yaml:"skip_upload"`
}

// holdCask holds what the cask installs to what .ci/release-files writes, and
// to being published by nobody without a token.
func holdCask(t *testing.T, casks []cask) {
	t.Helper()
	if len(casks) != 1 || len(casks[0].Completions) != 3 {
		t.Fatalf("casks: %+v", casks)
	}
	script := string(readFile(t, filepath.Join(root, ".ci/release-files")))
	for shell, file := range casks[0].Completions {
		if file != "handofflint."+shell || !regexp.MustCompile(`for shell in .*\b`+shell+`\b`).MatchString(script) {
			t.Errorf("the completion of %s is %s", shell, file)
		}
	}
	for _, page := range casks[0].Manpages {
		if !strings.Contains(script, ">package/"+page+"\n") {
			t.Errorf("no %s is written", page)
		}
	}
	if !strings.HasSuffix(casks[0].SkipUpload, "{{ else }}true{{ end }}") {
		t.Errorf("the cask is published: %s", casks[0].SkipUpload)
	}
}
