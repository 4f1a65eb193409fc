package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/datasets"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/job"
	"flyby/question"
	"flyby/report"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

func (a *app) demoCommand() *cobra.Command {
	var d demo
	c := a.described("demo", &cobra.Command{
		RunE: func(c *cobra.Command, _ []string) error {
			if err := checkScale(c, d.scale); err != nil {
				return err
			}
			if err := checkSelector(c, d.options.Device); err != nil {
				return err
			}
			if err := checkDevice(d.options.Device); err != nil {
				return err
			}
			d.app, d.ctx = a, c.Context()
			if err := d.checkOut(c); err != nil {
				return err
			}
			return d.run()
		},
	})
	addScale(c, &d.scale, "times the stars and supernovae", "; 1 is 2,500 stars")
	c.Flags().StringVarP(&d.out, "out", "o", "", "folder `DIR` for the data and the encounters as files, and an HTML page of each story (default none)")
	c.Flags().StringVar(&d.options.Device, "device", "cpu", "`DEVICE` to run on: "+selectors(false)+" (see flyby devices)")
	a.addQuietJSON(c, "progress, summaries and errors on standard error as JSON, one object a line")
	return c
}

// run tells both stories.
func (d *demo) run() error {
	if d.out != "" {
		if err := os.MkdirAll(d.lies(d.out), 0o777); err != nil {
			return err
		}
	}
	for i, s := range stories() {
		if err := d.tell(i+1, s); err != nil {
			return err
		}
	}
	return nil
}

