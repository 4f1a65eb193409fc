package asking

import (
	"errors"

	"flyby/internal/reading"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Resolve returns the question in the units of the data, and on their scale of times: each quantity is converted exactly and rounded once. The error is a *FieldError.
func (d *Draft) Resolve(of format.Units, kind trajectory.TimeKind) (question.Question, error) {
	to := d.slots()
	for _, s := range d.of(BothSides) {
		if s.Reading || s.Name == "from" && d.OfStates() { // of states it says now, and cuts nothing
			continue
		}
		in := func(q measure.Quantity) (float64, error) { return d.in(&s, q, of) }
		at := func(text string) (float64, error) { return d.at(&s, text, kind, of) }
		if err := s.keep(&to, in, at); err != nil {
			return question.Question{}, err
		}
	}
	return to.Question, d.checkAnswer(to.Answer, of)
}

// in returns a quantity of a saying in the unit of the data.
func (d *Draft) in(s *saying, q measure.Quantity, of format.Units) (float64, error) {
	if !q.HasUnit() {
		return q.Plain(), nil
	}
	u, err := of.Unit(s.Dimension)
	if err == nil {
		v, err := q.In(u)
		if err != nil {
			return 0, wrong(s.named(), " %s", err)
		}
		return v, s.checkRange(v, s.text, " in the unit of the data")
	}
	if missing := (format.UnnamedError{}); !errors.As(err, &missing) {
		return 0, wrong(s.named(), " %s: in %s %s; give a plain number", q, d.data(""), err)
	}
	if advice, args := d.advice(of); advice != "" {
		return 0, wrong(s.named(), " %s: %s %s; "+advice+" or give a plain number", append([]any{q, d.data(" has"), err}, args...)...)
	}
	return 0, wrong(s.named(), " %s: %s %s; give a plain number", q, d.data(" has"), err)
}

// data names the data, with the verb has in its number.
func (d *Draft) data(verb string) string {
	switch {
	case d.Data != "":
		return d.Data + verb
	case verb != "":
		return "the data have"
	}
	return "the data"
}

// at returns an instant as a time of the data.
func (d *Draft) at(s *saying, text string, kind trajectory.TimeKind, of format.Units) (float64, error) {
	at, err := d.instant(s, text)
	if err != nil {
		return 0, err
	}
	if number, is := at.Number(); is && s.sinceEpoch {
		return number, nil
	}
	t, err := at.In(kind, of)
	if err != nil {
		return 0, wrong(s.Name, " %s: %s", text, err)
	}
	return t, nil
}

// checkAnswer refuses units of the answer that the units of the data cannot be converted to.
func (d *Draft) checkAnswer(u format.AnswerUnits, of format.Units) error {
	err := u.Check(of)
	if err == nil {
		return nil
	}
	var unit *format.UnitError
	if missing := (format.UnnamedError{}); errors.As(err, &unit) && errors.As(err, &missing) {
		if advice, args := d.advice(of); advice != "" {
			return wrong("units-out", " %s: %s %s; "+advice, append([]any{unit.Unit, d.data(" has"), missing}, args...)...)
		}
	}
	return wrong("units-out", " %s", err)
}

// advice returns the text, for fmt, that says what gives units to data of some units; "" where no field does.
func (d *Draft) advice(of format.Units) (text string, args []any) {
	if !d.Advises {
		return "", nil
	}
	to := d.plain(BothSides)
	given := to.Read.Units
	if d.kind.OfPoints() {
		given = to.PointRead.Units
	}
	length, time, count := given.Length, given.Time, ""
	if of.Length == "" {
		length = "m"
	}
	switch {
	case d.kind.OfPoints() || of.Time != "":
	case d.mixed != "":
		return "its times look like %s since 1970, which no %s fits: mend them", []any{d.mixed, ref("units")}
	case d.count != "":
		count = d.count
	default:
		time = "s"
	}
	return "add %s %s", []any{ref("units"), reading.UnitsText(format.Units{Length: length, Time: time}, to.Read.ColumnUnits, count)}
}
