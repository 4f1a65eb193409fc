package evaluation

import (
	"fmt"
	"math"
	"slices"

	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// model builds Figures 12 to 16 and Table 3.
func (b *builder) model() (report.Section, error) {
	s := report.Section{Title: "The performance model"}
	c, known, err := b.calibrated()
	if !known || err != nil {
		return s, err
	}
	predicted, err := b.predicted()
	if err != nil {
		return s, err
	}
	s.Blocks = append(s.Blocks, calibration(c), hostCurves(c.Model.Host))
	for _, part := range []func() ([]report.Block, error){
		b.components,
		func() ([]report.Block, error) { return surfaces(c.Model.Kernel) },
		func() ([]report.Block, error) { return mixed(c.Model.Report.Mixed, b.quick()) },
		func() ([]report.Block, error) { return modelled(predicted) },
	} {
		blocks, err := part()
		if err != nil {
			return s, err
		}
		s.Blocks = append(s.Blocks, blocks...)
	}
	s.Blocks = append(s.Blocks, table3(predicted), predictions(predicted))
	if h := heldOutTable(c.Model.Report.HeldOut); len(h.Table.Rows) > 0 {
		s.Blocks = append(s.Blocks, h)
	}
	return s, nil
}

// prediction has the model's numbers for a search beside the measured ones.
type prediction struct {
	contest
	measure.Predictions
	walk results.Group // of the spatiotemporal method
}

// predicted gathers the searches that have both predictions and measurements.
func (b *builder) predicted() ([]prediction, error) {
	var all []prediction
	for _, c := range b.contests() {
		p := prediction{contest: c, walk: b.spatiotemporal(c.Search)}
		known, err := b.journal.Fact(measure.PredictionFact(c.Name), &p.Predictions)
		if err != nil {
			return nil, err
		}
		if _, ok := p.atChoice(); known && ok {
			all = append(all, p)
		}
	}
	return all, nil
}

// atChoice returns the measurement at the batch size that the model picks.
func (p prediction) atChoice() (results.Point, bool) {
	for _, point := range p.Periodic {
		if point.S == p.Choice.S {
			return point, true
		}
	}
	return results.Point{}, false
}

// slowdown returns the slowdown of the model's choice, in percent (Table 3), in the way of results.Ratio or ClearRatio.
func (p prediction) slowdown(of func(a, b results.Group) float64) float64 {
	at, _ := p.atChoice()
	return results.Slower(of(at.Group, p.Best.Group), 1)
}

// off returns the error of the predicted response time at the model's choice, in percent.
func (p prediction) off() float64 {
	at, _ := p.atChoice()
	return off(p.Choice, at.Group)
}

// off returns the error of a prediction in percent, NaN where too few trials say what is true.
func off(said measure.Prediction, g results.Group) float64 {
	if g.Trials < results.LeastTrials {
		return math.NaN()
	}
	return results.Off(said.Seconds(), g.Seconds)
}

// calibration says which measurements the model was made from.
func calibration(c calibrated) report.Block {
	k := c.Model.Kernel
	t := report.Table{
		Caption: "The model of the device.", Columns: []report.Column{{Head: "part", Left: true}, {Head: "here", Left: true}, {Head: "the paper", Left: true, Paper: true}},
	}
	row := func(part, here, paper string) { t.Add(report.Word(part), report.Word(here), report.Word(paper)) }
	row("time to calibrate", report.Seconds(c.Seconds).Text, "-")
	row("sum of the kernel times", k.Form, "T1 + T2 + T3 - 2 Theta")
	row("Theta", k.Overhead, "an empty kernel")
	row("lanes that wait for a hit", report.Number(k.Lanes, 0).Text, "-")
	row("batches rounded up to a multiple of", report.Count(k.Quantum).Text, "-")
	row("transfer of hits", fmt.Sprintf("%.3g s a byte", c.Model.Host.SecondsPerByte), "1.54e-08 s a byte")
	row("order of hits", fmt.Sprintf("%.3g s a hit", c.Model.Host.Finish), "-")
	return report.Block{Table: &t}
}

// hostCurves shows equation 1 of the paper.
func hostCurves(h hostModel) report.Block {
	t := report.Table{
		Caption: "T1 of the host, a + b s^p in seconds for all invocations of |Q| query segments (paper, equation 1).",
		Columns: report.Heads("|Q|", "a", "b", "p", "R²"),
	}
	for _, c := range h.Curves {
		t.Add(report.Count(c.Queries), report.Word(fmt.Sprintf("%.4g", c.Law.A)), report.Word(fmt.Sprintf("%.4g", c.Law.B)),
			report.Number(c.Law.P, 4), report.Number(c.Law.R2, 6))
	}
	paper := []report.Cell{report.Word("40,000, the paper"), report.Word("-0.0017"), report.Word("32.2946"), report.Word("-0.9528"), report.Word("above 0.9999")}
	for i := range paper {
		paper[i] = paper[i].FromPaper()
	}
	t.Add(paper...)
	return report.Block{Table: &t}
}

// table3 builds Table 3.
func table3(all []prediction) report.Block {
	t := report.Table{
		Title: "Table 3", Caption: "The batch size that the model picks, the one that is best, and the slowdown of the model's choice.",
		Columns: report.Heads("search", "model's s", "model's s"+report.PaperMark, "best s", "best s"+report.PaperMark, "slowdown", "slowdown"+report.PaperMark),
		Notes:   []string{emptyNote()},
	}
	for _, p := range all {
		paper := paperTable3()[searchNumber(p.Name)]
		best := report.Count(p.Best.S)
		if p.Best.Trials < results.LeastTrials {
			best = report.None()
		}
		t.Add(report.Word(p.Name), report.Count(p.Choice.S), report.Count(paper.model), best, report.Count(paper.actual),
			report.Percent(p.slowdown(results.ClearRatio), 2), report.Percent(paper.slowdown, 2))
	}
	return report.Block{Table: &t}
}

// predictions compares predicted with measured response times, at the model's choice and of walks.
func predictions(all []prediction) report.Block {
	t := report.Table{
		Caption: "Predicted and measured response times at the model's batch size, and of the spatiotemporal method. Hits are estimated on a sample.",
		Columns: report.Heads("search", "predicted", "measured", "off", "hits, predicted", "hits", "time to predict", "spatiotemporal, predicted", "measured", "off"),
	}
	var temporal, walks []float64
	for _, p := range all {
		at, _ := p.atChoice()
		walkOff := off(p.Walk, p.walk)
		temporal, walks = append(temporal, p.off()), append(walks, walkOff)
		t.Add(report.Word(p.Name), report.Seconds(p.Choice.Seconds()), report.Seconds(at.Seconds), report.Percent(p.off(), 1),
			report.Count(uint64(p.Choice.Hits)), report.Count(at.Hits), report.Seconds(p.Overhead),
			report.Seconds(p.Walk.Seconds()), measuredSeconds(p.walk), report.Percent(walkOff, 1))
	}
	if temporal, walks = numbers(temporal), numbers(walks); len(temporal) > 0 {
		t.Notes = []string{fmt.Sprintf("Median error: %s for the temporal method, %s for the spatiotemporal one.",
			report.Percent(results.Median(temporal), 1).Text, report.Percent(results.Median(walks), 1).Text)}
	}
	return report.Block{Table: &t}
}

// numbers returns the values that are not NaN.
func numbers(values []float64) []float64 { return slices.DeleteFunc(values, math.IsNaN) }

// heldOutTable shows how well surfaces predict points that they were not made from.
func heldOutTable(all []heldOut) report.Block {
	t := report.Table{
		Caption: "Median error of the calibrated surfaces at points held out of them, by interpolation. The paper interpolates linearly.",
		Columns: report.Heads("surface", "points", "linear", "logarithmic"),
	}
	t.Columns = append(t.Columns, report.Column{Head: "chosen", Left: true})
	for _, h := range all {
		t.Add(report.Word(h.Surface), report.Count(h.Points), report.Percent(100*h.Linear, 1), report.Percent(100*h.Logarithmic, 1), report.Word(h.Chosen))
	}
	return report.Block{Table: &t}
}
