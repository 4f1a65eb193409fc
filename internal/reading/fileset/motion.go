package fileset

import (
	"math"
	"slices"

	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// CurvesOrbits reports whether OrbitCurve applies to some files: one of them has ephemerides.
func CurvesOrbits(o *format.Options, files []File) bool {
	in := &reading.Options{Options: *o}
	return in.CurvesOrbits() && slices.ContainsFunc(files, func(file File) bool {
		f, known := formatOf(in, file.Path)
		return known && (f.Orbits || isXML(f.Format) && settled(file.Path, in).Orbits)
	})
}

// loosen gives unknown velocities to the rows of a file without velocities, beside files with
// velocities.
func (f *seriesFile) loosen(rows *reading.Rows) {
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

// axesOf returns the number of coordinates of positions.
func axesOf(c *trajectory.Columns) int {
	if c.Z == nil {
		return 2
	}
	return 3
}
