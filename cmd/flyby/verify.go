package main

import (
	"cmp"
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
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
	"flyby/verify"
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
	if _, ok := format.Find(output.Written(), path, format.ResultOutput); !ok || path == "-" {
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

// open looks at the columns of the file, which tell its level.
func (v *verification) open(c *cobra.Command, path string) (*verify.File, error) {
	file, err := verify.OpenIn(folderOf(c), path)
	if err != nil {
		return nil, err
	}
	level := cmp.Or(string(file.Level()), v.level)
	if c.Flags().Changed("level") && v.level != level {
		return nil, fmt.Errorf("%s: has %s, and not the %s of --level; give --level %[2]s", shown(path), level, v.level)
	}
	v.level = level
	if err := v.answer.check(c, level); err != nil {
		return nil, err
	}
	return file, v.with.check(c, level, path)
}

// verify reads the data and the results, and compares a sample.
func (a *app) verify(c *cobra.Command, path string, v *verification) error {
	if err := v.check(c, path); err != nil {
		return err
	}
	if err := a.checkApart(c, end{"", "-"}, &inputFiles{flag: "RESULT", files: []input.File{{Path: path}}}); err != nil {
		return err
	}
	file, err := v.open(c, path)
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
	if err := j.compareInputs(v); err != nil {
		return err
	}
	report, err := file.Verify(j.ctx, j.verification(c, v, file))
	if err != nil {
		return j.straightened(err)
	}
	j.display.end()
	_, err = fmt.Fprintf(a.streams.out, "%s: %s of %s checked, %s: as they should be%s (%s)\n", shown(path),
		plural(report.Pairs, "pair"), hostmemory.Count(report.All), plural(report.Rows, "row"), remarks(&report), seconds(time.Since(begun)))
	return err
}

// verification is what the file is held against. Data that outgrow memory have ids alone until part has drawn some of them.
func (j *job) verification(c *cobra.Command, v *verification, file *verify.File) verify.Request {
	q := verify.Request{
		Question: verify.Question{Entries: j.entries.Store}, Level: verify.Level(v.level), Both: v.with.has(withBoth),
		Top: v.answer.top, Limit: v.answer.limit, Sample: v.sample, Seed: v.seed, Progress: j.verified, Logger: j.options.Logger,
	}
	if v.queries.given() {
		q.Search.Queries = j.queries.Store
	}
	q.Part = func(held []verify.Pair, dice *rand.Rand) (verify.Part, error) {
		part, err := j.draw(held, v.sample, dice)
		if err != nil {
			return part, err
		}
		part.Question, err = j.question(c, v, file)
		return part, err
	}
	return q
}

// question is what the flags ask of the data that were read, or drawn.
func (j *job) question(c *cobra.Command, v *verification, file *verify.File) (q verify.Question, err error) {
	if err := j.ask(c, &v.searchFlags); err != nil {
		return q, err
	}
	if err := j.checkMade(file); err != nil {
		return q, err
	}
	if v.queries.given() {
		j.search.Queries, j.search.ExcludeSameID = j.queries.Store, v.excludeSameID
	}
	return verify.Question{
		Entries: j.entries.Store, Search: j.search, MergeGap: j.answer.mergeGap, MinDuration: j.answer.minDuration, Write: j.rewriting(),
		Writers: verify.Writers{Hits: rewriter(j, output.CreateHits), Encounters: rewriter(j, output.CreateEncounters), Pairs: rewriter(j, output.CreatePairs)},
	}, nil
}

// rewriting is how rows are written anew: as in the file, but that the points of GeoJSON have columns of their own.
func (j *job) rewriting() output.WriteOptions {
	o := j.besides.options(j.writeOptions)
	if at := j.besides.query; j.besides.point {
		for axis := range at.axes {
			o.Further = append(o.Further, output.LengthColumn(verify.Coordinate(axis), &at.at[axis]))
		}
	}
	return o
}

// rewriter begins rows with all that --with adds.
func rewriter[T withRows[T], W rowWriter[T]](j *job, create func(string, *trajectory.Store, *trajectory.Store, output.WriteOptions) (W, error)) func(output.WriteOptions) (verify.RowWriter[T], error) {
	return func(o output.WriteOptions) (verify.RowWriter[T], error) {
		w, err := create("-", j.queries.Store, j.entries.Store, o)
		if err != nil {
			return nil, err
		}
		return accompanied(w, j.besides), nil
	}
}

// verified shows how many pairs have been compared.
func (j *job) verified(done, total int) {
	if done == 0 {
		j.display.begin("verify", noUnit)
		return
	}
	j.display.set(float64(done), float64(total))
}

// straightened names in what is wrong with a file the flag that verifies results of straight lines, where motion is curved and no
// flag says so: results of ephemerides had straight lines before docs/decisions/0083-orbits-are-curves-by-default.md.
func (j *job) straightened(err error) error {
	var wrong *verify.Difference
	if !errors.As(err, &wrong) {
		return err
	}
	for _, l := range []*loaded{&j.entries, &j.queries} {
		if m := motionOf(&l.Report); m != nil && m.Within > 0 {
			return fmt.Errorf("%w; --curve none is for results of straight lines", err)
		}
	}
	return err
}

// remarks say what was not checked.
func remarks(r *verify.Report) (text string) {
	if r.Cut != "" {
		text = ", as far as " + r.Cut + " lets the file go"
	}
	if names := r.Unchecked; len(names) > 0 {
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
