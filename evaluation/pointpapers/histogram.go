package pointpapers

import "flyby/evaluation/report"

// histogramExperiment repeats GPU-Join's Figure 4: its method without any option on histograms of pictures, and brute
// force.
func histogramExperiment() experiment {
	return experiment{
		paper: "join", title: "GPU-Join, Figure 4: histograms, no option on",
		cases: func(p plan) (all []Case) {
			for _, c := range histograms() {
				all = append(all, c, gridless(c))
			}
			for _, s := range setsOf(histograms()) {
				if s.size(p.scale) <= mostBruteForced {
					all = append(all, bruteForce(ofSet(histograms(), s)[0]))
				}
			}
			return all
		}, show: showHistograms,
	}
}

// bare returns the join by gpujoin over six dimensions without any option.
func bare(s Set, t Threshold) Case {
	return selfJoin(s, t, "gpujoin", "k=6", "reorder=off", "sortidu=off", "shortc=off")
}

// gridless returns the join of a case by tiles, a method for many dimensions whose only index is boxes.
func gridless(c Case) Case { return selfJoin(c.Set, c.Threshold, "tiles") }

// histograms returns the joins of Figure 4. The paper has the eps in the figure alone, and the numbers of others at its
// two ends.
func histograms() (all []Case) {
	others := map[string][]float64{"ColorHist": {4, 36, 320, 2900, 26_000}, "LayoutHist": {3, 13, 57, 250, 1100}}
	for _, name := range []string{"ColorHist", "LayoutHist"} {
		for i, n := range others[name] {
			all = append(all, bare(realSet(name), Threshold{Eps: float64(i+1) / 10, Others: n}))
		}
	}
	return all
}

func showHistograms(b *builder) ([]report.Block, error) {
	all := b.measured(histograms())
	if len(all) == 0 {
		return nil, nil
	}
	t := report.Table{
		Title: "Table J-1", Caption: "GPU-Join over six dimensions with no option on, flyby's tiles, and brute force on the host's cores, which counts only and takes the same at every eps.",
		Columns: aboutHeads("index", "gpujoin", "tiles", "gpujoin / tiles", "brute force", "distances"),
		Notes: []string{"The paper's others are 4 to 26,000 on ColorHist and 3 to 1,100 on LayoutHist, and brute force wins at the greatest eps of ColorHist alone. " +
			"Stand-ins are searched within what gives as many others, which fewer points cannot all have."},
	}
	var panels []report.Panel
	for _, s := range setsOf(all) {
		of := ofSet(all, s)
		var tiles []Case
		for _, c := range of {
			g, _ := b.groupOf(c)
			row := append(b.about(c), report.Seconds(g.Join.Index))
			row = append(append(row, b.timed(c, gridless(c))...), b.ratioOf(c, gridless(c)))
			t.Add(append(append(row, b.timed(bruteForce(c))...), report.Count(g.Join.Candidates))...)
			tiles = append(tiles, gridless(c))
		}
		var err error
		if panels, err = appendPanel(panels, "Time against eps, "+s.Name, times(s.Name, "eps of the paper",
			b.curve("gpujoin", epsOfCase, of), b.curve("tiles", epsOfCase, tiles))); err != nil {
			return nil, err
		}
	}
	return []report.Block{{Table: &t}, figure("join-04", "GPU-Join, Figure 4", "Search time against eps.", panels...)}, nil
}
