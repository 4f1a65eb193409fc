package evaluation

import (
	"fmt"
	"math"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// choices are the response times of one search by method and device.
type choices struct {
	datasets.Search
	fixed []results.Group // in the order of the columns
	auto  results.Group
	has   bool // auto
}

// choicesOf gathers them; ok is false where nothing was measured.
func (b *builder) choicesOf(s datasets.Search) (c choices, ok bool) {
	c.Search = s
	for _, g := range b.in(s.Name, measure.MethodsRound) {
		if g.Method == string(flyby.MethodAuto) {
			c.auto, c.has = g, true
		} else {
			c.fixed = append(c.fixed, g)
		}
	}
	return c, len(c.fixed) > 0
}

// ratio is the response time of auto as a multiple of the best fixed choice's.
func (c choices) ratio() float64 {
	best, ok := results.Fastest(c.fixed)
	if !ok || !c.has {
		return math.NaN()
	}
	return c.auto.Seconds / best.Seconds
}

// choiceTitle names a method and the device that it ran on.
func (b *builder) choiceTitle(g results.Group) string {
	device := g.Device
	if device == "" {
		device = b.session().Machine.Device.Selector
	}
	return fmt.Sprintf("%s on %s", g.Method, device)
}

// methods is what lies beyond the paper: spatiotemporal, and auto against the best fixed choice.
func (b *builder) methods() (report.Section, error) {
	s := report.Section{Title: "Beyond the paper: methods and devices"}
	t := report.Table{Caption: "Response times by method and device, the temporal method with its best batch size on the device of this report; the best fixed choice in bold. " +
		"auto may be at most 1.1 times the best."}
	for _, search := range b.searches {
		c, ok := b.choicesOf(search)
		if !ok {
			continue
		}
		if t.Columns == nil {
			var heads []string
			for _, g := range c.fixed {
				heads = append(heads, b.choiceTitle(g))
			}
			t.Columns = columns("search", append(heads, "auto", "auto / best")...)
			t.Columns = append(t.Columns, report.Column{Head: "auto chose", Left: true})
		}
		best, _ := results.Fastest(c.fixed)
		row := []report.Cell{report.Word(search.Name)}
		for _, g := range c.fixed {
			row = append(row, report.Seconds(g.Seconds).Strong(g.Seconds == best.Seconds))
		}
		t.Add(append(row, report.Seconds(c.auto.Seconds), report.Number(c.ratio(), 2), report.Word(c.auto.Chosen))...)
	}
	if len(t.Rows) == 0 {
		return s, nil
	}
	s.Blocks = []report.Block{{Table: &t}, b.pruning()}
	return s, nil
}

// pruning compares the work that the methods do.
func (b *builder) pruning() report.Block {
	t := report.Table{
		Caption: "What the methods compare: interactions of the temporal method at its best batch size, box tests and interactions of the spatiotemporal one, and hits.",
		Columns: columns("search", "interactions, temporal", "box tests, spatiotemporal", "interactions, spatiotemporal", "hits"),
	}
	for _, s := range b.searches {
		row := make([]report.Cell, 5)
		row[0] = report.Word(s.Name)
		for _, g := range b.in(s.Name, measure.MethodsRound) {
			switch {
			case g.Device != "":
			case g.Method == string(flyby.MethodTemporal):
				row[1], row[4] = report.Count(g.Interactions), report.Count(g.Hits)
			case g.Method == string(flyby.MethodSpatiotemporal):
				row[2], row[3] = report.Count(g.BoxTests), report.Count(g.Interactions)
			}
		}
		t.Add(row...)
	}
	return report.Block{Table: &t}
}
