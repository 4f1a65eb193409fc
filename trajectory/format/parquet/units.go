package parquet

import (
	"cmp"
	"encoding/json"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/parquet"
	"flyby/trajectory/format"
)

// unitsOf returns the units of a layout's columns in the metadata. cause says what is wrong with them.
func unitsOf(f *parquet.File, o *format.Options, l *format.FileColumns, g *geometry) (u format.Units, cause string) {
	said := f.Notes[format.UnitsKey]
	if said != nil && json.Unmarshal(said, &map[string]string{}) != nil {
		return u, fmt.Sprintf("its metadata say %s = %q, which is no JSON object of strings", format.UnitsKey, infile.Shorten(string(said)))
	}
	u, cause = format.UnitsOf(o, labels(f, l, g))
	u.Scale = string(f.Notes[format.ScaleKey])
	return u, cause
}

// unitsByName returns the units of columns in the metadata, none where these are faulty.
func unitsByName(f *parquet.File) map[string]string {
	of := map[string]string{}
	if said := f.Notes[format.UnitsKey]; said != nil {
		json.Unmarshal(said, &of) //nolint:errcheck // unitsOf reports it
	}
	return of
}

// labels returns a function that returns the name of a layout's column and its unit by the metadata, or by the CRS of a geometry.
func labels(f *parquet.File, l *format.FileColumns, g *geometry) func(kind int) (name, unit string) {
	of := unitsByName(f)
	return func(kind int) (name, unit string) {
		if l.At[kind] < 0 {
			return "", ""
		}
		return l.Name[kind], cmp.Or(g.unit(kind), of[l.Name[kind]])
	}
}

// isOfDay reports whether times are text of times of day.
func (r *parquetReader) isOfDay() bool {
	t := r.types[format.ColT]
	return t != nil && t.Type != nil && t.Text && t.Clock.OfDay()
}

// setUnits gives the layout the units of the file.
func (r *parquetReader) setUnits() error {
	if err := r.o.CheckVelocities(r.src.Name, &r.layout); err != nil {
		return err
	}
	u, cause := unitsOf(r.file, r.o, &r.layout, r.geometry)
	of := labels(r.file, &r.layout, r.geometry)
	if r.isOfDay() && cause == "" {
		of, cause = r.layout.TakeOfDay(of)
		u.Time = r.layout.Units.Time
	}
	if cause == "" {
		cause = r.o.UnfitUnix(r.layout.Name[format.ColT], u.Time, false)
	}
	if cause != "" {
		return &format.Error{File: r.src.Name, Cause: cause}
	}
	_, said := of(format.ColZ)
	r.layout.Assumed = r.o.AssumesHeight(&r.layout, said)
	factors, err := r.o.Factors(r.src.Name, u, r.types[format.ColT].times, &r.layout, of)
	if err != nil {
		return err
	}
	for kind, t := range r.types[:format.NumFloats] {
		if t != nil {
			t.factor = factors.Of(kind)
		}
	}
	r.layout.Units, err = r.o.Settle(r.src.Name, u, r.types[format.ColT].times, r.frame)
	return err
}
