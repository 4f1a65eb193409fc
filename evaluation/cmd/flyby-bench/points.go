package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flyby/evaluation/pointpapers"
	"flyby/evaluation/speed"
	"flyby/internal/cli"
)

// pointPapers is one run of the subcommand points.
type pointPapers struct {
	*app
	pointpapers.Options
	data   []string // NAME=FILE
	render bool
}

func (a *app) pointsCommand() *cobra.Command {
	b := pointPapers{app: a}
	c := a.equip(&cobra.Command{
		Use:   "points [--papers NAMES] [--device DEVICE] [--scale S] [--quick] [--data NAME=FILE] [--out DIR]",
		Short: "the papers on joins and clusters of points, computed on this machine",
		Long: `Draws the figures and tables of four papers on joins of points again, beside the papers'
numbers: GPU-SJ (sj), GPU-Join (join), LSS (lss) and Hybrid-DBSCAN (dbscan); then flyby's
own methods beside the papers' methods (ours), and flyby's targets (targets). It writes
DIR/report.html, in one file, and DIR/report.md with DIR/figures.

Generated sets replace the real sets of the papers, unless --data names files of points:
CSV, Parquet or NPY, whose columns of numbers are coordinates, except for a column id.
SuSy, Songs, ColorHist and LayoutHist are scaled to [0, 1] in every dimension, as in the
paper.

--quick checks that the evaluation works: it measures everything once, at scale 0.002,
in some minutes on two cores. It prints the tables as well, and the report says that it
was quick.

Measurements are kept in DIR/points.jsonl: a run after an interrupted one goes on where
that one stopped, with the same machine, seed, scale and files.`,
		Example: "  flyby-bench points --quick --scale 0.0001 --papers sj --quiet",
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c) },
	}, "progress and errors on standard error as JSON, one object a line")
	f := c.Flags()
	addDevice(c, &b.Device)
	f.StringSliceVar(&b.Papers, "papers", nil, "`NAMES`, with commas: "+strings.Join(pointpapers.Papers(), ", ")+" (default all)")
	cli.AddNumber(c, &b.Scale, "scale", 1, "times the points, `S` above 0; 1 is the papers' size, 0.05 fits two cores")
	cli.AddWhole(c, &b.Trials, "trials", 3, "`N` trials of each measurement")
	addData(c, &b.data, "the points of a real set", pointpapers.Real())
	f.StringVar(&b.PeerGrid, "peer-grid", "", "`PATH` of a compiled grid in C++ that targets are compared with, run as PATH N D EPS [--emit] [--k K]")
	f.StringVarP(&b.Folder, "out", "o", "flyby-bench-points", "folder `DIR` for measurements and report")
	cli.AddNatural(c, &b.Seed, "seed", 1, "`SEED` of the sets")
	f.BoolVar(&b.Quick, "quick", false, fmt.Sprintf("everything once, at scale %v unless --scale says otherwise", pointpapers.QuickScale))
	f.BoolVar(&b.render, "render", false, "measure nothing: write the report of the measurements in DIR anew")
	return c
}

// check refuses impossible flags, before anything is generated.
func (b *pointPapers) check(c *cobra.Command) error {
	if b.Quick && !c.Flags().Changed("scale") {
		b.Scale = pointpapers.QuickScale
	}
	if b.Quick && !c.Flags().Changed("trials") {
		b.Trials = 1
	}
	if c.Flags().Changed("peer-grid") && b.PeerGrid == "" {
		return cli.Usage(c, "--peer-grid: a program is missing")
	}
	if err := (measuringFlags{b.Scale, b.Trials, b.Quick, b.Folder, b.Device}).check(c); err != nil {
		return err
	}
	if err := pointpapers.CheckPapers(b.Papers); err != nil {
		return cli.Usage(c, "--papers: %s", cli.Message(err))
	}
	var err error
	if b.Data, err = parseData(c, b.data, pointpapers.Real(), pointpapers.CheckData); err != nil {
		return err
	}
	return speed.CheckPeer(b.PeerGrid)
}

// run measures and writes the report.
func (b *pointPapers) run(c *cobra.Command) error {
	if err := b.check(c); err != nil {
		return err
	}
	b.Progress = b.follow
	r := report[pointpapers.Options]{pointpapers.Run, pointpapers.Render, pointpapers.WriteTables}
	return r.write(c, b.app, b.Options, reportFlags{b.Folder, b.Quick, b.render})
}
