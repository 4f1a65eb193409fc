package main

import (
	"strings"

	"github.com/spf13/cobra"

	"flyby/evaluation/scale"
	"flyby/internal/cli"
)

// scaleRun is one run of the subcommand scale.
type scaleRun struct {
	*app
	scale.Options
	flyby string // the command's path
}

func (a *app) scaleCommand() *cobra.Command {
	b := scaleRun{app: a}
	c := a.equip(&cobra.Command{
		Use:   "scale [--segments N] [--rows NAMES] [--turns N] [--flyby PATH] [--out DIR]",
		Short: "planning, running and merging slabs, beside one run in memory",
		Long: `Measures the cost of a search in slabs, by flyby slab plan, run and merge, on the cores
of this machine, and prints each row beside its target (docs/scale.md).

Times are processor time of whole processes, user and system, except for two workers
beside one, whose time is wall time: that row needs two free cores. A row is the median
of turns. The merged file is compared with the file of one run, byte by byte.

Data are stars, generated each time, the same on every machine, as Parquet in order of
trajectories and in order of time. 10^7 segments take 3 GB of memory, 2 GB of disk and
some minutes; all files are removed once they are measured.`,
		Example: "  flyby-bench scale --segments 100000 --turns 1 --rows plan,slabs --quiet",
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c) },
	}, "rows on standard output, progress and errors on standard error, as JSON, one object a line")
	f := c.Flags()
	cli.AddWhole(c, &b.Segments, "segments", scale.FullSize, "`N` segments of a data set, at which targets hold")
	f.StringSliceVar(&b.Rows, "rows", nil, "`NAMES` of rows, with commas: "+strings.Join(scale.Names(), ", ")+" (default all)")
	cli.AddWhole(c, &b.Turns, "turns", 3, "`N` turns of each measurement")
	f.StringVar(&b.flyby, "flyby", "", "`PATH` of the command flyby (default flyby beside flyby-bench, or in $PATH)")
	f.StringVarP(&b.Folder, "out", "o", "", "folder `DIR` for the files while they are measured (default the system's for temporary files)")
	return c
}

// run measures and prints.
func (b *scaleRun) run(c *cobra.Command) (err error) {
	if b.Turns < 1 {
		return cli.Usage(c, "--turns %d: must be positive", b.Turns)
	}
	if b.Segments < scale.LeastSegments {
		return cli.Usage(c, "--segments %d: must be %d or more", b.Segments, scale.LeastSegments)
	}
	if err := scale.CheckRows(b.Rows); err != nil {
		return cli.Usage(c, "--rows: %s", cli.Message(err))
	}
	if err := checkFolder(c, b.Folder); err != nil {
		return err
	}
	if b.Command, err = program(b.flyby); err != nil {
		return err
	}
	b.Progress = b.follow
	report, err := scale.Run(c.Context(), b.Options)
	if err != nil {
		return err
	}
	b.progress.end()
	return b.write(report)
}
