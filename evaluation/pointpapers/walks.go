package pointpapers

import "flyby/evaluation/report"

// walksExperiment measures LSS's other options, for which the paper has no figure: the walk over intervals, and half
// intervals.
func walksExperiment() experiment {
	return experiment{paper: "lss", title: "LSS: walks and half intervals", cases: func(plan) (all []Case) {
		for _, c := range walksCases() {
			all = append(all, c, byElement(c), halfIntervals(c))
		}
		return all
	}, show: showWalks}
}

// walksCases returns joins with the defaults: whole intervals, walked point by point.
func walksCases() []Case {
	return []Case{
		selfJoin(unitCube(2, 64), Threshold{Eps: 0.1}, "lss"), selfJoin(unitCube(8, 64), Threshold{Eps: 0.1}, "lss"),
		selfJoin(unitCube(16, 64), Threshold{Eps: 0.1}, "lss"), selfJoin(uniform(2, 2), Threshold{Eps: 0.2}, "lss"),
	}
}

// byElement returns the case with elements of intervals shared out, halfIntervals with half intervals on one list.
func byElement(c Case) Case     { return c.with("lss-walk=element") }
func halfIntervals(c Case) Case { return c.with("lss-half=on") }

func showWalks(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table L-6", Caption: "LSS with whole intervals shared out by points, by elements, and with half intervals: times, lists and all, and mean intervals.",
		Columns: aboutHeads("by point", "by element", "half", "interval", "half interval"),
		Notes: []string{"The paper's half intervals are each point's on its own shortest list, and lose pairs; here all points have theirs on one list, which is then far from the shortest for most. " +
			"By point pairs come in order, by element they are sorted."},
	}
	for _, c := range b.measured(walksCases()) {
		t.Add(append(b.about(c), report.Seconds(b.whole(c)), report.Seconds(b.whole(byElement(c))), report.Seconds(b.whole(halfIntervals(c))), b.interval(c), b.interval(halfIntervals(c)))...)
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}
