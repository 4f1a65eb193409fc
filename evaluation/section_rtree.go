package evaluation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"flyby"
	"flyby/datasets"
	"flyby/evaluation/figures"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// rtree builds Figures 5 and 6 and the speed-up of §7.4.
func (b *builder) rtree() (report.Section, error) {
	s := report.Section{Title: "The R-tree and the speed-up"}
	blocks, err := b.rtreeFigures()
	if err != nil {
		return s, err
	}
	s.Blocks = append(blocks, b.speedUps()...)
	return s, nil
}

// treePoint is a run of the R-tree.
type treePoint struct {
	measure.RTree
	results.Group
}

// treePoints returns the runs of a round that match.
func (b *builder) treePoints(search, round string, match func(measure.RTree) bool) []treePoint {
	var all []treePoint
	for _, g := range b.groupsIn(search, round) {
		if t, ok := measure.ParseRTree(g.Parameter); ok && match(t) {
			all = append(all, treePoint{t, g})
		}
	}
	return all
}

// rtreeFigures builds Figures 5 and 6: r on one core, and threads at the r that the thread runs
// used.
func (b *builder) rtreeFigures() ([]report.Block, error) {
	one := b.treePoints("S1", measure.RTreeRound, func(t measure.RTree) bool { return t.Threads == 1 })
	more := b.treePoints("S1", measure.RTreeRound, func(t measure.RTree) bool { return t.Threads > 1 })
	if len(one) == 0 {
		return nil, nil
	}
	over := curves(one, func(t measure.RTree) int { return t.Run })
	a, err := report.Draw("", "Response time of the R-tree over r", figures.Chart{
		Title: "R-tree on one core, GALAXY", X: figures.Axis{Label: "segments a box, r", Log: true},
		Y: figures.Axis{Label: "response time / s", Log: true}, Series: over,
	})
	if err != nil {
		return nil, err
	}
	blocks := []report.Block{figure(5, "R-tree: response time over the segments a box, r, on one core, for the query segments of S1. "+bestRun(one), a)}
	if len(more) == 0 {
		return blocks, nil
	}
	threads := append(b.treePoints("S1", measure.RTreeRound, func(t measure.RTree) bool {
		return t.Threads == 1 && t.Run == more[0].Run
	}), more...)
	c, err := report.Draw("", "Response time of the R-tree over threads", figures.Chart{
		Title: fmt.Sprintf("R-tree with r = %d, GALAXY", more[0].Run), X: figures.Axis{Label: "threads", Log: true},
		Y: figures.Axis{Label: "response time / s", Log: true}, Series: curves(threads, func(t measure.RTree) int { return t.Threads }),
	})
	blocks = append(blocks, figure(6, fmt.Sprintf("R-tree: response time over the number of threads at r = %d. %sThe paper, on six cores: "+
		"speed-ups from 4.69 to 5.44.", more[0].Run, threadSpeedUps(threads)), c))
	return blocks, err
}

// curves plots a series for each distance over the parameter that x picks.
func curves(points []treePoint, x func(measure.RTree) int) []figures.Series {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b treePoint) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(x(a.RTree), x(b.RTree)))
	})
	var all []figures.Series
	for i, p := range points {
		if i == 0 || p.Distance != points[i-1].Distance {
			all = append(all, figures.Series{Name: fmt.Sprintf("d = %v", p.Distance), Points: true})
		}
		s := &all[len(all)-1]
		s.X, s.Y = append(s.X, float64(x(p.RTree))), append(s.Y, p.Seconds)
	}
	return all
}

// bestRun says which r has the least response time over all distances together, where all were measured often enough to compare.
func bestRun(points []treePoint) string {
	sums := map[int]float64{}
	for _, p := range points {
		if p.Trials < results.LeastTrials {
			return "The paper's best: r = 12."
		}
		sums[p.Run] += p.Seconds
	}
	best := points[0].Run
	for _, p := range points {
		if sums[p.Run] < sums[best] {
			best = p.Run
		}
	}
	return fmt.Sprintf("Best on the whole here: r = %d; in the paper: r = 12.", best)
}

