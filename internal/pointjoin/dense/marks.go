package dense

import "math/bits"

// A mark says which of 64 linear ids are cells, and counts the cells before them.
type mark struct {
	is     uint64
	before uint32
}

// marksOf marks ids below a number, and returns nil where they are many times more than cells.
func marksOf(cells []int64, ids int64) []mark {
	const most, few = 1 << 6, 1 << 10
	if ids > most*int64(len(cells))+few {
		return nil
	}
	marks := make([]mark, ids/64+2) // one more, since lookups may extend into the next word
	for _, id := range cells {
		marks[id/64].is |= 1 << (id % 64)
	}
	before := uint32(0)
	for i := range marks {
		marks[i].before = before
		before += uint32(bits.OnesCount64(marks[i].is))
	}
	return marks
}

// markedAt returns the first cell with an id of at least from, and the bits of the ids from there on that
// are cells.
func (x *Index) markedAt(from int64) (cell uint32, is uint64) {
	word, shift := from/64, uint(from%64)
	m := x.marks[word]
	cell = m.before + uint32(bits.OnesCount64(m.is&(1<<shift-1)))
	return cell, m.is>>shift | x.marks[word+1].is<<(64-shift)
}

// span returns the places of points, from first to before last, whose cells have linear ids from from to before
// from + ids.
func (x *Index) span(from int64, ids int) (first, last uint32) {
	cell, is := x.markedAt(from)
	return x.starts[cell], x.starts[cell+uint32(bits.OnesCount64(is&(1<<ids-1)))]
}

// row sets ends to the first place of each cell of a row, from an id on, and behind them the end of the
// last.
func (x *Index) row(from int64, ends []uint32) {
	cell, is := x.markedAt(from)
	for i := range ends {
		ends[i] = x.starts[cell]
		cell += uint32(is & 1)
		is >>= 1
	}
}
