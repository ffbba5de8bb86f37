# `make help` lists the targets. The checks themselves are in .ci/run, so that
# they are the same here and in CI.

BIN := bin/handofflint$(shell go env GOEXE)
# As in a release: static, and without the library's writer of man pages.
GO := CGO_ENABLED=0 GOFLAGS="-trimpath -tags=urfave_cli_no_docs" go
FUZZTIME ?= 3s
BENCH ?= .

.DEFAULT_GOAL := help
.PHONY: help build install test race lint generate generate-check fuzz hosts try-editors bench cover cross measure evidence-score claim-words pictures site ci release-dry-run demo clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: ## build the program into bin/
	$(GO) build -o $(BIN) ./cmd/handofflint

install: ## install the program where `go install` puts it
	$(GO) install ./cmd/handofflint

test: ## run all tests
	.ci/run test

race: ## run all tests with the race detector
	.ci/run race

lint: ## vet, gofmt, staticcheck, actionlint, shellcheck
	.ci/run vet fmt staticcheck workflows

generate: ## make the generated files anew
	go generate ./...

generate-check: ## fail where a generated file is out of date
	.ci/run generate

fuzz: ## run every fuzz target for FUZZTIME (3s)
	FUZZTIME=$(FUZZTIME) .ci/run fuzz

hosts: ## run the hooks inside real coding agents, test/hosts/README.md
	.ci/run hosts

try-editors: ## use the language server in the editors that are installed, test/editors/README.md
	.ci/run try-editors

bench: ## run the benchmarks that BENCH matches (all)
	go test -run '^$$' -bench '$(BENCH)' -benchmem ./...

measure: ## print how much code there is, and how dense it is
	@.ci/run lines

evidence-score: ## print how many false and true claims are told apart, by kind
	@go test ./internal/claims -run 'TestEvidenceScore' -count=1 -v | grep -Ev '^(=== RUN|--- |PASS|ok )'

claim-words: ## print which words make claims unclear in the sessions of DIR
	@CLAIM_WORDS='$(abspath $(DIR))' go test ./internal/audit -run 'TestClaimWords' -count=1 -v | grep -Ev '^(=== RUN|--- |PASS|ok )'

pictures: ## draw docs/pictures anew from what the program prints
	go test ./internal/cli -run 'TestPicture' -count=1 -update

site: ## build the site, with the playground, into site/dist; `cd site && npm run preview` shows it
	.ci/run site

cover: ## print the test coverage, and keep it in coverage.out
	.ci/run cover

cross: ## vet for Linux, macOS and Windows, amd64 and arm64
	.ci/run cross

ci: ## everything that CI runs
	.ci/run

release-dry-run: ## make all that a release publishes, and push nothing
	.ci/release-dry-run

demo: build ## check the examples and show the findings
	@$(BIN) check --no-failure-log testdata/examples; echo "exit code $$?"

clean: ## remove what the targets above made
	rm -rf bin dist package site/dist coverage.out
