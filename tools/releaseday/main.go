// Command releaseday changes what pages and messages say about installing, once the first release
// is there and its npm package has a name:
//
//	cd tools && go run ./releaseday NPM-NAME
package main

import (
	_ "embed" // the changes
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed changes.txtar
var changes string

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cd tools && go run ./releaseday NPM-NAME")
		os.Exit(2)
	}
	if err := write("..", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "releaseday:", err)
		os.Exit(2)
	}
}

// write makes all changes below a folder, or none if a place is missing.
func write(root, npmName string) error {
	texts, err := changed(os.DirFS(root), npmName)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := os.WriteFile(filepath.Join(root, name), []byte(texts[name]), 0o644); err != nil {
			return err
		}
		fmt.Println("changed", name)
	}
	return nil
}

// changed returns the texts of the files that change, by their names.
func changed(tree fs.FS, npmName string) (map[string]string, error) {
	texts := map[string]string{}
	for _, c := range txtar.Parse([]byte(changes)).Files {
		before, after, _ := strings.Cut(string(c.Data), "=======\n")
		before = strings.TrimSuffix(before, "\n")
		after = strings.ReplaceAll(strings.TrimSuffix(after, "\n"), "NPM-NAME", npmName)
		if _, isRead := texts[c.Name]; !isRead {
			data, err := fs.ReadFile(tree, c.Name)
			if err != nil {
				return nil, err
			}
			texts[c.Name] = string(data)
		}
		if n := strings.Count(texts[c.Name], before); n != 1 {
			return nil, fmt.Errorf("%s has this %d times, not once:\n%s", c.Name, n, before)
		}
		texts[c.Name] = strings.Replace(texts[c.Name], before, after, 1)
	}
	return texts, nil
}
