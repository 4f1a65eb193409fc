package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/job"
)

// pointTask is one run of selfjoin, pointjoin, knn or dbscan: a job, and what is told of it.
type pointTask struct {
	*app
	command string
	flags   *pointSearchFlags
	bound   bound
	report  job.PointReport
}

// runPoints answers flags that have been checked. Find sets what the job finds.
func (a *app) runPoints(c *cobra.Command, f *pointSearchFlags, find func(*job.PointAsk)) (*pointTask, error) {
	t := &pointTask{app: a, command: c.Name(), flags: f}
	sets := []*inputFiles{&f.points.inputFiles}
	if f.queries.given() && !f.queries.same(&f.points.inputFiles) {
		sets = append(sets, &f.queries.inputFiles)
	}
	if err := a.checkApart(c, end{"--out", f.out}, sets...); err != nil {
		return nil, err
	}
	if err := a.checkStandardOut(f.out); err != nil {
		return nil, err
	}
	read, err := f.read.options(c)
	if err != nil {
		return nil, err
	}
	t.bound = f.memory.bound()
	ask := f.ask(c)
	ask.Read, ask.Memory, ask.Logger, ask.Progress, ask.Taken, ask.Foretold = read, t.bound.left(), a.display.logger(), t.progress, a.takenPoints, t.foretold
	find(&ask)
	t.report, err = job.RunPoints(c.Context(), ask, job.Standard(f.out, t.streams.out, t.folder, t.showsOn(f.out)))
	t.display.end()
	return t, t.explain(c, err)
}

// progress shows how far the job is.
func (t *pointTask) progress(p job.Progress) {
	if begins := t.display.progress(p, false); begins && p.Phase == "index" {
		hostmemory.Limit(t.bound.most) // drivers are loaded by now
	}
}

// takenPoints tells what was taken of a set of points, and left out.
func (a *app) takenPoints(d job.PointData) {
	if d.NoRows != nil {
		a.display.warn("%s: no clusters", cli.Message(d.NoRows))
		return
	}
	a.display.note("%s: %s", d.Name, taken(&d.Report))
	if len(d.Ignored) > 0 {
		a.display.warn("%s: left out columns that hold no numbers: %s", d.Name, printable.Text(strings.Join(d.Ignored, ", ")))
	}
	if d.Missed > 0 {
		a.display.warn("%s: left out %s of %s rows by --where", d.Name, hostmemory.Count(d.Missed), hostmemory.Count(d.Rows))
	}
	if d.Skipped > 0 {
		a.display.warn("%s: left out %s of %s rows", d.Name, hostmemory.Count(d.Skipped), hostmemory.Count(d.Rows))
		for _, reason := range d.Reasons {
			a.display.warn("  %s", reason)
		}
	}
}

// foretold warns of pairs that are likely not to fit where they are written to, or where they wait in files to be put in order.
func (t *pointTask) foretold(p job.PointForetold) {
	pairs, bytes, room := hostmemory.Count(int(p.Pairs)), hostmemory.Size(p.Bytes), hostmemory.Size(p.Room)
	if p.Tmp {
		t.display.warn("about %s pairs outgrow memory and are likely to take %s in --tmp, which has %s: --level counts needs none, and a larger --memory fewer", pairs, bytes, room)
		return
	}
	t.display.warn("about %s pairs are likely to take %s, and %s has %s: --level counts needs no pairs", pairs, bytes, filepath.Dir(t.flags.out), room)
}

// explain makes what is wrong with the job an error of the flags.
func (t *pointTask) explain(c *cobra.Command, err error) error {
	var differ *job.DimensionsError
	if errors.As(err, &differ) {
		return cli.Usage(c, "--queries: has %s a point, --points %d: both must have as many", plural(differ.Queries, "coordinate"), differ.Points)
	}
	return wrongSetting(c, t.bound.explain(wrongPoints(c, err)))
}

// wrongPoints is a complaint about a field of an ask as one about its flag.
func wrongPoints(c *cobra.Command, err error) error {
	var field *job.FieldError
	if !errors.As(err, &field) {
		return err
	}
	flag := map[string]string{
		"Points": "--points", "Queries": "--queries", "Read.Threads": "--threads", "Find": "--level", "Eps": "--eps", "Distances": "--with-distance", "Nearest": "--neighbours",
		"Method": "--method", "Device": "--device", "Sink": "--out",
	}[field.Field]
	if flag == "" {
		return err
	}
	return cli.Usage(c, "%s %s", flag, field.Text)
}

// summarize tells what was found and what it cost: as JSON, or in a line that stays on the terminal.
func (t *pointTask) summarize(object any, line string) {
	switch {
	case t.json:
		t.display.object(object)
	case !t.quiet && (t.terminal || t.verbose):
		fmt.Fprintln(t.err, line)
	}
}
