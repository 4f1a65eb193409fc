package evaluation

import (
	"fmt"
	"slices"
	"strings"

	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// Provenance lists the machines and commits that measured the groups of a journal, and the number
// of trials.
func Provenance(j *journal.Journal, groups []results.Group) report.Table {
	s := j.Sessions()[0]
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
	row("commit", commits(j))
	row("begun", report.Date(s.Started).Text)
	row("seed, scale", fmt.Sprintf("%d, %v", s.Seed, s.Scale))
	row("trials", trials(groups))
	return t
}

// intro returns the report's first blocks: what the report shows, and the machine that measured it.
func (b *builder) intro() []report.Block {
	t := Provenance(b.journal, b.groups)
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

// commits lists the commits of the journal's sessions.
func commits(j *journal.Journal) string {
	var all []string
	for _, s := range j.Sessions() {
		if s.Commit != "" && !slices.Contains(all, s.Commit) {
			all = append(all, s.Commit)
		}
	}
	if len(all) == 0 {
		return "not told by the build"
	}
	return strings.Join(all, ", ")
}

// trials returns the number of trials of the runs as text.
func trials(groups []results.Group) string {
	least, most := 0, 0
	for _, g := range groups {
		if least == 0 || g.Trials < least {
			least = g.Trials
		}
		most = max(most, g.Trials)
	}
	return fmt.Sprintf("%d to %d of each run; medians are shown", least, most)
}
