package evaluation

import (
	"fmt"
	"math"
	"slices"

	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// summary compares the measurements with flyby's targets.
func (b *builder) summary() (report.Section, error) {
	s := report.Section{Title: "Summary"}
	t := report.Table{Columns: []report.Column{{Head: "what", Left: true}, {Head: "here", Left: true}, {Head: "aim", Left: true}, {Head: "the paper", Left: true, Paper: true}}}
	if err := b.modelSummary(&t); err != nil {
		return s, err
	}
	b.autoSummary(&t)
	b.periodicSummary(&t)
	b.speedUpSummary(&t)
	if len(t.Rows) > 0 {
		s.Blocks = []report.Block{{Table: &t}}
	}
	return s, nil
}

// add appends a row of words.
func add(t *report.Table, what, here, aim, paper string) {
	t.Add(report.Word(what), report.Word(here), report.Word(aim), report.Word(paper))
}

// modelSummary adds the errors of Table 3 and of the predictions.
func (b *builder) modelSummary(t *report.Table) error {
	all, err := b.predicted()
	if err != nil || len(all) == 0 {
		return err
	}
	var slow, off []float64
	for _, p := range all {
		slow, off = append(slow, p.slowdown(results.Ratio)), append(off, p.off())
	}
	if slow, off = numbers(slow), numbers(off); len(slow) > 0 {
		within := len(slow) - len(slices.DeleteFunc(slices.Clone(slow), func(v float64) bool { return v <= 2 }))
		add(t, "searches on which the model's batch size is at most 2 % slower than the best", fmt.Sprintf("%d of %d", within, len(slow)), "8 of 10", "4 of 10")
		add(t, "greatest slowdown of the model's batch size", report.Percent(slices.Max(slow), 2).Text, "5 %", "6.3 %")
		add(t, "median error of the predicted response time", report.Percent(results.Median(off), 1).Text, "15 %", "-")
	}
	var c measure.Calibration
	if _, err := b.journal.Fact(measure.ModelFact, &c); err != nil {
		return err
	}
	add(t, "time to calibrate", report.Seconds(c.Seconds).Text, "60 s on a GPU, 180 s on two cores", "-")
	return nil
}

// autoSummary adds the worst ratio of auto.
func (b *builder) autoSummary(t *report.Table) {
	worst, name := 0.0, ""
	for _, s := range b.searches {
		if c, ok := b.choicesOf(s); ok && c.ratio(results.Ratio) > worst {
			worst, name = c.ratio(results.Ratio), s.Name
		}
	}
	if name != "" {
		add(t, "method auto against the best fixed method and device, at worst", fmt.Sprintf("%.2f x (%s)", worst, name), "1.1 x", "-")
	}
}

// periodicSummary adds how much slower Periodic is than the best algorithm.
func (b *builder) periodicSummary(t *report.Table) {
	worst := math.Inf(-1)
	for _, c := range b.contests() {
		if results.Compared(c.Best.Group, c.Fastest) {
			worst = max(worst, results.Slower(c.Best.Seconds, c.Fastest.Seconds))
		}
	}
	if !math.IsInf(worst, 0) {
		add(t, "PeriodicBest above the fastest algorithm, at worst", report.Percent(worst, 2).Text, "-", "1.69 %")
	}
}

// speedUpSummary adds the range of the speed-ups over the R-tree.
func (b *builder) speedUpSummary(t *report.Table) {
	var one, all []float64
	for _, s := range b.searches {
		single, every, r := b.treeTimes(s)
		if ours := b.spatiotemporal(s); r > 0 {
			one, all = append(one, results.ClearRatio(single, ours)), append(all, results.ClearRatio(every, ours))
		}
	}
	if one, all = numbers(one), numbers(all); len(one) == 0 || len(all) == 0 {
		return
	}
	span := func(v []float64) string {
		return fmt.Sprintf("%s to %s", report.Times(slices.Min(v)).Text, report.Times(slices.Max(v)).Text)
	}
	add(t, "spatiotemporal over the R-tree on one core", span(one), "-", "15.2 x (temporal, S2)")
	add(t, "spatiotemporal over the R-tree on all cores", span(all), "-", "3.3 x (temporal, S2, six cores)")
}
