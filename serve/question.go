package serve

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// asked is the question of a request, whose numbers are converted once the units of the data are known.
type asked struct {
	kind     kind
	ask      job.Ask
	given    url.Values
	from, to *format.Instant

	distance, vertical, mergeGap, minDuration quantity
	strict                                    bool // vertical is <V
}

// A quantity is a number with a unit of its dimension, or with none.
type quantity struct {
	measure.Quantity
	dim   measure.Dimension
	given bool
}

// set reads the quantity.
func (q *quantity) set(text string, dim measure.Dimension) (err error) {
	q.dim, q.given = dim, true
	q.Quantity, err = measure.Parse(text, dim)
	return err
}

// in returns the quantity in the unit of the data.
func (q *quantity) in(name string, of format.Units) (float64, error) {
	if !q.HasUnit() {
		return q.Plain(), nil
	}
	u, err := of.Unit(q.dim)
	if err != nil {
		return 0, wrong(name, "%s: the data have %s; give a plain number", q, strings.TrimPrefix(cli.Message(err), "the data have "))
	}
	v, err := q.In(u)
	if err != nil {
		return 0, wrong(name, "%s", cli.Message(err))
	}
	return v, nil
}

// has reports whether the request has a parameter.
func (q *asked) has(name string) bool { return len(q.given[name]) > 0 }

// check refuses a question that is wrong for any data, as the flags of the command do.
func (q *asked) check() error {
	if !q.distance.given {
		return wrong("distance", "is missing")
	}
	for _, of := range []struct {
		name string
		*quantity
	}{{"distance", &q.distance}, {"vertical", &q.vertical}, {"merge-gap", &q.mergeGap}, {"min-duration", &q.minDuration}} {
		if v := of.Plain(); !(v >= 0 && v <= trajectory.MaxMagnitude) {
			return wrong(of.name, "%s: must be a number, 0 or more", of)
		}
	}
	for _, both := range [][2]string{{"count", "units-out"}, {"count", "top"}, {"count", "limit"}, {"top", "limit"}} {
		if q.has(both[0]) && q.has(both[1]) {
			return wrong(both[1], "and %s: one of the two only", both[0])
		}
	}
	for _, name := range []string{"merge-gap", "min-duration", "top"} {
		if q.ask.Level == question.Hits && q.has(name) {
			return wrong(name, "is for level encounters, pairs and objects")
		}
	}
	if v := q.vertical.Plain(); q.vertical.given {
		q.ask.Search.Vertical = &v // convert will take its unit into account
	}
	switch {
	case q.strict && q.vertical.Plain() == 0:
		return wrong("vertical", "<%s: no heights differ by less than 0", &q.vertical)
	case q.from != nil && q.to != nil && q.from.After(*q.to):
		return wrong("from", "%s is after to %s", q.given.Get("from"), q.given.Get("to"))
	}
	return nil
}

// convert converts the numbers of the question to the units of the data, and instants to their times.
func (q *asked) convert(j *job.Job) (err error) {
	ask, units := j.Ask(), j.Units()
	if ask.Search.Distance, err = q.distance.in("distance", units); err != nil {
		return err
	}
	if ask.MergeGap, err = q.mergeGap.in("merge-gap", units); err != nil {
		return err
	}
	if ask.MinDuration, err = q.minDuration.in("min-duration", units); err != nil {
		return err
	}
	ask.Parts = q.mergeGap.given
	if ask.Search.Distance > trajectory.MaxMagnitude {
		return wrong("distance", "%s: must be at most 2^1000 in the unit of the data", &q.distance)
	}
	if err := q.convertVertical(ask, units); err != nil {
		return err
	}
	return q.convertWindow(ask, j.Entries().Times(), units)
}

// convertVertical is convert for the vertical threshold.
func (q *asked) convertVertical(ask *job.Ask, units format.Units) error {
	if !q.vertical.given {
		return nil
	}
	v, err := q.vertical.in("vertical", units)
	switch {
	case err != nil:
		return err
	case v > trajectory.MaxMagnitude:
		return wrong("vertical", "%s: must be at most 2^1000 in the unit of the data", &q.vertical)
	case q.strict && v == 0:
		return wrong("vertical", "<%s: is 0 in the unit of the data", &q.vertical)
	}
	ask.Search.Vertical, ask.Search.VerticalStrict = &v, q.strict
	return nil
}

// convertWindow is convert for the ends of the window.
func (q *asked) convertWindow(ask *job.Ask, kind trajectory.TimeKind, units format.Units) error {
	for _, end := range []struct {
		name string
		at   *format.Instant
		to   **float64
	}{{"from", q.from, &ask.Search.From}, {"to", q.to, &ask.Search.To}} {
		if end.at == nil {
			continue
		}
		t, err := end.at.In(kind, units)
		if err != nil {
			return wrong(end.name, "%s: %s", q.given.Get(end.name), cli.Message(err))
		}
		*end.to = &t
	}
	return nil
}

// flagOf turns a complaint about a field of job.Ask into a complaint about its parameter; nil where no parameter sets the field.
func flagOf(err error) error {
	var field *job.FieldError
	var unit *output.UnitError
	if errors.As(err, &unit) {
		return wrong("units-out", "%s", cli.Message(unit))
	}
	if said := (*question.FieldError)(nil); errors.As(err, &said) {
		text := said.Say(func(name string) string { return name })
		return wrong(said.Field, "%s", strings.TrimLeft(strings.TrimPrefix(text, said.Field), ": "))
	}
	if !errors.As(err, &field) {
		return nil
	}
	name, known := fieldNames()[field.Field]
	if !known {
		return nil
	}
	text := field.Text
	if field.Field != "Having" && !strings.Contains(text, `"`) { // texts of requests stay as they are
		for _, of := range sortedKeys(fieldNames()) {
			text = strings.ReplaceAll(text, of, fieldNames()[of])
		}
	}
	return wrong(name, "%s", text)
}

// fieldNames maps fields of job.Ask to their parameters.
func fieldNames() map[string]string {
	return map[string]string{
		"Level": "level", "MergeGap": "merge-gap", "MinDuration": "min-duration", "Top": "top", "Limit": "limit", "Count": "count",
		"With": "with", "Having": "having", "Answer": "units-out", "Geometry": "geometry",
	}
}

// sortedKeys returns the keys of a map in order, so that messages are the same each time.
func sortedKeys[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }
