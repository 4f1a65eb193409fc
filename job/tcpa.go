package job

import (
	"flyby/internal/output"
	"flyby/question"
	"flyby/trajectory/format"
)

// tcpaColumn is the name of the column that says how long after now objects are closest.
const tcpaColumn = "tcpa"

// approachTimes are the times of rows from now to their closest approach, in an answer about states.
type approachTimes struct {
	now    float64
	values []float64
}

// Now returns the instant of which the states of the job are; nil: it has none.
func (j *Job) Now() *float64 {
	for _, s := range []*format.Report{&j.entries.Report, &j.queries.Report} { // a data set of places has no states
		if s.States != nil {
			return &s.States.Now
		}
	}
	return j.now
}

// approachTimes returns the times of closest approaches that rows of the job have; nil: they have none.
func (j *Job) approachTimes() *approachTimes {
	if now := j.Now(); now != nil && (j.ask.Level == question.Encounters || j.ask.Level == question.Pairs) {
		return &approachTimes{now: *now}
	}
	return nil
}

// columns returns the column.
func (a *approachTimes) columns() []output.Column {
	return []output.Column{output.DurationColumn(tcpaColumn, &a.values)}
}

// fill fills in the column of rows. a may be nil.
func (a *approachTimes) fill(r rowColumns) {
	if a == nil {
		return
	}
	a.values = a.values[:0]
	for _, t := range r.closest {
		a.values = append(a.values, t-a.now)
	}
}
