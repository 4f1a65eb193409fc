package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/predict"
	"flyby/internal/tune"
	"flyby/job"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/question"
)

// measureTime is the value of --measure without one.
const measureTime = "5min"

// addData adds the flags of data.
func (t *tuning) addData(c *cobra.Command) {
	t.addFile(c, &t.entries, "entries", "`FILE`, folder or quoted pattern of the trajectories to search; several times for several files. tune is then for these data")
	t.addFile(c, &t.queries, "queries", "`FILE`, folder or quoted pattern of the trajectories to search the entries with; none: the join of the entries")
	t.questionFlags.begin(question.Searches)
	for _, field := range asking.Fields(question.Searches) {
		if field.Section == asking.Asked {
			field.Help = strings.Replace(field.Help, "; required", "; required with --entries", 1)
			t.addField(c, field, asking.BothSides)
		}
	}
	s := c.Flags()
	s.StringVar(&t.measure, "measure", "", "search with a dozen of the sizes, in random order, three times or more each, for at most `T`, in seconds or with a unit; --measure alone is "+measureTime)
	s.Lookup("measure").NoOptDefVal = measureTime
	addSeed(c, &t.seed, "seed `N` of that order")
	s.StringVar(&t.model, modelFlag, "", "performance model `FILE` to predict by, from tune --out; of another device or version it is refused (default: the one that searches look for)")
	t.memory.add(c, "an error")
	s.VisitAll(func(f *pflag.Flag) { t.ofData = append(t.ofData, f.Name) })
	t.addReading(c)
	for _, field := range asking.ReadingFields(question.Searches) {
		for _, side := range []asking.Side{asking.BothSides, asking.EntrySide, asking.QuerySide} {
			t.ofData = append(t.ofData, field.NameOf(side))
		}
	}
}

// takesTime takes a time behind --measure, which has a value of its own without one.
func (t *tuning) takesTime(c *cobra.Command, args []string) error {
	if f := c.Flags().Lookup("measure"); len(args) == 1 && f.Changed && t.measure == measureTime && strings.ContainsAny(args[0][:min(len(args[0]), 1)], "0123456789.") {
		return f.Value.Set(args[0])
	}
	return flagsOnly(c, args)
}

// checkNoData refuses flags of data where --entries names none.
func (t *tuning) checkNoData(c *cobra.Command) error {
	for _, name := range t.ofData {
		if c.Flags().Changed(name) {
			return cli.Usage(c, "--%s: is for data, and --entries names none", name)
		}
	}
	return nil
}

// answer predicts the search of the data, and measures it.
func (t *tuning) answer(c *cobra.Command) error {
	bound, err := t.checkData(c)
	if err != nil {
		return err
	}
	k, err := t.begin(c, &t.searchFlags, func(a *job.Ask) { a.Machine.Early = false })
	if err != nil {
		return err
	}
	defer k.Close() //nolint:errcheck // what was read of its files was good
	if err := k.convert(c, &t.searchFlags); err != nil {
		return err
	}
	took, err := t.makeModel(c.Context(), k.Ask().Machine.Threads)
	if err != nil {
		return err
	}
	r, err := k.Tune(c.Context(), tune.Options{Measure: bound, Seed: t.seed})
	if err != nil {
		return t.refused(c, k, err)
	}
	t.display.end()
	r.TuneS += took.Seconds()
	return t.deliver(c, r)
}

// checkData refuses flags before any data are read, and returns the bound of measurements.
func (t *tuning) checkData(c *cobra.Command) (bound time.Duration, err error) {
	t.takeOneSet(c)
	if err := cmp.Or(checkSelector(c, t.device), t.checkQuestion(c), checkThreads(c, t.threads), t.memory.check(c), t.checkAnswer(c), t.checkMissing(c)); err != nil {
		return 0, err
	}
	given := c.Flags().Changed
	switch {
	case given("seed") && !given("measure"):
		return 0, cli.Usage(c, "--seed: is for --measure")
	case given(modelFlag) && t.model == "":
		return 0, cli.Usage(c, "--model: no file name")
	case given("measure"):
		bound, err = duration(c, "measure", t.measure)
	}
	t.method, t.searchFlags.out = string(flyby.MethodTemporal), "-"
	if t.model != "" {
		t.settings = map[string]string{modelFlag: t.lies(t.model)}
	}
	return bound, err
}

// checkAnswer refuses an output that cannot be made. Without one the answer goes to standard output.
func (t *tuning) checkAnswer(c *cobra.Command) error {
	if !c.Flags().Changed("out") {
		t.out = "-"
	}
	if t.out = standardOut(t.out); t.out == "-" {
		return t.checkOpen()
	}
	if err := checkTarget(c, t.out); err != nil {
		return err
	}
	if !tune.Writes(t.out) {
		return cli.Usage(c, "--out %s: unknown extension (known: %s)", t.out, strings.Join(tune.Endings(), " "))
	}
	return t.checkApart(c, end{"--out", t.out}, t.inputs...)
}

// makeModel makes the model of the device where it has none that a search with some threads would find, and returns the time that it took.
func (t *tuning) makeModel(ctx context.Context, threads int) (took time.Duration, err error) {
	devices, err := flyby.Select(t.device)
	if err != nil || len(devices) != 1 || t.model != "" {
		return 0, err
	}
	device := devices[0]
	if t.threads = threads; device.Selector == (host.Provider{}).Name() && threads > 0 {
		device.Units = threads
	}
	path, err := predict.DefaultPath(device)
	if err != nil {
		return 0, err
	}
	if _, err := predict.LoadFor(path, device); err == nil {
		return 0, nil
	}
	t.display.warn("no model of %s yet: measuring it first, up to 3 minutes; searches find it from then on", device.Selector)
	_, took, err = t.calibrate(ctx, "")
	return took, err
}

// refused is an error of tuning; a device that cannot run the method is wrong usage.
func (t *tuning) refused(c *cobra.Command, k *task, err error) error {
	if errors.Is(err, kernel.ErrAbility) {
		return cli.Usage(c, "--device %s: %s", t.device, cli.Message(err))
	}
	return k.explain(c, &t.searchFlags, err)
}

// answerSummary is the last line of --json where the answer is a file.
type answerSummary struct {
	Type       string  `json:"type"` // "summary"
	Command    string  `json:"command"`
	Device     string  `json:"device"`
	BatchSize  int     `json:"batch_size"`
	PredictedS float64 `json:"predicted_s"`
	TuneS      float64 `json:"tune_s,omitempty"`
	Out        string  `json:"out"`
}

// deliver writes the answer.
func (t *tuning) deliver(c *cobra.Command, r *tune.Result) error {
	if t.out == "-" {
		return t.printAnswer(r, r.Text())
	}
	if err := r.WriteFile(c.Context(), t.folder, t.out); err != nil {
		return err
	}
	switch {
	case t.json:
		t.display.object(answerSummary{"summary", "tune", r.Device, r.BatchSize, r.PredictedS, r.TuneS, t.out})
	case !t.quiet:
		fmt.Fprintf(t.err, "times of %s over %d sizes of batches written to %s; best by the model: %d\n", r.Device, len(r.Sizes), t.out, r.BatchSize)
	}
	return nil
}
