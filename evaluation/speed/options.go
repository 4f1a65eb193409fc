package speed

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"flyby/datasets"
	"flyby/evaluation/measure"
)

// Options says which rows to measure.
type Options struct {
	// Device is a selector of flyby.Options: "" means $FLYBY_DEVICE, or auto.
	Device string
	// Rows are names of rows or of groups of rows (Names, Groups); none means all but the extra rows, which must be named.
	Rows []string
	// Scale multiplies the number of trajectories of every row: 0 means 1. Targets hold at 1 only.
	Scale float64
	// Trials of each measurement: 0 means 7.
	Trials int
	// Peer is the compiled R-tree in C++, "" for none.
	Peer string
	// Command starts flyby as a process of its own; without it the row of the start, the rows of --memory and their slopes
	// are skipped.
	Command []string
	// Folder receives measurements and tables; "" means none are kept. Rows measured there by the same program with the
	// same options are not measured again. Files that rows need lie there, else in the system's folder for temporary files:
	// the files of slabs stay for the next run, all others are removed after their row.
	Folder string
	// Progress, if set, is told of every row.
	Progress func(measure.Progress)
}

// defaultTrials is the number of trials where the options have none.
const defaultTrials = 7

// settle fills in the defaults and returns all complaints at once.
func (o Options) settle() (Options, error) {
	var errs []error
	if o.Scale == 0 {
		o.Scale = 1
	}
	if !(o.Scale > 0 && o.Scale <= datasets.MaxScale) {
		errs = append(errs, fmt.Errorf("speed: scale %v: must be above 0 and at most %d", o.Scale, datasets.MaxScale))
	}
	if o.Trials == 0 {
		o.Trials = defaultTrials
	}
	if o.Trials < 0 {
		errs = append(errs, fmt.Errorf("speed: trials %d: must be positive, or 0 for %d", o.Trials, defaultTrials))
	}
	if o.Progress == nil {
		o.Progress = func(measure.Progress) {}
	}
	errs = append(errs, CheckRows(o.Rows), CheckPeer(o.Peer))
	return o, errors.Join(errs...)
}

// CheckRows refuses names that neither a row nor a group has.
func CheckRows(names []string) error {
	known := append(Names(), Groups()...)
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("speed: row %q: must be of %s, or a group: %s", name, strings.Join(Names(), ", "), strings.Join(Groups(), ", "))
		}
	}
	return nil
}

// CheckPeer refuses a path that is no program; "" means no peer.
func CheckPeer(path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("speed: peer: %w", err)
	}
	if !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return fmt.Errorf("speed: peer %s: is no program", path)
	}
	return nil
}
