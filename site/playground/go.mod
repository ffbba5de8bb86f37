module github.com/handofflint/handofflint/site/playground

go 1.25.0

require github.com/handofflint/handofflint v0.0.0

require (
	github.com/BurntSushi/toml v1.5.0 // indirect
	github.com/adrg/frontmatter v0.2.0 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/mattn/go-runewidth v0.0.31 // indirect
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/tidwall/gjson v1.20.1 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.0 // indirect
	github.com/yuin/goldmark v1.8.7 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.38.0 // indirect
	golang.org/x/tools v0.45.0 // indirect
	gopkg.in/yaml.v2 v2.3.0 // indirect
	mvdan.cc/sh/v3 v3.12.0 // indirect
)

replace github.com/handofflint/handofflint => ../..
