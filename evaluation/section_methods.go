package evaluation

import (
	"fmt"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// choices has the response times of one search by method and device.
type choices struct {
	datasets.Search
	fixed    []results.Group // in the order of the columns
	modelled results.Group   // temporal, the model's batch size; zero where it was not measured
	auto     results.Group   // zero where it was not measured
}

// choicesOf gathers the choices of a search; ok is false where nothing was measured.
func (b *builder) choicesOf(s datasets.Search) (c choices, ok bool) {
	c.Search = s
	for _, g := range b.groupsIn(s.Name, measure.MethodsRound) {
		switch {
		case g.Method == string(flyby.MethodAuto):
			c.auto = g
		case g.Parameter == measure.ModelBatching:
			c.modelled = g
		default:
			c.fixed = append(c.fixed, g)
		}
	}
	return c, len(c.fixed) > 0
}

// ratio returns the response time of auto as a multiple of the best fixed choice's, in the way of results.Ratio or ClearRatio.
func (c choices) ratio(of func(a, b results.Group) float64) float64 {
	best, _ := results.Fastest(c.fixed)
	return of(c.auto, best)
}

// choiceTitle names a method and the device that it ran on.
func (b *builder) choiceTitle(g results.Group) string {
	device := g.Device
	if device == "" {
		device = b.session().Machine.Device.Selector
	}
	return fmt.Sprintf("%s on %s", g.Method, device)
}

// methods builds the section beyond the paper: spatiotemporal, and auto against the best fixed
// choice.
func (b *builder) methods() (report.Section, error) {
	s := report.Section{Title: "Beyond the paper: methods and devices"}
	t := report.Table{
		Caption: "Response times by method and device: the temporal method with the batch size that took least time on the device of this report (120 query segments on the cpu beside it) and with the one that the model picks, " +
			"the spatiotemporal one, and auto. The fastest fixed choice in bold; auto is to be at most 1.1 times that.",
		Notes: []string{"What the model takes to choose is in the times of \"model\" and of auto.", emptyNote()},
	}
	for _, search := range b.searches {
		c, ok := b.choicesOf(search)
		if !ok {
			continue
		}
		if t.Columns == nil {
			t.Columns = b.choiceColumns(c)
		}
		t.Add(c.row()...)
	}
	if len(t.Rows) == 0 {
		return s, nil
	}
	s.Blocks = []report.Block{{Table: &t}, b.pruning()}
	return s, nil
}

// choiceColumns heads the columns of row.
func (b *builder) choiceColumns(c choices) []report.Column {
	var heads []string
	for _, g := range c.fixed {
		heads = append(heads, b.choiceTitle(g))
	}
	all := report.Heads("search", append(heads, "temporal, model", "auto", "auto / best")...)
	return append(all, report.Column{Head: "auto chose", Left: true})
}

// row returns the row of a search.
func (c choices) row() []report.Cell {
	best, _ := results.Fastest(c.fixed)
	row := []report.Cell{report.Word(c.Name)}
	for _, g := range c.fixed {
		row = append(row, report.Seconds(g.Seconds).Strong(g.Seconds == best.Seconds && best.Trials >= results.LeastTrials))
	}
	return append(row, measuredSeconds(c.modelled), measuredSeconds(c.auto), report.Number(c.ratio(results.ClearRatio), 2), report.Word(c.auto.Chosen))
}

// measuredSeconds returns a group's response time, and an empty cell for a zero group.
func measuredSeconds(g results.Group) report.Cell {
	if g.Trials == 0 {
		return report.None()
	}
	return report.Seconds(g.Seconds)
}

// pruning compares the work that the methods do.
func (b *builder) pruning() report.Block {
	t := report.Table{
		Caption: "What the methods compare: interactions of the temporal method at the same batch size, box tests and interactions of the spatiotemporal one, and hits.",
		Columns: report.Heads("search", "interactions, temporal", "box tests, spatiotemporal", "interactions, spatiotemporal", "hits"),
	}
	for _, s := range b.searches {
		row := make([]report.Cell, 5)
		row[0] = report.Word(s.Name)
		for _, g := range b.groupsIn(s.Name, measure.MethodsRound) {
			switch {
			case g.Device != "" || g.Parameter == measure.ModelBatching:
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
