package pointpapers

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"flyby/datasets"
	"flyby/evaluation/datafile"
	"flyby/evaluation/measure"
	"flyby/points/format"
)

// Options says what to measure and where to.
type Options struct {
	// Folder receives the journal and the report; it is made. A journal in it is resumed.
	Folder string
	// Device is a selector of flyby.Options: "" means $FLYBY_DEVICE, or auto. Baselines run on the cpu.
	Device string
	// Papers names some of Papers(); none means all.
	Papers []string
	// Scale of the sets: 0 means 1, the papers'.
	Scale float64
	// Seed of the sets.
	Seed uint64
	// Trials of each measurement: 0 means the papers' 3, negative is an error.
	Trials int
	// Quick measures everything once: Scale 0 means QuickScale, and Trials is 1.
	Quick bool
	// Data names files that replace stand-ins, by the names of Real().
	Data datafile.Files
	// PeerGrid is the path of a compiled grid in C++ that targets are compared with; "" for none. It is run as PATH N D EPS
	// [--emit] [--k K].
	PeerGrid string
	// Progress, if set, is told of every case.
	Progress func(measure.Progress)
}

// QuickScale is the scale of a quick evaluation.
const QuickScale = 0.002

// Papers lists the names that Options.Papers may have, in the order of a report.
func Papers() []string { return []string{"sj", "join", "lss", "dbscan", "ours", "targets"} }

// settle fills in the defaults and returns all complaints at once.
func (o Options) settle() (Options, error) {
	var errs []error
	if o.Quick {
		if o.Scale == 0 {
			o.Scale = QuickScale
		}
		if o.Trials > 1 {
			errs = append(errs, fmt.Errorf("pointpapers: %d trials: a quick evaluation has one", o.Trials))
		}
		o.Trials = 1
	}
	if o.Scale == 0 {
		o.Scale = 1
	}
	if !(o.Scale > 0 && o.Scale <= datasets.MaxScale) {
		errs = append(errs, fmt.Errorf("pointpapers: scale %v: must be above 0 and at most %d", o.Scale, datasets.MaxScale))
	}
	if o.Trials == 0 {
		o.Trials = 3
	}
	if o.Trials < 0 {
		errs = append(errs, fmt.Errorf("pointpapers: trials %d: must be positive, or 0 for 3", o.Trials))
	}
	if o.Progress == nil {
		o.Progress = func(measure.Progress) {}
	}
	if len(o.Papers) == 0 {
		o.Papers = Papers()
	}
	return o, errors.Join(append(errs, CheckPapers(o.Papers), CheckData(o.Data))...)
}

// CheckPapers refuses names that Papers() does not have.
func CheckPapers(names []string) error {
	for _, name := range names {
		if !slices.Contains(Papers(), name) {
			return fmt.Errorf("pointpapers: paper %q: must be of %s", name, strings.Join(Papers(), ", "))
		}
	}
	return nil
}

// CheckData refuses names that Real() does not have, and files whose extension no format of points has.
func CheckData(data datafile.Files) error { return data.Check(Real(), format.Formats()) }
