package pointpapers

import "flyby/evaluation/report"

// exponentialExperiment repeats GPU-Join's Figure 8: exponential sets of 16, 32 and 64 dimensions.
func exponentialExperiment() experiment {
	return experiment{paper: "join", title: "GPU-Join, Figure 8: exponential sets", cases: func(p plan) (all []Case) {
		for i, c := range exponentials() {
			all = append(all, c, gridless(c))
			if i%3 == 0 && c.Set.size(p.scale) <= mostBruteForced {
				all = append(all, bruteForce(c))
			}
		}
		return all
	}, show: showExponential}
}

// exponentials returns the joins of the figure, by gpujoin over six dimensions with its options on, three
// for each set.
func exponentials() (all []Case) {
	for _, n := range []int{16, 32, 64} {
		for _, t := range thresholds(map[int][]float64{16: {0.03, 0.04, 0.05}, 32: {0.08, 0.09, 0.1}, 64: {0.16, 0.17, 0.18}}[n]...) {
			all = append(all, selfJoin(exponential(n), t, "gpujoin", "k=6"))
		}
	}
	return all
}

// paperEGO returns Super-EGO's time in the paper, 0 where the paper has none.
func paperEGO(c Case) float64 {
	return map[string]float64{"Syn16D2M 0.03": 1.84, "Syn32D2M 0.08": 8.25}[c.Set.Name+" "+number(c.Threshold.Eps)]
}

func showExponential(b *builder) ([]report.Block, error) {
	all := b.measured(exponentials())
	if len(all) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table J-5", Caption: "GPU-Join over six dimensions with its options on, flyby's tiles, and brute force on the host's cores, which counts only and takes the same at every eps.",
		Columns: aboutHeads("index", "gpujoin", "tiles", "tiles / gpujoin", "Super-EGO / GPU-Join"+report.PaperMark, "brute force", "brute force / gpujoin", "distances", "part of all pairs"),
		Notes: []string{"The paper's others are 4 to 1,200, 31 to 1,400 and 132 to 2,300, and its brute force is always behind. Distances count each pair from both sides; " +
			"where they are nearly all pairs, the index rules out nothing."},
	}
	var panels []report.Panel
	for _, s := range setsOf(all) {
		of := ofSet(all, s)
		var tiles []Case
		for _, c := range of {
			g, _ := b.groupOf(c)
			n := float64(b.source(s).Points)
			row := append(b.about(c), report.Seconds(g.Join.Index))
			row = append(append(row, b.timed(c, gridless(c))...), b.ratioOf(gridless(c), c), report.None())
			if p := paperEGO(c); p > 0 {
				row[len(row)-1] = report.Times(p).FromPaper()
			}
			row = append(append(row, b.timed(bruteForce(c))...), b.ratioOf(bruteForce(c), c))
			t.Add(append(row, report.Count(g.Join.Candidates), report.Percent(100*float64(g.Join.Candidates)/(n*n), 1))...)
			tiles = append(tiles, gridless(c))
		}
		var err error
		if panels, err = appendPanel(panels, "Time against eps, "+s.Name, times(s.Name, "eps of the paper",
			b.curve("gpujoin", epsOfCase, of), b.curve("tiles", epsOfCase, tiles))); err != nil {
			return nil, err
		}
	}
	return []report.Block{{Table: &t}, figure("join-08", "GPU-Join, Figure 8", "Search time against eps.", panels...)}, nil
}
