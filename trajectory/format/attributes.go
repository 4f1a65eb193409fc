package format

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/trajectory"
)

// Attributes are values of columns by trajectory: for each trajectory and column the value in the trajectory's first row in time,
// among the good rows of files that have the column. Values are text; a dictionary has each once.
type Attributes struct {
	Names []string
	has   []bool         // [names] whether a file has the column
	there []string       // columns that files have
	index map[string]int // of ids
	Times []float64      // [ids] of the first rows, or [ids][names] of apart; +Inf: no file with the column has a row
	apart bool           // some files lack columns that others have
	Codes []uint32       // [ids][names] of texts
	texts []string       // the first is "", for no value
	code  map[string]uint32
	size  int // bytes of ids and texts
}

// NewAttributes returns attributes of columns of some names, nil where there are none.
func NewAttributes(names []string) *Attributes {
	if len(names) == 0 {
		return nil
	}
	return &Attributes{Names: names, has: make([]bool, len(names)), index: map[string]int{}, texts: []string{""}, code: map[string]uint32{"": 0}}
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
		absent := len(a.Columns()) > 0 && len(a.there) < mostNames && !slices.Contains(a.there, name)
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
		if name != "" && len(a.there) < mostNames && !slices.Contains(a.there, name) {
			a.there = append(a.there, strings.Clone(name))
		}
	}
}

// knows reports whether a trajectory has values.
func (a *Attributes) knows(id string) bool {
	_, known := a.index[id]
	return known
}

// Bytes returns the memory of the attributes, about.
func (a *Attributes) Bytes() int {
	if a == nil {
		return 0
	}
	const id, text = 16 + 8 + 36 + 8, 16 + 52
	return a.size + len(a.Codes)/len(a.Names)*(id-8) + 8*len(a.Times) + 4*len(a.Codes) + len(a.texts)*text
}

// Add takes the values of a trajectory's first row so far, all of one file; the value of a column that the file lacks is "".
func (a *Attributes) Add(id string, t float64, value func(i int) string) {
	at, known := a.index[id]
	if known && !(t < a.Times[at]) {
		return
	}
	if !known {
		at = len(a.Times)
		id = strings.Clone(id)
		a.index[id], a.size = at, a.size+len(id)
		a.Times, a.Codes = append(a.Times, t), append(a.Codes, make([]uint32, len(a.Names))...)
	}
	a.Times[at] = t
	for i := range a.Names {
		a.Codes[at*len(a.Names)+i] = a.CodeOf(value(i))
	}
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
		a.part()
	}
	for id, at := range of.index {
		if a.apart {
			a.mergeApart(id, of, at)
			continue
		}
		a.Add(id, of.Times[at], func(i int) string { return of.texts[of.Codes[at*len(a.Names)+i]] })
	}
	for i, has := range of.has {
		a.has[i] = a.has[i] || has
	}
	a.Found(nil, of.there)
	return a
}

// part gives each value a time of its own, where trajectories have one each.
func (a *Attributes) part() {
	if a.apart {
		return
	}
	a.apart = true
	times := make([]float64, 0, len(a.Codes))
	for _, t := range a.Times {
		for _, has := range a.has {
			times = append(times, timeIn(has, t))
		}
	}
	a.Times = times
}

// timeIn returns the time of a value in a row at t: t where the file has the column, else +Inf.
func timeIn(has bool, t float64) float64 {
	if has {
		return t
	}
	return math.Inf(1)
}

// mergeApart adds the values of a trajectory in another file, column by column.
func (a *Attributes) mergeApart(id string, of *Attributes, at int) {
	n := len(a.Names)
	to, known := a.index[id]
	if !known {
		to = len(a.Codes) / n
		a.index[id], a.size = to, a.size+len(id)
		a.Times, a.Codes = append(a.Times, slices.Repeat([]float64{math.Inf(1)}, n)...), append(a.Codes, make([]uint32, n)...)
	}
	for i, has := range of.has {
		if t := timeIn(has, of.Times[at]); t < a.Times[to*n+i] {
			a.Times[to*n+i], a.Codes[to*n+i] = t, a.CodeOf(of.texts[of.Codes[at*n+i]])
		}
	}
}

// rename gives names to trajectories whose ids are numbers from 1 on, by numbers less 1.
func (a *Attributes) rename(names []string) {
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

// Of returns the values of a column by trajectory, "" where there is no value, and for nil Attributes.
func (a *Attributes) Of(name string, s *trajectory.Store) []string {
	values := make([]string, s.Trajectories())
	if !a.Has(name) {
		return values
	}
	column := slices.Index(a.Names, name)
	for traj := range values {
		if at, known := a.index[s.ID(traj)]; known {
			values[traj] = a.texts[a.Codes[at*len(a.Names)+column]]
		}
	}
	return values
}

// A firstRow holds the attributes in the first row of a trajectory in a block. It may point into text that is about to change.
type firstRow struct {
	id     string
	t      float64
	values []string // by attribute
}

// firstRows are the first rows of a block's trajectories.
type firstRows struct {
	rows  []firstRow
	names int                // of the ids so far
	ints  map[int64]struct{} // the ids so far
}

func (f *firstRows) reset() {
	clear(f.rows)
	f.rows, f.names = f.rows[:0], 0
	clear(f.ints)
}

// isNew reports whether the last id of a set is the first of its kind, or may be.
func (f *firstRows) isNew(s *IDSet) bool {
	if s.named {
		is := len(s.Names) > f.names
		f.names = len(s.Names)
		return is
	}
	n := len(s.ints)
	if n > 1 && s.ints[n-1] == s.ints[n-2] {
		return false
	}
	if f.ints == nil {
		f.ints = map[int64]struct{}{}
	}
	_, known := f.ints[s.ints[n-1]]
	f.ints[s.ints[n-1]] = struct{}{}
	return !known
}

// last is the last id of a set as text.
func (s *IDSet) last() string {
	if s.named {
		return s.Names[s.codes[len(s.codes)-1]]
	}
	return IDs{Int: s.ints}.Text(uint32(len(s.ints) - 1))
}
