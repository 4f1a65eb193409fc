package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"flyby/evaluation/figures"
)

//go:embed report.html.tmpl
var htmlSource string

// WriteHTML writes the document as one page that needs no other file: figures and style are in it.
func WriteHTML(w io.Writer, d Document) error {
	t, err := template.New("html").Funcs(template.FuncMap{
		"drawing": func(s figures.SVG) template.HTML { return template.HTML(s) }, // drawn by package figures, all text in it escaped
	}).Parse(htmlSource)
	if err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	if err := t.Execute(w, d); err != nil {
		return fmt.Errorf("report: html: %w", err)
	}
	return nil
}
