package pointpapers

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"flyby/evaluation"
	"flyby/evaluation/figures"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// builder makes the report of a journal. Cases that were not measured are left out.
type builder struct {
	plan
	journal *journal.Journal
	device  string
	groups  map[journal.Key]results.Group
}

func newBuilder(j *journal.Journal) (*builder, error) {
	s := j.Sessions()[0]
	b := &builder{plan: plan{scale: s.Scale, gpu: s.Machine.Device.Selector != hostDevice, cores: s.Machine.Cores}, journal: j, device: s.Machine.Device.Selector, groups: map[journal.Key]results.Group{}}
	for _, g := range results.Groups(j) {
		b.groups[g.Key] = g
	}
	_, err := j.Fact(measure.QuickFact, &b.quick)
	return b, err
}

// document builds the whole report of a journal.
func document(j *journal.Journal) (report.Document, error) {
	b, err := newBuilder(j)
	if err != nil {
		return report.Document{}, err
	}
	s := j.Sessions()[0]
	from := evaluation.Provenance(j, results.Groups(j))
	d := report.Document{Title: "The papers on joins of points on " + strings.TrimSpace(s.Machine.Device.Name), Intro: b.intro(from)}
	for _, e := range experiments(Papers()) {
		blocks, err := e.show(b)
		if err != nil {
			return d, fmt.Errorf("pointpapers: %s: %w", e.title, err)
		}
		if len(blocks) > 0 {
			d.Sections = append(d.Sections, report.Section{Title: e.title, Blocks: blocks})
		}
	}
	missing, err := b.missing()
	if len(missing.Blocks) > 0 {
		d.Sections = append(d.Sections, missing)
	}
	return d, err
}

// intro returns the report's first blocks: what the report shows, and the machine that measured it.
func (b *builder) intro(from report.Table) []report.Block {
	blocks := []report.Block{
		report.Text("The tables and figures of the papers on joins of points (GPU-SJ, GPU-Join, LSS) and their clusters (Hybrid-DBSCAN), computed again by \"flyby-bench points\", " +
			"with the papers' own numbers beside ours, in italics. Times are of the search, from indexed points to all pairs in order; indexing is told beside it."),
		{Table: &from},
	}
	if b.quick {
		blocks = append(blocks, report.Text("This is a quick evaluation: everything was measured once, on few points. It shows that all of it works; "+
			"which of two ways is faster by little, or on many points, only a full one tells."))
	}
	if b.scale != 1 {
		blocks = append(blocks, report.Text("The sets have fewer or more points than the papers'. Where a table has the paper's eps and one \"here\", the latter is "+
			"the paper's times the n-th root of how many times fewer they are, so that a point has as many others near it as in the paper; of sets with borders, less."))
	}
	return blocks
}

// missing lists the cases that the device refused, or that there was no memory for.
func (b *builder) missing() (report.Section, error) {
	s := report.Section{Title: "What was not done here"}
	refused := map[string]string{}
	if _, err := b.journal.Fact(refusedFact, &refused); err != nil || len(refused) == 0 {
		return s, err
	}
	t := report.Table{Columns: []report.Column{{Head: "case", Left: true}, {Head: "why", Left: true}}}
	for _, name := range slices.Sorted(maps.Keys(refused)) {
		t.Add(report.Word(name), report.Word(refused[name]))
	}
	s.Blocks = []report.Block{{Table: &t}}
	return s, nil
}

// groupOf returns the measurements of a case, and whether it was measured.
func (b *builder) groupOf(c Case) (results.Group, bool) {
	g, ok := b.groups[c.key(b.device)]
	return g, ok
}

// seconds returns the search time of a case, NaN where it was not measured.
func (b *builder) seconds(c Case) float64 {
	if g, ok := b.groupOf(c); ok {
		return g.Seconds
	}
	return math.NaN()
}

// whole returns the time to index and to search, NaN where it was not measured.
func (b *builder) whole(c Case) float64 {
	if g, ok := b.groupOf(c); ok {
		return g.Join.Index + g.Seconds
	}
	return math.NaN()
}

