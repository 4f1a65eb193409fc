package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
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
that differ, in whatever column, stand in another order, are too many or are missing are errors: the exit status is 1, and
the first wrong row is named. Where there are no more pairs than --sample, all are checked. RESULT is what search (with --queries) or
join (without) wrote with the same flags, of any level and format. Of a file that --limit or --top cut, rows that come after its last
are not missed. Data that outgrow --memory are looked at through as many of the trajectories of the sample as fit.`),
		Example: `  flyby generate galaxy --scale 0.02 --out stars.csv
  flyby join stars.csv --distance 0.5 --level hits --out hits.csv
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
	for _, name := range slices.Concat(idleFlags(), refusedFlags(), []string{"level"}) { // the file tells its level
		if f := c.Flags().Lookup(name); f != nil {
			f.Hidden = true
		}
	}
	return c
}

// idleFlags are those of a search that do not change its rows: verify takes them, and does not look at them.
func idleFlags() []string { return []string{"method", "device", "batching", "bins"} }

// refusedFlags are those whose answer is no file of rows.
func refusedFlags() []string { return []string{"out", "explain", "count"} }

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
	if _, ok := format.Find(path, format.ResultOutput); !ok || path == "-" {
		return checkPath(c, "RESULT", path, format.ResultOutput)
	}
	if v.with.has(withBoth) && v.queries.given() {
		return cli.Usage(c, "--with both: is for a join, without --queries")
	}
	if !v.queries.given() && !c.Flags().Changed("queries") {
		v.inputs = v.inputs[:1]
	}
	return v.searchFlags.check(c)
}

// look looks at the columns of the file, which tell its level.
func (v *verification) look(c *cobra.Command, file *resultFile) (columns []string, err error) {
	path := file.path
	if columns, err = file.columns(); err != nil {
		return nil, err
	}
	level := v.level
	if len(columns) > 0 { // else no row tells
		level, err = resultLevel(columns)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", shown(path), err)
	case c.Flags().Changed("level") && v.level != level:
		return nil, fmt.Errorf("%s: has %s, and not the %s of --level; give --level %[2]s", shown(path), level, v.level)
	}
	v.level = level
	if err := v.answer.check(c, level); err != nil {
		return nil, err
	}
	return columns, v.with.check(c, level, path)
}

// verify reads the data and the results, and compares a sample.
func (a *app) verify(c *cobra.Command, path string, v *verification) error {
	if err := v.check(c, path); err != nil {
		return err
	}
	if err := a.checkApart(c, end{"", "-"}, &inputFiles{flag: "RESULT", files: []format.File{{Path: path}}}); err != nil {
		return err
	}
	file := &resultFile{path: path}
	columns, err := v.look(c, file)
	if err != nil {
		return err
	}
	begun := time.Now()
	v.method, v.device, v.batching, v.bins = string(flyby.MethodBruteForce), "", "", 0
	j, err := a.readJob(c, &v.searchFlags)
	if err != nil {
		return err
	}
	defer j.close() //nolint:errcheck // what was read of spools was good
	j.out = path
	r := &recheck{
		job: j, file: file, joins: !v.queries.given(), both: v.with.has(withBoth), top: v.answer.top, limit: v.answer.limit,
		most: v.sample, memory: hostmemory.Share(), seed: v.seed, level: v.level, has: columns,
	}
	if err := r.run(c, v); err != nil {
		return err
	}
	j.display.end()
	_, err = fmt.Fprintf(a.streams.out, "%s: %s of %s checked, %s: as they should be%s (%s)\n", shown(path),
		plural(len(r.pairs), "pair"), hostmemory.Count(r.all), plural(r.checked, "row"), r.remarks(), seconds(time.Since(begun)))
	return err
}

// run reads the file twice: for the sample, and for the sample's rows.
func (r *recheck) run(c *cobra.Command, v *verification) error {
	j, dice := r.job, rand.New(rand.NewPCG(r.seed, 0x7e57))
	if err := j.compareInputs(v); err != nil {
		return err
	}
	r.all = r.allPairs()
	if err := r.hold(dice); err != nil {
		return err
	}
	if err := r.draw(dice); err != nil {
		return err
	}
	if err := j.ask(c, &v.searchFlags); err != nil {
		return err
	}
	if err := r.checkVertical(); err != nil {
		return err
	}
	if v.queries.given() {
		j.search.Queries, j.search.ExcludeSameID = j.queries.Store, v.excludeSameID
	}
	r.choose(dice)
	if err := r.gather(); err != nil {
		return err
	}
	return r.compare(c.Context())
}

// remarks say what was not checked.
func (r *recheck) remarks() (text string) {
	if r.end.cut {
		text = ", as far as " + r.cutFlag() + " lets the file go"
	}
	if names := r.unchecked(); len(names) > 0 {
		text += ", but for " + printable.Text(listed(names, "and")) + ", which no flag told of"
	}
	return text
}

// compareInputs refuses queries and entries of different kinds.
func (j *job) compareInputs(v *verification) error {
	if !v.queries.given() {
		j.queries = j.entries
	}
	return comparable(v.entries.shown(), j.entries, v.queries.shown(), j.queries)
}
