package format

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format/internal/history"
)

// Attributes are values of columns by trajectory and time: for each trajectory and column the value in the trajectory's first row in time,
// among the good rows of files that have the column, and each change of the value in later rows. Values are text; a dictionary has each once.
type Attributes struct {
	Names []string
	has   []bool         // [names] whether a file has the column
	there []string       // columns that files have
	index map[string]int // of ids
	rows  history.Table  // [ids] of codes of texts
	texts []string       // the first is "", for no value
	code  map[string]uint32
	size  int // bytes of ids and texts
}

// NewAttributes returns attributes of the columns that options ask for, nil where they ask for none. With keep they keep rows for SettleRows.
func (o *Options) NewAttributes(keep bool) *Attributes {
	names := o.Attributes
	if len(names) == 0 {
		return nil
	}
	a := &Attributes{Names: names, has: make([]bool, len(names)), index: map[string]int{}, rows: history.Table{Columns: len(names)}, texts: []string{""}, code: map[string]uint32{"": 0}}
	a.rows.AnyOrder = o.SortTimes
	for _, name := range names {
		a.rows.Firsts = append(a.rows.Firsts, slices.Contains(o.FirstValues, name))
	}
	if keep {
		a.rows.KeepRows()
	}
	return a
}

// Has reports whether some file has a column of a name, false for nil Attributes.
func (a *Attributes) Has(name string) bool {
	i := -1
	if a != nil {
		i = slices.Index(a.Names, name)
	}
	return i >= 0 && a.has[i]
}

// Lacks returns the names that another reading would have to ask for: columns that are neither here nor, as far as is known, in no
// file. Nil Attributes lack all names.
func (a *Attributes) Lacks(names []string) (more []string) {
	for _, name := range names {
		absent := len(a.Columns()) > 0 && len(a.there) < infile.MostNames && !slices.Contains(a.there, name)
		if !a.Has(name) && !absent {
			more = append(more, name)
		}
	}
	return more
}

// Had returns the names of Attributes that some file has as a column, none of nil Attributes.
func (a *Attributes) Had() (names []string) {
	if a == nil {
		return nil
	}
	for i, name := range a.Names {
		if a.has[i] {
			names = append(names, name)
		}
	}
	return names
}

// Columns returns columns that files have, as many as a message may name, none of nil Attributes.
func (a *Attributes) Columns() []string {
	if a == nil {
		return nil
	}
	return a.there
}

// Found notes which columns a file has, by their places, less than 0 where it lacks them, and all names that it has; "" is none.
func (a *Attributes) Found(at []int, names []string) {
	if a == nil {
		return
	}
	for i, column := range at {
		a.has[i] = a.has[i] || column >= 0
	}
	for _, name := range names {
		if name != "" && len(a.there) < infile.MostNames && !slices.Contains(a.there, name) {
			a.there = append(a.there, strings.Clone(name))
		}
	}
}

// Bytes returns the memory of the attributes, about.
func (a *Attributes) Bytes() int {
	if a == nil {
		return 0
	}
	const id, text = 16 + 8 + 36, 16 + 52
	return a.size + len(a.index)*id + a.rows.Bytes() + len(a.texts)*text
}

// Close says that no values are to come, and frees what was kept for them.
func (a *Attributes) Close() {
	if a != nil {
		a.rows.Close()
	}
}

// Trajectory returns the number of a trajectory, a new one if need be.
func (a *Attributes) Trajectory(id string) int {
	at, known := a.index[id]
	if !known {
		id = strings.Clone(id)
		at = a.rows.Grow()
		a.index[id], a.size = at, a.size+len(id)
	}
	return at
}

// Add adds the values of a row of a trajectory, by its number, as codes of CodeOf.
func (a *Attributes) Add(traj int, t float64, codes []uint32) { a.rows.Add(traj, t, codes) }

// Keep keeps a row of a trajectory for SettleRows, with a number that rows at equal places share.
func (a *Attributes) Keep(traj int, t float64, place uint64, codes []uint32) {
	a.rows.Keep(traj, t, place, codes)
}

