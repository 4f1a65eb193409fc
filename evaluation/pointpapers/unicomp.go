package pointpapers

import (
	"flyby/evaluation/figures"
	"flyby/evaluation/report"
)

// unicompExperiment repeats GPU-SJ's time against eps with and without UNICOMP, and the ratio: its Figures 5, 6 and 9,
// Table II.
func unicompExperiment() experiment {
	return experiment{
		paper: "sj", title: "GPU-SJ, Figures 5, 6 and 9: time against eps, with and without UNICOMP",
		cases: func(plan) []Case { return unicompCases() }, show: showUnicomp,
	}
}

// synThresholds returns the eps of Figures 5 and 6, which the paper has in figures only: chosen once.
func synThresholds(n, millions int) []Threshold {
	half := 1.0
	if millions == 10 && n < 4 {
		half = 0.5
	}
	var all []Threshold
	for _, eps := range map[int][]float64{2: {0.2, 0.4, 0.6, 0.8, 1}, 3: {1, 1.5, 2, 2.5, 3}, 4: {1, 2, 3, 4}, 5: {2, 4, 6, 8}, 6: {2, 4, 6, 8}}[n] {
		all = append(all, Threshold{Eps: half * eps})
	}
	return all
}

// realThresholds returns the eps of a real set.
func realThresholds(name string) []Threshold {
	switch name {
	case "SW2DA", "SDSS2DA":
		return thresholds(0.3, 0.6, 0.9, 1.2, 1.5)
	case "SW3DA":
		return thresholds(0.6, 1.2, 1.8)
	case "SDSS2DB":
		return thresholds(0.06, 0.09, 0.12, 0.15)
	}
	return thresholds(0.1, 0.2, 0.3, 0.4, 0.5)
}

// realNames returns the real sets of GPU-SJ.
func realNames() []string { return []string{"SW2DA", "SW2DB", "SDSS2DA", "SDSS2DB", "SW3DA", "SW3DB"} }

// unicompOff is the setting that turns UNICOMP off; it is on by default.
const unicompOff = "unicomp=off"

// unicompJoins returns joins by gpusj with UNICOMP.
func unicompJoins(s Set, all []Threshold) (cases []Case) {
	for _, t := range all {
		cases = append(cases, selfJoin(s, t, "gpusj"))
	}
	return cases
}

// unicompCases returns all sets of the paper at all their eps, each with UNICOMP and without.
func unicompCases() (all []Case) {
	for _, with := range withUnicomp() {
		all = append(all, with, with.with(unicompOff))
	}
	return all
}

// withUnicomp returns the unicompCases with UNICOMP.
func withUnicomp() (all []Case) {
	for _, millions := range []int{2, 10} {
		for n := 2; n <= 6; n++ {
			all = append(all, unicompJoins(uniform(n, millions), synThresholds(n, millions))...)
		}
	}
	for _, name := range realNames() {
		all = append(all, unicompJoins(realSet(name), realThresholds(name))...)
	}
	return all
}

// paperRatio returns Table II's ratio of the times without and with UNICOMP, 0 where it has none.
func paperRatio(c Case) float64 {
	return map[string]float64{"SW2DA 0.3": 1.07, "SDSS2DA 0.3": 1.03, "Syn5D2M 8": 2.32, "Syn6D2M 8": 2.47}[c.Set.Name+" "+number(c.Threshold.Eps)]
}

// showUnicomp returns a table, a panel for each set, and the ratios.
func showUnicomp(b *builder) ([]report.Block, error) {
	all := b.measured(withUnicomp())
	if len(all) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table SJ-1", Caption: "GPU-SJ with UNICOMP and without: medians of search times, their ratio (above 1: UNICOMP is faster), cells looked up and distances computed.",
		Columns: aboutHeads("index", "with", "without", "ratio", "ratio"+report.PaperMark,
			"cells, with", "without", "distances, with", "without", "ratio"),
	}
	for _, c := range all {
		b.unicompRow(&t, c)
	}
	t.Notes = []string{"others: the mean number of other points within eps of a point, the papers' selectivity. " +
		"The paper has ratios up to 1.5 on the real sets, a few just below 1, and at or above 2 for some synthetic sets of three and more dimensions, on a TITAN X (Pascal). " +
		"Its cell searches and distance computations are \"roughly halved\"; distances between points of different cells are halved exactly."}
	panels, err := b.unicompPanels(all)
	if err != nil {
		return nil, err
	}
	ratios, err := appendPanel(nil, "Ratio of the times without and with UNICOMP, all sets", b.ratioChart(all))
	return []report.Block{
		{Table: &t}, figure("sj-05", "GPU-SJ, Figures 5 and 6", "Search time against eps with and without UNICOMP.", panels...),
		figure("sj-09", "GPU-SJ, Figure 9", "Time without UNICOMP over time with it, against the mean number of other points within eps.", ratios...),
	}, err
}

// unicompRow adds the row of a case with UNICOMP.
func (b *builder) unicompRow(t *report.Table, with Case) {
	on, _ := b.groupOf(with)
	off, ok := b.groupOf(with.with(unicompOff))
	row := append(b.about(with), report.Seconds(on.Join.Index), report.Seconds(on.Seconds), report.Seconds(b.seconds(with.with(unicompOff))),
		report.Times(b.ratio(with)), report.None(), report.Count(on.Join.Cells), report.None(), report.Count(on.Join.Candidates), report.None(), report.None())
	if p := paperRatio(with); p > 0 {
		row[9] = report.Times(p)
	}
	if ok {
		row[11], row[13] = report.Count(off.Join.Cells), report.Count(off.Join.Candidates)
		row[14] = report.Times(float64(off.Join.Candidates) / float64(on.Join.Candidates))
	}
	t.Add(row...)
}

// ratio returns the time without UNICOMP over the time with it.
func (b *builder) ratio(with Case) float64 { return b.seconds(with.with(unicompOff)) / b.seconds(with) }

// unicompPanels draws a panel for each set.
func (b *builder) unicompPanels(all []Case) (panels []report.Panel, err error) {
	for _, s := range setsOf(all) {
		on := ofSet(all, s)
		off := make([]Case, len(on))
		for i, c := range on {
			off[i] = c.with(unicompOff)
		}
		panels, err = appendPanel(panels, "Time against eps, "+s.Name, times(s.Name, "eps of the paper",
			b.curve("with UNICOMP", epsOfCase, on), b.curve("without", epsOfCase, off)))
		if err != nil {
			return nil, err
		}
	}
	return panels, nil
}

// ratioChart draws the ratios over the number of neighbours, in one series for the synthetic sets and one for the real
// sets.
func (b *builder) ratioChart(all []Case) figures.Chart {
	c := figures.Chart{
		Title: "UNICOMP", X: figures.Axis{Label: "other points within eps", Log: true}, Y: figures.Axis{Label: "without / with", Zero: true},
		Levels: []figures.Level{{Y: 1}},
		Series: []figures.Series{{Name: "synthetic", Only: true}, {Name: "real, or like it", Only: true}},
	}
	for _, with := range all {
		s := &c.Series[0]
		if with.Set.like != "" {
			s = &c.Series[1]
		}
		s.X, s.Y = append(s.X, b.meanOthers(with)), append(s.Y, b.ratio(with))
	}
	return c
}
