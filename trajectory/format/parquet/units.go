package parquet

import (
	"encoding/json"
	"fmt"

	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// format.UnitsOf returns what the metadata say of the columns of a layout. cause says what is wrong with it.
func (f *parquetFooter) unitsOf(o *format.Options, l *format.FileColumns) (u format.Units, cause string) {
	if f.units != nil && json.Unmarshal(f.units, &map[string]string{}) != nil {
		return u, fmt.Sprintf("its metadata say %s = %q, which is no JSON object of strings", format.UnitsKey, infile.Shorten(string(f.units)))
	}
	u, cause = format.UnitsOf(o, f.labels(l))
	u.Scale = string(f.scale)
	return u, cause
}

// labels returns what tells the name of a column of a layout and the unit that the metadata say of it.
func (f *parquetFooter) labels(l *format.FileColumns) func(kind int) (name, unit string) {
	of := map[string]string{}
	if f.units != nil {
		json.Unmarshal(f.units, &of) //nolint:errcheck // format.UnitsOf tells of it
	}
	return func(kind int) (name, unit string) {
		if l.At[kind] < 0 {
			return "", ""
		}
		return l.Name[kind], of[l.Name[kind]]
	}
}

// settle gives the layout the units of the file.
func (r *parquetReader) settle() error {
	if err := r.o.CheckVelocities(r.src.Name, &r.layout); err != nil {
		return err
	}
	u, cause := r.footer.unitsOf(r.o, &r.layout)
	if cause == "" {
		cause = r.o.UnfitUnix(r.layout.Name[format.ColT], u.Time, false)
	}
	if cause != "" {
		return &format.Error{File: r.src.Name, Cause: cause}
	}
	of := r.footer.labels(&r.layout)
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
	r.footer.units, r.footer.scale = nil, nil // they hold the whole footer
	r.layout.Units, err = r.o.Settle(r.src.Name, u, r.types[format.ColT].times, r.frame)
	return err
}
