package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/datasets"
	"flyby/internal/cli"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/job"
	"flyby/points"
	pointformat "flyby/points/format"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	out        string
	seed       uint64
	scale      float64
	queries    string // a search of the paper, "" for the data set itself
	dimensions int
	like       string
}

func (a *app) generateCommand() *cobra.Command {
	var f generateFlags
	c := a.equip(&cobra.Command{
		Annotations: answers(),
		Use:         "generate NAME [--out FILE] [--seed N] [--scale S] [flags]",
		Short:       "make one of the data sets that flyby is measured on",
		Long: `Makes a data set of trajectories:
` + folded(strings.Join(datasets.Names(), ", ")) + `;
or one of points:
` + folded(strings.Join(datasets.PointNames(), ", ")) + `.
The galaxy and the supernovae are in kpc and Myr, as their Parquet files say; the
random walks, the flocks and the points have no units.

--queries writes the query trajectories of a search of GPUTrajDistSearch (§7.2), which
are trajectories of the data set, in place of the data set. Searches, and their D:
` + queriesHelp() + `
flyby search --distance D --exclude-same-id runs the search, with both files of one seed
and one scale.

One seed gives the same file everywhere. docs/datasets.md describes the data sets of
trajectories, and docs/points.md the data sets of points.`,
		Example: `  flyby generate galaxy --seed 7 --scale 0.1 --out galaxy.csv
  flyby generate galaxy --seed 7 --scale 0.1 --queries S1 --out q.csv
  flyby search --entries galaxy.csv --queries q.csv --distance 1 --exclude-same-id --level hits --count
  flyby generate syn-uniform --n 3 --scale 0.01 --out syn3d.npy
  flyby generate features --like ColorMoments --scale 0.1 --out moments.csv`,
		ValidArgs: generated(),
		Args:      oneDataset,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkScale(c, f.scale); err != nil {
				return err
			}
			f.out = standardOut(f.out)
			if at := slices.Index(datasets.PointNames(), args[0]); at >= 0 {
				return a.generatePoints(c, &datasets.PointSets()[at], &f)
			}
			return a.generateTrajectories(c, args[0], &f)
		},
	})
	c.Flags().StringVarP(&f.out, "out", "o", "-", "`FILE` to write"+outRules)
	addOutFormat(c, output.Written(reading.StoreOutput))
	addSeed(c, &f.seed, "seed `N` of the random numbers")
	addScale(c, &f.scale, "times the paper's number of trajectories, or of points", "")
	c.Flags().StringVar(&f.queries, "queries", "", "the query trajectories of `SEARCH`, S1 to S10, in place of the data set that it is of")
	complete(c, "queries", datasets.SearchNames()...)
	cli.AddWhole(c, &f.dimensions, "n", 0, "`N` coordinates of each point of syn-uniform (default 2), syn-exponential (16) and lss-uniform (16)")
	c.Flags().StringVar(&f.like, "like", "", "`SET` of a paper, the first by default: "+likes())
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	return c
}

// queriesHelp lists the searches of each data set with their distances.
func queriesHelp() string {
	var lines []string
	for _, name := range datasets.Names() {
		var all []string
		for _, s := range datasets.Searches() {
			if s.Dataset == name {
				all = append(all, fmt.Sprintf("%s, D = %v", s.Name, s.Distance))
			}
		}
		if all != nil {
			lines = append(lines, fmt.Sprintf("  %-17s %s", name, strings.Join(all, "; ")))
		}
	}
	return strings.Join(lines, "\n")
}

// addScale adds --scale. times says which of the paper's sizes it multiplies, remark what
// values it may have.
func addScale(c *cobra.Command, at *float64, times, remark string) {
	cli.AddNumber(c, at, "scale", 1, fmt.Sprintf("%s, `S` above 0, at most %d%s", times, datasets.MaxScale, remark))
}

// checkScale refuses a scale that no data set has.
func checkScale(c *cobra.Command, scale float64) error {
	if scale > 0 && scale <= datasets.MaxScale {
		return nil
	}
	return cli.Usage(c, "--scale %v: must be above 0, at most %d", scale, datasets.MaxScale)
}

// addSeed adds --seed.
func addSeed(c *cobra.Command, at *uint64, usage string) {
	cli.AddNatural(c, at, "seed", 1, usage)
}

// generated are the names of all data sets.
func generated() []string { return slices.Concat(datasets.Names(), datasets.PointNames()) }

