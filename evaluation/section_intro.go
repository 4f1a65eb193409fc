package evaluation

import (
	"fmt"
	"slices"
	"strings"

	"flyby/evaluation/measure"
	"flyby/evaluation/report"
)

// intro says what the report is and on what it was measured.
func (b *builder) intro() []report.Block {
	s := b.session()
	m := s.Machine
	t := report.Table{Columns: []report.Column{{Head: "measured on", Left: true}, {Head: "", Left: true}}}
	row := func(what, is string) {
		if is = strings.TrimSpace(is); is != "" {
			t.Add(report.Word(what), report.Word(is))
		}
	}
	row("device", fmt.Sprintf("%s (%s, %d units)", m.Device.Name, m.Device.Kind, m.Device.Units))
	row("driver", m.Device.Driver+" "+m.Device.Vendor)
	row("platform", m.Device.Platform)
	row("host", fmt.Sprintf("%s, %d cores", m.CPU, m.Cores))
	row("system", m.System)
	row("commit", b.commits())
	row("begun", report.Date(s.Started).Text)
	row("seed, scale", fmt.Sprintf("%d, %v", s.Seed, s.Scale))
	row("trials", b.trials())
	blocks := []report.Block{
		report.Text("Every table and figure of the evaluation in M. Gowanlock and H. Casanova, Parallel Distance Threshold Query " +
			"Processing for Spatiotemporal Trajectory Databases on the GPU (arXiv:1405.7461), computed again by \"flyby-bench paper\", " +
			"with the paper's own numbers beside ours. Numbers of the paper are in italics."),
		{Table: &t},
	}
	if b.quick() {
		blocks = append(blocks, report.Text("This is a quick evaluation: everything was measured once, in one pass, and nothing raced. It shows that all of it works; "+
			"which of two ways is faster by little, only a full one tells."))
	}
	return blocks
}

// quick reports whether everything was measured once.
func (b *builder) quick() (quick bool) {
	known, err := b.journal.Fact(measure.QuickFact, &quick)
	return known && err == nil && quick
}

// commits lists the commits that measured.
func (b *builder) commits() string {
	var all []string
	for _, s := range b.journal.Sessions() {
		if s.Commit != "" && !slices.Contains(all, s.Commit) {
			all = append(all, s.Commit)
		}
	}
	if len(all) == 0 {
		return "not told by the build"
	}
	return strings.Join(all, ", ")
}

// trials says how often runs were repeated.
func (b *builder) trials() string {
	least, most := 0, 0
	for _, g := range b.groups {
		if least == 0 || g.Trials < least {
			least = g.Trials
		}
		most = max(most, g.Trials)
	}
	return fmt.Sprintf("%d to %d of each run; medians are shown", least, most)
}
