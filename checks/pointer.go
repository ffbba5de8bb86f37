package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
)

func itemPointer(pointer string, i int) string {
	return document.PointerStep(pointer, strconv.Itoa(i))
}