// checkOut refuses a folder in which a file would be written over the file of a plan of slabs.
func (d *demo) checkOut(c *cobra.Command) error {
	if d.out == "" {
		return nil
	}
	for _, s := range stories() {
		for _, name := range []string{s.files[0], cmp.Or(s.files[1], s.files[0]), s.results(), s.page()} {
			if err := checkReserved(c, end{"--out", d.path(name)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// results is the name of the file of encounters.
func (s story) results() string { return s.Name + "-encounters.csv" }

// page is the name of the page.
func (s story) page() string { return s.Name + ".html" }

// path is where --out keeps a file.
func (d *demo) path(name string) string { return filepath.Join(d.out, name) }

// story is a question that the demo answers.
type story struct {
	datasets.Scenario
	title   string
	data    string
	units   format.Units
	heading string
	row     func(t *task, e trajectory.Encounters, i int) string
	files   [2]string // of entries and queries, with --out
}

// joins reports whether the entries meet each other: there are no queries.
func (s story) joins() bool { return s.Queries == "" }

func stories() []story {
	return []story{
		{
			Scenario: scenario("supernovae"),
			title:    "Stars and supernovae",
			data:     "Stars orbit in a model of the Milky Way for 400 million years; supernovae go off in its disc.",
			units:    format.Units{Length: "kpc", Time: "Myr"},
			heading:  "supernova\tstar\tat\tdistance",
			row: func(t *task, e trajectory.Encounters, i int) string {
				return fmt.Sprintf("%s\t%s\t%.1f Myr\t%.2f pc", idOf(t.queries.Store, e.QueryTraj[i]), idOf(t.entries.Store, e.EntryTraj[i]),
					e.Closest[i], e.Distance[i]*1000)
			},
			files: [2]string{"stars.csv", "supernovae.csv"},
		},
		{
			Scenario: scenario("near-misses"),
			title:    "Near misses",
			data:     "Cars drive through a small town for seven minutes (a run of the traffic simulator Eclipse SUMO).",
			units:    format.Units{Length: "m", Time: "s"},
			heading:  "car\tand car\twithin it from\tto\tclosest at\tdistance\trelative speed",
			row: func(t *task, e trajectory.Encounters, i int) string {
				return fmt.Sprintf("%s\t%s\t%.1f s\t%.1f s\t%.1f s\t%.2f m\t%s", idOf(t.queries.Store, e.QueryTraj[i]), idOf(t.entries.Store, e.EntryTraj[i]),
					e.Enter[i], e.Exit[i], e.Closest[i], e.Distance[i], kmh(e.Speed[i]))
			},
			files: [2]string{"cars.csv", ""},
		},
	}
}

// scenario is the scenario of a name.
func scenario(name string) datasets.Scenario {
	all := datasets.Scenarios()
	return all[slices.IndexFunc(all, func(c datasets.Scenario) bool { return c.Name == name })]
}

// kmh writes metres a second as kilometres an hour; NaN, which is said where one of the two has no
// velocity, as nothing.
func kmh(speed float64) string {
	if math.IsNaN(speed) {
		return ""
	}
	return fmt.Sprintf("%.0f km/h", speed*3.6)
}

// idOf is an id as a terminal may show it.
func idOf(s *trajectory.Store, traj uint32) string {
	return printable.Text(s.ID(int(traj)))
}

// load makes or reads a data set of a scenario.
func (d *demo) load(name string) (*trajectory.Store, error) {
	if name != "sumo" {
		return datasets.Generate(name, 1, d.scale)
	}
	s, _, err := input.Read(d.ctx, "-", format.Options{Reading: format.Reading{Format: "xml.gz", Stdin: bytes.NewReader(datasets.SUMO())}})
	return s, err
}

// loadBoth makes or reads the data sets of a story. Of a join both are one.
func (d *demo) loadBoth(s story) (entries, queries *trajectory.Store, err error) {
	if entries, err = d.load(s.Entries); err != nil || s.joins() {
		return entries, entries, err
	}
	queries, err = d.load(s.Queries)
	return entries, queries, err
}

// demo is a run of the demo.
type demo struct {
	*app
	ctx     context.Context
	scale   float64
	out     string
	options flyby.Options
}

// topRows is how many encounters the demo shows of each story.
const topRows = 8

// tell runs a story and shows its closest encounters.
func (d *demo) tell(number int, s story) error {
	fmt.Fprintf(d.streams.out, "%d. %s\n   %s\n   %s\n\n", number, s.title, s.data, s.Question)
	t, err := d.prepare(s)
	if err != nil {
		return err
	}
	e, stats, err := d.encounters(t, !s.joins())
	if err != nil {
		return err
	}
	d.display.end()
	n := uint64(e.Len())
	t.report.Counts = job.Counts{Found: n, All: n, Rows: n}
	if err := d.tellReport(s, t, stats, e); err != nil {
		return err
	}
	if d.json {
		d.display.object(t.said(t.summary(stats)))
	}
	return d.save(s, t, e)
}

// prepare makes or reads the data of a story.
func (d *demo) prepare(s story) (*task, error) {
	d.display.begin("make or read the data", job.NoUnit)
	d.display.set(0, 0)
	start := time.Now()
	entries, queries, err := d.loadBoth(s)
	if err != nil {
		return nil, err
	}
	d.display.end()
	t := &task{app: d.app, command: "demo", level: question.Encounters, planned: job.Ask{Question: question.Question{Search: flyby.Search{Distance: s.Distance}}}, begun: start}
	t.entries, t.queries = job.InMemory("", entries, format.Report{Units: s.units}), job.InMemory("", queries, format.Report{})
	t.report.Units, t.report.Reading = s.units, time.Since(start)
	return t, nil
}

// encounters returns the encounters of a search or of a join.
func (d *demo) encounters(t *task, search bool) (e trajectory.Encounters, s flyby.Stats, err error) {
	d.display.begin("index", job.QueriesUnit)
	o, segments := d.options, float64(t.queries.Segments())
	o.Progress = func(p flyby.Progress) { d.display.follow(p, segments) }
	db, err := flyby.Open(d.ctx, t.entries.Store, o)
	if err != nil {
		return e, s, err
	}
	defer db.Close()
	d.display.begin("search", job.QueriesUnit)
	asked := flyby.Search{Distance: t.planned.Search.Distance}
	if search {
		asked.Queries = t.queries.Store
	}
	found, err := db.Encounters(d.ctx, asked)
	if err != nil {
		return e, s, err
	}
	e, err = found.Collect()
	return e, found.Stats(), err
}

// tellReport shows the counts, the times and the closest encounters.
func (d *demo) tellReport(s story, t *task, stats flyby.Stats, e trajectory.Encounters) error {
	w := d.streams.out
	found := plural(e.Len(), "encounter")
	if s.joins() {
		fmt.Fprintf(w, "   %s, each with all others: %s\n", contents(t.entries.Store), found)
	} else {
		fmt.Fprintf(w, "   %s against %s: %s\n", contents(t.queries.Store), contents(t.entries.Store), found)
	}
	fmt.Fprintf(w, "   index %s, search %s, on %s; the closest:\n\n", seconds(stats.Index), seconds(stats.Search), stats.Device)
	order := make([]int, e.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.Distance[a], e.Distance[b]) })
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "%s\t\n", s.heading)
	for _, i := range order[:min(topRows, len(order))] {
		fmt.Fprintf(table, "%s\t\n", s.row(t, e, i))
	}
	fmt.Fprintln(table)
	return table.Flush()
}

// save keeps data and encounters as files, if asked to.
func (d *demo) save(s story, t *task, e trajectory.Encounters) error {
	if d.out == "" {
		return nil
	}
	o := output.WriteOptions{Folder: d.folder}
	if err := output.WriteStore(d.ctx, d.path(s.files[0]), t.entries.Store, o); err != nil {
		return err
	}
	command := "join"
	if !s.joins() {
		command = "search --queries " + d.path(s.files[1])
		if err := output.WriteStore(d.ctx, d.path(s.files[1]), t.queries.Store, o); err != nil {
			return err
		}
	}
	results := d.path(s.results())
	w, err := output.CreateEncounters(results, t.queries.Store, t.entries.Store, o)
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(d.ctx, w.Discard)()
	if err := w.Write(e); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(d.streams.out, "   all of them: %s, as by\n   flyby %s --entries %s --distance %v --level encounters --out %[1]s\n",
		results, command, d.path(s.files[0]), s.Distance); err != nil {
		return err
	}
	return d.saveReport(s, t, results)
}

// saveReport keeps a page of the encounters.
func (d *demo) saveReport(s story, t *task, results string) error {
	result, err := report.Open(d.folder, results)
	if err != nil {
		return err
	}
	page := d.path(s.page())
	q := report.Request{Result: result, Entries: t.entries.Store, Name: s.files[0], Units: s.units, Distance: &s.Distance}
	if !s.joins() {
		q.Queries, q.Name = t.queries.Store, s.files[0]+" and "+s.files[1]
	}
	if _, err := report.Write(d.ctx, page, output.WriteOptions{Folder: d.folder}, q); err != nil {
		return err
	}
	_, err = fmt.Fprintf(d.streams.out, "   to look at: %s, in a browser\n\n", page)
	return err
}

// contents counts the segments and trajectories of a store, or its events.
func contents(s *trajectory.Store) string {
	if s.Segments() == s.Trajectories() {
		return plural(s.Segments(), "event")
	}
	return fmt.Sprintf("%s of %s", plural(s.Segments(), "segment"), plural(s.Trajectories(), "trajectory"))
}
