package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"flyby/evaluation"
	"flyby/evaluation/measure"
)

// benchPaper is one run of bench paper.
type benchPaper struct {
	*app
	evaluation.Options
	render bool
}

// benchCommand groups what can be measured.
func (a *app) benchCommand() *cobra.Command {
	c := a.settle(&cobra.Command{
		Use:     "bench COMMAND",
		Short:   "measurements: the paper's evaluation, and speed against its targets",
		Long:    "Measures flyby on this machine.",
		Example: "  flyby bench speed --device cpu --scale 0.01 --rows gal-0.05,s1 --trials 1 --quiet",
		Args:    measurable,
		RunE:    func(c *cobra.Command, _ []string) error { return measurable(c, nil) },
	})
	c.AddCommand(a.benchPaperCommand(), a.benchSpeedCommand())
	return c
}

// measurable wants the name of what to measure.
func measurable(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q: say what to measure: flyby bench paper or flyby bench speed", args[0])
	}
	return errors.New("say what to measure: flyby bench paper or flyby bench speed")
}

func (a *app) benchPaperCommand() *cobra.Command {
	b := benchPaper{app: a}
	c := a.settle(&cobra.Command{
		Use:   "paper [--device DEVICE] [--scale S] [--out DIR]",
		Short: "the paper's evaluation, computed on this machine",
		Long: `Runs the searches S1 to S10 of the paper that flyby starts from (M. Gowanlock and
H. Casanova, arXiv:1405.7461) on a device, and writes every table and figure of its
evaluation as DIR/report.html, in one file, and as DIR/report.md with DIR/figures.

Measurements are kept in DIR/measurements.jsonl: a run that was cut off goes on
where it stopped, with the same machine, seed and scale.`,
		Example: "  flyby bench paper --device cpu --scale 0.01 --searches S1,S4 --trials 1 --quick-model --quiet",
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c) },
	})
	f := c.Flags()
	addDevice(c, &b.Device, "measure")
	addScale(c, &b.Scale, "times the trajectories", "; 1 is the paper's size, 0.1 fits two cores")
	addWhole(c, &b.Trials, "trials", 3, "`N` trials of each measurement")
	f.StringSliceVar(&b.Searches, "searches", nil, "`NAMES` of searches, S1,S2 for instance (default all)")
	f.StringVarP(&b.Folder, "out", "o", "flyby-bench", "folder `DIR` for measurements and report")
	addSeed(c, &b.Seed, "`SEED` of the data")
	f.BoolVar(&b.QuickModel, "quick-model", false, "calibrate a coarse performance model, in a second; for --device cpu")
	f.BoolVar(&b.render, "render", false, "measure nothing: write the report of the measurements in DIR anew")
	a.addQuietJSON(c, "progress and errors on standard error as JSON, one object a line")
	return c
}

// check refuses what cannot be right, before anything is generated.
func (b *benchPaper) check(c *cobra.Command) error {
	if err := checkScale(c, b.Scale); err != nil {
		return err
	}
	switch {
	case b.Trials < 1:
		return usage(c, "--trials %d: must be positive", b.Trials)
	case b.QuickModel && b.Device != "cpu":
		return usage(c, "--quick-model: is for --device cpu")
	case b.Folder == "":
		return usage(c, "--out: a folder is missing")
	}
	if err := checkOne(c, b.Device); err != nil {
		return err
	}
	for _, name := range b.Searches {
		if evaluation.Knows(name) {
			continue
		}
		return usage(c, "--searches %s: must be of S1 to S10, with commas", name)
	}
	return nil
}

// checkOne refuses what is no device, and several at once: what is measured is one device.
func checkOne(c *cobra.Command, device string) error {
	if strings.HasSuffix(device, ":all") {
		return usage(c, "--device %s: must be one device (flyby bench speed --rows two-devices compares all GPUs with one)", device)
	}
	return checkSelector(c, device)
}

// run measures and writes the report.
func (b *benchPaper) run(c *cobra.Command) error {
	if err := b.check(c); err != nil {
		return err
	}
	if b.render {
		return evaluation.Render(b.Folder)
	}
	b.Progress = b.follower("bench")
	if err := evaluation.Run(c.Context(), b.Options); err != nil {
		return err
	}
	b.display.end()
	if b.quiet || b.json {
		return nil
	}
	_, err := fmt.Fprintln(b.streams.out, filepath.Join(b.Folder, "report.html"))
	return err
}

// follower begins to show how far measurements have come.
func (a *app) follower(phase string) func(measure.Progress) {
	a.display.begin(phase, noUnit)
	return func(p measure.Progress) {
		a.display.phase = p.Phase
		a.display.set(p.Done, p.Total)
		if a.display.bar != nil {
			a.display.bar.Describe(p.Phase)
		}
	}
}
