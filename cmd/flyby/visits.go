package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/inventory"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// visitFlags are the flags of visits. Of searchFlags it uses the flags for reading and for answers.
type visitFlags struct{ searchFlags }

func (a *app) visitsCommand() *cobra.Command {
	var f visitFlags
	c := a.ofFiles("visits", &f.entries, func(c *cobra.Command) error { return a.visits(c, &f) })
	f.addFile(c, &f.entries, "entries", sameAsFile)
	f.add(c)
	addPage(c)
	a.addAll(c)
	c.SetFlagErrorFunc(reasoned("notofvisits.txt"))
	return c
}

// add adds the flags behind the flags of files of trajectories.
func (f *visitFlags) add(c *cobra.Command) {
	f.addZones(c, "`FILE` of zones: GeoJSON, a table with the columns zone_id and wkt, or GeoParquet; several times for several files; required")
	f.begin(question.ZoneVisits)
	f.questionFlags.add(c, asking.Fields(question.ZoneVisits))
	f.addStates(c)
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` for the results"+outRules)
	addOutFormat(c, output.Written(reading.ResultOutput))
	f.addReading(c)
	c.Flags().StringVar(&f.device, "device", "", "`DEVICE` to run on: auto or cpu, which are the cores of the host")
	complete(c, "device", "auto", "cpu")
	f.memory.add(c, "refused")
	f.method = "auto"
}

// addZones adds --zones.
func (f *searchFlags) addZones(c *cobra.Command, help string) {
	f.zones.flag = "--zones"
	c.Flags().Var(&f.zones, "zones", help)
	if err := c.MarkFlagFilename("zones", "geojson", "json", "csv", "tsv", "parquet"); err != nil {
		panic(err) // our own bug: there is no such flag
	}
}

// check refuses values that are wrong whatever the data are, and then missing flags.
func (f *visitFlags) check(c *cobra.Command) error {
	if err := cmp.Or(checkSelector(c, f.device), f.checkQuestion(c), f.memory.check(c)); err != nil {
		return err
	}
	if f.device != "" && f.device != "auto" && f.device != "cpu" {
		return cli.Usage(c, "--device %s: visits are found on the cpu only", f.device)
	}
	f.out = standardOut(f.out)
	if l := f.Plain().Level; isPage(f.out) && l != question.Visits {
		return cli.Usage(c, "--out %s: is for --level visits; a page shows no %s", f.out, l)
	}
	f.zones.takeNames()
	if err := f.checkOut(c); err != nil {
		return err
	}
	q := f.Plain()
	if err := checkFile(c, &q, f.out, &f.format); err != nil {
		return err
	}
	if err := f.checkMissing(c); err != nil || f.zones.given() {
		return err
	}
	return f.zones.missing(c)
}

// visits checks the flags, finds visits and writes them.
func (a *app) visits(c *cobra.Command, f *visitFlags) error {
	if err := f.check(c); err != nil {
		return err
	}
	f.device = "cpu"
	return a.find(c, &f.searchFlags, func(t *task) error { return visitTask{t}.run(c, f) })
}

// visitTask is a task whose answer is visits.
type visitTask struct{ *task }

// run finds visits, and prints the summary.
func (v visitTask) run(c *cobra.Command, f *visitFlags) (err error) {
	v.tell(inventory.Zones(job.NameOf(v.zones.names, v.zones.files), v.Zones()))
	if v.report, err = v.Run(c.Context(), v.sink(c, v.target())); err != nil {
		return v.explain(c, &f.searchFlags, err)
	}
	v.display.end()
	if v.Ask().Count {
		if _, err := fmt.Fprintln(v.streams.out, v.report.Rows); err != nil {
			return err
		}
	}
	m := v.summary()
	if v.rows == nil || !v.json { // else it is the last line, behind the page
		v.app.summarize(v.said(&m), v.sentence(&m))
	}
	if !v.json && v.report.Rows == 0 && !v.quiet && (v.terminal || v.verbose) {
		fmt.Fprintln(v.err, v.nothing())
	}
	v.tellCut()
	if v.rows != nil {
		v.rows.hold(v.task, &m, &m.cost)
	}
	return nil
}

// visitSummary is the last line of --json of visits.
type visitSummary struct {
	Type       string `json:"type"` // "summary"
	Command    string `json:"command"`
	Entries    int    `json:"entries"` // segments
	EntryTrajs int    `json:"entry_trajectories"`
	EntryFiles int    `json:"entry_files,omitempty"`
	takenSets
	Zones     int          `json:"zones"`
	ZoneFiles int          `json:"zone_files"`
	BadZones  int          `json:"skipped_zones"`
	SelfRings int          `json:"self_crossing_rings,omitempty"`
	Split     int          `json:"split_sides,omitempty"` // straight in degrees
	Arcs      int          `json:"split_sides_arcs,omitempty"`
	Level     asking.Place `json:"+level"`
	setsMotion
	Visits *uint64 `json:"visits,omitempty"`        // as they are found
	Merged *uint64 `json:"visits_merged,omitempty"` // once --merge-gap has joined them
	Long   *uint64 `json:"visits_long,omitempty"`   // visits that --min-duration leaves
	Pairs  *uint64 `json:"pairs,omitempty"`
	Held   *uint64 `json:"rows_having,omitempty"` // that --having leaves
	Rows   uint64  `json:"rows"`                  // of the result: after --top or --limit
	cost
	Device string       `json:"device"`
	Near   asking.Place `json:"+near"`
	Extent *float64     `json:"extent,omitempty"` // see summary
	Units  format.Units `json:"units"`
	Out    string       `json:"out"`

	ColumnUnits map[string]string `json:"column_units,omitempty"` // see summary
	UnitsOut    asking.Place      `json:"+answer"`
}

// summary is the summary of the visits.
func (v visitTask) summary() visitSummary {
	r, zones := &v.report, v.Zones()
	of := zones.Report()
	m := visitSummary{
		Type: "summary", Command: v.command, Entries: v.entries.Segments(), EntryTrajs: v.entries.Trajectories(), EntryFiles: v.entries.Report.Files,
		Zones: zones.Len(), ZoneFiles: len(v.zones.names), BadZones: zones.Skipped, SelfRings: of.SelfRings, Split: of.Split, Arcs: of.SplitParts,
		Rows: r.Rows, cost: v.costOf(0, r.Stats.Search), Device: r.Stats.Device, Extent: v.wide, ColumnUnits: v.Ask().Read.ColumnUnits, Units: r.Units, Out: v.out,
	}
	m.takenSets, m.setsMotion = v.readSets()
	if v.level != question.Hits {
		m.Visits = &r.Found
	}
	if v.Ask().Parts {
		m.Merged = &r.Merged
	}
	if v.given.least {
		m.Long = &r.Long
	}
	if v.level == question.Pairs {
		m.Pairs = &r.All
	}
	if v.Ask().Filters() {
		m.Held = &r.Held
	}
	return m
}

// sentence is the summary for people.
func (v visitTask) sentence(m *visitSummary) string {
	return fmt.Sprintf("%s of %s x %s: %s  %s  on %s", plural(m.Entries, "segment"), plural(m.EntryTrajs, "object"), plural(m.Zones, "zone"), v.found(), &m.cost, m.Device)
}

// found says how many rows there are at each stage, for people.
func (v visitTask) found() string {
	text := plural(v.report.Found, "visit")
	if v.level == question.Hits {
		text = plural(v.report.Found, "hit")
	}
	return text + v.stagesText() + v.havingText()
}
