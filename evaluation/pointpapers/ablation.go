package pointpapers

import (
	"fmt"

	"flyby/evaluation/report"
)

// ablationExperiment repeats GPU-Join's Figure 7, which turns its options on one after the other.
func ablationExperiment() experiment {
	return experiment{paper: "join", title: "GPU-Join, Figure 7: what each option is worth", cases: func(plan) (all []Case) {
		for _, c := range ablationCases() {
			for _, o := range joinOptions() {
				all = append(all, o.of(c))
			}
			all = append(all, gridless(c))
		}
		return all
	}, show: showAblation}
}

// joinOption is a set of gpujoin's options that are on.
type joinOption struct {
	name string
	on   []string // settings
}

// of returns a bare case with the options turned on.
func (o joinOption) of(c Case) Case {
	for _, setting := range o.on {
		c = c.with(setting)
	}
	return c
}

// joinOptions lists the figure's sets of options, each with one more on, and last the order of queries from later
// code of the authors.
func joinOptions() []joinOption {
	return []joinOption{
		{"none", nil},
		{"REORDER", []string{"reorder=on"}},
		{"REORDER, SORTIDU", []string{"reorder=on", "sortidu=on"}},
		{"REORDER, SHORTC", []string{"reorder=on", "shortc=on"}},
		{"all three", []string{"reorder=on", "sortidu=on", "shortc=on"}},
		{"all three, query order", []string{"reorder=on", "sortidu=on", "shortc=on", "query-order=on"}},
	}
}

// ablationCases returns the joins of the figure with none of the options on. The middle eps of each set is ours.
func ablationCases() (all []Case) {
	for _, t := range []Threshold{{0.01, 5}, {0.015, 62}, {0.02, 781}} {
		all = append(all, bare(realSet("SuSy"), t))
	}
	for _, t := range []Threshold{{0.005, 4}, {0.0075, 87}, {0.01, 1900}} {
		all = append(all, bare(realSet("Songs"), t))
	}
	return all
}

func showAblation(b *builder) ([]report.Block, error) {
	var names []string
	for _, o := range joinOptions() {
		names = append(names, o.name)
	}
	t := report.Table{
		Title: "Table J-4", Caption: "GPU-Join over six dimensions, search times by the options that are on, and flyby's tiles in place of Super-EGO.",
		Columns: aboutHeads(append(names, "tiles", "all three / tiles", "REORDER over REORDER, SORTIDU", "the same"+report.PaperMark)...),
		Notes: []string{"The paper: SORTIDU with REORDER takes 1.38 times less than REORDER alone on SuSy at 0.01, where SHORTC is worth nothing; on Songs it is worth much. " +
			"Super-EGO on 16 threads takes 1.61 times as long as all of them on SuSy at 0.01, 1.53 on Songs at 0.005 and 0.92 on Songs at 0.01."},
	}
	all := b.measured(ablationCases())
	for _, c := range all {
		row := b.about(c)
		for _, o := range joinOptions() {
			row = append(row, report.Seconds(b.seconds(o.of(c))))
		}
		options := joinOptions()
		row = append(row, report.Seconds(b.seconds(gridless(c))), b.ratioOf(options[4].of(c), gridless(c)), b.ratioOf(options[1].of(c), options[2].of(c)), report.None())
		if c.Set.Name == "SuSy" && c.Threshold.Eps == 0.01 {
			row[len(row)-1] = report.Times(1.38)
		}
		t.Add(row...)
	}
	if len(all) == 0 {
		return nil, nil
	}
	panels, err := b.ablationPanels(all)
	return []report.Block{{Table: &t}, figure("join-07", "GPU-Join, Figure 7", fmt.Sprintf("Search time against eps with %d sets of options.", len(names)), panels...)}, err
}

// ablationPanels draws a panel for each set of points, with a curve for each set of options.
func (b *builder) ablationPanels(all []Case) (panels []report.Panel, err error) {
	for _, s := range setsOf(all) {
		chart := times(s.Name, "eps of the paper")
		for _, o := range joinOptions() {
			var of []Case
			for _, c := range ofSet(all, s) {
				of = append(of, o.of(c))
			}
			chart.Series = append(chart.Series, b.curve(o.name, epsOfCase, of))
		}
		if panels, err = appendPanel(panels, "Time against eps by options, "+s.Name, chart); err != nil {
			return nil, err
		}
	}
	return panels, nil
}
