package pointpapers

import (
	"fmt"
	"math"

	"flyby/evaluation/report"
)

// claimsExperiment measures flyby's targets for clusters.
func claimsExperiment() experiment {
	return experiment{paper: "dbscan", title: "Targets of clusters", cases: func(p plan) (all []Case) {
		for _, c := range claims() {
			if c.gpu == p.gpu || c.anywhere {
				all = append(all, c.cases...)
			}
		}
		return all
	}, show: showClaims}
}

// claim is a target for clusters: a number computed from some cases, which has to be at most wanted, or with
// atLeast at least that.
type claim struct {
	what          string
	cases         []Case // none where other experiments measure them
	gpu, anywhere bool   // gpu: measured on a GPU, anywhere: on any device; neither: on the host's cores
	opponent      string // the opponents and their times
	amount        func(b *builder) float64
	wanted        float64
	atLeast       bool
	cores         int // with fewer cores the number is reported without a verdict
	as            func(float64) report.Cell
}

// million returns a case that clusters a million even points on one core.
func million(minPoints int) Case { return oneVariant(uniform(2, 1), "fused", 0.2, minPoints).on(1) }

// peakMemoryAt returns the case that measures fused's memory at eps.
func peakMemoryAt(eps float64) Case {
	return oneVariant(uniform(2, 1), "fused", eps, fewest).at(PeakMemory)
}

// onGPU returns the cases of the GPU's targets, one for each eps.
func onGPU() []Case {
	return scenario{set: uniform(2, 2), eps: []float64{0.06, 0.2, 0.6, 1.5}}.each("fused")
}

// claims returns all targets for clusters.
func claims() []claim {
	const wang = "Wang et al. %v s, ArborX FDBSCAN %v s (float32), scikit-learn 10.9 s"
	one := func(minPoints int, opponents string) claim {
		c := million(minPoints)
		return claim{
			what: fmt.Sprintf("fused, 10⁶ even points, eps 0.2, minpts %d, one core", minPoints), cases: []Case{c},
			opponent: opponents, amount: func(b *builder) float64 { return b.processor(c) }, wanted: 0.4, as: report.Seconds,
		}
	}
	all := []claim{one(4, fmt.Sprintf(wang, 1.3, 1.1)), one(16, fmt.Sprintf(wang, 1.8, 1.6))}
	for _, eps := range []float64{0.2, 2} {
		c := peakMemoryAt(eps)
		all = append(all, claim{
			what: "its memory at eps " + number(eps) + ", bytes a point, the points' own 16 with it", cases: []Case{c},
			amount: func(b *builder) float64 { return b.bytes(c) }, wanted: 100, as: significant,
		})
	}
	all = append(all, gpuClaims()...)
	for _, s := range scenarios() {
		all = append(all, claim{
			what: "hybrid, " + s.set.Name + ", one eps after another over the pipeline, where the phases are alike", anywhere: true,
			amount: func(b *builder) float64 { return b.alikeGain(s) }, wanted: 1.3, atLeast: true, as: report.Times,
		})
	}
	return append(all, claim{
		what: "hybrid, SW1 eps 0.3, 16 minpts with a table each over those of one table", anywhere: true, cores: 16,
		amount: func(b *builder) float64 {
			return b.whole(oneByOne()) / b.whole(reuseCases()[0].on(mostThreads(b.plan)))
		}, wanted: 6, atLeast: true, as: report.Times,
	})
}

// gpuClaims returns the targets that need a GPU.
func gpuClaims() (all []claim) {
	for _, c := range onGPU() {
		all = append(all, claim{
			what: "fused, 2·10⁶ even points, eps " + number(c.Threshold.Eps), cases: []Case{c}, gpu: true,
			amount: func(b *builder) float64 { return b.whole(c) }, wanted: 0.015, as: report.Seconds,
		})
	}
	return append(all, claim{
		what: "the slowest of these eps over the fastest", gpu: true,
		amount: func(b *builder) float64 {
			return -least(onGPU(), func(c Case) float64 { return -b.whole(c) }) / least(onGPU(), b.whole)
		}, wanted: 2, as: report.Times,
	})
}

// bytes returns the memory that a case uses for each point.
func (b *builder) bytes(c Case) float64 {
	g, ok := b.groupOf(c)
	if !ok {
		return math.NaN()
	}
	const coordinate = 8
	return float64(g.Join.Clusters.Memory)/float64(b.source(c.Set).Points) + float64(coordinate*c.Set.Dimensions)
}

// alikeGain returns the gain of a scenario, NaN where one phase takes more than twice the other.
func (b *builder) alikeGain(s scenario) float64 {
	if !b.alike(s) {
		return math.NaN()
	}
	return b.gain(s)
}

func showClaims(b *builder) ([]report.Block, error) {
	t := report.Table{
		Title: "Table D-6", Caption: "What flyby aims at in clusters. Of one thread it is the processor's time for all of it, else the time to index, to search and to label.",
		Columns: []report.Column{{Head: "what", Left: true}, {Head: "opponents", Left: true}, {Head: "it is"}, {Head: "wanted"}, {Head: "holds"}},
		Notes:   []string{"Opponents as measured elsewhere on one core. A target is held at the size that it is about, and on that many cores; else it is told."},
	}
	for _, c := range claims() {
		v := c.amount(b)
		if math.IsNaN(v) {
			continue
		}
		wanted := c.as(c.wanted)
		wanted.Text = map[bool]string{false: "at most ", true: "at least "}[c.atLeast] + wanted.Text
		t.Add(report.Word(c.what), report.Word(c.opponent), c.as(v), wanted, b.claimVerdict(c, v))
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	return []report.Block{{Table: &t}}, nil
}

// claimVerdict says whether a claim holds; at another scale or on fewer cores it only says that the number was
// reported.
func (b *builder) claimVerdict(c claim, v float64) report.Cell {
	switch {
	case b.scale != 1 || b.cores < c.cores:
		return report.Word("told")
	case c.atLeast == (v >= c.wanted) || v == c.wanted:
		return report.Word("yes")
	}
	return report.Word("no")
}
