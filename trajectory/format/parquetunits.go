package format

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/format"

	"flyby/internal/infile"
)

// A Parquet file says in its key-value metadata which units its columns have, as far as they are
// known: a JSON object with a string for each of these columns, {"t":"Myr","x":"kpc"}. The scale of
// its times stands apart, if it is not UTC. Columns of TIMESTAMPs and of RFC 3339 have no unit.
const (
	unitsKey = "flyby.units"
	scaleKey = "flyby.time_scale"
)

// verticalKey is where a Parquet file of results has the vertical threshold that they were searched with: 304.8, or <304.8 where
// heights differ by less than that, in the unit of length.
const verticalKey = "flyby.vertical"

// Vertical is how a vertical threshold stands in the metadata of Parquet. Strict ones begin with <.
func Vertical(within float64, strict bool) string {
	text := strconv.FormatFloat(within, 'g', -1, 64)
	if strict {
		return "<" + text
	}
	return text
}

// verticalNote returns these metadata.
func (c content) verticalNote() []format.KeyValue {
	if c.vertical == "" {
		return nil
	}
	return []format.KeyValue{{Key: verticalKey, Value: c.vertical}}
}

// unitNotes returns these metadata.
func (c content) unitNotes() (notes []format.KeyValue) {
	var units []string
	scaled := false
	for _, column := range c.columns {
		if unit := c.unitOf(column); unit != "" {
			units = append(units, quoted(column.name)+":"+quoted(unit))
			scaled = scaled || column.time
		}
	}
	if len(units) > 0 {
		notes = append(notes, format.KeyValue{Key: unitsKey, Value: "{" + strings.Join(units, ",") + "}"})
	}
	if scaled && c.units.Scale != "" {
		notes = append(notes, format.KeyValue{Key: scaleKey, Value: c.units.Scale})
	}
	return notes
}

// unitOf is the unit of a column's numbers, "" where it is not known or there is none.
func (c content) unitOf(column outColumn) string {
	isText := c.stamps && column.time && c.parquetTimes != timeSeconds
	switch of := column.counts; {
	case isText:
		return ""
	case column.time:
		return c.units.Time
	case of == inLength:
		return c.units.Length
	case of == inTime:
		return c.units.duration()
	case of == inSpeed && c.units.Length != "" && c.units.Time != "":
		return c.units.Length + "/" + c.units.duration()
	case of == inDegrees:
		return "deg"
	}
	return ""
}

// quoted writes a string as JSON has it.
func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return strconv.Quote(s) // which no string comes to
	}
	return string(text)
}

// unitsOf returns what the metadata say of the columns of a layout. cause says what is wrong with it.
func (f *parquetFooter) unitsOf(o *Options, l *layout) (u Units, cause string) {
	if f.units != nil && json.Unmarshal(f.units, &map[string]string{}) != nil {
		return u, fmt.Sprintf("its metadata say %s = %q, which is no JSON object of strings", unitsKey, infile.Shorten(string(f.units)))
	}
	u, cause = unitsOf(o, f.labels(l))
	u.Scale = string(f.scale)
	return u, cause
}

// labels returns what tells the name of a column of a layout and the unit that the metadata say of it.
func (f *parquetFooter) labels(l *layout) func(kind int) (name, unit string) {
	of := map[string]string{}
	if f.units != nil {
		json.Unmarshal(f.units, &of) //nolint:errcheck // unitsOf tells of it
	}
	return func(kind int) (name, unit string) {
		if l.at[kind] < 0 {
			return "", ""
		}
		return l.name[kind], of[l.name[kind]]
	}
}

// settle makes the units of the layout those of the file.
func (r *parquetReader) settle() error {
	if err := r.o.checkVelocities(r.src.Name, &r.layout); err != nil {
		return err
	}
	u, cause := r.footer.unitsOf(r.o, &r.layout)
	if cause == "" {
		cause = r.o.unfitUnix(r.layout.name[colT], u.Time, false)
	}
	if cause != "" {
		return &Error{File: r.src.Name, Cause: cause}
	}
	of := r.footer.labels(&r.layout)
	_, said := of(colZ)
	r.layout.assumed = r.o.assumesHeight(&r.layout, said)
	factors, err := r.o.factors(r.src.Name, u, r.types[colT].times, &r.layout, of)
	if err != nil {
		return err
	}
	for kind, t := range r.types[:numFloats] {
		if t != nil {
			t.factor = factors.of(kind)
		}
	}
	r.footer.units, r.footer.scale = nil, nil // they hold the whole footer
	r.layout.units, err = r.o.settle(r.src.Name, u, r.types[colT].times, r.frame)
	return err
}
