package page

import (
	"math"
	"strconv"

	"flyby/internal/resultfile"
	"flyby/trajectory"
)

// A Parser parses fields of a row, until one is wrong.
type Parser struct {
	*Request
	Row int // number of the row, from 1
	Err error
}

// Wrong keeps the first error.
func (p *Parser) Wrong(text string, args ...any) {
	if p.Err == nil {
		p.Err = p.Request.Wrong(p.Row, text, args...)
	}
}

// Trajectory finds a trajectory.
func (p *Parser) Trajectory(column, id string, in *trajectory.Store) uint32 {
	traj, ok := in.Find(id)
	if !ok {
		p.Wrong("%s %s is not in the data: another file, or other flags", column, strconv.Quote(id))
	}
	return uint32(traj)
}

// Time reads a time; a timestamp may be written as the seconds since 1970.
func (p *Parser) Time(column, field string) float64 {
	t, ok := resultfile.ParseTime(p.Entries.Times(), field)
	if !ok {
		p.Wrong("%s is %s, no time as the data have them (%v)", column, resultfile.Quoted(field), p.Entries.Times())
	}
	return t
}

// Number reads a finite number.
func (p *Parser) Number(column, field string) float64 {
	v, err := strconv.ParseFloat(field, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		p.Wrong("%s is %s, no number", column, resultfile.Quoted(field))
	}
	return v
}

// Count reads a whole number.
func (p *Parser) Count(column, field string) int {
	n, err := strconv.ParseUint(field, 10, 32)
	if err != nil {
		p.Wrong("%s is %s, no whole number", column, resultfile.Quoted(field))
	}
	return int(n)
}
