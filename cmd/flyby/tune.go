package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/cli"
	"flyby/job"
	"flyby/perfmodel"
)

// tuner is flyby.Tune, or a function of tests in its place.
type tuner func(ctx context.Context, o flyby.Options, path string) (string, error)

// tuning is one run of tune.
type tuning struct {
	*app
	options flyby.Options
	out     string
}

func (a *app) tuneCommand() *cobra.Command {
	t := tuning{app: a}
	c := a.equip(&cobra.Command{
		Use:   "tune [--device DEVICE] [--out FILE]",
		Short: "measure a device: a model of its speed, by which searches choose methods and foretell their time",
		Long: `Measures how long a device takes for the parts of a search and keeps these times as
its performance model, a JSON file. It takes most of a minute on a GPU, up to three on
two cores; the device should have nothing else to do.

Searches on the device then find the model by themselves: --method auto chooses
with it between methods, and between a GPU and the cpu if both are tuned;
--batching model chooses the size of batches; and the progress bar knows the time
left from the start. Results are the same with and without a model.

The model is kept in the folder flyby/models of the user's cache directory
($XDG_CACHE_HOME or ~/.cache on Linux), and only there do searches look for it. It
is of use until the device or its driver changes; then tune again.`,
		Example: "  flyby tune --device cpu\n  flyby tune --device cpu --out model.json",
		RunE:    func(c *cobra.Command, _ []string) error { return t.run(c) },
	})
	addDevice(c, &t.options.Device, "measure")
	c.Flags().StringVarP(&t.out, "out", "o", "", "`FILE` to write instead of the model that searches look for")
	cli.AddWhole(c, &t.options.Threads, "threads", 0, "`N` cores to use, at most four threads a core; 0: all")
	a.addQuietJSON(c, "progress, summary and errors on standard error as JSON, one object a line")
	return c
}

// run measures, writes and says where.
func (t *tuning) run(c *cobra.Command) error {
	if err := t.check(c); err != nil {
		return err
	}
	t.options.Logger = t.display.logger()
	t.options.Progress = func(p flyby.Progress) { t.display.follow(p, 0) }
	t.options.Progress(flyby.Progress{Phase: "tune", Total: 1}) // the library's first takes seconds
	start := time.Now()
	path, err := t.tune(c.Context(), t.options, t.lies(t.out))
	if err != nil {
		return err
	}
	t.display.end()
	return t.summarize(path, time.Since(start))
}

// check refuses flags whose errors would otherwise show only after the measurements.
func (t *tuning) check(c *cobra.Command) error {
	if err := cmp.Or(checkSelector(c, t.options.Device), checkThreads(c, t.options.Threads)); err != nil {
		return err
	}
	if err := t.checkOut(c); err != nil {
		return err
	}
	return checkDevice(t.options.Device)
}

// checkOut refuses a file that cannot be written.
func (t *tuning) checkOut(c *cobra.Command) error {
	if !c.Flags().Changed("out") {
		_, err := os.UserCacheDir()
		return err
	}
	if err := checkTarget(c, t.out); err != nil {
		return err
	}
	return job.CheckOut(t.out, t.lies(t.out))
}

// tuneSummary is the last line of --json.
type tuneSummary struct {
	Type    string  `json:"type"` // "summary"
	Command string  `json:"command"`
	Device  string  `json:"device"`
	Model   string  `json:"model"` // the file
	Seconds float64 `json:"tune_s"`
}

// summarize names the device and the file of its model.
func (t *tuning) summarize(path string, took time.Duration) error {
	model, err := perfmodel.Load(path)
	if err != nil {
		return err
	}
	path = cmp.Or(t.out, path) // as it was asked for
	switch {
	case t.json:
		t.display.object(tuneSummary{"summary", "tune", model.Device.Name, path, took.Seconds()})
	case !t.quiet:
		fmt.Fprintf(t.err, "performance model of %s written to %s (%s)\n", model.Device.Name, path, seconds(took))
	}
	return nil
}
