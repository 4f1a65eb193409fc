package format

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	measure "flyby/internal/unit"
)

// AnswerUnits names the units that distances and speeds of an answer are written in; "" is the unit of the data.
type AnswerUnits struct {
	Length string `json:"length,omitempty"`
	Speed  string `json:"speed,omitempty"`
}

// ParseAnswerUnits reads a unit of length, one of speed, or both: km,km/s.
func ParseAnswerUnits(text string) (u AnswerUnits, err error) {
	for name := range strings.SplitSeq(text, ",") {
		at := &u.Length
		unit, err := measure.Find(name, measure.Length)
		if err != nil {
			at = &u.Speed
			unit, err = measure.Find(name, measure.Speed)
		}
		if err != nil {
			return u, fmt.Errorf("%q: must be a unit of length (%s), one of speed (%s), or both, as km,km/s", name, measure.Names(measure.Length), measure.Names(measure.Speed))
		}
		if *at != "" {
			return u, fmt.Errorf("%s and %s: one unit of length, and one of speed", *at, unit)
		}
		*at = unit.String()
	}
	return u, nil
}

// String returns the text that ParseAnswerUnits reads, "" for no units.
func (u AnswerUnits) String() string {
	return strings.Trim(u.Length+","+u.Speed, ",")
}

// Or returns u, with the units of the data, as far as these have some, where u has none.
func (u AnswerUnits) Or(of Units) AnswerUnits {
	u.Length = cmp.Or(u.Length, of.Length)
	if u.Speed == "" && of.Length != "" && of.Time != "" {
		u.Speed = of.Length + "/" + of.Duration()
	}
	return u
}

// A UnitError says that an answer cannot be written in a unit, since the data have no unit of its dimension, or an unknown one.
type UnitError struct {
	Unit  string
	Cause error // as Units.Unit returns it
}

func (e *UnitError) Error() string {
	if missing := (UnnamedError{}); errors.As(e.Cause, &missing) {
		return fmt.Sprintf("%s: the data have %v", e.Unit, e.Cause)
	}
	return fmt.Sprintf("%s: %v", e.Unit, e.Cause)
}

// Unwrap returns the cause.
func (e *UnitError) Unwrap() error { return e.Cause }

// Check returns a *UnitError where an answer of data in some units cannot be written in u.
func (u AnswerUnits) Check(of Units) error {
	for _, dim := range []measure.Dimension{measure.Length, measure.Speed} {
		if _, err := u.Turn(of, dim); err != nil {
			return err
		}
	}
	return nil
}

// Turns returns functions that convert lengths and speeds from the units of the data to the written units. The error is a *UnitError, or
// names an unknown unit.
func (u AnswerUnits) Turns(of Units) (length, speed func(v float64) float64, err error) {
	length, err = u.Turn(of, measure.Length)
	speed, failed := u.Turn(of, measure.Speed)
	for _, turn := range []*func(v float64) float64{&length, &speed} {
		if *turn == nil {
			*turn = func(v float64) float64 { return v }
		}
	}
	return length, speed, cmp.Or(err, failed)
}

// Turn returns the function that converts numbers of a dimension from the units of the data to the written units; nil: they are written
// unchanged. A number is converted exactly and rounded once. The largest float64, which stands for speeds beyond it, stays, and a result
// beyond the largest float64 becomes it.
func (u AnswerUnits) Turn(of Units, dim measure.Dimension) (func(v float64) float64, error) {
	name := u.Length
	if dim == measure.Speed {
		name = u.Speed
	}
	if name == "" {
		return nil, nil
	}
	to, err := measure.Find(name, dim)
	if err != nil {
		return nil, err
	}
	from, err := Units{Length: of.Length, Time: of.Duration()}.Unit(dim)
	switch {
	case err != nil:
		return nil, &UnitError{name, err}
	case from.String() == to.String():
		return nil, nil
	}
	by := measure.Between(from, to)
	return func(v float64) float64 {
		if v == math.MaxFloat64 {
			return v
		}
		return max(-math.MaxFloat64, min(by.Of(v), math.MaxFloat64))
	}, nil
}
