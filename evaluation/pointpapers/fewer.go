package pointpapers

import "flyby/evaluation/report"

// fewerExperiment repeats LSS's Figure 7, which has fewer lists than the paper's lemma asks for.
func fewerExperiment() experiment {
	return experiment{paper: "lss", title: "LSS, Figure 7: fewer lists", cases: func(plan) (all []Case) {
		for _, c := range fewerCases() {
			all = append(all, c, logLists(c), scatteredLists(c))
		}
		return all
	}, show: showFewer}
}

// fewerCases returns joins with standard lists, of 256k points in 16 dimensions.
func fewerCases() (all []Case) {
	for _, t := range thresholds(0.01, 0.05, 0.1, 0.2, 0.3, 0.4) {
		all = append(all, selfJoin(unitCube(16, 256), t, "lss"))
	}
	return all
}

// logLists returns the case with as many lists as the logarithm of dimensions and one more, scatteredLists with as
// many as standard, shifted at random.
func logLists(c Case) Case       { return c.with("lss-lists=log") }
func scatteredLists(c Case) Case { return c.with("lss-lists=random") }

func showFewer(b *builder) ([]report.Block, error) {
	all := b.measured(fewerCases())
	if len(all) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table L-4", Caption: "LSS with standard lists (17), with log lists (5), and with 17 at random shifts: times, lists and all, and mean intervals.",
		Columns: aboutHeads("standard", "log", "random", "log / standard", "interval, standard", "log", "random"),
		Notes:   []string{"The paper: log lists are up to 3 times faster at eps 0.01, standard ones up to 2 times at 0.4."},
	}
	for _, c := range all {
		row := append(b.about(c), report.Seconds(b.whole(c)), report.Seconds(b.whole(logLists(c))), report.Seconds(b.whole(scatteredLists(c))), report.Times(b.whole(logLists(c))/b.whole(c)))
		t.Add(append(row, b.interval(c), b.interval(logLists(c)), b.interval(scatteredLists(c)))...)
	}
	panels, err := appendPanel(nil, "Time against eps by lists", times("256k points, 16 dimensions", "eps of the paper",
		b.wholeCurve("standard", epsOfCase, all), b.wholeCurve("log", epsOfCase, mapCases(all, logLists)), b.wholeCurve("random", epsOfCase, mapCases(all, scatteredLists))))
	return []report.Block{{Table: &t}, figure("lss-07", "LSS, Figure 7", "Time against eps by how many lists there are.", panels...)}, err
}
