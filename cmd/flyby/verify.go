package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/trajectory/format"
)

// verification is one run of verify.
type verification struct {
	searchFlags
	excludeSameID bool
	sample        int
	seed          uint64
}

func (a *app) verifyCommand() *cobra.Command {
	var v verification
	c := a.equip(&cobra.Command{
		Use:   "verify RESULT --entries FILE [--queries FILE] --distance D [flags]",
		Short: "whether a file of results is what the data give, by a sample of exact recomputation",
		Long: folded(`Takes a random sample of pairs of trajectories, half of them from the rows of RESULT, and
works them out anew from the data: each pair of segments with rational arithmetic, its rows by brute force. Rows
that differ, rows too many and rows that are missing are errors: the exit status is 1, and the first wrong row is
named. Where there are no more pairs than --sample, all are checked. RESULT is CSV or NDJSON, perhaps packed, of hits or
encounters, as search (with --queries) or join (without) wrote it with the same flags. Columns that --with added are not checked.`),
		Example: `  flyby generate galaxy --scale 0.02 --out stars.csv
  flyby join stars.csv --distance 0.5 --out hits.csv
  flyby verify hits.csv --entries stars.csv --distance 0.5`,
		Args:              oneResult,
		ValidArgsFunction: completeArguments(format.ResultOutput),
		RunE:              func(c *cobra.Command, args []string) error { return a.verify(c, args[0], &v) },
	})
	v.addFile(c, &v.entries, "entries", "`FILE` of the trajectories that were searched or joined; required")
	v.addFile(c, &v.queries, "queries", "`FILE` of the trajectories that they were searched with; none for a join")
	v.add(c)
	cli.AddWhole(c, &v.sample, "sample", 1000, "`N` pairs of trajectories to recompute")
	addSeed(c, &v.seed, "`N` that the sample starts from")
	c.Flags().BoolVar(&v.excludeSameID, "exclude-same-id", false, "pairs of trajectories with the same id were left out")
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	for _, name := range idleFlags() {
		if f := c.Flags().Lookup(name); f != nil {
			f.Hidden = true
		}
	}
	return c
}

// idleFlags are those of a search that do not change its rows: verify takes them, and does not look at them.
func idleFlags() []string { return []string{"level", "method", "device", "batching", "bins", "with"} }

// refusedFlags are those whose rows cannot be checked pair by pair.
func refusedFlags() []string {
	return []string{"out", "explain", "top", "limit", "count", "merge-gap", "min-duration", "vertical"}
}

// oneResult wants one argument.
func oneResult(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("RESULT is missing")
	case len(args) > 1:
		return fmt.Errorf("%q: one RESULT only", args[1])
	}
	return nil
}

// check refuses flags that verify has no use for.
func (v *verification) check(c *cobra.Command, path string) error {
	var err error
	c.Flags().Visit(func(f *pflag.Flag) {
		for _, name := range refusedFlags() {
			if f.Name == name && err == nil {
				err = cli.Usage(c, "--%s: is not for verify", name)
			}
		}
	})
	switch {
	case err != nil:
		return err
	case v.sample < 1:
		return cli.Usage(c, "--sample %d: must be positive", v.sample)
	}
	found, ok := format.Find(path, format.ResultOutput)
	switch {
	case !ok || path == "-":
		return checkPath(c, "RESULT", path, format.ResultOutput)
	case v.with.has(withBoth):
		return cli.Usage(c, "--with both: is not for verify, which checks rows of one direction")
	case found.Name == "Parquet" || found.Name == "GeoJSON":
		return cli.Usage(c, "RESULT %s: verify reads CSV and NDJSON", path)
	}
	return nil
}

// verify reads the data and the results, and compares a sample.
func (a *app) verify(c *cobra.Command, path string, v *verification) error {
	if err := v.check(c, path); err != nil {
		return err
	}
	if !v.queries.given() {
		v.inputs = v.inputs[:1]
	}
	begun := time.Now()
	v.with.names = nil
	v.method, v.device, v.level = "bruteforce", "", "hits"
	j, err := a.newJob(c, &v.searchFlags)
	if err != nil {
		return err
	}
	defer j.close() //nolint:errcheck // nothing was read of spools
	if j.files.folder != nil {
		return cli.Usage(c, "the data do not fit %s of memory, which verify wants: give more --memory", hostmemory.Size(j.files.most))
	}
	if err := j.readQueries(c, v); err != nil {
		return err
	}
	r := &recheck{job: j, path: path, joins: !v.queries.given(), most: v.sample, seed: v.seed}
	if flag := c.Flags().Lookup("vertical"); flag != nil {
		r.cut = flag.Changed
	}
	if err := r.run(); err != nil {
		return err
	}
	j.display.end()
	_, err = fmt.Fprintf(a.streams.out, "%s: %s of %s checked, %s: as they should be (%s)\n", shown(path),
		plural(len(r.pairs), "pair"), hostmemory.Count(r.all()), plural(r.checked, "row"), seconds(time.Since(begun)))
	return err
}

// readQueries reads the queries, and turns the flags into what was asked.
func (j *job) readQueries(c *cobra.Command, v *verification) (err error) {
	j.queries = j.entries
	if v.queries.given() && !v.queries.same(&v.entries) {
		if j.queries, err = j.files.read(c.Context(), &v.queries); err != nil {
			return err
		}
	}
	if err := comparable(v.entries.shown(), j.entries, v.queries.shown(), j.queries); err != nil {
		return err
	}
	if err := j.ask(c, &v.searchFlags); err != nil {
		return err
	}
	if v.queries.given() {
		j.search.Queries, j.search.ExcludeSameID = j.queries.Store, v.excludeSameID
	}
	return nil
}
