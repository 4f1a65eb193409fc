package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"flyby"
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
	j, err := d.prepare(s, question.Distance)
	if err != nil {
		return err
	}
	e, stats, err := j.met()
	if err != nil {
		return err
	}
	d.display.end()
	j.tally = tally{found: uint64(e.Len()), all: uint64(e.Len()), rows: uint64(e.Len())}
	if err := d.report(s, j, stats, e); err != nil {
		return err
	}
	if d.json {
		d.display.object(j.summary(stats))
	}
	return d.save(s, j, e)
}

// prepare makes or reads the data of a story.
func (d *demo) prepare(s story, distance float64) (*job, error) {
	d.display.begin("make or read the data", noUnit)
	d.display.set(0, 0)
	start := time.Now()
	entries, queries, err := s.load(d)
	if err != nil {
		return nil, err
	}
	d.display.end()
	j := &job{
		app: d.app, ctx: d.ctx, command: "demo", entries: loaded{Store: entries, Report: format.Report{Units: s.units}}, queries: loaded{Store: queries},
		level: encounterLevel, search: flyby.Search{Distance: distance}, options: d.options, begun: start, loading: time.Since(start),
	}
	if !s.join {
		j.search.Queries = queries
	}
	return j, nil
}

// met returns the encounters.
func (j *job) met() (e trajectory.Encounters, s flyby.Stats, err error) {
	db, err := j.index()
	if err != nil {
		return e, s, err
	}
	defer db.Close()
	found, err := db.Encounters(j.ctx, j.search)
	if err != nil {
		return e, s, err
	}
	e, err = found.Collect()
	return e, found.Stats(), err
}

// report shows the counts, the times and the closest encounters.
func (d *demo) report(s story, j *job, stats flyby.Stats, e trajectory.Encounters) error {
	w := d.streams.out
	found := plural(e.Len(), "encounter")
	if s.join {
		fmt.Fprintf(w, "   %s, each with all others: %s\n", contents(j.entries.Store), found)
	} else {
		fmt.Fprintf(w, "   %s against %s: %s\n", contents(j.queries.Store), contents(j.entries.Store), found)
	}
	fmt.Fprintf(w, "   index %s, search %s, on %s; the closest:\n\n", seconds(stats.Index), seconds(stats.Search), stats.Device)
	order := make([]int, e.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.Distance[a], e.Distance[b]) })
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\t\n", s.heading)
	for _, i := range order[:min(topRows, len(order))] {
		fmt.Fprintf(t, "%s\t\n", s.row(j, e, i))
	}
	fmt.Fprintln(t)
	return t.Flush()
}

// save keeps data and encounters as files, if asked to.
func (d *demo) save(s story, j *job, e trajectory.Encounters) error {
	if d.out == "" {
		return nil
	}
	o := output.WriteOptions{Folder: d.folder}
	if err := output.WriteStore(d.ctx, d.path(s.files[0]), j.entries.Store, o); err != nil {
		return err
	}
	command := "join"
	if !s.join {
		command = "search --queries " + d.path(s.files[1])
		if err := output.WriteStore(d.ctx, d.path(s.files[1]), j.queries.Store, o); err != nil {
			return err
		}
	}
	results := d.path(s.scenario + "-encounters.csv")
	w, err := output.CreateEncounters(results, j.queries.Store, j.entries.Store, o)
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
