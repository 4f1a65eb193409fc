package format

import (
	"errors"
	"math"

	"flyby/trajectory"
)

// NoTimes stands for t in Options.Columns. With it, a file without a column t is a file of places, and so is a file whose t is empty
// in every row. Other files are read by their column t, as without NoTimes.
const NoTimes = "none"

// Places say when the places of a file without times are there: from the first to the last instant of the data that they are
// searched with. See Options.Places.
type Places struct {
	First, Last float64
	Times       trajectory.TimeKind // of both instants
	Units       Units               // only Time and Scale count
}

// Check refuses invalid instants.
func (p *Places) Check() error {
	if p != nil && !(p.First <= p.Last && math.Abs(p.First) <= trajectory.MaxMagnitude && math.Abs(p.Last) <= trajectory.MaxMagnitude) {
		return errors.New("format: places: the last instant is before the first, or one is not a number")
	}
	return nil
}

// Still clears the options for motion, where there are places.
func (o *Options) Still() {
	if o.Places != nil {
		o.MaxGap, o.MaxSpeed, o.Curve, o.SortTimes = 0, 0, 0, false
	}
}

// NoTimes reports whether a file without a column of times is a file of places.
func (o *Options) NoTimes() bool { return o.Columns["t"] == NoTimes }

// TimesName returns the name of the column of times, which a file of places may have.
func (o *Options) TimesName() string {
	if name := o.Columns["t"]; name != "" && name != NoTimes {
		return name
	}
	return "t"
}
