package serving

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"flyby/evaluation/measure"
)

// Options says which rows to measure.
type Options struct {
	// Segments of the entries, in whole trajectories: 0 means 10⁶, the only size at which targets hold.
	Segments int
	// Requests of the row query: 0 means 300. Turns of the rows about long answers: 0 means 3.
	Requests, Turns int
	// Clients at once, and for how long: 0 means 64, for a minute.
	Clients int
	Lasting time.Duration
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
const FullSize = 1_000_000

// LeastSegments is the fewest segments: stars of which some are queries.
const LeastSegments = 20 * steps

// settle fills in the defaults and returns all complaints at once.
func (o Options) settle() (Options, error) {
	defaults := []struct {
		of    *int
		value int
	}{{&o.Segments, FullSize}, {&o.Requests, 300}, {&o.Turns, 3}, {&o.Clients, 64}}
	for _, d := range defaults {
		if *d.of == 0 {
			*d.of = d.value
		}
	}
	if o.Lasting == 0 {
		o.Lasting = time.Minute
	}
	if o.Progress == nil {
		o.Progress = func(measure.Progress) {}
	}
	var errs []error
	if o.Segments < LeastSegments {
		errs = append(errs, fmt.Errorf("serving: segments %d: must be %d or more", o.Segments, LeastSegments))
	}
	if min(o.Requests, o.Turns, o.Clients) < 0 || o.Lasting < 0 {
		errs = append(errs, fmt.Errorf("serving: %d requests, %d turns, %d clients, for %v: must be positive", o.Requests, o.Turns, o.Clients, o.Lasting))
	}
	return o, errors.Join(append(errs, CheckRows(o.Rows))...)
}

// CheckRows refuses names that no row has.
func CheckRows(names []string) error {
	for _, name := range names {
		if !slices.Contains(Names(), name) {
			return fmt.Errorf("serving: row %q: must be of %s", name, strings.Join(Names(), ", "))
		}
	}
	return nil
}

// wants reports whether one of some rows is asked for.
func (o *Options) wants(rows ...string) bool {
	return len(o.Rows) == 0 || slices.ContainsFunc(rows, func(name string) bool { return slices.Contains(o.Rows, name) })
}
