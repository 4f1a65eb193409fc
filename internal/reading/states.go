package reading

import (
	"errors"
	"fmt"
	"math"

	"flyby/internal/infile"
	"flyby/internal/states"
)

// A StatesError says why there are no states of a file, or of files: what is asked for and the files do not go together.
type StatesError struct{ File, Cause string }

func (e *StatesError) Error() string { return "format: read " + e.File + ": " + e.Cause }

// A SetsError says why element sets of orbits in a file do not go with what a field of the question says, or does not say.
type SetsError struct{ File, Field, Cause string }

func (e *SetsError) Error() string { return "format: read " + e.File + ": " + e.Cause }

// checkStates refuses Options.States that are invalid for a file of the format f.
func (o *Options) checkStates(path string, f Format) error {
	for _, key := range polarKeys() {
		if _, named := o.Columns[key]; named && !o.States {
			return fmt.Errorf("format: columns: %s is read for states alone", key)
		}
	}
	switch {
	case !o.States:
		return nil
	case o.Curve > 0:
		return errors.New("format: states and a curve: states move straight")
	case f.Orbits:
		return &StatesError{path, f.Name + " has ephemerides, which have motions of their own, and no states"}
	case f.Sets:
		return &StatesError{path, f.Name + " has element sets, which say where objects are at any time, and no states"}
	}
	if err := o.Span(0).Check(); err != nil {
		return fmt.Errorf("format: read %s: %s", path, infile.Inner(err))
	}
	return nil
}

// Span returns the times of paths for states at an instant.
func (o *Options) Span(now float64) states.Span {
	s := states.Span{Now: now, Ahead: o.Ahead, Behind: o.Behind, Stale: o.Stale}
	if s.Stale == 0 {
		s.Stale = s.Ahead
	}
	if s.Stale == 0 {
		s.Stale = math.Inf(1)
	}
	return s
}
