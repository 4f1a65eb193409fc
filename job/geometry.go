package job

import (
	"flyby/internal/output"
	"flyby/trajectory/format"
)

// draws asks for the points or the lines that the geometry of a file is made of.
func (f *further) draws(to Sink) error {
	if f.geometry == format.NoGeometry {
		return nil
	}
	if to.path == "" || !to.format.Typed {
		return wrong("Geometry", "%s: is for files of Parquet and Arrow, which have a column for it", f.geometry)
	}
	f.point, f.paths = f.geometry == format.PointShape, f.geometry == format.LineShape
	return nil
}

// column returns the column of geometries; nil: there is none. Lines have no heights where one of the two data sets has none.
func (f *further) column() *output.Geometry {
	if f.geometry == format.NoGeometry {
		return nil
	}
	axes := f.query.axes
	if f.geometry == format.LineShape || f.both {
		axes = min(axes, f.entry.axes)
	}
	return &output.Geometry{Shape: f.geometry, Axes: axes, Degrees: f.query.degrees}
}

// drawn returns the geometry of an encounter, or a pair, of two trajectories in memory.
func (f *further) drawn(query, entry int, from, until, closest float64) ([]byte, error) {
	o := output.WriteOptions{Geometry: f.column(), Lines: &output.Lines{Draw: func(_ int, ofEntry bool, begin func(bool, int) error, to func([3]float64, bool) error) error {
		if ofEntry {
			return f.entry.draw(uint32(entry), from, until, begin, to)
		}
		return f.query.draw(uint32(query), from, until, begin, to)
	}}}
	for _, v := range f.query.placeIn(f.query.Store, query, closest) {
		o.Point = append(o.Point, output.LengthColumn("", &[]float64{v}))
	}
	return output.GeometryOf(o)
}
