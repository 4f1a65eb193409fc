package main

import (
	"github.com/spf13/cobra"

	"flyby/evaluation"
	"flyby/evaluation/measure"
	"flyby/internal/cli"
)

// paper is one run of the subcommand.
type paper struct {
	*app
	evaluation.Options
	data   []string // NAME=FILE
	render bool
}

func (a *app) paperCommand() *cobra.Command {
	b := paper{app: a}
	c := a.equip(&cobra.Command{
		Use:   "paper [--device DEVICE] [--scale S] [--out DIR]",
		Short: "the paper's evaluation, computed on this machine",
		Long: `Runs the searches S1 to S10 of the paper that flyby starts from (M. Gowanlock and
H. Casanova, arXiv:1405.7461) on a device, and writes every table and figure of its
evaluation as DIR/report.html, in one file, and as DIR/report.md with DIR/figures.

--quick checks that the evaluation works: it measures everything once, in one pass and
without races, at scale 0.01, within a minute on two cores and two through PoCL. It
prints the tables as well. Every caption says that it was measured once, and nothing is
compared: slowdowns, ratios and what is best take --trials 3 or more, and are empty
where they are below the spread of the trials.

--data replaces a generated data set by a file, such as the authors' own: any file of
trajectories that flyby search reads without flags. It is read whole, and searched with
as many query trajectories as in the paper, whatever --scale says.

Measurements are kept in DIR/measurements.jsonl: a run after an interrupted one goes
on where that one stopped, with the same machine, seed, scale and files.`,
		Example: "  flyby-bench paper --quick --quiet",
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c) },
	}, "progress and errors on standard error as JSON, one object a line")
	f := c.Flags()
	addDevice(c, &b.Device)
	cli.AddNumber(c, &b.Scale, "scale", 1, "times the trajectories, `S` above 0; 1 is the paper's size, 0.1 fits two cores")
	cli.AddWhole(c, &b.Trials, "trials", 3, "`N` trials of each measurement")
	cli.AddNumber(c, &b.Race, "race", measure.DefaultRace, "`SECONDS` that the last race of a search may take at most")
	f.StringSliceVar(&b.Searches, "searches", nil, "`NAMES` of searches, S1,S2 for instance (default all)")
	addData(c, &b.data, "the trajectories of a data set", evaluation.Replaceable())
	f.StringVarP(&b.Folder, "out", "o", "flyby-bench", "folder `DIR` for measurements and report")
	cli.AddNatural(c, &b.Seed, "seed", 1, "`SEED` of the data")
	f.BoolVar(&b.Quick, "quick", false, "one pass at scale 0.01, on the cpu, unless --scale and --device say otherwise")
	f.BoolVar(&b.QuickModel, "quick-model", false, "calibrate a coarse performance model, in some seconds")
	f.BoolVar(&b.render, "render", false, "measure nothing: write the report of the measurements in DIR anew")
	return c
}

// check refuses impossible flags, before anything is generated.
func (b *paper) check(c *cobra.Command) error {
	b.fillQuick(c)
	if err := (measuringFlags{b.Scale, b.Trials, b.Quick, b.Folder, b.Device}).check(c); err != nil {
		return err
	}
	if !(b.Race > 0) {
		return cli.Usage(c, "--race %v: must be positive", b.Race)
	}
	var err error
	if b.Data, err = parseData(c, b.data, evaluation.Replaceable(), evaluation.CheckData); err != nil {
		return err
	}
	for _, name := range b.Searches {
		if evaluation.Knows(name) {
			continue
		}
		return cli.Usage(c, "--searches %s: must be of S1 to S10, with commas", name)
	}
	return nil
}

// fillQuick fills in the values that --quick implies for flags that were not given.
func (b *paper) fillQuick(c *cobra.Command) {
	if !b.Quick {
		return
	}
	if !c.Flags().Changed("scale") {
		b.Scale = evaluation.QuickScale
	}
	if !c.Flags().Changed("trials") {
		b.Trials = 1
	}
	if b.Device == "" {
		b.Device = "cpu"
	}
	b.QuickModel = true
}

// run measures and writes the report.
func (b *paper) run(c *cobra.Command) error {
	if err := b.check(c); err != nil {
		return err
	}
	b.Progress = b.follow
	r := report[evaluation.Options]{evaluation.Run, evaluation.Render, evaluation.WriteTables}
	return r.write(c, b.app, b.Options, reportFlags{b.Folder, b.Quick, b.render})
}
