// Package page makes HTML files that ask for no other: their look, and a policy by which a
// browser runs their own script and no other.
package page

import (
	"crypto/sha256"
	_ "embed" // the parts of a page
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
)

var (
	//go:embed page.html
	layout string
	//go:embed page.css
	style string
)

// Page is what a page has.
type Page struct {
	Title string
	// Template is the content of the body, filled in with Content.
	Template string
	Content  any
	// Style is added to the style of all pages, and Script runs at the end; both may be "".
	Style, Script string
}

// HTML returns the page.
func (p Page) HTML() (string, error) {
	styles := "\n" + p.Style + style
	policy := fmt.Sprintf("default-src 'none'; style-src '%s'", Hash(styles))
	if p.Script != "" {
		policy += fmt.Sprintf("; script-src '%s'", Hash(p.Script))
	}
	page := template.Must(template.New("page").Parse(layout))
	template.Must(page.New("content").Parse(p.Template))
	var out strings.Builder
	err := page.Execute(&out, map[string]any{
		"Title": p.Title, "Policy": policy + "; base-uri 'none'; form-action 'none'",
		"Style": template.CSS(styles), "Script": template.JS(p.Script), "Content": p.Content,
	})
	return out.String(), err
}

// Hash returns how a policy names a script or a style sheet of the page.
func Hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
