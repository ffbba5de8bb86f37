package table

import (
	"embed"
	"encoding/json"
	"fmt"
)

// files are the values of the built-in sources that are neither rules nor formats, one file a value.
//
//go:embed data/*.json
var files embed.FS

// Load returns the data of the built-in sources by its name, decoded as encoding/json
// does. It panics if there is none or it does not fit: both are made when the program
// is built, and a test of each reader finds it.
func Load[T any](name string) (data T) {
	text, err := files.ReadFile("data/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(text, &data)
	}
	if err != nil {
		panic(fmt.Errorf("the data %q of the sources: %w", name, err))
	}
	return data
}
