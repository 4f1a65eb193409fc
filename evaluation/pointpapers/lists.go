package pointpapers

import (
	"fmt"
	"strconv"

	"flyby/evaluation/figures"
	"flyby/evaluation/report"
)

// listsExperiment repeats LSS's Figure 8: time and mean interval against the number of lists.
func listsExperiment() experiment {
	return experiment{paper: "lss", title: "LSS, Figure 8: time against the number of lists", cases: func(p plan) (all []Case) {
		for _, c := range listedCases() {
			all = append(all, overLists(p, c)...)
		}
		return all
	}, show: showLists}
}

// listedCases returns the joins of the figure, with no number of lists set: over points, over eps and over
// dimensions.
func listedCases() (all []Case) {
	for _, k := range []int{64, 256} {
		all = append(all, selfJoin(unitCube(16, k), Threshold{Eps: 0.1}, "lss"))
	}
	for _, t := range thresholds(0.01, 0.05) {
		all = append(all, selfJoin(unitCube(16, 64), t, "lss"))
	}
	for _, n := range []int{16, 64, 256} {
		all = append(all, selfJoin(unitCube(n, 128), Threshold{Eps: 0.1}, "lss"))
	}
	return all
}

// overLists returns the join with several numbers of lists.
func overLists(p plan, c Case) (all []Case) {
	counts := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17}
	if p.quick {
		counts = []int{1, 4, 8, 17}
	}
	for _, n := range counts {
		all = append(all, c.with(fmt.Sprintf("lss-lists=%d", n)))
	}
	return all
}

// listsOf returns the number of lists of a case.
func listsOf(c Case) float64 {
	n, _ := strconv.Atoi(c.Settings["lss-lists"]) // written by overLists: always a number
	return float64(n)
}

func showLists(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table L-5", Caption: "LSS by the number of lists: time, lists and all, and mean interval.",
		Columns: aboutHeads("lists", "lss", "mean interval"),
		Notes: []string{"The paper: 4 to 8 lists are best for eps 0.01 to 0.1 in 16 dimensions, and 9, 6 and 5 in 16, 64 and 256; more pay as eps grows; the number of points plays no part. " +
			"The fastest of each join is in bold."},
	}
	chart := times("LSS", "lists")
	long := figures.Chart{Title: "LSS", X: figures.Axis{Label: "lists"}, Y: figures.Axis{Label: "mean interval", Log: true}}
	for _, join := range listedCases() {
		all := b.measured(overLists(b.plan, join))
		best := least(all, b.whole)
		name := fmt.Sprintf("%s, %s", join.Set.Name, number(join.Threshold.Eps))
		for _, c := range all {
			t.Add(append(b.about(c), report.Word(c.Settings["lss-lists"]), report.Seconds(b.whole(c)).Strong(b.whole(c) == best), b.interval(c))...)
		}
		chart.Series, long.Series = append(chart.Series, b.wholeCurve(name, listsOf, all)), append(long.Series, series(name, listsOf, b.meanInterval, all))
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	panels, err := appendPanel(nil, "Time against the number of lists", chart)
	if err != nil {
		return nil, err
	}
	panels, err = appendPanel(panels, "Mean interval against the number of lists", long)
	return []report.Block{{Table: &t}, figure("lss-08", "LSS, Figure 8", "(a) Time and (b) mean interval against the number of lists.", panels...)}, err
}
