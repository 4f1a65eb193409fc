package states

import (
	"fmt"
	"math"
)

// A Span is the time that paths last, in the unit of the times of rows: from Now - Behind to Now + Ahead. States that are more than Stale older than Now are left out; +Inf: none is.
type Span struct {
	Now, Ahead, Behind, Stale float64
}

// Ends returns the first and the last instant of paths.
func (s Span) Ends() (start, end float64) { return s.Now - s.Behind, s.Now + s.Ahead }

// IsOld reports whether a state at a time is left out for its age.
func (s Span) IsOld(t float64) bool { return s.Now-t > s.Stale }

// Check refuses times that are negative or no numbers.
func (s Span) Check() error {
	for _, of := range []struct {
		name string
		t    float64
	}{{"ahead", s.Ahead}, {"behind", s.Behind}, {"stale", s.Stale}} {
		if !(of.t >= 0) || math.IsInf(of.t, 1) && of.name != "stale" {
			return fmt.Errorf("states: %s %v: must be 0 or more", of.name, of.t)
		}
	}
	return nil
}
