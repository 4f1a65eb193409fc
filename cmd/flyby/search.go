package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	var queries string
	var excludeSameID bool
	c := a.equip(&cobra.Command{
		Use:   "search --entries FILE --queries FILE --distance D [flags]",
		Short: "which entries come within a distance of which queries, and when",
		Long: folded(`Finds every pair of a query segment and an entry segment that come within the
distance D of each other, and the time interval during which they are. With a
radius column r, the radii of the two add to D. Input files are ` + kinds(format.Input) + "."),
		Example: `  flyby generate galaxy --scale 0.1 --out stars.csv
  flyby generate supernovae --scale 0.1 --out supernovae.csv
  flyby search --entries stars.csv --queries supernovae.csv --distance 0.1 --level encounters`,
		RunE: func(c *cobra.Command, _ []string) error {
			if queries == "" {
				return cli.Usage(c, "--queries FILE is missing")
			}
			queries = standardIn(queries)
			if err := checkPath(c, "--queries", queries, format.Input); err != nil {
				return err
			}
			return a.search(c, &f, queries, excludeSameID)
		},
	})
	c.Flags().StringVar(&f.entries, "entries", "", "`FILE` of the trajectories to search; required")
	c.Flags().StringVar(&queries, "queries", "", "`FILE` of the trajectories to search them with; required")
	f.add(c)
	completeFile(c, "entries", format.Input)
	completeFile(c, "queries", format.Input)
	c.Flags().BoolVar(&excludeSameID, "exclude-same-id", false, "leave out pairs of trajectories with the same id")
	a.addAll(c)
	return c
}

// search reads both files, searches one with the other and writes what it finds.
func (a *app) search(c *cobra.Command, f *searchFlags, queries string, excludeSameID bool) error {
	j, err := a.newJob(c, f, end{"--queries", queries})
	if err != nil {
		return err
	}
	j.queries = j.entries
	if queries != f.entries {
		if j.queries, err = j.files.read(c.Context(), queries); err != nil {
			return errors.Join(err, j.close())
		}
		j.loading += j.queries.took
		j.skipped += j.queries.Report.Skipped
	}
	if err := comparable(f.entries, j.entries.Store, queries, j.queries.Store); err != nil {
		return errors.Join(err, j.close())
	}
	j.search.Queries, j.search.ExcludeSameID = j.queries.Store, excludeSameID
	return j.run()
}

// newJob checks the flags and reads the entries; others are the files beside them.
func (a *app) newJob(c *cobra.Command, f *searchFlags, others ...end) (*job, error) {
	begun := time.Now()
	if err := f.check(c); err != nil {
		return nil, err
	}
	ins := append([]end{{"--entries", f.entries}}, others...)
	if err := a.checkApart(c, end{"--out", f.out}, ins...); err != nil {
		return nil, err
	}
	if err := a.checkStandardOut(f.out); err != nil {
		return nil, err
	}
	read, err := f.read.options(c)
	if err != nil {
		return nil, err
	}
	if !f.baseline() {
		if err := checkDevice(f.device); err != nil {
			return nil, err
		}
	}
	j := &job{app: a, ctx: c.Context(), out: f.out, level: f.level, options: f.options(), begun: begun}
	j.files = files{app: a, options: read, memory: &f.memory, most: f.memory.most()}
	j.options.Memory, j.options.Tmp, j.options.TmpLimit = j.files.most, f.memory.tmp, uint64(f.memory.tmpLimit)
	j.options.Logger = a.display.logger()
	hostmemory.Limit(j.files.most)
	if err := j.prepare(paths(ins)); err != nil {
		return nil, err
	}
	if j.entries, err = j.files.read(c.Context(), f.entries); err != nil {
		return nil, errors.Join(err, j.close())
	}
	j.loading, j.skipped = j.entries.took, j.entries.Report.Skipped
	from, to, err := f.window(c, j.entries.Store)
	if err != nil {
		return nil, errors.Join(err, j.close())
	}
	j.search = f.search(from, to)
	j.writeOptions = format.WriteOptions{Stdout: a.streams.out, Threads: f.read.threads}
	j.command = c.Name()
	return j, nil
}

// paths are those of some ends.
func paths(ends []end) (all []string) {
	for _, e := range ends {
		all = append(all, e.path)
	}
	return all
}

// comparable refuses two files of different kinds, by their names.
func comparable(entriesFile string, entries *trajectory.Store, queriesFile string, queries *trajectory.Store) error {
	if entries.Dim() != queries.Dim() {
		return fmt.Errorf("%s is %d-D, %s %d-D", shown(entriesFile), entries.Dim(), shown(queriesFile), queries.Dim())
	}
	if e, q := entries.Space().Frame, queries.Space().Frame; e != q {
		return fmt.Errorf("positions are %v in %s, %v in %s", e, shown(entriesFile), q, shown(queriesFile))
	}
	if e, q := entries.Times(), queries.Times(); e != q {
		return fmt.Errorf("times are %v in %s, %v in %s", e, shown(entriesFile), q, shown(queriesFile))
	}
	return nil
}
