package pointpapers

import (
	"math"
	"strconv"

	"flyby/evaluation/report"
)

// significant formats a number with three significant digits.
func significant(v float64) report.Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return report.None()
	}
	return report.Word(strconv.FormatFloat(v, 'g', 3, 64))
}

// about returns the cells that describe a case: its set, the number of points, the threshold, and the mean number of other
// points found. Their heads are aboutHeads.
func (b *builder) about(c Case) []report.Cell {
	g, _ := b.groupOf(c)
	return []report.Cell{
		report.Word(c.Set.Name), report.Count(b.source(c.Set).Points), report.Word(number(c.Threshold.Eps)),
		significant(g.Join.Eps), significant(b.meanOthers(c)),
	}
}

// aboutHeads returns the heads of about's cells, then others.
func aboutHeads(others ...string) []report.Column {
	return report.Heads("set", append([]string{"points", "eps", "eps here", "others"}, others...)...)
}

// timed returns a cell with the search time of each case.
func (b *builder) timed(all ...Case) (cells []report.Cell) {
	for _, c := range all {
		cells = append(cells, report.Seconds(b.seconds(c)))
	}
	return cells
}

// ratioOf returns the search time of a case as a multiple of another's.
func (b *builder) ratioOf(c, than Case) report.Cell {
	return report.Times(b.seconds(c) / b.seconds(than))
}

// meanInterval returns the mean number of points that a point of a join is compared with, NaN where it was not measured.
func (b *builder) meanInterval(c Case) float64 {
	g, ok := b.groupOf(c)
	if !ok {
		return math.NaN()
	}
	return float64(g.Join.Candidates) / float64(b.source(c.Set).Points)
}

// interval returns meanInterval as a cell.
func (b *builder) interval(c Case) report.Cell { return significant(b.meanInterval(c)) }
