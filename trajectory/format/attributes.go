package format

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/trajectory"
)

// Attributes are what columns of files say of trajectories: of each and of each column the value of the first row in time, among
// good ones of files that have the column. Values are text; a dictionary has each once.
type Attributes struct {
	names []string
	has   []bool         // [names] whether a file has the column
	there []string       // columns that files have
	index map[string]int // of ids
	times []float64      // [ids] of the first rows, or [ids][names] of apart; +Inf: no file with the column has a row
	apart bool           // files have not the same of the columns
	codes []uint32       // [ids][names] of texts
	texts []string       // the first is that of no value, ""
	code  map[string]uint32
	size  int // bytes of ids and texts
}

func newAttributes(names []string) *Attributes {
	if len(names) == 0 {
		return nil
	}
	return &Attributes{names: names, has: make([]bool, len(names)), index: map[string]int{}, texts: []string{""}, code: map[string]uint32{"": 0}}
}

// Has reports whether some file has a column of a name. No Attributes have none.
func (a *Attributes) Has(name string) bool {
	i := -1
	if a != nil {
		i = slices.Index(a.names, name)
	}
	return i >= 0 && a.has[i]
}

// Columns are columns that files have, as many as a message may name. No Attributes have none.
func (a *Attributes) Columns() []string {
	if a == nil {
		return nil
	}
	return a.there
}

// found notes which columns a file has, by their places, less than 0 where it lacks them, and all names that it has; "" is none.
func (a *Attributes) found(at []int, names []string) {
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

// bytes is what is held, about.
func (a *Attributes) bytes() int {
	if a == nil {
		return 0
	}
	const id, text = 16 + 8 + 36 + 8, 16 + 52
	return a.size + len(a.codes)/len(a.names)*(id-8) + 8*len(a.times) + 4*len(a.codes) + len(a.texts)*text
}

// add takes the values of a trajectory's first row so far, all of one file; the value of a column that the file lacks is "".
func (a *Attributes) add(id string, t float64, value func(i int) string) {
	at, known := a.index[id]
	if known && !(t < a.times[at]) {
		return
	}
	if !known {
		at = len(a.times)
		id = strings.Clone(id)
		a.index[id], a.size = at, a.size+len(id)
		a.times, a.codes = append(a.times, t), append(a.codes, make([]uint32, len(a.names))...)
	}
	a.times[at] = t
	for i := range a.names {
		a.codes[at*len(a.names)+i] = a.codeOf(value(i))
	}
}

// codeOf is the number of a text.
func (a *Attributes) codeOf(text string) uint32 {
	c, known := a.code[text]
	if !known {
		text = strings.ToValidUTF8(strings.Clone(text), "\uFFFD")
		c = uint32(len(a.texts))
		a.texts, a.size = append(a.texts, text), a.size+len(text)
		a.code[text] = c
	}
	return c
}

// merge adds the attributes of a file that comes later in the order of files: of equal times the value of the file before stays.
func (a *Attributes) merge(of *Attributes) *Attributes {
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
		a.add(id, of.times[at], func(i int) string { return of.texts[of.codes[at*len(a.names)+i]] })
	}
	for i, has := range of.has {
		a.has[i] = a.has[i] || has
	}
	a.found(nil, of.there)
	return a
}

// part gives each value a time of its own, where trajectories have one each.
func (a *Attributes) part() {
	if a.apart {
		return
	}
	a.apart = true
	times := make([]float64, 0, len(a.codes))
	for _, t := range a.times {
		for _, has := range a.has {
			times = append(times, timeIn(has, t))
		}
	}
	a.times = times
}

// timeIn is the time of a value of a row, where the file has the column.
func timeIn(has bool, t float64) float64 {
	if has {
		return t
	}
	return math.Inf(1)
}

// mergeApart adds what a file says of a trajectory, value by value.
func (a *Attributes) mergeApart(id string, of *Attributes, at int) {
	n := len(a.names)
	to, known := a.index[id]
	if !known {
		to = len(a.codes) / n
		a.index[id], a.size = to, a.size+len(id)
		a.times, a.codes = append(a.times, slices.Repeat([]float64{math.Inf(1)}, n)...), append(a.codes, make([]uint32, n)...)
	}
	for i, has := range of.has {
		if t := timeIn(has, of.times[at]); t < a.times[to*n+i] {
			a.times[to*n+i], a.codes[to*n+i] = t, a.codeOf(of.texts[of.codes[at*n+i]])
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

// Of returns the values of a column by trajectory, "" where there is none. No Attributes have none.
func (a *Attributes) Of(name string, s *trajectory.Store) []string {
	values := make([]string, s.Trajectories())
	if !a.Has(name) {
		return values
	}
	column := slices.Index(a.names, name)
	for traj := range values {
		if at, known := a.index[s.ID(traj)]; known {
			values[traj] = a.texts[a.codes[at*len(a.names)+column]]
		}
	}
	return values
}

// A firstRow is what the first row of a trajectory in a block says of it. It may point into text that is about to change.
type firstRow struct {
	id     string
	t      float64
	values []string // by attribute
}

// firstRows are those of a block.
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
func (f *firstRows) isNew(s *idSet) bool {
	if s.named {
		is := len(s.names) > f.names
		f.names = len(s.names)
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
func (s *idSet) last() string {
	if s.named {
		return s.names[s.codes[len(s.codes)-1]]
	}
	return IDs{Int: s.ints}.text(uint32(len(s.ints) - 1))
}
