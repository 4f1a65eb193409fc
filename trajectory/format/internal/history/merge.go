package history

import (
	"math"
	"slices"
)

// An Addition is the table of a file that comes later in the order of files than the files before.
type Addition struct {
	*Table
	Has  []bool                   // [columns] whether the file has the column
	Code func(code uint32) uint32 // the whole's code for a code of the part
}

// Merge adds a trajectory of a part. Of values at equal times the earlier file's stays.
func (h *Table) Merge(traj int, of Addition, from int) {
	if !of.HasRows(from) {
		return
	}
	if of.IsOpen(from) {
		h.Open(traj)
	}
	s, with := h.spans[traj], of.spans[from]
	for i, has := range of.Has {
		if has {
			h.mergeColumn(traj, i, &of, from)
		}
	}
	h.spans[traj] = span{min(s.from, with.from), max(s.to, with.to)}
}

// mergeColumn adds the values of a trajectory of a part in a column that the part's file has.
func (h *Table) mergeColumn(traj, i int, of *Addition, from int) {
	at := traj*h.Columns + i
	s, with := h.spans[traj], of.spans[from]
	theirs, single := of.list(from, i), of.only(from*h.Columns+i)
	if single != many {
		single = of.Code(single)
	}
	switch one := h.only(at); {
	case h.isFirst(at):
		h.setFirst(traj, i, min(with.from, h.firstTime(traj, i)), h.firstWith(traj, i, of, from))
		return
	case with.from > s.to:
		if h.hasFirst(traj, i) {
			break
		}
		h.setFirst(traj, i, with.from, of.Code(of.First(from, i)))
	case with.to < s.from:
		theirs = append(theirs, h.list(traj, i)...)
		h.setFirst(traj, i, with.from, of.Code(of.First(from, i)))
		h.drop(at)
	case single == 0 || one == single && one != many && h.firstWith(traj, i, of, from) != 0:
		theirs = append(theirs, h.list(traj, i)...)
		h.setFirst(traj, i, min(with.from, h.firstTime(traj, i)), h.firstWith(traj, i, of, from))
		h.drop(at)
		if single != 0 {
			return // the first value is the only one
		}
	default:
		h.setFirst(traj, i, min(with.from, h.firstTime(traj, i)), h.firstWith(traj, i, of, from))
		h.Open(traj)
		return
	}
	for _, c := range theirs {
		h.change(at, c.T, c.Code)
	}
}

// firstWith returns the first value in a column of both together.
func (h *Table) firstWith(traj, column int, of *Addition, from int) uint32 {
	if of.spans[from].from < h.firstTime(traj, column) {
		return of.Code(of.First(from, column))
	}
	return h.First(traj, column)
}

// list returns the values of a trajectory of the part, with codes of the whole, from the first row on.
func (p *Addition) list(traj, column int) []Change {
	all := p.Table.list(traj, column)
	for i := range all {
		all[i].Code = p.Code(all[i].Code)
	}
	return all
}

// list returns the values of a trajectory from the first row on, in a list of its own.
func (h *Table) list(traj, column int) (all []Change) {
	if code := h.First(traj, column); code != 0 {
		all = append(all, Change{h.firstTime(traj, column), code})
	}
	return append(all, h.Later(traj, column)...)
}

// drop removes the changes of a column.
func (h *Table) drop(at int) {
	h.changes -= cap(h.later[at])
	delete(h.later, at)
}

// firstTime returns the time of the row that a column's first value is from.
func (h *Table) firstTime(traj, column int) float64 {
	if h.times != nil {
		return h.times[traj*h.Columns+column]
	}
	return h.spans[traj].from
}

// hasFirst reports whether a file with a column has a row of the trajectory.
func (h *Table) hasFirst(traj, column int) bool { return !math.IsInf(h.firstTime(traj, column), 1) }

// setFirst sets the value in the first row.
func (h *Table) setFirst(traj, column int, t float64, code uint32) {
	h.first[traj*h.Columns+column] = code
	if h.times != nil {
		h.times[traj*h.Columns+column] = t
	}
}

// Apart gives each first value a time of its own, since some files lack columns that others have. has says which columns all files so far have.
func (h *Table) Apart(has []bool) {
	if h.times != nil {
		return
	}
	h.times = make([]float64, 0, len(h.first))
	for _, s := range h.spans {
		for _, has := range has {
			if has {
				h.times = append(h.times, s.from)
			} else {
				h.times = append(h.times, math.Inf(1))
			}
		}
	}
	h.times = slices.Clip(h.times)
}
