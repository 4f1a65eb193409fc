package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/input"
	"flyby/verify"
)

// verification is one run of verify.
type verification struct {
	searchFlags
	sample int
	seed   uint64
}

func (a *app) verifyCommand() *cobra.Command {
	var v verification
	c := a.described("verify", &cobra.Command{
		Args:              oneArgument("RESULT"),
		ValidArgsFunction: completeArguments(output.Written(reading.ResultOutput)),
		RunE:              func(c *cobra.Command, args []string) error { return a.verify(c, args[0], &v) },
	})
	v.addFile(c, &v.entries, "entries", "`FILE` of the trajectories that were searched or joined; required")
	v.addFile(c, &v.queries, "queries", "`FILE` of the trajectories that the entries were searched with; none for a join")
	v.addZones(c, "`FILE` of the zones of visits; required for a file of visits")
	v.add(c, question.Searches)
	for _, f := range slices.Concat(asking.Fields(question.NearestTrajectories), asking.Fields(question.ZoneVisits)) {
		if c.Flags().Lookup(f.Name) == nil {
			v.addField(c, f, asking.BothSides)
		}
	}
	of := c.Flags().Lookup("level").Value.(*fieldFlag)
	words := of.Words
	of.Words = func() []string {
		all := words()
		for _, l := range question.ZoneVisits.Levels() {
			if !slices.Contains(all, string(l)) {
				all = append(all, string(l))
			}
		}
		return all
	}
	cli.AddWhole(c, &v.sample, "sample", 1000, "`N` pairs of trajectories to recompute")
	addSeed(c, &v.seed, "seed `N` of the random sample")
	c.Flags().Lookup("exclude-same-id").Usage = "pairs of trajectories with the same id were left out"
	a.addQuietJSON(c, "progress, summary and errors on standard error as JSON, one object a line")
	for _, name := range slices.Concat(idleFlags(), refusedFlags(), []string{"level"}) { // the file tells its level
		if f := c.Flags().Lookup(name); f != nil {
			f.Hidden = true
		}
	}
	return c
}

// idleFlags are flags of a search that do not change its rows: verify takes and ignores them.
func idleFlags() []string { return append(searchSettings(), "method", "device", setFlag) }

// refusedFlags are flags of a search whose answer is no file of rows.
func refusedFlags() []string { return []string{"out", outFormatFlag, "explain", "count"} }

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
	of, err := choose(c, "RESULT", path, output.Written(reading.ResultOutput))
	if err != nil || path == "-" {
		return err
	}
	if slices.Contains(v.Plain().With, question.Both) && v.queries.given() {
		return cli.Usage(c, "--with both: is for a join, without --queries")
	}
	switch {
	case v.zones.given() && (v.queries.given() || v.Has("neighbours")):
		return cli.Usage(c, "--zones: is for visits, without --queries and --neighbours")
	case v.zones.given():
		v.SetKind(question.ZoneVisits)
		v.zones.takeNames()
	case v.Has("neighbours"):
		v.SetKind(question.NearestTrajectories)
	}
	v.takeOneSet(c)
	err = v.searchFlags.check(c)
	v.format = of
	return err
}

// open opens the file of results, and takes the level from its columns.
func (v *verification) open(c *cobra.Command, path string) (*verify.File, error) {
	file, err := verify.Open(folderOf(c), path)
	if err != nil {
		return nil, err
	}
	level := v.Plain().Level
	ranks, zones, of := v.Kind() == question.NearestTrajectories, v.zones.given(), file.Level()
	switch {
	case of != "" && zones && !file.OfZones():
		return nil, cli.Usage(c, "--zones: is for a file of visits, and %s has %s", cli.Shown(path), of)
	case of != "" && !zones && file.OfZones():
		return nil, cli.Usage(c, "%s has visits: --zones FILE is missing", cli.Shown(path))
	case ranks && of != question.Nearest && of != "":
		return nil, cli.Usage(c, "--neighbours: is for a file of nearest, and %s has %s", cli.Shown(path), of)
	case !ranks && of == question.Nearest:
		return nil, cli.Usage(c, "%s has neighbours: --neighbours K is missing, in place of --distance", cli.Shown(path))
	case of != "":
		if v.Has("level") && level != of {
			return nil, fmt.Errorf("%s: has %s, and not the %s of --level; give --level %[2]s", cli.Shown(path), of, level)
		}
		v.SetLevel(of)
	}
	if err := v.Check(); err != nil {
		return nil, asked(c, err)
	}
	q := v.Plain()
	return file, checkFile(c, &q, path, &v.format)
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
	v.methodFlags, v.device = methodFlags{method: string(flyby.MethodBruteForce)}, ""
	t, err := a.begin(c, &v.searchFlags, nil)
	if err != nil {
		return err
	}
	defer t.Close() //nolint:errcheck // what was read of its files was good
	t.out = path
	if err := t.convert(c, &v.searchFlags); err != nil {
		return err
	}
	if err := t.checkMade(file); err != nil {
		return err
	}
	report, err := t.Verify(c.Context(), file, path, verify.Request{Sample: v.sample, Seed: v.seed, Progress: t.verified})
	if err != nil {
		return t.straightened(t.explain(c, &v.searchFlags, err))
	}
	t.display.end()
	if a.json {
		t.display.object(verifySummary{"summary", "verify", report.Pairs, report.All, report.Rows, report.Cut, report.Unchecked, time.Since(begun).Seconds()})
	}
	_, err = fmt.Fprintf(a.streams.out, "%s: %s of %s checked, %s: as they should be%s (%s)\n", cli.Shown(path),
		plural(report.Pairs, "pair"), hostmemory.Count(report.All), plural(report.Rows, "row"), remarks(&report), seconds(time.Since(begun)))
	return err
}

// verifySummary is the last line of --json.
type verifySummary struct {
	Type      string   `json:"type"` // "summary"
	Command   string   `json:"command"`
	Checked   int      `json:"checked"`             // pairs of trajectories, or objects of visits, that were recomputed
	Of        uint64   `json:"of"`                  // pairs of trajectories that there are, or objects
	Rows      int      `json:"rows"`                // of these
	Cut       string   `json:"cut,omitempty"`       // flag that cut the file, behind whose last row rows may be missing
	Unchecked []string `json:"unchecked,omitempty"` // columns that were not compared
	TotalS    float64  `json:"total_s"`
}

// verified shows how many pairs have been compared.
func (t *task) verified(done, total int) {
	if done == 0 {
		t.display.begin("verify", job.NoUnit)
		return
	}
	t.display.set(float64(done), float64(total))
}

// straightened adds to the error of a wrong file the flag that verifies results of straight lines, where motion is curved and no
// flag says so: results of ephemerides had straight lines before docs/decisions/0083-orbits-are-curves-by-default.md.
func (t *task) straightened(err error) error {
	var wrong *verify.Difference
	if !errors.As(err, &wrong) {
		return err
	}
	for _, l := range []*loaded{&t.entries, &t.queries} {
		if m := motionOf(&l.Report); m != nil && m.Within > 0 {
			return fmt.Errorf("%w; --curve none is for results of straight lines", err)
		}
	}
	return err
}

// remarks name the rows and columns that were not checked.
func remarks(r *verify.Report) (text string) {
	if r.Cut != "" {
		text = ", as far as " + r.Cut + " lets the file go"
	}
	if names := r.Unchecked; len(names) > 0 {
		text += ", but for " + printable.Text(cli.Listed(names, "and")) + ", which no flag told of"
	}
	return text
}
