package evaluation

import (
	"fmt"

	"flyby/datasets"
	"flyby/evaluation/figures"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// interactions builds Figure 3.
func (b *builder) interactions() (report.Section, error) {
	s := report.Section{Title: "Interactions and batch size"}
	var c figures.Chart
	fits := ""
	for _, search := range b.searches {
		x, y, err := b.interactionsOf(search)
		if err != nil {
			return s, err
		}
		if len(x) < 2 {
			continue
		}
		c.Series = append(c.Series, figures.Series{Name: search.Name, X: x, Y: y, Points: true})
		if search.Name == "S1" {
			l := results.FitLine(x, y)
			fits = fmt.Sprintf(" On GALAXY (S1) a line fits with R² = %.6f: %.0f + %.3f s interactions a query segment.", l.R2, l.A, l.B)
		}
	}
	if len(c.Series) == 0 {
		return s, nil
	}
	x, y := figures.Axis{Label: "query segments a batch, s"}, figures.Axis{Label: "interactions a query segment"}
	x.Log, y.Log, c.Title = true, true, "all searches"
	c.X, c.Y = x, y
	all, err := report.Draw("b", "Interactions a query segment over s, all searches", c)
	if err != nil {
		return s, err
	}
	x.Log, y.Log, x.Zero, y.Zero = false, false, true, true
	only := c.Series[0]
	only.Name = ""
	first, err := report.Draw("a", "Interactions a query segment over s", figures.Chart{
		Title: c.Series[0].Name, X: x, Y: y, Series: []figures.Series{only},
	})
	s.Blocks = []report.Block{figure(3, "Interactions a query segment over the batch size of Periodic, on the first search as in the paper, and on "+
		"all. The paper finds the number to grow almost perfectly linearly."+fits, first, all)}
	return s, err
}

// interactionsOf returns the curve of one search.
func (b *builder) interactionsOf(s datasets.Search) (x, y []float64, err error) {
	q, err := b.queries(s)
	for _, p := range results.Curve(b.groupsOf(s.Name)) {
		x, y = append(x, float64(p.S)), append(y, float64(p.Interactions)/float64(q.Segments))
	}
	return x, y, err
}
