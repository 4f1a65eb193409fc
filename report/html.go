package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
)

//go:embed page/page.html page/style.css page/*.js
var page embed.FS

// scripts lists the files of the page's script in order: what stands in a file may be used by the files behind it.
func scripts() []string {
	return []string{"text", "scale", "vector", "motion", "svg", "distance", "relative", "paths", "player", "table", "intervals", "meetings", "histogram", "page"}
}

// script is the one script of the page.
func script() (string, error) {
	all := bytes.NewBufferString("\"use strict\";\n(() => {\n")
	for _, name := range scripts() {
		text, err := page.ReadFile("page/" + name + ".js")
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	all.WriteString("})();\n")
	return all.String(), nil
}

// contents is what the template is executed with.
type contents struct {
	Page     *Page
	Policy   string
	Style    template.CSS
	Script   template.JS
	Duration string // unit of durations
	Across   bool   // paths are seen from a side, and turn
}

// writePage writes the page as HTML. Its policy lets the browser run the one script and take the one style, and load nothing.
func writePage(w io.Writer, p *Page) error {
	code, err := script()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	style, err := page.ReadFile("page/style.css")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	t, err := template.ParseFS(page, "page/page.html")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	c := contents{Page: p, Style: template.CSS(style), Script: template.JS(code), Duration: p.Data.Time, Across: p.Data.Dim == 3 && !p.Data.Degrees}
	c.Policy = fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; style-src '%s'; script-src '%s'", digest(string(style)), digest(code))
	if p.Data.Stamps {
		c.Duration = "s"
	}
	return t.Execute(w, c)
}

// digest is the hash of a text as a policy names it.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
