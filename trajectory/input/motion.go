package input

import (
	"math"
	"slices"

	"flyby/trajectory"
	"flyby/trajectory/format"
)

// CurvesOrbits reports whether OrbitCurve counts for some files: one is of ephemerides.
func CurvesOrbits(o *format.Options, files []File) bool {
	return o.CurvesOrbits() && slices.ContainsFunc(files, func(file File) bool {
		f, known := format.FindAs(formatsOf(o), file.Path, o.Format, format.Input)
		return known && f.Orbits
	})
}

// loosen gives rows of a file that has no velocities, beside files that do, some that are not known.
func (f *seriesFile) loosen(rows *format.Rows) {
	if !f.series.loose {
		return
	}
	rows.Loose = true
	if rows.V[0] != nil {
		return
	}
	for len(f.unknown) < len(rows.T) {
		f.unknown = append(f.unknown, math.NaN())
	}
	for axis := range axesOf(&rows.Columns) {
		rows.V[axis] = f.unknown[:len(rows.T)]
	}
}

// axesOf is how many coordinates positions have.
func axesOf(c *trajectory.Columns) int {
	if c.Z == nil {
		return 2
	}
	return 3
}
