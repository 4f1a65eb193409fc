// Package history has the values of columns by trajectory and time. Each value is a code, 0 for none. A value is kept where it changes, so that a
// column with one value in all rows of a trajectory takes 4 bytes a trajectory, and 16 bytes more each time the value changes.
//
// Rows of a trajectory mostly come in order of time. Where they do not (files that overlap in time, rows in any order), the changes among rows that came
// before are not enough to tell the changes among all: such a trajectory is open, and is settled from all of its rows, which are then kept. See
// docs/decisions/0045-extra-columns.md.
package history

import (
	"math"
	"slices"
	"sort"
)

// A Change is a value that differs from the value before, from a time on.
type Change struct {
	T    float64
	Code uint32
}

// changeBytes is the memory of a Change, keyBytes the memory of a list of them in addition to its changes.
const (
	changeBytes = 16
	keyBytes    = 52
)

// A span has the times of the first and the last row of a trajectory; without rows from is above to.
type span struct{ from, to float64 }

// A Table has the values of columns in the rows of trajectories, which are numbered from 0. The zero value with Columns set has no trajectory.
type Table struct {
	Columns  int
	AnyOrder bool   // rows of a trajectory come in any order, and rows at one time may be dropped later
	Firsts   []bool // [columns] whether only values of first rows are kept; nil: of no column

	first   []uint32         // [trajectories][columns] in the first row in time of a file with the column
	later   map[int][]Change // by the place in first; the codes of neighbours differ, and 0 is none
	changes int              // in later, with the room of lists

	// What follows is for rows that are still to come: Close drops it.

	spans []span
	times []float64    // [trajectories][columns] of first, where files lack columns; nil: spans have them. +Inf: no file with the column has a row
	held  []bool       // [trajectories][columns] whether a row at the last time has a value
	open  map[int]bool // trajectories whose changes are not known

	rows *Rows // nil: rows are not kept
}

// Grow adds a trajectory without rows, and returns its number.
func (h *Table) Grow() (traj int) {
	if h.later == nil {
		h.later = map[int][]Change{}
	}
	for range h.Columns {
		h.first, h.held = append(h.first, 0), append(h.held, false)
		if h.times != nil {
			h.times = append(h.times, math.Inf(1))
		}
	}
	h.spans = append(h.spans, span{math.Inf(1), math.Inf(-1)})
	return len(h.spans) - 1
}

// Add takes the values in the next row of a trajectory, one a column.
func (h *Table) Add(traj int, t float64, codes []uint32) {
	s := &h.spans[traj]
	switch {
	case s.from > s.to:
		*s = span{t, t}
		h.begin(traj, codes)
	case t >= s.to:
		h.goOn(traj, t, codes, t > s.to)
		s.to = t
	case t < s.from:
		h.precede(traj, s.from, codes)
		s.from = t
	default:
		h.insert(traj, t, codes)
	}
}

// begin takes the first row of a trajectory.
func (h *Table) begin(traj int, codes []uint32) {
	at := traj * h.Columns
	copy(h.first[at:], codes)
	for i, code := range codes {
		h.held[at+i] = code != 0
	}
}

// goOn takes a row that is not earlier than any before.
func (h *Table) goOn(traj int, t float64, codes []uint32, isLater bool) {
	for i, code := range codes {
		at := traj*h.Columns + i
		held := h.held[at] && !isLater
		if isLater || !h.AnyOrder {
			h.held[at] = held || code != 0
		}
		switch {
		case code == 0 || held || h.isFirst(at):
		case !isLater && h.AnyOrder && h.only(at) != code: // the row may be dropped later, as it is at another place
			h.Open(traj)
		default:
			h.change(at, t, code)
		}
	}
}

// isFirst reports whether only values of first rows are kept.
func (h *Table) isFirst(at int) bool { return h.Firsts != nil && h.Firsts[at%h.Columns] }

// change adds a value that rows have from a time on, which is after all changes so far.
func (h *Table) change(at int, t float64, code uint32) {
	if code == h.final(at) || h.isFirst(at) {
		return
	}
	list := h.later[at]
	room := cap(list)
	list = append(list, Change{t, code})
	h.later[at], h.changes = list, h.changes+cap(list)-room
}

// final returns the last value of a trajectory in a column.
func (h *Table) final(at int) uint32 {
	if list := h.later[at]; len(list) > 0 {
		return list[len(list)-1].Code
	}
	return h.first[at]
}

// many stands for several values.
const many = math.MaxUint32

// only returns the one value that a trajectory has in a column, 0 for none yet and many for several.
func (h *Table) only(at int) uint32 {
	code := h.first[at]
	for _, c := range h.later[at] {
		if code != 0 && c.Code != code {
			return many
		}
		code = c.Code
	}
	return code
}

// precede takes a row before the first, which is at the time before.
func (h *Table) precede(traj int, before float64, codes []uint32) {
	for i, code := range codes {
		at := traj*h.Columns + i
		was := h.first[at]
		if h.first[at] = code; was == code || was == 0 {
			continue
		}
		if len(h.later[at]) > 0 {
			h.Open(traj)
			continue
		}
		h.change(at, before, was)
	}
}

// insert takes a row between others.
func (h *Table) insert(traj int, t float64, codes []uint32) {
	for i, code := range codes {
		at := traj*h.Columns + i
		switch {
		case code == 0 || h.isFirst(at):
		case h.only(at) != code, h.first[at] == 0 && t < h.later[at][0].T:
			h.Open(traj)
			return
		}
	}
}

// Open notes that the changes of a trajectory are not known: Settle finds them.
func (h *Table) Open(traj int) {
	if h.open == nil {
		h.open = map[int]bool{}
	}
	h.open[traj] = true
}

// IsOpen reports whether the changes of a trajectory are not known.
func (h *Table) IsOpen(traj int) bool { return h.open[traj] }

// Opened returns how many trajectories are open.
func (h *Table) Opened() int { return len(h.open) }

// HasRows reports whether a trajectory has a row; it is not for a table after Close.
func (h *Table) HasRows(traj int) bool { return h.spans[traj].from <= h.spans[traj].to }

// Close says that no rows are to come, and frees what was kept for them.
func (h *Table) Close() {
	h.spans, h.times, h.held, h.open, h.rows = nil, nil, nil, nil, nil
	for at, list := range h.later {
		if room := cap(list); room > len(list)+len(list)/4 {
			h.later[at] = slices.Clone(list)
			h.changes += cap(h.later[at]) - room
		}
	}
}

// First returns the value of a trajectory in its first row.
func (h *Table) First(traj, column int) uint32 { return h.first[traj*h.Columns+column] }

// At returns the value of a trajectory at a time: of its last row at or before t that has a value, otherwise of the first later one; 0: no row has one.
func (h *Table) At(traj, column int, t float64) uint32 {
	at := traj*h.Columns + column
	list := h.later[at]
	n := sort.Search(len(list), func(i int) bool { return list[i].T > t })
	switch {
	case n > 0:
		return list[n-1].Code
	case h.first[at] == 0 && len(list) > 0:
		return list[0].Code
	}
	return h.first[at]
}

// Later returns the changes of a trajectory's value behind its first row.
func (h *Table) Later(traj, column int) []Change { return h.later[traj*h.Columns+column] }

// Bytes returns the memory of the table, about.
func (h *Table) Bytes() int {
	const perSpan, perOpen = 16, 20
	n := 4*len(h.first) + perSpan*len(h.spans) + 8*len(h.times) + len(h.held) + perOpen*len(h.open)
	return n + keyBytes*len(h.later) + changeBytes*h.changes + h.rows.bytes(h.Columns)
}
