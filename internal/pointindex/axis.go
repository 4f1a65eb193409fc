package pointindex

import "math"

const (
	// mostCells is the greatest number of cells of a dimension: quotients below it have bits left to be told apart.
	mostCells = 1 << 28
	// wider is the side of a cell as a multiple of eps: its slack exceeds the rounding of quotients.
	wider = 1 + 0x1p-20
	// leastWidth keeps the sides of cells normal numbers, with all their bits.
	leastWidth = 0x1p-1000
	// mostEps is greater than every distance along a dimension.
	mostEps = 0x1p1002
)

// An Axis cuts a dimension into cells of one width. The cells from the least to the greatest value are counted from 1; cell 0 and the cell
// past the last are empty, so that a neighbour of a cell never leaves the grid.
type Axis struct {
	least, width float64
	cells        uint32
}

// NewAxis returns the cells of a dimension with values of at most 2^1000 in magnitude, for eps >= 0. Cells are wider than eps by a millionth,
// and wider still where there would be more than 2^28 of them.
func NewAxis(values []float64, eps float64) Axis {
	if len(values) == 0 {
		return Axis{width: max(min(eps, mostEps)*wider, leastWidth)}
	}
	least, most := extremes(values)
	a := Axis{least: least, width: max(min(eps, mostEps)*wider, (most-least)/(mostCells-1), leastWidth)}
	a.cells = a.Cell(most)
	return a
}

// extremes returns the least and the greatest of one value or more, none of them NaN: in one pass with predictable branches, which takes a
// fifth of the time of slices.Min and slices.Max.
func extremes(values []float64) (least, most float64) {
	least, most = values[0], values[0]
	for _, v := range values {
		switch {
		case v < least:
			least = v
		case v > most:
			most = v
		}
	}
	return least, most
}

// Least returns the least value, whose cell is 1.
func (a Axis) Least() float64 { return a.least }

// Width returns the side of a cell.
func (a Axis) Width() float64 { return a.width }

// Cells returns the number of cells from the cell of the least value to the cell of the greatest.
func (a Axis) Cells() uint32 { return a.cells }

// size returns the number of cells, with the empty ones at both ends: |g| of the paper.
func (a Axis) size() uint64 { return uint64(a.cells) + 2 }

// Cell returns the cell of one of the values of NewAxis: 1 for the least, Cells for the greatest.
func (a Axis) Cell(value float64) uint32 { return 1 + uint32((value-a.least)/a.width) }

// Near returns the first and last cell that may have values within eps of any value, one of NewAxis or another; ok is false where there are
// none. A value that is one cell off the grid still has a neighbour.
func (a Axis) Near(value float64) (first, last uint32, ok bool) {
	below := math.Floor((value - a.least) / a.width) // the number of the cell before, off from its real value by at most one
	if !(below >= -1 && below <= float64(a.cells)) {
		return 0, 0, false
	}
	return uint32(max(below, 1)), min(uint32(below+2), a.cells), true
}
