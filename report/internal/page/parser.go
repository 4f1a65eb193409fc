package page

import (
	"math"
	"strconv"

	"flyby/internal/resultfile"
	"flyby/internal/scene"
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

// CoordinateError is how much distances in the data may differ from the file's, relative to the size of the coordinates.
const CoordinateError = 1e-9

// Rounding returns half a unit in the last decimal place of fields of the rows shown, which may have been rounded; 0 for files that hold exact numbers.
func (m *Maker[R, H]) Rounding(fields func(*R) []string) float64 {
	if m.Result.Binary() || len(m.Shown) == 0 {
		return 0
	}
	digits := 0
	for _, r := range m.Shown {
		for _, field := range fields(r) {
			digits = max(digits, scene.Places(field))
		}
	}
	return math.Pow10(-digits) / 2
}

// InstantAt returns how much a time in the file may differ from the true instant.
func InstantAt(t, rounding float64) float64 {
	return rounding + float64(4*math.Abs(math.Nextafter(t, math.Inf(1))-t))
}
