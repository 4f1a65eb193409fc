package evaluation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"flyby/datasets"
	"flyby/evaluation/datafile"
	"flyby/evaluation/journal"
	"flyby/evaluation/measure"
	"flyby/evaluation/report"
	"flyby/internal/reading/fileset"
)

// Options says what to evaluate and where to.
type Options struct {
	// Folder receives the journal and the report; it is made. A journal in it is resumed.
	Folder string
	// Device is a selector of flyby.Options: "" means $FLYBY_DEVICE, or auto.
	Device string
	// Searches are names, "S1" to "S10"; none means all.
	Searches []string
	// Scale of the data sets: 0 means 1, the paper's.
	Scale float64
	// Seed of the data sets.
	Seed uint64
	// Data names files that replace data sets, by the names of datasets.Generate: they are read whole, and queries are as many as in the paper,
	// whatever Scale is.
	Data datafile.Files
	// Trials of each measurement: 0 means the paper's 3, negative is an error.
	Trials int
	// Race is the seconds that a race may take: 0 means measure.DefaultRace, negative is an error.
	Race float64
	// QuickModel makes a coarse performance model of the device, in some seconds.
	QuickModel bool
	// Quick measures everything once, in one pass, and with a quick model: Scale 0 means QuickScale, Device "" the cpu, and Trials is 1. Its report
	// compares nothing.
	Quick bool
	// Progress, if set, is told of every run.
	Progress func(measure.Progress)
}

// QuickScale is the scale of a quick evaluation: it takes less than a minute on two cores.
const QuickScale = 0.01

// journalName is the journal's file in the folder.
const journalName = "measurements.jsonl"

// Report lists the files of a report, in the folder, without the files of its figures.
func Report() []string { return []string{"report.html", "report.md", journalName} }

// settle fills in the defaults and returns all complaints at once.
func (o Options) settle() (Options, []datasets.Search, error) {
	var errs []error
	if o.Quick {
		errs = append(errs, o.settleQuick())
	}
	if o.Scale == 0 {
		o.Scale = 1
	}
	if !(o.Scale > 0 && o.Scale <= datasets.MaxScale) {
		errs = append(errs, fmt.Errorf("evaluation: scale %v: must be above 0 and at most %d", o.Scale, datasets.MaxScale))
	}
	if o.Trials == 0 {
		o.Trials = 3
	}
	if o.Trials < 0 {
		errs = append(errs, fmt.Errorf("evaluation: trials %d: must be positive, or 0 for 3", o.Trials))
	}
	if !(o.Race >= 0 && o.Race <= math.MaxFloat64) {
		errs = append(errs, fmt.Errorf("evaluation: race of %v s: must be positive, or 0 for %v", o.Race, measure.DefaultRace))
	}
	searches, err := pick(o.Searches)
	return o, searches, errors.Join(append(errs, err, CheckData(o.Data))...)
}

// Replaceable lists the data sets that files may replace.
func Replaceable() []string { return measure.Datasets(datasets.Searches()) }

// CheckData refuses names that Replaceable() does not have, and files whose ending no format of trajectories has.
func CheckData(data datafile.Files) error { return data.Check(Replaceable(), fileset.Formats()) }

// settleQuick fills in the options that a quick evaluation implies.
func (o *Options) settleQuick() error {
	if o.Device == "" {
		o.Device = "cpu"
	}
	if o.Scale == 0 {
		o.Scale = QuickScale
	}
	trials := o.Trials
	o.Trials, o.QuickModel = 1, true
	if trials > 1 {
		return fmt.Errorf("evaluation: %d trials: a quick evaluation has one", trials)
	}
	return nil
}

// Knows reports whether a search has the name.
func Knows(name string) bool {
	_, ok := datasets.FindSearch(name)
	return ok
}

// pick returns the searches of some names, in order, all for none.
func pick(names []string) ([]datasets.Search, error) {
	all := datasets.Searches()
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		if !Knows(name) {
			return nil, fmt.Errorf("evaluation: search %q: must be of %s", name, strings.Join(datasets.SearchNames(), ", "))
		}
	}
	return slices.DeleteFunc(all, func(s datasets.Search) bool { return !slices.Contains(names, s.Name) }), nil
}

// Run measures the runs that the folder's journal lacks and writes the report. Where ctx ends before that, finished
// measurements stay in the journal and there is no report.
func Run(ctx context.Context, o Options) error {
	o, searches, err := o.settle()
	if err != nil {
		return err
	}
	if err := o.Data.Find(); err != nil {
		return err
	}
	m, err := Here(o.Device)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.Folder, 0o777); err != nil {
		return fmt.Errorf("evaluation: %w", err)
	}
	j, err := journal.Open(filepath.Join(o.Folder, journalName), journal.Session{
		Machine: m, Seed: o.Seed, Scale: o.Scale, Commit: Commit(), Started: time.Now().UTC(),
	})
	if err != nil {
		return err
	}
	defer j.Close()
	plan := measure.Plan{
		Searches: searches, Scale: o.Scale, Seed: o.Seed, Data: o.Data, Trials: o.Trials, Race: o.Race,
		Device: m.Device.Selector, Auto: autoDevice(m.Device), Cores: m.Cores, QuickModel: o.QuickModel, Quick: o.Quick, Progress: o.Progress,
	}
	if err := measure.All(ctx, plan, j); err != nil {
		return fmt.Errorf("evaluation: %w", err)
	}
	return save(o.Folder, j)
}

// Render writes the report of the folder's journal, which may come from another machine and may lack
// measurements.
func Render(folder string) error {
	j, err := journal.Read(filepath.Join(folder, journalName))
	if err != nil {
		return err
	}
	return save(folder, j)
}

func save(folder string, j *journal.Journal) error {
	d, err := newBuilder(j).document()
	if err != nil {
		return err
	}
	return report.Save(folder, d)
}

// WriteTables writes the numbered tables of the folder's journal as Markdown.
func WriteTables(w io.Writer, folder string) error {
	j, err := journal.Read(filepath.Join(folder, journalName))
	if err != nil {
		return err
	}
	d, err := newBuilder(j).document()
	if err != nil {
		return err
	}
	return report.WriteMarkdown(w, d.Tables())
}
