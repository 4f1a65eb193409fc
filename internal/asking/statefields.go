package asking

import (
	"errors"
	"slices"

	"flyby/internal/cli"
	"flyby/internal/reading"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// stateFields returns the fields that ask of paths of states: docs/answers.md#states. They say how data are read, of both data sets alike.
func stateFields() []Field {
	return []Field{
		{Name: "ahead", For: approaching(), Section: Asked, Reading: true, ofStates: true, Type: Quantity, Dimension: measure.Time, Short: "ask of the time to come: each object keeps its velocity for 30min",
			Help: "each object moves straight on, at the velocity of its last row, for `T` from now (--from, or the newest row): 30min, or a number in the time unit of the data. 0: objects are where they are now",
			key:  place{order: 21}, slot: func(s *slots) any { return &s.Read.Ahead }, hook: func(s *slots, _ saying) { s.Read.States = true }},
		{Name: "behind", For: approaching(), Section: Asked, Reading: true, ofStates: true, Type: Quantity, Dimension: measure.Time,
			Help: "with --ahead: paths begin `T` before now (default 0)",
			key:  place{order: 22}, slot: func(s *slots) any { return &s.Read.Behind }},
		{Name: "stale", For: approaching(), Section: Asked, Reading: true, ofStates: true, Type: Quantity, Dimension: measure.Time, unlimited: true,
			Help: "with --ahead: leave out objects whose last row with a velocity is more than `T` older than now; 0: no limit (default: the T of --ahead)",
			key:  place{order: 23}, slot: func(s *slots) any { return &s.Read.Stale }},
	}
}

// StateFields returns the fields of a kind that ask of paths of states. A door adds them if what it answers can be asked of paths.
func StateFields(k question.Kind) []Field {
	return slices.DeleteFunc(fieldsOf(table(), k, true), func(f Field) bool { return !f.ofStates })
}

// OfStates reports whether the question is asked of paths of states.
func (d *Draft) OfStates() bool { return d.Has("ahead") }

// checkStates refuses fields of states without ahead, and what is not read with it.
func (d *Draft) checkStates(of []saying, o *format.Options) error {
	for _, name := range []string{"behind", "stale"} {
		if d.Has(name) && !o.States {
			return wrong(name, ": is for states, which %s asks of", ref("ahead"))
		}
	}
	for _, key := range []string{"speed", "course", "climb"} {
		if name, named := o.Columns[key]; named && !o.States && d.Paths {
			return wrong(nameIn(of, "columns"), " %s=%s: is read with %s alone", key, name, ref("ahead"))
		} else if named && !o.States {
			return wrong(nameIn(of, "columns"), " %s=%s: is read for paths alone, which search, join, nearest and visits have with --ahead", key, name)
		}
	}
	if o.States && saidIn(of, "curve") != "" && o.Curve > 0 {
		return wrong(nameIn(of, "curve"), " and %s: states move straight", ref("ahead"))
	}
	return nil
}

// nowOf returns what says now of states by the field from; nil where it is not said.
func (d *Draft) nowOf() func(trajectory.TimeKind, format.Units) (float64, error) {
	at := d.index("from", BothSides)
	if at < 0 || !d.OfStates() {
		return nil
	}
	s := d.said[at]
	return func(times trajectory.TimeKind, u format.Units) (float64, error) { return d.at(&s, s.text, times, u) }
}

// window returns the span of time from the field from to the field to, where both are said; otherwise nil.
func (d *Draft) window() *[2]float64 {
	var span [2]float64
	for i, name := range []string{"from", "to"} {
		at := d.index(name, BothSides)
		if at < 0 || d.OfStates() {
			return nil
		}
		var err error
		if span[i], err = d.at(&d.said[at], d.said[at].text, trajectory.Timestamp, format.Units{}); err != nil {
			return nil // for times of another kind
		}
	}
	return &span
}

// Refused returns the error of a field for an error that says why a file and what is asked of it do not go together: of the field curve, ahead, or from; other
// errors as they are.
func (d *Draft) Refused(err error) error {
	var states *reading.StatesError
	var sets *reading.SetsError
	switch {
	case errors.As(err, &states):
		return wrong("ahead", " %s: %s: %s", d.Text("ahead"), cli.Shown(states.File), states.Cause)
	case errors.As(err, &sets) && sets.Field == "from" && d.Paths:
		return wrong("from", " and %s are needed: %s has element sets of orbits, which have positions in a span of time", ref("to"), cli.Shown(sets.File))
	case errors.As(err, &sets) && sets.Field != "from":
		return wrong(sets.Field, ": %s: %s", cli.Shown(sets.File), sets.Cause)
	}
	return d.curveRefused(err)
}
