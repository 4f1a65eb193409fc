package format

import (
	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// Texts reads coordinates in columns of text without types, of which the first field says whether all are numbers or times.
type texts struct {
	times []localtime.Reader // [coordinates] of times, undecided for numbers; nil: none are times
	clock localtime.Reader   // before any time
	open  bool               // no column is named, so that none is meant to have times
}

// isTime reports whether a coordinate is a time.
func (p *texts) isTime(dimension int) bool {
	return p.times != nil && p.times[dimension].Decided()
}

// coordinate reads a field with spaces around it: a number, or the seconds since 1970 of a time.
func (p *texts) coordinate(dimension int, field []byte) (v float64, cause string) {
	v, cause = infile.ParseFloat(field)
	times := p.isTime(dimension)
	if !times && cause == "" || len(infile.Trim(field)) == 0 {
		return v, cause
	}
	own := p.clock
	clock := &own
	if times {
		clock = &p.times[dimension]
	}
	sec, err := clock.Parse(infile.TextOf(infile.Trim(field)))
	switch {
	case times && err == nil:
		return sec, ""
	case times && cause == "" && clock.OfDay():
		return 0, "a number among times of day"
	case times && cause == "":
		return 0, "a number among timestamps"
	case !times && err == nil && clock.OfDay():
		return 0, "a time of day among numbers"
	case !times && err == nil:
		return 0, "a timestamp among numbers"
	case times, cause == "not a number" && !p.open && looksLikeTime(field):
		return 0, infile.Inner(err)
	}
	return v, cause
}

// looksLikeTime reports whether a field is likely meant as a time, so that its error should be a
// time's.
func looksLikeTime(field []byte) bool {
	field = infile.Trim(field)
	return len(field) >= len("2006-01-02") && field[0]-'0' <= 9
}
