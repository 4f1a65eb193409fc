package format

import (
	"fmt"

	"flyby/internal/curve"
	"flyby/trajectory"
)

// A CurveError says why Options.Curve cannot be applied to a file. Nothing is wrong with the file.
type CurveError struct {
	File  string
	Cause string
	Fits  float64 // an Options.Curve that is possible for all segments of the file; 0: none is
}

func (e *CurveError) Error() string {
	if e.Fits > 0 {
		return fmt.Sprintf("format: %s: curves: %s; within %v they would not", e.File, e.Cause, e.Fits)
	}
	return fmt.Sprintf("format: %s: curves: %s", e.File, e.Cause)
}

// SetCurve sets r.Curve to the distance within which motion along the path follows curves, if there are any.
func (r *Report) SetCurve(path trajectory.Path) {
	within := 0.0
	if bent, ok := path.(*curve.Cubics); ok {
		within = bent.Within()
	}
	if r.Motion == nil || r.Motion.curved() {
		r.Curve = within
	}
}
