// Package deps keeps modules in go.mod until their users land.
package deps

import (
	_ "cuelang.org/go/cue/cuecontext"
	_ "cuelang.org/go/encoding/jsonschema"
	_ "github.com/adrg/frontmatter"
	_ "github.com/bmatcuk/doublestar/v4"
	_ "github.com/clipperhouse/uax29/v2/words"
	_ "github.com/gofrs/flock"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/mattn/go-isatty"
	_ "github.com/mattn/go-runewidth"
	_ "github.com/natefinch/atomic"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/sabhiram/go-gitignore"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/sirupsen/logrus"
	_ "github.com/urfave/cli/v2"
	_ "github.com/xrash/smetrics"
	_ "github.com/yuin/goldmark"
	_ "go.yaml.in/yaml/v3"
	_ "golang.org/x/sync/errgroup"
)
