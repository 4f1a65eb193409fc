package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"
)

//go:embed report.md.tmpl
var markdownSource string

// WriteMarkdown writes the document as Markdown with tables (GitHub's). Figures are links to the files
// that Figure.File names.
func WriteMarkdown(w io.Writer, d Document) error {
	t, err := template.New("markdown").Funcs(template.FuncMap{
		"cell": markdownCell, "rule": markdownRule, "escape": markdownEscape,
	}).Parse(markdownSource)
	if err != nil {
		return fmt.Errorf("report: markdown: %w", err)
	}
	if err := t.Execute(w, d); err != nil {
		return fmt.Errorf("report: markdown: %w", err)
	}
	return nil
}

// markdownCell writes a cell between two bars.
func markdownCell(c Cell) string {
	text := markdownEscape(c.Text)
	switch {
	case text == "":
		return ""
	case c.Bold:
		return "**" + text + "**"
	case c.Paper:
		return "*" + text + "*"
	}
	return text
}

// markdownEscape keeps text from being read as markup.
func markdownEscape(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "`", "\\`", "|", `\|`).Replace(text)
}

// markdownRule returns the line below the heads.
func markdownRule(columns []Column) string {
	var b strings.Builder
	for _, c := range columns {
		if c.Left {
			b.WriteString("| --- ")
		} else {
			b.WriteString("| ---: ")
		}
	}
	return b.String() + "|"
}