// threadSpeedUps says how much faster the most threads are than one, and nothing where the trials do not tell.
func threadSpeedUps(points []treePoint) string {
	one, most, n := map[float64]results.Group{}, map[float64]results.Group{}, 0
	for _, p := range points {
		n = max(n, p.Threads)
	}
	for _, p := range points {
		if p.Threads == 1 {
			one[p.Distance] = p.Group
		}
		if p.Threads == n {
			most[p.Distance] = p.Group
		}
	}
	var ratios []float64
	for d, g := range most {
		if up := results.ClearRatio(one[d], g); !math.IsNaN(up) {
			ratios = append(ratios, up)
		}
	}
	if len(ratios) == 0 {
		return ""
	}
	return fmt.Sprintf("With %d threads the speed-up over one is from %.2f to %.2f. ", n, slices.Min(ratios), slices.Max(ratios))
}

// speedUps makes the comparison of §7.4, on every search.
func (b *builder) speedUps() []report.Block {
	t := report.Table{
		Caption: "Response times of the R-tree on one core and on all, at the r that took least time on all, of the temporal method with 120 query segments a batch " +
			"as in the paper and at its best batch size, and of the spatiotemporal method; speed-ups over the R-tree (paper, §7.4).",
		Columns: report.Heads("search", "r", "R-tree, one core", "R-tree, all cores", "temporal, s = 120", "over one core", "over all cores",
			"temporal, best s", "over all cores", "spatiotemporal", "over one core", "over all cores"),
		Notes: []string{"The R-tree's hits are left in no order, all other hits are put in order; the R-tree gains by that.", emptyNote()},
	}
	for _, s := range b.searches {
		one, all, r := b.treeTimes(s)
		if r == 0 {
			continue
		}
		at, best, ours := b.paperSize(s), b.bestPeriodic(s), b.spatiotemporal(s)
		over := func(slow, fast results.Group) report.Cell { return report.Times(results.ClearRatio(slow, fast)) }
		t.Add(report.Word(s.Name), report.Count(r), measuredSeconds(one), measuredSeconds(all),
			measuredSeconds(at), over(one, at), over(all, at),
			measuredSeconds(best), over(all, best),
			measuredSeconds(ours), over(one, ours), over(all, ours))
		if s.Name == "S2" {
			t.Rows = append(t.Rows, paperSpeedUpRow())
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []report.Block{{Table: &t}}
}

// paperSpeedUpRow returns the paper's numbers for the table of speed-ups.
func paperSpeedUpRow() []report.Cell {
	gpu, one, six := paperSpeedUp()
	row := []report.Cell{
		report.Word("S2, the paper"), report.None(), report.Seconds(one), report.Seconds(six),
		report.Seconds(gpu), report.Word("15.2 x"), report.Word("3.3 x"),
		report.None(), report.None(), report.None(), report.None(), report.None(),
	}
	for i := range row {
		row[i] = row[i].FromPaper()
	}
	return row
}

// treeTimes returns the runs of the R-tree at its best r; r is 0 if the R-tree was not run.
func (b *builder) treeTimes(s datasets.Search) (one, all results.Group, r int) {
	points := b.treePoints(s.Name, measure.SpeedUpRound, func(measure.RTree) bool { return true })
	for _, p := range points {
		r = p.Run
		if p.Threads == 1 {
			one = p.Group
		}
		if p.Threads == b.session().Machine.Cores {
			all = p.Group
		}
	}
	return one, all, r
}

// paperSize returns the runs of Periodic with the paper's batch size of 120, and, as bestPeriodic and spatiotemporal do, the zero Group if it was not run.
func (b *builder) paperSize(s datasets.Search) (none results.Group) {
	for _, p := range results.Curve(b.groupsOf(s.Name)) {
		if p.S == measure.PaperSize {
			return p.Group
		}
	}
	return none
}

// bestPeriodic returns the runs of Periodic at its best, where there are enough to say what is best.
func (b *builder) bestPeriodic(s datasets.Search) (none results.Group) {
	if c, ok := results.NewContest(b.groupsOf(s.Name)); ok && c.Best.Trials >= results.LeastTrials {
		return c.Best.Group
	}
	return none
}

// spatiotemporal returns the runs of method spatiotemporal on the session's device.
func (b *builder) spatiotemporal(s datasets.Search) (none results.Group) {
	for _, g := range b.groupsIn(s.Name, measure.MethodsRound) {
		if g.Method == string(flyby.MethodSpatiotemporal) && g.Device == "" {
			return g
		}
	}
	return none
}
