package format

import (
	"iter"
	"slices"

	"flyby/trajectory"
	"flyby/trajectory/format/internal/history"
)

// A History has the values of a column for the trajectories of a store, as codes: Text has the text of a code, and 0 is no value.
type History struct {
	of     *Attributes // nil: no file has the column
	column int
	at     []int32 // [trajectories] number in the attributes, less than 0 for a trajectory without values
}

// History returns the values of a column; none where no file has it, and for nil Attributes.
func (a *Attributes) History(name string, s *trajectory.Store) *History {
	if !a.Has(name) {
		return &History{}
	}
	h := &History{of: a, column: slices.Index(a.Names, name), at: make([]int32, s.Trajectories())}
	for traj := range h.at {
		h.at[traj] = -1
		if at, known := a.index[s.ID(traj)]; known {
			h.at[traj] = int32(at)
		}
	}
	return h
}

// First returns the value in the first row of a trajectory.
func (h *History) First(traj int) uint32 {
	if h.of == nil || h.at[traj] < 0 {
		return 0
	}
	return h.of.rows.First(int(h.at[traj]), h.column)
}

// At returns the value of a trajectory at a time: of its last row at or before t that has a value, else of the first later one.
func (h *History) At(traj int, t float64) uint32 {
	if h.of == nil || h.at[traj] < 0 {
		return 0
	}
	return h.of.rows.At(int(h.at[traj]), h.column, t)
}

// Codes yields all values of a trajectory, in order of time from its first row on.
func (h *History) Codes(traj int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		if !yield(h.First(traj)) || h.of == nil || h.at[traj] < 0 {
			return
		}
		for _, c := range h.of.rows.Later(int(h.at[traj]), h.column) {
			if !yield(c.Code) {
				return
			}
		}
	}
}

// Values yields the values of the column of all trajectories of the data, whether the store has them or not: with firsts alone only values of first rows.
// Values may come several times.
func (h *History) Values(firsts bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for code := range h.codes(firsts) {
			if !yield(h.of.texts[code]) {
				return
			}
		}
	}
}

// codes yields the codes of Values, each once.
func (h *History) codes(firsts bool) map[uint32]struct{} {
	all := map[uint32]struct{}{}
	if h.of == nil {
		return all
	}
	for _, at := range h.of.index {
		all[h.of.rows.First(at, h.column)] = struct{}{}
		var later []history.Change
		if !firsts {
			later = h.of.rows.Later(at, h.column)
		}
		for _, c := range later {
			all[c.Code] = struct{}{}
		}
	}
	return all
}

// Text returns the text of a code.
func (h *History) Text(code uint32) string {
	if code == 0 {
		return ""
	}
	return h.of.texts[code]
}
