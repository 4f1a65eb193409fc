package job

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/decimal"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/printable"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// valueOf returns the value that cells of a column are compared with, from a value as a person writes it: a number in the unit of the data, or text.
func (j *Job) valueOf(c output.Column, value string) (string, error) {
	if value == "" || c.Kind() == output.Texts {
		return value, nil
	}
	var v float64
	var err error
	switch c.Kind() {
	case output.Times:
		v, err = j.instantOf(value)
	case output.Counts:
		v, err = decimal.Parse(value)
	default:
		v, err = j.quantityOf(c, value)
	}
	if err == nil && math.Abs(v) > trajectory.MaxMagnitude {
		err = errors.New("must be at most 2^1000")
	}
	return strconv.FormatFloat(v, 'g', -1, 64), err
}

// instantOf returns an instant as a time of the data, as Search.From is.
func (j *Job) instantOf(value string) (float64, error) {
	at, err := format.ParseInstant(value, j.ask.Read.Zone)
	if err != nil {
		return 0, err
	}
	return at.In(j.entries.Store.Times(), j.Units())
}

// quantityOf returns a number in the unit of a column, from a number that may be written with another unit.
func (j *Job) quantityOf(c output.Column, value string) (float64, error) {
	dim, measured := dimensions()[c.Measure()]
	if !measured {
		v, err := decimal.Parse(value)
		if err != nil {
			return 0, fmt.Errorf("%w; numbers of the column have no unit", err)
		}
		return v, nil
	}
	q, err := measure.Parse(value, dim)
	if err != nil || !q.HasUnit() {
		return q.Plain(), err
	}
	unit, err := j.unitOf(dim)
	if err != nil {
		return 0, fmt.Errorf("the data have %w (Read.Units); give a plain number", err)
	}
	return q.In(unit)
}

// noColumn says that rows have no column that a condition names, which columns they have, and what would add it.
func (j *Job) noColumn(c format.Condition, sources []columnSource) error {
	var names []string
	for _, s := range sources {
		for _, column := range s.columns {
			names = append(names, column.Name())
		}
	}
	add := cli.Meant(c.Column, "", slices.DeleteFunc(slices.Clone(names), func(w string) bool { return strings.Contains(w, " ") }))
	return wrong("Having", "%s: no column %q; there is %s%s%s", c, c.Column, infile.List(names), add, j.adding(c.Column))
}

// adding returns the word of Ask.With that would give rows a column of a name, "" where no word would.
func (j *Job) adding(name string) string {
	_, of, sided := strings.Cut(name, "_")
	first, second := j.querySide(), "entry"
	if j.ask.ofZones() {
		second = "zone"
	}
	places := newSide(first, j.queries)
	isPlace := slices.Contains(places.names()[:places.axes], first+"_"+of)
	switch {
	case j.ask.groups():
		return ""
	case j.ask.Level == question.Objects:
		of = name
	case !sided || name != first+"_"+of && name != second+"_"+of, of == "speed" && (j.ask.Level == question.Pairs || j.ask.Level == question.Events), isPlace && j.ask.Level == question.Hits:
		return ""
	case of == "speed":
		return "; (With) speeds adds it"
	case isPlace:
		return "; (With) positions adds it"
	}
	return fmt.Sprintf("; (With) %s adds it where %s is a column of the input", printable.Text(of), printable.Text(of))
}