// processor returns the processor's time of a case of one thread, which says more than the clock where a machine is shared;
// the clock's where the system does not report it, NaN where it was not measured.
func (b *builder) processor(c Case) float64 {
	if g, ok := b.groupOf(c); ok && g.Join.Processors > 0 {
		return g.Join.Processors
	}
	return b.whole(c)
}

// source returns where a set's points came from.
func (b *builder) source(s Set) (from Source) {
	if ok, err := b.journal.Fact(sourceFact(s), &from); !ok || err != nil {
		return Source{From: s.generator, Points: s.size(b.scale), Dimensions: s.Dimensions}
	}
	return from
}

// meanOthers returns the mean number of other points that a point of a self-join found.
func (b *builder) meanOthers(c Case) float64 {
	g, ok := b.groupOf(c)
	if !ok {
		return math.NaN()
	}
	return 2 * float64(g.Hits) / float64(b.source(c.Set).Points)
}

// measured returns the cases that have measurements.
func (b *builder) measured(all []Case) []Case {
	return slices.DeleteFunc(slices.Clone(all), func(c Case) bool {
		_, ok := b.groupOf(c)
		return !ok
	})
}

// setsOf lists the sets of cases, each once.
func setsOf(all []Case) (sets []Set) {
	for _, c := range all {
		if !slices.Contains(sets, c.Set) {
			sets = append(sets, c.Set)
		}
	}
	return sets
}

// ofSet returns the cases of a set.
func ofSet(all []Case, s Set) []Case {
	return slices.DeleteFunc(slices.Clone(all), func(c Case) bool { return c.Set != s })
}

// epsOfCase returns the paper's eps of a case, which a chart has on its axis.
func epsOfCase(c Case) float64 { return c.Threshold.Eps }

// curve plots the search times of cases over the number that x picks.
func (b *builder) curve(name string, x func(Case) float64, all []Case) figures.Series {
	return series(name, x, b.seconds, all)
}

// wholeCurve plots the times to index and to search together.
func (b *builder) wholeCurve(name string, x func(Case) float64, all []Case) figures.Series {
	return series(name, x, b.whole, all)
}

// series plots the number y of each case over its number x.
func series(name string, x, y func(Case) float64, all []Case) figures.Series {
	s := figures.Series{Name: name, Points: true}
	for _, c := range all {
		s.X, s.Y = append(s.X, x(c)), append(s.Y, y(c))
	}
	return s
}

// times returns a chart of times over the quantity that x names.
func times(title, x string, series ...figures.Series) figures.Chart {
	return figures.Chart{
		Title: title, X: figures.Axis{Label: x}, Y: figures.Axis{Label: "time / s", Log: true}, Series: series,
	}
}

// logged makes the first axis of a chart logarithmic.
func logged(c figures.Chart) figures.Chart {
	c.X.Log = true
	return c
}

// mapCases returns the results of become for all cases.
func mapCases(all []Case, become func(Case) Case) (others []Case) {
	for _, c := range all {
		others = append(others, become(c))
	}
	return others
}

// least returns the least time of the cases, NaN where none was measured.
func least(all []Case, of func(Case) float64) float64 {
	least := math.NaN()
	for _, c := range all {
		if t := of(c); !(t >= least) && !math.IsNaN(t) {
			least = t
		}
	}
	return least
}

// appendPanel appends a panel with the chart, unless no series has a point to draw.
func appendPanel(panels []report.Panel, caption string, c figures.Chart) ([]report.Panel, error) {
	if !slices.ContainsFunc(c.Series, hasPoint) {
		return panels, nil
	}
	p, err := report.Draw(string(rune('a'+len(panels))), caption, c)
	return append(panels, p), err
}

// hasPoint reports whether a series has a point whose numbers are above 0.
func hasPoint(s figures.Series) bool {
	for i := range s.X {
		if s.X[i] > 0 && s.Y[i] > 0 && !math.IsInf(s.Y[i], 0) {
			return true
		}
	}
	return false
}

// figure returns a figure under a name of its own: "sj-05" for Figure 5 of GPU-SJ. Without panels it is empty.
func figure(id, title, caption string, panels ...report.Panel) report.Block {
	if len(panels) == 0 {
		return report.Block{}
	}
	return report.Block{Figure: &report.Figure{ID: id, Title: title, Caption: caption, Panels: panels}}
}