// likes lists for each generated set the data sets of papers that it may stand for, the default first.
func likes() string {
	var all []string
	for _, s := range datasets.PointSets() {
		if s.Likes != nil {
			all = append(all, s.Name+" "+strings.Join(s.Likes, ", "))
		}
	}
	return strings.Join(all, "; ")
}

// generateTrajectories writes a data set of trajectories.
func (a *app) generateTrajectories(c *cobra.Command, name string, f *generateFlags) error {
	for _, flag := range []string{"n", "like"} {
		if c.Flags().Changed(flag) {
			return cli.Usage(c, "--%s: is for points: %s", flag, strings.Join(datasets.PointNames(), ", "))
		}
	}
	do, err := f.making(c, name)
	if err != nil {
		return err
	}
	if _, err := checkOut(c, f.out, output.Written(reading.StoreOutput)); err != nil {
		return err
	}
	if err := a.checkStandardOut(c); err != nil {
		return err
	}
	s, err := inTime(c.Context(), a, name, do)
	if err != nil {
		return err
	}
	var units format.Units
	units.Length, units.Time = datasets.Units(name)
	return output.WriteStore(c.Context(), f.out, s, output.WriteOptions{Stdout: a.streams.out, Folder: a.folder, Format: wordOf(c, outFormatFlag), Units: units})
}

// making returns what makes the data set of a name, or the queries of a search in it.
func (f *generateFlags) making(c *cobra.Command, name string) (func() (*trajectory.Store, error), error) {
	if !c.Flags().Changed("queries") {
		return func() (*trajectory.Store, error) { return datasets.Generate(name, f.seed, f.scale) }, nil
	}
	s, ok := datasets.FindSearch(f.queries)
	switch {
	case !ok:
		return nil, cli.Usage(c, "--queries %q: must be one of %s", f.queries, strings.Join(datasets.SearchNames(), ", "))
	case s.Dataset != name:
		return nil, cli.Usage(c, "--queries %s: is a search of %s: flyby generate %[2]s --queries %[1]s", s.Name, s.Dataset)
	}
	return func() (*trajectory.Store, error) {
		_, queries, err := s.Load(f.scale, f.seed)
		return queries, err
	}, nil
}

// generatePoints writes a data set of points, whose ids are the numbers of rows and are not written.
func (a *app) generatePoints(c *cobra.Command, set *datasets.PointSet, f *generateFlags) error {
	if c.Flags().Changed("queries") {
		_, err := f.making(c, set.Name)
		return err
	}
	o := datasets.PointOptions{Dimensions: f.dimensions, Like: f.like}
	if err := set.CheckLike(f.like); err != nil {
		return cli.Usage(c, "--like %s: %w", f.like, err)
	}
	if err := set.CheckDimensions(f.dimensions); err != nil {
		return cli.Usage(c, "--n %d: %w", f.dimensions, err)
	}
	if c.Flags().Changed("n") && f.dimensions == 0 {
		return cli.Usage(c, "--n 0: must be 1 to %d", points.MaxDimensions)
	}
	if _, err := checkOut(c, f.out, pointformat.Written(reading.TableOutput)); err != nil {
		return err
	}
	if err := a.checkStandardOut(c); err != nil {
		return err
	}
	s, err := inTime(c.Context(), a, set.Name, func() (*points.Store, error) { return datasets.GeneratePoints(set.Name, f.seed, f.scale, o) })
	if err != nil {
		return err
	}
	return pointformat.WriteStore(c.Context(), f.out, s, pointformat.WriteOptions{Stdout: a.streams.out, Folder: a.folder, Format: wordOf(c, outFormatFlag), NoIDs: true})
}

// inTime makes a data set, for which an interrupt does not wait.
func inTime[S any](ctx context.Context, a *app, name string, do func() (S, error)) (S, error) {
	type made struct {
		store S
		err   error
	}
	a.display.begin("generate "+name, job.NoUnit)
	defer a.display.end()
	a.display.set(0, 0)
	done := make(chan made, 1)
	go func() {
		s, err := do()
		done <- made{s, err}
	}()
	select {
	case m := <-done:
		return m.store, m.err
	case <-ctx.Done():
		return *new(S), ctx.Err()
	}
}

// oneDataset wants the name of a data set as the only argument.
func oneDataset(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return fmt.Errorf("NAME is missing: one of %s", strings.Join(generated(), ", "))
	case len(args) > 1:
		return fmt.Errorf("%q: one NAME only", args[1])
	case !slices.Contains(generated(), args[0]):
		return fmt.Errorf("%q: %s", args[0], cli.OneOf(args[0], generated()))
	}
	return nil
}
