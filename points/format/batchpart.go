package format

import (
	"sync"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// A taken is a batch and the points taken out of it.
type taken struct {
	batch codec.Batch
	read  int64 // bytes of the file read once the batch was
	ready chan struct{}

	clocks []localtime.Reader // [coordinates] of times in text; nil: none are

	err     error
	known   bool // the number of coordinates of all points was known
	points  int
	missed  int         // rows that fail a condition
	columns [][]float64 // [coordinates][points], which may be memory of the batch
	ids     idColumn
	rows    []int // [points] rows of the batch; nil where all rows are points
	bad     []badRow

	own     [][]float64 // [coordinates] memory of the part
	to      [][]float64 // [coordinates] the place of the points among all points
	toIDs   idPlace
	copying *sync.WaitGroup
}

// A badRow is the error of a row of a batch.
type badRow struct {
	Error
	row  int
	ends bool // the reading ends with it
}

// begin empties the part for the points of its batch.
func (p *taken) begin() {
	clear(p.ids.names)
	*p = taken{
		batch: p.batch, read: p.read, ready: p.ready, clocks: p.clocks, own: p.own, columns: p.columns[:0], to: p.to[:0], bad: p.bad[:0],
		ids: idColumn{ints: p.ids.ints[:0], names: p.ids.names[:0]},
	}
}

// room returns the part's own memory of a coordinate for some points.
func (p *taken) room(coordinate, points int) []float64 {
	for len(p.own) <= coordinate {
		p.own = append(p.own, nil)
	}
	p.own[coordinate] = infile.Resized(p.own[coordinate], points)
	return p.own[coordinate]
}

// isMissed reports whether no row meets the conditions, as far as the file's reader knows.
func (p *taken) isMissed() bool {
	for row := range p.batch.Rows {
		if !p.batch.Missed.Has(row) {
			return false
		}
	}
	return true
}

// row returns the row of a point in the batch.
func (p *taken) row(point int) int {
	if p.rows == nil {
		return point
	}
	return p.rows[point]
}

// run returns the number of points from one on that are consecutive rows.
func (p *taken) run(point int) int {
	if p.rows == nil {
		return p.points - point
	}
	n := 1
	for point+n < p.points && p.rows[point+n] == p.rows[point]+n {
		n++
	}
	return n
}

// copy copies the points to their place.
func (p *taken) copy() {
	for k, to := range p.to {
		copy(to, p.columns[k])
	}
	p.toIDs.fill(&p.ids)
	p.copying.Done()
}
