package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/printable"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	var excludeSameID bool
	c := a.equip(&cobra.Command{
		Use:   "search --entries FILE --queries FILE --distance D [flags]",
		Short: "which entries come within a distance of which queries, and when",
		Long: folded(`Finds every pair of a query segment and an entry segment that come within the
distance D of each other, and the time interval during which they are. With a
radius column r, the radii of the two add to D: for a D of its own for each query give
--distance 0 and the queries a column r. One of the two may be a file of places: with t empty
in every row, or with --columns t=none without t, a row an id. Each is there from the first to the last instant of the
other file; --max-gap, --max-speed, --curve and --sort-times are not for places. Such a file is read twice, so it is no pipe. Input files are ` + kinds(format.Input) + ". " + severalFiles),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby search --entries stars.csv --queries supernovae.csv --distance 0.1 --level encounters`,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.search(c, &f, excludeSameID)
		},
	})
	f.addFile(c, &f.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search; several times for several; required")
	f.addFile(c, &f.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search them with; several times for several; required")
	f.add(c)
	c.Flags().BoolVar(&excludeSameID, "exclude-same-id", false, "leave out pairs of trajectories with the same id")
	a.addAll(c)
	return c
}

// search reads both data sets, searches one with the other and writes what it finds.
func (a *app) search(c *cobra.Command, f *searchFlags, excludeSameID bool) error {
	j, err := a.newJob(c, f)
	if err != nil {
		return err
	}
	if err := comparable(f.entries.shown(), j.entries, f.queries.shown(), j.queries); err != nil {
		return errors.Join(err, j.close())
	}
	if err := j.ask(c, f); err != nil {
		return errors.Join(err, j.close())
	}
	j.search.Queries, j.search.ExcludeSameID = j.queries.Store, excludeSameID
	return j.run()
}

// newJob checks the flags and reads the entries and, of a search, the queries.
func (a *app) newJob(c *cobra.Command, f *searchFlags) (*job, error) {
	if err := f.check(c); err != nil {
		return nil, err
	}
	return a.readJob(c, f)
}

// readJob is newJob of flags that have been checked one by one.
func (a *app) readJob(c *cobra.Command, f *searchFlags) (*job, error) {
	begun := time.Now()
	if err := a.checkApart(c, end{"--out", f.out}, f.inputs...); err != nil {
		return nil, err
	}
	if err := a.checkStandardOut(f.out); err != nil {
		return nil, err
	}
	read, err := f.read.options(c, f.inputs...)
	if err != nil {
		return nil, err
	}
	read.Upright, read.Attributes = f.isUpright(c), f.with.columns()
	if !f.baseline() {
		if err := checkDevice(f.device); err != nil {
			return nil, err
		}
	}
	j := &job{app: a, ctx: c.Context(), out: f.out, inputs: f.inputs, level: f.level, explains: f.explain, holds: f.holds, options: f.options(), begun: begun}
	j.files = files{app: a, options: read, memory: &f.memory, curve: &f.read.curve, most: f.memory.most(), looks: f.read.looks()}
	j.options.Memory, j.options.Tmp, j.options.TmpLimit = j.files.most, f.memory.tmp, uint64(f.memory.tmpLimit)
	j.options.Early = a.isPipe(end{"--out", f.out})
	j.options.Logger = a.display.logger()
	if err := j.prepare(f.inputs); err != nil {
		return nil, err
	}
	if err := j.readInputs(c, f); err != nil {
		return nil, errors.Join(err, j.close())
	}
	j.count(j.entries)
	if len(f.inputs) > 1 && !f.queries.same(&f.entries) {
		j.count(j.queries)
	}
	j.writeOptions = output.WriteOptions{Stdout: a.streams.out, Folder: a.folder, Terminal: a.showsOn(f.out), Threads: j.options.Threads, Memory: j.files.most / writerPart, Heights: read.Upright}
	j.command = c.Name()
	return j, nil
}

// count adds what reading a data set took, and left out.
func (j *job) count(l loaded) {
	j.loading += l.took
	j.skipped += l.Report.Skipped
	j.missed += l.Report.Missed
	j.left.Add(l.Report.LeftOut)
}

// cutThreads has as few threads as what memory is left is enough for, beside drivers and slabs: each takes some.
func (j *job) cutThreads() {
	if j.files.cutThreads(j.files.beside + slabsBytes) {
		j.options.Threads = j.files.options.Threads
	}
}

// writerPart is the part of what the process may hold that what is written may take.
const writerPart = 16

// comparable refuses two data sets of different kinds, by their names.
func comparable(entriesFile string, entries loaded, queriesFile string, queries loaded) error {
	if entries.Dim() != queries.Dim() {
		return fmt.Errorf("%s is %d-D, %s %d-D", entriesFile, entries.Dim(), queriesFile, queries.Dim())
	}
	if e, q := entries.Space().Frame, queries.Space().Frame; e != q {
		return fmt.Errorf("positions are %v in %s, %v in %s", e, entriesFile, q, queriesFile)
	}
	if e, q := entries.Times(), queries.Times(); e != q {
		return fmt.Errorf("times are %v in %s, %v in %s", e, entriesFile, q, queriesFile)
	}
	if what, e, q := entries.Units.Differ(queries.Units); what != "" {
		return fmt.Errorf("%s are %s in %s, %s in %s", what, printable.Text(e), entriesFile, printable.Text(q), queriesFile)
	}
	return nil
}
