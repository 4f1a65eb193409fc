package scale

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"flyby/evaluation/measure"
)

// Options says which rows to measure.
type Options struct {
	// Segments of a data set, in whole trajectories: 0 means 10⁷, the only size at which targets hold.
	Segments int
	// Turns of each measurement: 0 means 3.
	Turns int
	// Slabs of the join that is compared with a run in memory: 0 means 16. Workers get twice as many.
	Slabs int
	// Parts is the number of parts that are merged, in two measurements: 0 means 64 and 1,000.
	Parts [2]int
	// Rows are names of rows (Names); none means all.
	Rows []string
	// Command starts flyby as a process of its own; without it all rows are skipped.
	Command []string
	// Folder holds files until they are measured: "" means the system's folder for temporary files.
	Folder string
	// Progress, if set, is told of every step.
	Progress func(measure.Progress)
}

// FullSize is the number of segments at which targets hold.
const FullSize = 10_000_000

// LeastSegments is the fewest segments: two stars of the longest trajectories.
const LeastSegments = 2 * longSteps

// settle fills in the defaults and returns all complaints at once.
func (o Options) settle() (Options, error) {
	defaults := []struct {
		of    *int
		value int
	}{{&o.Segments, FullSize}, {&o.Turns, 3}, {&o.Slabs, 16}, {&o.Parts[0], 64}, {&o.Parts[1], 1000}}
	for _, d := range defaults {
		if *d.of == 0 {
			*d.of = d.value
		}
	}
	if o.Progress == nil {
		o.Progress = func(measure.Progress) {}
	}
	var errs []error
	if o.Segments < LeastSegments {
		errs = append(errs, fmt.Errorf("scale: segments %d: must be %d or more", o.Segments, LeastSegments))
	}
	if least := min(o.Turns, o.Slabs, o.Parts[0], o.Parts[1]); least < 0 {
		errs = append(errs, fmt.Errorf("scale: %d turns, %d slabs, %d parts: must be positive", o.Turns, o.Slabs, o.Parts))
	}
	return o, errors.Join(append(errs, CheckRows(o.Rows))...)
}

// CheckRows refuses names that no row has.
func CheckRows(names []string) error {
	for _, name := range names {
		if !slices.Contains(Names(), name) {
			return fmt.Errorf("scale: row %q: must be of %s", name, strings.Join(Names(), ", "))
		}
	}
	return nil
}

// wants reports whether one of some rows is asked for.
func (o *Options) wants(rows ...string) bool {
	return len(o.Rows) == 0 || slices.ContainsFunc(rows, func(name string) bool { return slices.Contains(o.Rows, name) })
}
