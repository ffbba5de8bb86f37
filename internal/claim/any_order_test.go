package claim

import (
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// TestAnyOrder holds that the reader takes known words, code and signs in any order: a form that looks at the token
// beside it must not assume that there is one.
func TestAnyOrder(t *testing.T) {
	pieces := slices.Sorted(maps.Keys(known().tags))
	pieces = append(pieces, strings.Split("`a.go`|`src/b.ts`|`go test ./...`|`TestA`|,|:|;|(|)| - |→|0|3/3|foo|Maria|、|，|。|\n|\n- |## |**", "|")...)
	pieces = append(pieces, " | ")
	random := rand.New(rand.NewSource(1))
	for range 20_000 {
		var said strings.Builder
		for range 1 + random.Intn(9) {
			said.WriteString(pieces[random.Intn(len(pieces))])
			if random.Intn(4) > 0 {
				said.WriteByte(' ')
			}
		}
		for _, c := range Of(said.String()) {
			if c.Act == "" {
				t.Errorf("%q claims nothing in particular", said.String())
			}
		}
	}
}
