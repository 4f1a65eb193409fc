package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
)

// addExplain adds --explain.
func (f *searchFlags) addExplain(c *cobra.Command) {
	c.Flags().BoolVar(&f.explain, "explain", false, "say on standard output, with --json as an object, how the data would be searched: method, device, about how many hits, memory and time. Nothing is searched, and no results are written")
}

// explanation is the plan of a search, as --explain shows it.
type explanation struct{ job.Explanation }

// slabsText is the number of slabs, and whether time or ranges of trajectories make them.
func (m explanation) slabsText() string {
	if m.Of == "time" {
		return plural(m.Slabs, "slab") + " of time"
	}
	return plural(m.Slabs, "pair") + " of ranges of trajectories"
}

// elsewhere says how much of the data is not in memory.
func (m explanation) elsewhere() string {
	if m.Slabs == 0 {
		return ""
	}
	return " in memory, " + hostmemory.Size(m.SpilledBytes) + " of files in --tmp"
}

// explainPlan says how the data would be searched, without searching. Contents of slabs are not read.
func (t *task) explainPlan(c *cobra.Command) error {
	if t.entries.Trajectories() == 0 {
		return nil
	}
	m, err := t.Explain(c.Context(), t.command, t.bound.most)
	if err != nil {
		return err
	}
	t.display.end()
	return t.printAnswer(m, explanation{*m}.text())
}

// text is the explanation for people.
func (m explanation) text() string {
	var s strings.Builder
	row := func(label, format string, args ...any) {
		fmt.Fprintf(&s, "%-11s %s\n", label, fmt.Sprintf(format, args...))
	}
	row("data", "%s x %s, %s%s", plural(m.Entries, "entry segment"), plural(m.Queries, "query segment"), hostmemory.Size(m.DataBytes), m.elsewhere())
	if m.Slabs > 0 {
		row("slabs", "%s, searched one after another, %s at most each", m.slabsText(), hostmemory.Size(m.SlabBytes))
	}
	row("method", "%s", m.Method)
	row("device", "%s (%s)", printable.Text(m.Device), m.Why)
	if m.Parts > 1 {
		row("parts", "%d of the entries, one after another", m.Parts)
	}
	if m.Batches > 0 {
		row("batches", "%s", batchesOf(m.Batches, m.BatchSize))
	}
	if m.Candidates != nil {
		row("candidates", "%s pairs of segments", roughly(*m.Candidates))
	}
	if m.Hits != nil {
		row("hits", "%s, %s in memory", roughly(*m.Hits), hostmemory.Size(uint64(*m.HitBytes)))
	}
	if len(m.Having) > 0 {
		row("having", "of the rows that are found those that hold %s", printable.Text(cli.Listed(m.Having, "and")))
	}
	row("memory", "%s at most", hostmemory.Size(m.MemoryBytes))
	switch {
	case m.Slabs > 0:
	case m.Tunes:
		row("time", "not known: a performance model of the device is measured first, for about 3 minutes, and chooses the batches; flyby tune keeps it")
	case m.Seconds == nil:
		row("time", "not known: flyby tune makes a performance model of the device")
	default:
		row("time", "about %.2g s to search, by the performance model", *m.Seconds)
	}
	return s.String()
}

// roughly writes an estimate to two digits.
func roughly(n float64) string {
	unit := 1.0
	for n/unit >= 100 {
		unit *= 10
	}
	return "about " + hostmemory.Count(uint64(n/unit+0.5)*uint64(unit))
}
