package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"flyby/group"
	"flyby/internal/asking"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/question"
	"flyby/trajectory/format"
)

// convoyFlags are the flags of convoys. Of searchFlags it uses the flags for reading and for searching encounters.
type convoyFlags struct{ searchFlags }

func (a *app) convoysCommand() *cobra.Command {
	var f convoyFlags
	c := a.ofFiles("convoys", &f.entries, func(c *cobra.Command) error { return a.convoys(c, &f) })
	f.addFile(c, &f.entries, "entries", sameAsFile)
	f.add(c)
	addPage(c)
	a.addAll(c)
	return c
}

// add adds the flags behind the flags of files.
func (f *convoyFlags) add(c *cobra.Command) {
	f.begin(question.Convoys)
	f.questionFlags.add(c, asking.Fields(question.Convoys))
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules)
	addOutFormat(c, output.Written(reading.TableOutput))
	f.addReading(c)
	addDevice(c, &f.device, "run on")
	f.memory.add(c, "searched part by part, with the same results; groups, and an interval for each encounter, are held whole")
	f.method = "auto"
}

// check refuses values that are wrong whatever the data are, and then missing flags.
func (f *convoyFlags) check(c *cobra.Command) error {
	if err := f.checkQuestion(c); err != nil {
		return err
	}
	if g := f.Plain().Group; g.OnClock() && f.device != "" && f.device != "auto" && f.device != "cpu" {
		return cli.Usage(c, "--device %s: method %s runs on the cpu only", f.device, g.Method)
	}
	if err := cmp.Or(checkSelector(c, f.device), f.memory.check(c), f.checkOut(c)); err != nil {
		return err
	}
	return f.checkMissing(c)
}

// checkOut refuses an output that cannot be made.
func (f *convoyFlags) checkOut(c *cobra.Command) error {
	switch {
	case !isPage(f.out):
		f.out = standardOut(f.out)
		return checkTable(c, f.out, "groups", output.Written(reading.TableOutput))
	case f.Plain().Level == question.Groups:
		return cli.Usage(c, "--out %s: is for --level members; a page shows the members of groups", f.out)
	}
	return f.checkPage(c)
}

// convoys checks the flags, finds groups and writes them, or a page of them.
func (a *app) convoys(c *cobra.Command, f *convoyFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	if f.Plain().Group.OnClock() {
		f.device = "cpu"
	}
	return a.find(c, &f.searchFlags, func(t *task) error { return convoyTask{task: t, search: &t.Ask().Group}.run(c, f) })
}

// convoyTask is a task whose answer is groups.
type convoyTask struct {
	*task
	search *group.Search
}

// run finds groups, and prints the summary.
func (g convoyTask) run(c *cobra.Command, f *convoyFlags) (err error) {
	if g.report, err = g.Run(c.Context(), g.sink(c, g.target())); err != nil {
		return g.explain(c, &f.searchFlags, err)
	}
	g.display.end()
	if g.search.OnClock() {
		g.warnOfClock()
	} else {
		g.warnOfWindow()
		if !f.Has("min-duration") {
			g.display.note("groups of an instant count, too: --min-duration T leaves out those that are shorter than T")
		}
	}
	m := g.summary()
	if g.rows == nil || !g.json { // else it is the last line, behind the page
		g.app.summarize(g.said(&m), g.sentence(&m))
	}
	if g.rows != nil {
		g.rows.hold(g.task, &m, &m.cost)
	}
	return nil
}

// warnOfWindow warns that the search covers none of the data, where they lie outside --from and --to.
func (g convoyTask) warnOfWindow() {
	from, to := timesOf(g.entries)
	if s := g.search; s.From != nil && *s.From > to || s.To != nil && *s.To < from {
		g.display.warn("%s", fmt.Sprintf("nothing is there: the data are from %s to %s%s", g.instant(from), g.instant(to), within(g)))
	}
}

// convoySummary is the last line of --json of convoys.
type convoySummary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Entries    int    `json:"entries"` // segments
	EntryTrajs int    `json:"entry_trajectories"`
	EntryFiles int    `json:"entry_files,omitempty"`
	takenSets
	setsMotion
	Encounters *uint64 `json:"encounters,omitempty"`      // of group
	Ticks      *int    `json:"ticks,omitempty"`           // of cmc and mc
	Clustered  *int    `json:"ticks_clustered,omitempty"` // ticks at which a convoy is possible
	Groups     uint64  `json:"groups"`
	Rows       uint64  `json:"rows"` // of the result
	cost
	SpilledBytes uint64       `json:"spilled_bytes"`
	Method       asking.Place `json:"+method"`
	Device       string       `json:"device"`
	Near         asking.Place `json:"+near"`
	Extent       *float64     `json:"extent,omitempty"` // see summary
	Group        asking.Place `json:"+group"`
	Units        format.Units `json:"units"`
	Out          string       `json:"out"`

	ColumnUnits map[string]string `json:"column_units,omitempty"` // see summary
}

// summary is the summary of the groups.
func (g convoyTask) summary() convoySummary {
	r, found := &g.report, &g.report.GroupsStats
	m := convoySummary{
		Type: "summary", Command: g.command, Entries: g.entries.Segments(), EntryTrajs: g.entries.Trajectories(), EntryFiles: g.entries.Report.Files,
		Groups: r.Groups, Rows: r.Rows, cost: g.costOf(found.Index, found.Search), SpilledBytes: r.Spilled,
		Device: found.Device, Extent: g.wide, ColumnUnits: g.Ask().Read.ColumnUnits, Units: r.Units, Out: g.out,
	}
	clustering := found.Clustering.Seconds()
	m.ClusterS = &clustering
	m.takenSets, m.setsMotion = g.readSets()
	if g.search.OnClock() {
		m.Ticks, m.Clustered = &found.Clock.Ticks, &found.Clock.Clustered
	} else {
		m.Encounters = &r.Found
	}
	return m
}

// sentence is a summary for people.
func (g convoyTask) sentence(m *convoySummary) string {
	return fmt.Sprintf("%s of %s: %s of %s  %s  %s on %s", plural(m.Entries, "entry segment"), plural(m.EntryTrajs, "object"), plural(m.Groups, "group"), g.source(), &m.cost, m.Method, m.Device)
}

// source names, for people, the input of the groups.
func (g convoyTask) source() string {
	if g.search.OnClock() {
		return fmt.Sprintf("%s, %s clustered", plural(g.report.GroupsStats.Clock.Ticks, "tick"), hostmemory.Count(g.report.GroupsStats.Clock.Clustered))
	}
	return plural(g.report.Found, "encounter")
}