// CodeOf returns the number of a text, a new one if need be.
func (a *Attributes) CodeOf(text string) uint32 {
	c, known := a.code[text]
	if !known {
		text = strings.ToValidUTF8(strings.Clone(text), "\uFFFD")
		c = uint32(len(a.texts))
		a.texts, a.size = append(a.texts, text), a.size+len(text)
		a.code[text] = c
	}
	return c
}

// Merge adds the attributes of a file that comes later in the order of files. Of values at equal times the earlier file's stays.
func (a *Attributes) Merge(of *Attributes) *Attributes {
	switch {
	case of == nil:
		return a
	case a == nil:
		return of
	}
	if !slices.Equal(a.has, of.has) {
		a.rows.Apart(a.has)
	}
	part := history.Addition{Table: &of.rows, Has: of.has, Code: a.codesOf(of)}
	numbers := make([]int, len(of.index))
	for id, at := range of.index {
		numbers[at] = a.Trajectory(id)
		a.rows.Merge(numbers[at], part, at)
	}
	a.rows.MergeRows(part, func(traj int) int { return numbers[traj] })
	for i, has := range of.has {
		a.has[i] = a.has[i] || has
	}
	a.Found(nil, of.there)
	return a
}

// codesOf returns a function from codes of other attributes to codes of a.
func (a *Attributes) codesOf(of *Attributes) func(uint32) uint32 {
	codes := make([]uint32, len(of.texts))
	return func(c uint32) uint32 {
		if c == 0 || c >= uint32(len(codes)) {
			return c
		}
		if codes[c] == 0 {
			codes[c] = a.CodeOf(of.texts[c])
		}
		return codes[c]
	}
}

// Open returns the ids of the trajectories whose changes are not known, since their rows came in another order than that of time, or from files that
// overlap: all of their rows tell, see ValueRows.
func (a *Attributes) Open() map[string]bool {
	if a == nil || a.rows.Opened() == 0 {
		return nil
	}
	open := map[string]bool{}
	for id, at := range a.index {
		if a.rows.IsOpen(at) {
			open[id] = true
		}
	}
	return open
}

// SettleRows finds the changes of open trajectories from the rows that other attributes keep.
func (a *Attributes) SettleRows(of *Attributes) {
	numbers := slices.Repeat([]int{-1}, len(of.index))
	for id, at := range of.index {
		if to, known := a.index[id]; known {
			numbers[at] = to
		}
	}
	a.rows.Settle(&of.rows, func(traj int) int { return numbers[traj] }, a.codesOf(of))
}

// Rename gives names to trajectories whose ids are numbers from 1 on, by numbers less 1.
func (a *Attributes) Rename(names []string) {
	if a == nil {
		return
	}
	index := make(map[string]int, len(a.index))
	for i, name := range names {
		if at, known := a.index[strconv.Itoa(i+1)]; known {
			index[name] = at
			a.size += len(name)
		}
	}
	a.index = index
}

// Of returns the values of a column in the first rows of trajectories, "" where there is no value, and for nil Attributes.
func (a *Attributes) Of(name string, s *trajectory.Store) []string {
	values := make([]string, s.Trajectories())
	h := a.History(name, s)
	for traj := range values {
		values[traj] = h.Text(h.First(traj))
	}
	return values
}

// A History has the values of a column for the trajectories of a store, as codes: Text has the text of a code, and 0 is no value.
type History struct {
	of     *Attributes // nil: no file has the column
	column int
	at     []int32 // [trajectories] number in the attributes, less than 0 for a trajectory without values
}

// History returns the values of a column; none where no file has it, and for nil Attributes.
func (a *Attributes) History(name string, s *trajectory.Store) *History {
	return a.HistoryOf(name, s.Trajectories(), s.ID)
}

// HistoryOf is History for n trajectories, or whatever has values, whose ids a function returns.
func (a *Attributes) HistoryOf(name string, n int, id func(int) string) *History {
	if !a.Has(name) {
		return &History{}
	}
	h := &History{of: a, column: slices.Index(a.Names, name), at: make([]int32, n)}
	for traj := range h.at {
		h.at[traj] = -1
		if at, known := a.index[id(traj)]; known {
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

// At returns the value of a trajectory at a time: of its last row at or before t that has a value, otherwise of the first later one.
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
