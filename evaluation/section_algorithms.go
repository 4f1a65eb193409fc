package evaluation

import (
	"fmt"
	"math"
	"strings"

	"flyby/datasets"
	"flyby/evaluation/figures"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// contest has the response times of the algorithms on one search.
type contest struct {
	datasets.Search
	results.Contest
	curve []results.Point // the sweep's points
}

// contests returns the contests of all searches that have one.
func (b *builder) contests() []contest {
	var all []contest
	for _, s := range b.searches {
		if c, ok := results.NewContest(b.groupsOf(s.Name)); ok {
			all = append(all, contest{s, c, results.SweepCurve(b.groupsOf(s.Name))})
		}
	}
	return all
}

// algorithms builds Figures 7 to 11, Table 2 and the table of the time to make batches.
func (b *builder) algorithms() (report.Section, error) {
	s := report.Section{Title: "Batching algorithms"}
	contests := b.contests()
	if len(contests) == 0 {
		return s, nil
	}
	for number := 7; number <= 11; number++ {
		var panels []report.Panel
		for _, c := range contests {
			if 7+searchNumber(c.Name)/2 != number {
				continue
			}
			for _, chart := range []figures.Chart{wideChart(c), zoomedChart(c)} {
				p, err := report.Draw(letter(len(panels)), "Response time over s, "+chart.Title, chart)
				if err != nil {
					return s, err
				}
				panels = append(panels, p)
			}
		}
		if len(panels) > 0 {
			s.Blocks = append(s.Blocks, figure(number, b.caption(number), panels...))
		}
	}
	s.Blocks = append(s.Blocks, table2(contests))
	if !b.quick() {
		s.Blocks = append(s.Blocks, parameters(contests))
	}
	s.Blocks = append(s.Blocks, withBatching(contests))
	return s, nil
}

// caption returns the caption of one of Figures 7 to 11.
func (b *builder) caption(number int) string {
	zoom, at := " on the best s", " at their best parameters"
	if b.quick() {
		zoom, at = "", ""
	}
	first := datasets.Searches()[2*(number-7)]
	second := datasets.Searches()[2*(number-7)+1]
	return fmt.Sprintf("Response time of Periodic over the batch size s for %s and %s (%s), and zoomed in%s, with the response times "+
		"of the other algorithms%s as horizontal lines in the paper's colours. Times to make batches are left out, as in the paper.",
		first.Name, second.Name, paperDatasets()[first.Dataset].name, zoom, at)
}

// wideChart plots Periodic over all batch sizes.
func wideChart(c contest) figures.Chart {
	chart := figures.Chart{
		Title: fmt.Sprintf("%s, d = %v", c.Name, c.Distance),
		X:     figures.Axis{Label: "query segments a batch, s", Log: true}, Y: figures.Axis{Label: "response time / s", Log: true},
	}
	chart.Series = []figures.Series{periodicSeries("sweep", c.curve, figures.Vermilion), c.last()}
	if c.Best.Trials >= results.LeastTrials {
		chart.Marks = []figures.Mark{{Name: fmt.Sprintf("best: s = %d", c.Best.S), X: float64(c.Best.S), Color: figures.Gray}}
	}
	return chart
}

// last returns the points of the race, or of the final round where there was none.
func (c contest) last() figures.Series {
	s := periodicSeries(c.Round, c.Periodic, figures.Navy)
	s.Only = true
	return s
}

// periodicSeries plots the response times of points.
func periodicSeries(name string, points []results.Point, color figures.Color) figures.Series {
	s := figures.Series{Name: name, Points: true, Color: color}
	for _, p := range points {
		s.X, s.Y = append(s.X, float64(p.S)), append(s.Y, p.Seconds)
	}
	return s
}

// zoomedChart plots the neighbourhood of the best batch size, with the other algorithms.
func zoomedChart(c contest) figures.Chart {
	var near []results.Point
	for _, p := range c.Periodic {
		if r := float64(p.S) / float64(c.Best.S); r >= 0.7 && r <= 1.4 || math.Abs(float64(p.S-c.Best.S)) <= 20 {
			near = append(near, p)
		}
	}
	chart := figures.Chart{
		Title: fmt.Sprintf("%s, d = %v, zoomed", c.Name, c.Distance),
		X:     figures.Axis{Label: "query segments a batch, s"}, Y: figures.Axis{Label: "response time / s"},
		Series: []figures.Series{periodicSeries("Periodic", near, figures.Vermilion)},
	}
	for _, name := range algorithms() {
		if g, ok := c.Others[name]; ok {
			chart.Levels = append(chart.Levels, figures.Level{Name: algorithmTitle(name), Y: g.Seconds, Color: algorithmColor(name)})
		}
	}
	return chart
}

// algorithmColor returns an algorithm's color in the paper's Figure 7.
func algorithmColor(name string) figures.Color {
	return map[string]figures.Color{
		"setsplit-fixed": figures.Purple, "setsplit-max": figures.Green, "setsplit-minmax": figures.Red,
		"greedysetsplit-min": figures.Blue, "greedysetsplit-max": figures.Black,
	}[name]
}

// measured returns the measurement of a row of Table 2; ok is false for a row that was not measured.
func (c contest) measured(row string) (g results.Group, ok bool) {
	periodic := map[string]results.Point{periodicBest: c.Best, periodicGood: c.Good, periodicNear: c.Near}
	if p, ok := periodic[row]; ok {
		return p.Group, p.S > 0
	}
	g, ok = c.Others[row]
	return g, ok
}

// names heads a column for each search.
func names(contests []contest) []string {
	var all []string
	for _, c := range contests {
		all = append(all, c.Name)
	}
	return all
}

// emptyNote says where a comparison is left out.
func emptyNote() string {
	return fmt.Sprintf("\"-\" stands for fewer than %d trials, or a difference below the spread of the trials, which is each median's standard error.", results.LeastTrials)
}

// table2 builds Table 2, each row of ours above the paper's.
func table2(contests []contest) report.Block {
	t := report.Table{
		Title:   "Table 2",
		Caption: "Response time above that of the fastest algorithm, in percent; the fastest in bold. Below each row, the paper's.",
		Columns: report.Heads("algorithm", names(contests)...),
		Notes: []string{
			"PeriodicBest: the batch size of least response time. PeriodicGood: the worst batch size from 20 below it to 20 above it, as in the paper. " +
				"\"Periodic within 20 %\": the worst from a fifth below to a fifth above, which is that neighbourhood where the best is near the paper's 100.",
			emptyNote(),
		},
	}
	for _, name := range algorithms() {
		ours, theirs := []report.Cell{report.Word(algorithmTitle(name))}, []report.Cell{report.Word("the paper").FromPaper()}
		paper, has := paperTable2()[name]
		for _, c := range contests {
			above := math.NaN()
			if g, ok := c.measured(name); ok {
				above = results.Slower(results.ClearRatio(g, c.Fastest), 1)
			}
			ours = append(ours, report.Number(above, 2).Strong(above == 0))
			theirs = append(theirs, report.Number(paper[searchNumber(c.Name)], 2).FromPaper())
		}
		t.Add(ours...)
		if has {
			t.Add(theirs...)
		}
	}
	return report.Block{Table: &t}
}

// parameters lists the best parameter of every algorithm.
func parameters(contests []contest) report.Block {
	t := report.Table{Caption: "The best parameters found, and the number of batches they make.", Columns: report.Heads("algorithm", names(contests)...)}
	for _, name := range algorithms() {
		row := []report.Cell{report.Word(algorithmTitle(name))}
		for _, c := range contests {
			g, _ := c.measured(name)
			row = append(row, parameterCell(g))
		}
		t.Add(row...)
	}
	return report.Block{Table: &t}
}

// parameterCell writes "120 (334)" for periodic:120, and nothing where too few trials were measured to tell what is best.
func parameterCell(g results.Group) report.Cell {
	if g.Trials < results.LeastTrials {
		return report.None()
	}
	_, parameter, _ := strings.Cut(g.Parameter, ":")
	return report.Word(fmt.Sprintf("%s (%d)", parameter, g.Batches))
}

// withMaking returns a measurement with the time to make the batches in its response time.
func withMaking(g results.Group) results.Group {
	g.Seconds += g.Batching
	return g
}

// withBatching compares response times with the time to make the batches in them.
func withBatching(contests []contest) report.Block {
	t := report.Table{
		Caption: "Time to make the batches, and in brackets the response time with it as a multiple of PeriodicBest's.",
		Columns: report.Heads("algorithm", names(contests)...),
		Notes: []string{
			"The paper's SetSplit takes time in the square of the number of query segments: with it, response times were on average more than 4.69 times, at " +
				"most 8.84 times that of PeriodicBest (12.76 times for SetSplit-Fixed on S9); with GreedySetSplit at most 2.9 % above it.",
			"Ours makes the same batches with a priority queue.",
		},
	}
	for _, name := range algorithms()[:6] {
		row := []report.Cell{report.Word(algorithmTitle(name))}
		for _, c := range contests {
			g, ok := c.measured(name)
			if !ok {
				row = append(row, report.None())
				continue
			}
			text := report.Seconds(g.Batching).Text
			if over := report.Times(results.ClearRatio(withMaking(g), withMaking(c.Best.Group))); over != report.None() {
				text += fmt.Sprintf(" (%s)", over.Text)
			}
			row = append(row, report.Word(text))
		}
		t.Add(row...)
	}
	return report.Block{Table: &t}
}
