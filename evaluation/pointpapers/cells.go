package pointpapers

import (
	"math"
	"strconv"

	"flyby/evaluation/report"
)

// significant is a number with three significant digits.
func significant(v float64) report.Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return report.None()
	}
	return report.Word(strconv.FormatFloat(v, 'g', 3, 64))
}

// about says of a case which set it joins, of how many points, within what, and how many others a point finds. Its heads are
// aboutHeads.
func (b *builder) about(c Case) []report.Cell {
	g, _ := b.of(c)
	return []report.Cell{
		report.Word(c.Set.Name), report.Count(b.source(c.Set).Points), report.Word(number(c.Threshold.Eps)),
		significant(g.Join.Eps), significant(b.others(c)),
	}
}

// aboutHeads are the heads of about and of what follows.
func aboutHeads(others ...string) []report.Column {
	return report.Heads("set", append([]string{"points", "eps", "eps here", "others"}, others...)...)
}

// timed are the search times of cases.
func (b *builder) timed(all ...Case) (cells []report.Cell) {
	for _, c := range all {
		cells = append(cells, report.Seconds(b.seconds(c)))
	}
	return cells
}

// over is the search time of a case as a multiple of another's.
func (b *builder) over(c, than Case) report.Cell { return report.Times(b.seconds(c) / b.seconds(than)) }

// meanInterval is how many points a point of a join is compared with in the mean, NaN where that was not measured.
func (b *builder) meanInterval(c Case) float64 {
	g, ok := b.of(c)
	if !ok {
		return math.NaN()
	}
	return float64(g.Join.Candidates) / float64(b.source(c.Set).Points)
}

// interval is meanInterval as a cell.
func (b *builder) interval(c Case) report.Cell { return significant(b.meanInterval(c)) }
