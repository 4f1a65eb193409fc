package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"flyby/datasets"
	"flyby/evaluation"
	"flyby/evaluation/measure"
)

// benchPaper is one run of bench.
type benchPaper struct {
	*app
	evaluation.Options
	render bool
}

func (a *app) benchCommand() *cobra.Command {
	b := benchPaper{app: a}
	c := a.settle(&cobra.Command{
		Use:       "bench paper [--device DEVICE] [--scale S] [--out DIR]",
		Short:     "the paper's evaluation, computed on this machine",
		ValidArgs: []string{"paper"},
		Args:      paperOnly,
		Long: `Runs the searches S1 to S10 of the paper that flyby starts from (M. Gowanlock and
H. Casanova, arXiv:1405.7461) on a device, and writes every table and figure of its
evaluation as DIR/report.html, in one file, and as DIR/report.md with DIR/figures.

Measurements are kept in DIR/measurements.jsonl: a run that was cut off goes on
where it stopped, with the same machine, seed and scale.`,
		Example: "  flyby bench paper --device cpu --scale 0.01 --searches S1,S4 --trials 1 --quick-model --quiet",
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c) },
	})
	f := c.Flags()
	f.StringVar(&b.Device, "device", "", "`DEVICE` to measure: auto (a GPU if there is one, else the cpu), cpu, gpu, opencl or opencl:N (see flyby devices) (default $FLYBY_DEVICE, or auto)")
	f.Float64Var(&b.Scale, "scale", 1, "times the trajectories, `S` > 0; 1 is the paper's size, 0.1 fits two cores")
	f.IntVar(&b.Trials, "trials", 3, "`N` trials of each measurement")
	f.StringSliceVar(&b.Searches, "searches", nil, "`NAMES` of searches, S1,S2 for instance (default all)")
	f.StringVar(&b.Folder, "out", "flyby-bench", "folder `DIR` for measurements and report")
	f.Uint64Var(&b.Seed, "seed", 1, "`SEED` of the data")
	f.BoolVar(&b.QuickModel, "quick-model", false, "calibrate a coarse performance model, in a second; for --device cpu")
	f.BoolVar(&b.render, "render", false, "measure nothing: write the report of the measurements in DIR anew")
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	return c
}

// paperOnly wants the name of what to measure, of which there is one.
func paperOnly(_ *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == "paper" {
		return nil
	}
	return fmt.Errorf("say what to measure: flyby bench paper")
}

// check refuses what cannot be right, before anything is generated.
func (b *benchPaper) check(c *cobra.Command) error {
	switch {
	case !(b.Scale > 0 && b.Scale <= datasets.MaxScale):
		return usage(c, "--scale %v: must be above 0 and at most %d", b.Scale, datasets.MaxScale)
	case b.Trials < 1:
		return usage(c, "--trials %d: must be positive", b.Trials)
	case !deviceSelector().MatchString(b.Device):
		return usage(c, "--device %q: must be auto, cpu, gpu, opencl or opencl:N", b.Device)
	case b.QuickModel && b.Device != "cpu":
		return usage(c, "--quick-model: is for --device cpu")
	case b.Folder == "":
		return usage(c, "--out: a folder is missing")
	}
	for _, name := range b.Searches {
		if evaluation.Knows(name) {
			continue
		}
		return usage(c, "--searches %s: must be of S1 to S10, with commas", name)
	}
	return nil
}

// run measures and writes the report.
func (b *benchPaper) run(c *cobra.Command) error {
	if err := b.check(c); err != nil {
		return err
	}
	if b.render {
		return evaluation.Render(b.Folder)
	}
	b.display.begin("bench", noUnit)
	b.Progress = func(p measure.Progress) {
		b.display.phase = p.Phase
		b.display.set(p.Done, p.Total)
		if b.display.bar != nil {
			b.display.bar.Describe(p.Phase)
		}
	}
	if err := evaluation.Run(c.Context(), b.Options); err != nil {
		return err
	}
	b.display.end()
	if b.quiet || b.json {
		return nil
	}
	_, err := fmt.Fprintln(c.OutOrStdout(), filepath.Join(b.Folder, "report.html"))
	return err
}
