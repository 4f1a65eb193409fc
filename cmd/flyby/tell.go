package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"flyby"
	"flyby/job"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// topRows is how many encounters the demo shows of each story.
const topRows = 8

// tell runs a story and shows what came of it.
func (d *demo) tell(number int, s story) error {
	question := s.question()
	fmt.Fprintf(d.streams.out, "%d. %s\n   %s\n   %s\n\n", number, s.title, s.data, question.Question)
	t, err := d.prepare(s, question.Distance)
	if err != nil {
		return err
	}
	e, stats, err := d.met(t, !s.join)
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
		d.display.object(t.summary(stats))
	}
	return d.save(s, t, e)
}

// prepare makes or reads the data of a story.
func (d *demo) prepare(s story, distance float64) (*task, error) {
	d.display.begin("make or read the data", noUnit)
	d.display.set(0, 0)
	start := time.Now()
	entries, queries, err := s.load(d)
	if err != nil {
		return nil, err
	}
	d.display.end()
	t := &task{app: d.app, command: "demo", level: job.Encounters, distance: distance, begun: start}
	t.entries, t.queries = job.InMemory("", entries, format.Report{Units: s.units}), job.InMemory("", queries, format.Report{})
	t.report.Units, t.report.Reading = s.units, time.Since(start)
	return t, nil
}

// met returns the encounters of a search or of a join.
func (d *demo) met(t *task, search bool) (e trajectory.Encounters, s flyby.Stats, err error) {
	d.display.begin("index", queriesUnit)
	o, segments := d.options, float64(t.queries.Segments())
	o.Progress = func(p flyby.Progress) { d.display.follow(p, segments) }
	db, err := flyby.Open(d.ctx, t.entries.Store, o)
	if err != nil {
		return e, s, err
	}
	defer db.Close()
	d.display.begin("search", queriesUnit)
	asked := flyby.Search{Distance: t.distance}
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
	if s.join {
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
	if !s.join {
		command = "search --queries " + d.path(s.files[1])
		if err := output.WriteStore(d.ctx, d.path(s.files[1]), t.queries.Store, o); err != nil {
			return err
		}
	}
	results := d.path(s.scenario + "-encounters.csv")
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
	_, err = fmt.Fprintf(d.streams.out, "   all of them: %s, as by\n   flyby %s --entries %s --distance %v --level encounters --out %[1]s\n\n",
		results, command, d.path(s.files[0]), s.question().Distance)
	return err
}

// contents says what a store holds.
func contents(s *trajectory.Store) string {
	if s.Segments() == s.Trajectories() {
		return plural(s.Segments(), "event")
	}
	return fmt.Sprintf("%s of %s", plural(s.Segments(), "segment"), plural(s.Trajectories(), "trajectory"))
}
