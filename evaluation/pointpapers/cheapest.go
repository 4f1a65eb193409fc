package pointpapers

import (
	"fmt"

	"flyby/evaluation/report"
)

// cheapestExperiment compares the k that gpujoin chooses with each k set by hand.
func cheapestExperiment() experiment {
	return experiment{paper: "targets", title: "Targets: the choice of k", cases: func(plan) (all []Case) {
		for _, c := range chosenCases() {
			all = append(all, c)
			all = append(all, everyK(c)...)
		}
		return all
	}, show: showCheapest}
}

// chosenCases returns cases that count neighbours on one thread, with the k that gpujoin chooses.
func chosenCases() (all []Case) {
	for _, at := range []struct {
		n   int
		eps float64
	}{{2, 0.2}, {3, 1}, {4, 4}, {5, 8}, {6, 8}} {
		all = append(all, selfJoin(uniform(at.n, 1), Threshold{Eps: at.eps}, "gpujoin").on(1).at(Counts))
	}
	return all
}

// everyK returns a join with each k, from the most dimensions down: fewer dimensions compare more
// points.
func everyK(c Case) (all []Case) {
	for k := c.Set.Dimensions; k >= 1; k-- {
		one := c.with(fmt.Sprintf("k=%d", k))
		one.sweep = "every k of " + c.Set.Name
		all = append(all, one)
	}
	return all
}

func showCheapest(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table T-2", Caption: "gpujoin with --k auto and with each k: the processor's time of one thread, neighbours counted. The best k is in bold; auto is to take at most 1.15 times as long.",
		Columns: aboutHeads("auto", "k = 1", "2", "3", "4", "5", "6", "auto / best"),
		Notes:   []string{"auto compares 1,024 points with each other to choose, and counts cells, for one k after another until two in a row are worse; its time has that."},
	}
	for _, c := range b.measured(chosenCases()) {
		all := everyK(c)
		best := least(all, b.processor)
		row := append(b.about(c), report.Seconds(b.processor(c)))
		for k := 1; k <= 6; k++ {
			if k > len(all) {
				row = append(row, report.None())
				continue
			}
			seconds := b.processor(all[len(all)-k])
			row = append(row, report.Seconds(seconds).Strong(seconds == best))
		}
		t.Add(append(row, report.Times(b.processor(c)/best))...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}
