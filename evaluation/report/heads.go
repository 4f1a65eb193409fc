package report

import (
	"strings"

	"flyby/evaluation/figures"
)

// PaperMark at the end of a head marks a column of a paper's numbers.
const PaperMark = " (paper)"

// Heads makes columns of numbers under heads, the first one of text.
func Heads(first string, others ...string) []Column {
	all := []Column{{Head: first, Left: true}}
	for _, head := range others {
		name, paper := strings.CutSuffix(head, PaperMark)
		all = append(all, Column{Head: name, Paper: paper})
	}
	return all
}

// Drawing is implemented by the charts, heat maps and bars of package figures.
type Drawing interface {
	SVG() (figures.SVG, error)
}

// Draw draws one panel of a figure.
func Draw(label, caption string, d Drawing) (Panel, error) {
	svg, err := d.SVG()
	return Panel{Label: label, Caption: caption, SVG: svg}, err
}
