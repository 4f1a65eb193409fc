package history

import (
	"cmp"
	"slices"
)

// Rows are rows of trajectories, in the order of files: see Settle.
type Rows struct {
	traj   []uint32
	t      []float64
	places []uint64 // rows of a trajectory at one time repeat each other where these are equal, otherwise all but the first are dropped
	codes  []uint32 // [rows][columns]
}

// KeepRows has the table keep rows.
func (h *Table) KeepRows() { h.rows = &Rows{} }

// Keep keeps a row, if rows are kept. place is the same for equal places.
func (h *Table) Keep(traj int, t float64, place uint64, codes []uint32) {
	if r := h.rows; r != nil {
		r.traj, r.t, r.places, r.codes = append(r.traj, uint32(traj)), append(r.t, t), append(r.places, place), append(r.codes, codes...)
	}
}

// MergeRows adds the kept rows of a part. traj returns the whole's number of a trajectory of the part.
func (h *Table) MergeRows(of Addition, traj func(int) int) {
	if h.rows == nil || of.rows == nil {
		return
	}
	codes := make([]uint32, h.Columns)
	for row, from := range of.rows.traj {
		for i, code := range of.rows.codes[row*h.Columns:][:h.Columns] {
			codes[i] = of.Code(code)
		}
		h.Keep(traj(int(from)), of.rows.t[row], of.rows.places[row], codes)
	}
}

// bytes returns the memory of rows.
func (r *Rows) bytes(columns int) int {
	if r == nil {
		return 0
	}
	const row = 4 + 8 + 8
	return (row + 4*columns) * cap(r.t)
}

// Settle finds the changes of the open trajectories of h from the rows that of keeps; traj returns h's number of a trajectory of of, less than 0 where
// it has none, and code the code of h.
func (h *Table) Settle(of *Table, traj func(int) int, code func(uint32) uint32) {
	r := of.rows
	order := make([]int, len(r.t))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.traj[a], r.traj[b]), cmp.Compare(r.t[a], r.t[b]))
	})
	for len(order) > 0 {
		n := 1
		for n < len(order) && r.traj[order[n]] == r.traj[order[0]] {
			n++
		}
		if to := traj(int(r.traj[order[0]])); to >= 0 && h.IsOpen(to) {
			h.settle(to, r, order[:n], code)
			delete(h.open, to)
		}
		order = order[n:]
	}
}

// settle finds the changes of a trajectory from its rows in order of time, rows at one time in the order of files.
func (h *Table) settle(traj int, r *Rows, order []int, code func(uint32) uint32) {
	for i := range h.Columns {
		h.drop(traj*h.Columns + i)
	}
	for len(order) > 0 {
		n := 1
		for n < len(order) && r.t[order[n]] == r.t[order[0]] {
			n++
		}
		for i := range h.Columns {
			if c := r.valueAt(order[:n], h.Columns, i); c != 0 {
				h.change(traj*h.Columns+i, r.t[order[0]], code(c))
			}
		}
		order = order[n:]
	}
}

// valueAt returns the first value of a column among rows of one time; 0: there is none.
func (r *Rows) valueAt(rows []int, columns, column int) uint32 {
	for _, row := range rows {
		if c := r.codes[row*columns+column]; c != 0 && r.places[row] == r.places[rows[0]] {
			return c
		}
	}
	return 0
}
