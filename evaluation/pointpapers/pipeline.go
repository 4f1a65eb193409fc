package pointpapers

import (
	"math"

	"flyby/evaluation/report"
)

// pipelineExperiment repeats Hybrid-DBSCAN's scenario S2, its Figures 3 and 4 and Table IV: many eps with one minpts.
func pipelineExperiment() experiment {
	return experiment{paper: "dbscan", title: "Hybrid-DBSCAN, Figures 3 and 4, Table IV: many eps, one after another and as a pipeline", cases: func(plan) (all []Case) {
		for _, s := range scenarios() {
			all = append(all, s.all(), s.allBy("fused"))
			all = append(all, s.each("hybrid")...)
			all = append(all, s.each("fused")...)
		}
		return all
	}, show: showPipeline}
}

// scenario is a set at the eps of S2, with the ratios of Table IV.
type scenario struct {
	set               Set
	eps               []float64
	overTree, overOne float64 // the paper's: the time of its R-tree, and without a pipeline, over the pipeline's
}

// scenarios returns the sets of S2 with their eps.
func scenarios() []scenario {
	steps := func(first, step, n int, of float64) (eps []float64) {
		for i := range n {
			eps = append(eps, float64(first+i*step)/of)
		}
		return eps
	}
	tenths, twentieths := steps(1, 1, 15, 10), steps(2, 1, 9, 20)
	return []scenario{
		{realSet("SW1"), tenths, 3.36, 1.42}, {realSet("SW4"), twentieths, 3.81, 1.45}, {realSet("SDSS1"), tenths, 3.48, 1.56},
		{realSet("SDSS2"), twentieths, 4.04, 1.60}, {realSet("SDSS3"), steps(6, 1, 8, 100), 5.13, 1.66},
	}
}

// all returns the case that finds the clusters of every eps by one search: a pipeline of tables.
func (s scenario) all() Case { return s.allBy("hybrid") }

func (s scenario) allBy(method string) Case { return clusters(s.set, method, s.eps, fewest) }

// each returns a case for every eps.
func (s scenario) each(method string) (all []Case) {
	for _, eps := range s.eps {
		all = append(all, oneVariant(s.set, method, eps, fewest))
	}
	return all
}

// sum adds up a time of the cases, NaN where one was not measured.
func sum(all []Case, of func(Case) float64) (seconds float64) {
	for _, c := range all {
		seconds += of(c)
	}
	return seconds
}

// gain returns the time of searches of one eps each as a multiple of the pipeline's.
func (b *builder) gain(s scenario) float64 { return sum(s.each("hybrid"), b.whole) / b.whole(s.all()) }

// overTree returns the time of a sequential DBSCAN as a multiple of hybrid's, over all eps of Table I together; NaN where
// it was not measured.
func (b *builder) overTree(s Set) float64 {
	tree, hybrid := 0.0, 0.0
	for _, row := range shares() {
		if row.c.Set == s {
			tree += b.seconds(row.c)
			hybrid += b.whole(oneVariant(s, "hybrid", row.c.Threshold.Eps, fewest))
		}
	}
	return tree / hybrid
}

func showPipeline(b *builder) ([]report.Block, error) {
	phases, err := b.phases()
	if err != nil || len(phases) == 0 {
		return nil, err
	}
	t := report.Table{
		Title: "Table D-4", Caption: "All eps of a set, minpts 4: by searches of one eps one after another, and by one search that makes a table while others are clustered.",
		Columns: report.Heads("set", "eps", "tables", "labels", "one by one", "pipeline", "ratio", "ratio"+report.PaperMark, "fused", "hybrid / fused", "tree / hybrid", "tree / hybrid"+report.PaperMark),
		Notes: []string{"tables, labels: what the two phases of the searches one by one take, the index with the tables. A pipeline saves at most the shorter of the two, where cores are free for it: on a host that makes " +
			"tables on all its cores nothing is. tree: the sequential DBSCAN of Table D-1 at that table's eps, against hybrid at these, index and all; the paper's are of all eps, with the pipeline."},
	}
	for _, s := range scenarios() {
		if len(b.measured([]Case{s.all()})) == 0 {
			continue
		}
		each := s.each("hybrid")
		tables := sum(each, b.whole) - sum(each, b.labelling)
		fused := b.whole(s.allBy("fused"))
		t.Add(report.Word(s.set.Name), report.Count(len(s.eps)), report.Seconds(tables), report.Seconds(sum(each, b.labelling)), report.Seconds(sum(each, b.whole)),
			report.Seconds(b.whole(s.all())), report.Times(b.gain(s)), report.Times(s.overOne).FromPaper(), report.Seconds(fused), report.Times(b.whole(s.all())/fused),
			report.Times(b.overTree(s.set)), report.Times(s.overTree).FromPaper())
	}
	return append(phases, report.Block{Table: &t}), nil
}

// phases returns Figure 3 and its table: the time of each eps, and of each of its phases.
func (b *builder) phases() ([]report.Block, error) {
	t := report.Table{
		Title: "Table D-3", Caption: "hybrid at each eps, minpts 4: index and table, labels, and flyby's fused, which keeps no table.",
		Columns: clusterHeads("index and table", "labels", "labels / all", "hybrid", "fused", "hybrid / fused"),
		Notes:   []string{"The paper has about half of the time in each phase."},
	}
	var panels []report.Panel
	for _, s := range scenarios() {
		all := b.measured(s.each("hybrid"))
		for _, c := range all {
			whole, labels, fused := b.whole(c), b.labelling(c), b.whole(byOther(c))
			t.Add(append(b.clustered(c), report.Seconds(whole-labels), report.Seconds(labels), report.Percent(100*labels/whole, 0), report.Seconds(whole), report.Seconds(fused), report.Times(whole/fused))...)
		}
		var err error
		panels, err = appendPanel(panels, "Time against eps, "+s.set.Name, times(s.set.Name, "eps of the paper", b.wholeCurve("hybrid", epsOfCase, all),
			series("index and table", epsOfCase, func(c Case) float64 { return b.whole(c) - b.labelling(c) }, all), series("labels", epsOfCase, b.labelling, all),
			b.wholeCurve("fused", epsOfCase, mapCases(all, byOther))))
		if err != nil {
			return nil, err
		}
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}, figure("dbscan-03", "Hybrid-DBSCAN, Figure 3", "Time against eps, minpts 4: hybrid, its two phases, and fused.", panels...)}, nil
}

// byOther returns a case of hybrid with fused as its method.
func byOther(c Case) Case {
	c.Method = "fused"
	return c
}

// alike reports whether no phase of a scenario takes more than twice the other.
func (b *builder) alike(s scenario) bool {
	labels := sum(s.each("hybrid"), b.labelling)
	part := labels / sum(s.each("hybrid"), b.whole)
	return math.Abs(part-0.5) <= 1.0/6
}
