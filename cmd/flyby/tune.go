package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"flyby"
	"flyby/internal/ends"
	"flyby/internal/predict"
)

// tuner is flyby.Tune, or a function of tests in its place.
type tuner func(ctx context.Context, o flyby.Options, path string) (string, error)

// tuning is one run of tune: of a device, or of a search of data.
type tuning struct {
	*app
	searchFlags
	out     string
	model   string
	measure string
	seed    uint64
	ofData  []string // names of the flags of data
}

func (a *app) tuneCommand() *cobra.Command {
	t := tuning{app: a}
	c := a.described("tune", &cobra.Command{
		Args: t.takesTime,
		RunE: func(c *cobra.Command, _ []string) error { return t.run(c) },
	})
	t.addData(c)
	addDevice(c, &t.device, "measure or search on")
	c.Flags().StringVarP(&t.out, "out", "o", "", "`FILE` to write instead of the model that searches look for; with data a .csv, .html or .svg file of the table and the figure (default: text on standard output)")
	a.addQuietJSON(c, "progress, summary and errors on standard error as JSON, one object a line; with data and without --out the answer on standard output, an object")
	return c
}

// run measures a device, or answers for data.
func (t *tuning) run(c *cobra.Command) error {
	if t.entries.given() {
		return t.answer(c)
	}
	if err := t.check(c); err != nil {
		return err
	}
	path, took, err := t.calibrate(c.Context(), t.lies(t.out))
	if err != nil {
		return err
	}
	return t.summarize(path, took)
}

// calibrate measures the device and writes its model to a file, "" for the one that searches look for.
func (t *tuning) calibrate(ctx context.Context, path string) (string, time.Duration, error) {
	o := flyby.Options{Device: t.device, Threads: t.threads, Logger: t.display.logger()}
	o.Progress = func(p flyby.Progress) { t.display.follow(p, 0) }
	o.Progress(flyby.Progress{Phase: "tune", Total: 1}) // the library's first takes seconds
	start := time.Now()
	path, err := t.tune(ctx, o, path)
	if err == nil {
		t.display.end()
	}
	return path, time.Since(start), err
}

// check refuses flags whose errors would otherwise show only after the measurements, and flags of data, which are not given.
func (t *tuning) check(c *cobra.Command) error {
	if err := cmp.Or(checkSelector(c, t.device), checkThreads(c, t.threads), t.checkNoData(c)); err != nil {
		return err
	}
	if err := t.checkOut(c); err != nil {
		return err
	}
	return checkDevice(t.device)
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
	return ends.CheckOut(t.out, t.lies(t.out))
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
	model, err := predict.Load(path)
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
