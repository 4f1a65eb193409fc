package evaluation

import (
	"fmt"
	"math"

	"flyby/evaluation/figures"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// components builds Figure 12, which splits the response time into the kernels' part and the host's; for a device
// that does not report its kernels' time, into the part for hits and the rest.
func (b *builder) components() ([]report.Block, error) {
	idle := map[string]results.Group{}
	for _, g := range b.groupsIn("S1", measure.IdleRound) {
		idle[g.Parameter] = g
	}
	var points []results.Point
	told := false
	for _, p := range results.SweepCurve(b.groupsOf("S1")) {
		if _, ok := idle[p.Parameter]; ok {
			points = append(points, p)
			told = told || p.Kernel > 0
		}
	}
	if len(points) == 0 {
		return nil, nil
	}
	series, caption := hitComponents(points, idle), "Response time of S1 over s, and what it takes where nothing hits (d = 0). This device does not tell "+
		"the time of its kernels, which the paper's figure sets apart."
	if told {
		series, caption = deviceComponents(points, idle), "Response time of S1 over s, and its components on the host and on the device. The host's part for invocations is what it takes where "+
			"nothing hits (d = 0); the rest of the host's is for hits."
	}
	drawn, err := report.Draw("", "Host and device time of S1 over s", figures.Chart{
		Title: "S1, GALAXY, d = 1", X: figures.Axis{Label: "query segments a batch, s", Log: true},
		Y: figures.Axis{Label: "time / s", Zero: true}, Series: series,
	})
	return []report.Block{figure(12, caption, drawn)}, err
}

// deviceComponents plots the response time, the kernels' part of it, and the host's: for invocations, and for hits.
func deviceComponents(points []results.Point, idle map[string]results.Group) []figures.Series {
	total := figures.Series{Name: "response", Color: figures.Red}
	kernels := figures.Series{Name: "device", Color: figures.Black}
	host := figures.Series{Name: "host: hits", Color: figures.Blue, Fill: true}
	calls := figures.Series{Name: "host: invocations", Color: figures.Cyan, Fill: true}
	for _, p := range points {
		for s, y := range map[*figures.Series]float64{
			&total: p.Seconds, &kernels: p.Kernel, &host: p.Host(), &calls: min(idle[p.Parameter].Host(), p.Host()),
		} {
			s.X, s.Y = append(s.X, float64(p.S)), append(s.Y, y)
		}
	}
	return []figures.Series{host, calls, kernels, total}
}

// hitComponents plots the response time with hits and without.
func hitComponents(points []results.Point, idle map[string]results.Group) []figures.Series {
	total := figures.Series{Name: "response", Color: figures.Red}
	without := figures.Series{Name: "without hits", Color: figures.Cyan, Fill: true}
	for _, p := range points {
		total.X, total.Y = append(total.X, float64(p.S)), append(total.Y, p.Seconds)
		without.X, without.Y = append(without.X, float64(p.S)), append(without.Y, idle[p.Parameter].Seconds)
	}
	return []figures.Series{without, total}
}

// surfaces builds Figures 13 and 14.
func surfaces(k kernelModel) ([]report.Block, error) {
	curves, err := report.Draw("", "Kernel time over interactions where all are hits", hitCurves(k.Hit))
	if err != nil {
		return nil, err
	}
	blocks := []report.Block{figure(13, "Kernel time over interactions where all interactions are hits (T1), for several numbers of candidates c.", curves)}
	var panels []report.Panel
	for _, s := range []struct {
		name    string
		surface surface
		most    float64 // query segments
	}{
		{"T1: hits", k.Hit, math.Inf(1)}, {"T1: hits, at most 128 query segments", k.Hit, 128},
		{"T2: temporal misses", k.Miss, math.Inf(1)}, {"T3: spatial misses", k.Apart, math.Inf(1)},
	} {
		h := heat(s.name, s.surface, s.most)
		if len(h.X) < 2 || len(h.Y) < 2 {
			continue
		}
		p, err := report.Draw(letter(len(panels)), "Kernel time, "+s.name, h)
		if err != nil {
			return nil, err
		}
		panels = append(panels, p)
	}
	return append(blocks, figure(14, "Calibrated kernel times over candidates c and query segments q: all hits, a detail of it, and beside the paper's "+
		"the other two cases.", panels...)), nil
}

// hitCurves plots Figure 13, with every other number of candidates.
func hitCurves(s surface) figures.Chart {
	c, q, t := s.C, s.Q, s.Seconds
	chart := figures.Chart{
		Title: "T1: all interactions are hits", X: figures.Axis{Label: "interactions", Log: true}, Y: figures.Axis{Label: "kernel time / s", Log: true},
	}
	for i := len(c) - 1; i >= 0; i -= 2 {
		line := figures.Series{Name: fmt.Sprintf("c = %.0f", c[i]), Points: true}
		for j := range q {
			line.X, line.Y = append(line.X, c[i]*q[j]), append(line.Y, t[i*len(q)+j])
		}
		chart.Series = append(chart.Series, line)
	}
	return chart
}

// heat plots a surface up to a number of query segments.
func heat(title string, s surface, most float64) figures.HeatMap {
	c, q, t := s.C, s.Q, s.Seconds
	h := figures.HeatMap{Title: title, XLabel: "candidates, c", YLabel: "query segments, q", ZLabel: "seconds", X: c}
	for _, v := range q {
		if v <= most {
			h.Y = append(h.Y, v)
		}
	}
	for i := range c {
		h.Z = append(h.Z, t[i*len(q):i*len(q)+len(h.Y)])
	}
	return h
}

// mixed builds Figure 15: mixed invocations, measured and predicted from separate ones. A quick report has no ratios of them.
func mixed(points []mixedPoint, quick bool) ([]report.Block, error) {
	if len(points) == 0 {
		return nil, nil
	}
	blocks := []report.Block{mixedTable(points, quick)}
	panels, err := mixedPanels(points)
	if err != nil || len(panels) == 0 {
		return blocks, err
	}
	caption := "Invocations whose interactions are a third each hits, temporal misses and spatial misses, against the sum of " +
		"separate ones without their overhead, and against the form that the model chose"
	if quick {
		panels, caption = panels[:1], caption+"."
	} else {
		caption += "; and the ratio of mixed to separate."
	}
	return append([]report.Block{figure(15, caption, panels...)}, blocks...), nil
}

// mixName returns the paper's name of a test case.
func mixName(p mixedPoint) string {
	return fmt.Sprintf("%.0fE/%.0fQ", p.Candidates, p.Queries)
}

// mixedTable lists all measured mixes.
func mixedTable(points []mixedPoint, quick bool) report.Block {
	t := report.Table{
		Caption: "Mixed invocations: measured, as the paper's sum of separate ones predicts them, and as the model's form does.",
		Columns: report.Heads("candidates / query segments", "alpha", "beta", "gamma", "mixed", "separate", "mixed / separate", "model", "off"),
		Notes:   []string{"The paper finds mixed executions faster than separate ones, by 1 % to 20 %."},
	}
	for _, p := range points {
		ratio, off := p.Seconds/p.Separate, results.Off(p.Predicted, p.Seconds)
		if quick {
			ratio, off = math.NaN(), math.NaN()
		}
		t.Add(report.Word(mixName(p)), report.Number(p.Mix.Alpha, 3), report.Number(p.Mix.Beta, 3), report.Number(p.Mix.Gamma, 3),
			report.Seconds(p.Seconds), report.Seconds(p.Separate), report.Number(ratio, 2),
			report.Seconds(p.Predicted), report.Percent(off, 1))
	}
	return report.Block{Table: &t}
}

// mixedPanels draws the bars of Figure 15, for the mixes of a third each.
func mixedPanels(points []mixedPoint) ([]report.Panel, error) {
	times := figures.Bars{Title: "Mixed and separate", Y: figures.Axis{Label: "kernel time an interaction / ns"}, Series: []figures.BarSeries{
		{Name: "separate", Color: figures.Vermilion}, {Name: "mixed", Color: figures.Navy}, {Name: "model", Color: figures.Teal},
	}}
	ratios := figures.Bars{Title: "Ratio", Y: figures.Axis{Label: "mixed / separate"}, Series: []figures.BarSeries{{Name: "ratio", Color: figures.Gray}}}
	for _, p := range points {
		if math.Abs(p.Mix.Alpha-1./3) > 0.05 || math.Abs(p.Mix.Beta-1./3) > 0.05 {
			continue
		}
		times.Groups, ratios.Groups = append(times.Groups, mixName(p)), append(ratios.Groups, mixName(p))
		for i, seconds := range []float64{p.Separate, p.Seconds, p.Predicted} {
			times.Series[i].Y = append(times.Series[i].Y, 1e9*seconds/(p.Candidates*p.Queries))
		}
		ratios.Series[0].Y = append(ratios.Series[0].Y, p.Seconds/p.Separate)
	}
	if len(times.Groups) == 0 {
		return nil, nil
	}
	a, err := report.Draw("a", "Kernel time of mixed and separate invocations", times)
	if err != nil {
		return nil, err
	}
	b, err := report.Draw("b", "Ratio of mixed to separate invocations", ratios)
	return []report.Panel{a, b}, err
}

// modelled builds Figure 16: predicted and measured response times over s.
func modelled(all []prediction) ([]report.Block, error) {
	var panels []report.Panel
	for _, p := range all {
		total := figures.Series{Name: "modelled", Color: figures.Blue}
		kernels := figures.Series{Name: "modelled, device", Color: figures.Black}
		host := figures.Series{Name: "modelled, host", Color: figures.Magenta}
		for _, at := range p.Predictions.Curve {
			for s, y := range map[*figures.Series]float64{&total: at.Seconds(), &kernels: at.Kernel, &host: at.Host} {
				s.X, s.Y = append(s.X, float64(at.S)), append(s.Y, y)
			}
		}
		drawn, err := report.Draw(letter(len(panels)), "Modelled and measured response time over s, "+p.Name, figures.Chart{
			Title: fmt.Sprintf("%s, d = %v", p.Name, p.Distance),
			X:     figures.Axis{Label: "query segments a batch, s", Log: true}, Y: figures.Axis{Label: "time / s", Log: true},
			Series: []figures.Series{periodicSeries("measured", p.curve, figures.Red), p.last(), total, kernels, host},
			Marks:  []figures.Mark{{Name: fmt.Sprintf("model: s = %d", p.Choice.S), X: float64(p.Choice.S), Color: figures.Gray}},
		})
		if err != nil {
			return nil, err
		}
		panels = append(panels, drawn)
	}
	if len(panels) == 0 {
		return nil, nil
	}
	return []report.Block{figure(16, "Modelled and measured response time over s. The device's and the host's modelled components add up to the modelled time.", panels...)}, nil
}
