package output

import (
	measure "flyby/internal/unit"
	"flyby/trajectory/format"
)

// turnColumns sets the conversions of the answer's columns: lengths and speeds to their units, durations of timestamps to whole
// microseconds.
func (c *content) turnColumns(u format.AnswerUnits) error {
	length, err := u.Turn(c.units, measure.Length)
	if err != nil {
		return err
	}
	speed, err := u.Turn(c.units, measure.Speed)
	if err != nil {
		return err
	}
	c.answer = u
	for i := range c.columns {
		switch column := &c.columns[i]; {
		case column.read:
		case column.counts == InLength:
			column.as = length
		case column.counts == InSpeed:
			column.as = speed
		case column.counts == InTime && c.stamps:
			column.as = RoundedDuration
		}
	}
	return nil
}
