package rowgrid

// A span is a range of points, each a candidate of one point.
type span struct {
	first, last uint32 // places [first, last)
	shift       uint32 // index of the shift that brings the point's offsets to the span's origin
}

// A row is a row of cells next to a cell.
type row struct {
	step  int64  // from the cell's linear id to the id of the row's middle cell
	shift uint32 // index of the shift in the cell's own stripe; the next two are for the stripes before and behind
}

// A neighbours is the rows of neighbour cells whose points a cell's points are compared with.
type neighbours struct {
	rows   []row     // the cell's own first
	shifts []float32 // [shifts][width], by place of the frame
	width  int
	// half says that a pair of cells is compared from one side only: a cell is compared with rows
	// of greater linear ids, and in its own row with the cells behind it.
	half bool
}

// newNeighbours returns the rows around a cell, or half of them.
func newNeighbours(f *frame, half bool) *neighbours {
	r := &neighbours{half: half, width: max(len(f.order), mostFast)}
	steps := make([]int64, len(f.order)) // -1, 0 or 1
	r.add(f, steps)
	rows := 1
	for range f.indexed - 1 {
		rows *= 3
	}
	for number := range rows {
		step := int64(0)
		for place := 1; place < f.indexed; place++ {
			steps[place] = int64(number%3) - 1
			step += steps[place] * f.stride[place]
			number /= 3
		}
		if step > 0 || step < 0 && !half {
			r.add(f, steps)
		}
	}
	return r
}

// add adds the row at an offset of steps from the cell's own.
func (h *neighbours) add(f *frame, steps []int64) {
	to := row{shift: uint32(len(h.shifts) / h.width)}
	for _, first := range []float32{0, stripe, -stripe} {
		shift := make([]float32, h.width)
		for place, s := range steps {
			shift[place] = float32(-s)
		}
		shift[0] = first
		h.shifts = append(h.shifts, shift...)
	}
	for place := 1; place < f.indexed; place++ {
		to.step += steps[place] * f.stride[place]
	}
	h.rows = append(h.rows, to)
}
