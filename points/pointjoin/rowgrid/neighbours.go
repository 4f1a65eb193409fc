package rowgrid

// A span is a range of points of which each is a candidate of one point.
type span struct {
	first, last uint32 // places [first, last)
	shift       uint32 // which of the shifts takes the point's offsets to theirs
}

// A row of cells beside a cell.
type row struct {
	step  int64  // from the cell's linear id to that of the row's middle one
	shift uint32 // of the cell's own stripe; the next two are of the stripes before and behind
}

// A neighbours is the rows of neighbour cells that a cell's points are compared with.
type neighbours struct {
	rows   []row     // the cell's own first
	shifts []float32 // [shifts][width], by place of the frame
	width  int
	// half says that of two cells one alone looks at the other: the rows have larger linear ids, and
	// of its own row a cell looks at what follows.
	half bool
}

// newNeighbours returns the rows around a cell, all of them or one half.
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

// add adds the row that steps lead to.
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
