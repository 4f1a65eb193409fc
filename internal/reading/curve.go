package reading

import (
	"fmt"
	"math"
	"strings"

	"flyby/internal/curve"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// NewCurveError returns e as the error of a file.
func NewCurveError(file string, e *curve.Error) *format.CurveError {
	if math.IsInf(e.Fits, 1) {
		return &format.CurveError{File: file, Cause: "positions and velocities are too large"}
	}
	return &format.CurveError{File: file, Cause: fmt.Sprintf("segments would be split into more than %s parts", memory.Count(curve.MostParts)), Fits: e.Fits}
}

// degreesCurve is the cause of a CurveError for degrees.
const degreesCurve = "positions are degrees, which have no velocities"

// checkCurve refuses an Options.Curve that is invalid for a file of the format f.
func (o *Options) checkCurve(path string, f Format) error {
	for _, key := range []string{"vx", "vy", "vz"} {
		if _, named := o.Columns[key]; named && o.Curve == 0 && !o.States {
			return fmt.Errorf("format: columns: %s is read for curves alone, and for states", key)
		}
	}
	switch {
	case !(o.OrbitCurve >= 0):
		return fmt.Errorf("format: read %s: curve of orbits %v: must be positive, or 0 for straight motion", path, o.OrbitCurve)
	case !(o.Curve >= 0 && o.Curve <= trajectory.MaxMagnitude):
		return fmt.Errorf("format: read %s: curve %v: must be positive, or 0 for straight motion", path, o.Curve)
	case o.Curve == 0:
		return nil
	case o.LonLat || f.Degrees:
		return &format.CurveError{File: path, Cause: degreesCurve}
	}
	return nil
}

// listOf joins names.
func listOf(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// CheckVelocities refuses curves for a file that, by its layout, lacks columns of velocities or has degrees.
func (o *Options) CheckVelocities(file string, l *FileColumns) error {
	switch {
	case o.Curve == 0:
		return nil
	case l.pair != "":
		return &format.CurveError{File: file, Cause: degreesCurve}
	}
	if name, named := o.Columns["vz"]; named && l.At[ColZ] < 0 {
		return &format.CurveError{File: file, Cause: fmt.Sprintf("column %s is named for vz, and positions have no z", name)}
	}
	var missing []string
	for kind := ColVX; kind <= ColVZ; kind++ {
		if l.At[kind] < 0 && (kind < ColVZ || l.At[ColZ] >= 0) {
			missing = append(missing, ColumnKey(kind))
		}
	}
	switch len(missing) {
	case 0:
		return nil
	case 1:
		return &format.CurveError{File: file, Cause: "no column " + missing[0] + ": curves need velocities"}
	}
	return &format.CurveError{File: file, Cause: "no columns " + listOf(missing) + ": curves need velocities"}
}

// NoVelocities returns the error of a file whose format has no velocities.
func NoVelocities(file string) *format.CurveError {
	return &format.CurveError{File: file, Cause: "samples have no velocities, which curves need"}
}

// within returns how far chords may be from their curves, for columns read with the options; 0 where motion is straight.
func within(o *format.Options, c *trajectory.Columns) float64 {
	if c.Loose {
		return o.OrbitCurve
	}
	return o.Curve
}
