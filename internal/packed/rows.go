package packed

import (
	"flyby/internal/runs"
	"flyby/trajectory"
)

// Kind is the kind of rows.
type Kind uint8

const (
	// Hits are ordered by their four integers, and no two are equal.
	Hits Kind = iota
	// Encounters are ordered by their integers and by Enter. Of two encounters of the same
	// trajectories, the later is a part of the earlier if it enters no later than that exits.
	Encounters
	// UprightEncounters are encounters with heights.
	UprightEncounters
	// Pairs are ordered by their two integers and have no other columns.
	Pairs
)

// EncountersOf returns the kind of the encounters of a search with a vertical threshold, or without
// one.
func EncountersOf(upright bool) Kind {
	if upright {
		return UprightEncounters
	}
	return Encounters
}

// ints and floats return the numbers of columns of a kind.
func (k Kind) ints() int   { return [...]int{4, 2, 2, 2}[k] }
func (k Kind) floats() int { return [...]int{2, 5, 6, 0}[k] }

// joined reports whether rows are encounters, which have Open.
func (k Kind) joined() bool { return k == Encounters || k == UprightEncounters }

// RowBytes returns the memory of a row.
func (k Kind) RowBytes() int {
	n := 4*k.ints() + 8*k.floats()
	if k.joined() {
		n++
	}
	return n
}

// Rows are rows in columns of the same length. Columns that the kind does not have are nil.
type Rows struct {
	Int   [4][]uint32       // as the first columns of trajectory.Hits or trajectory.Encounters
	Float [6][]float64      // as the columns after them
	Open  []trajectory.Open // of Encounters
}

// OfHits returns hits as rows, in the same memory.
func OfHits(h trajectory.Hits) *Rows {
	return &Rows{
		Int:   [4][]uint32{h.QueryTraj, h.QuerySeg, h.EntryTraj, h.EntrySeg},
		Float: [6][]float64{h.Enter, h.Exit},
	}
}

// Hits returns rows as hits, in the same memory.
func (r *Rows) Hits() trajectory.Hits {
	return trajectory.Hits{
		QueryTraj: r.Int[0], QuerySeg: r.Int[1], EntryTraj: r.Int[2], EntrySeg: r.Int[3], Enter: r.Float[0], Exit: r.Float[1],
	}
}

// OfEncounters returns encounters as rows, in the same memory.
func OfEncounters(e trajectory.Encounters) *Rows {
	return &Rows{
		Int:   [4][]uint32{e.QueryTraj, e.EntryTraj},
		Float: [6][]float64{e.Enter, e.Exit, e.Closest, e.Distance, e.Speed, e.Height},
		Open:  e.Open,
	}
}

// Encounters returns rows as encounters, in the same memory.
func (r *Rows) Encounters() trajectory.Encounters {
	return trajectory.Encounters{
		QueryTraj: r.Int[0], EntryTraj: r.Int[1],
		Enter: r.Float[0], Exit: r.Float[1], Closest: r.Float[2], Distance: r.Float[3], Speed: r.Float[4], Height: r.Float[5], Open: r.Open,
	}
}

// Len returns the number of rows.
func (r *Rows) Len() int { return len(r.Int[0]) }

// make makes room for n rows.
func (r *Rows) make(k Kind, n int) {
	for c := range k.ints() {
		r.Int[c] = make([]uint32, 0, n)
	}
	for c := range k.floats() {
		r.Float[c] = make([]float64, 0, n)
	}
	if k.joined() {
		r.Open = make([]trajectory.Open, 0, n)
	}
}

// resize makes rows n long; there must be room.
func (r *Rows) resize(k Kind, n int) {
	for c := range k.ints() {
		r.Int[c] = r.Int[c][:n]
	}
	for c := range k.floats() {
		r.Float[c] = r.Float[c][:n]
	}
	if k.joined() {
		r.Open = r.Open[:n]
	}
}

// add appends the rows [first, last) of others.
func (r *Rows) add(k Kind, from *Rows, first, last int) {
	for c := range k.ints() {
		r.Int[c] = append(r.Int[c], from.Int[c][first:last]...)
	}
	for c := range k.floats() {
		r.Float[c] = append(r.Float[c], from.Float[c][first:last]...)
	}
	if k.joined() {
		r.Open = append(r.Open, from.Open[first:last]...)
	}
}

// key returns the key that a row is ordered by.
func (r *Rows) key(k Kind, i int) runs.Key {
	high := uint64(r.Int[0][i])<<32 | uint64(r.Int[1][i])
	switch k {
	case Hits:
		return runs.Key{High: high, Low: uint64(r.Int[2][i])<<32 | uint64(r.Int[3][i])}
	case Pairs:
		return runs.Key{High: high}
	}
	return runs.Key{High: high, Low: runs.Ascending(r.Float[0][i])}
}

// extend joins the i-th encounter of others to the last of r, and reports whether it is a part of
// that.
func (r *Rows) extend(from *Rows, i int) bool { return r.extendRow(r.Len()-1, from, i) }

// extendRow is extend for the n-th encounter of r; -1 stands for none.
func (r *Rows) extendRow(n int, from *Rows, i int) bool {
	if n < 0 || r.Int[0][n] != from.Int[0][i] || r.Int[1][n] != from.Int[1][i] || !(from.Float[0][i] <= r.Float[1][n]) {
		return false
	}
	const exit, closest, distance, speed, height = 1, 2, 3, 4, 5
	if from.Float[distance][i] < r.Float[distance][n] {
		for _, c := range [...]int{closest, distance, speed, height} {
			if r.Float[c] != nil {
				r.Float[c][n] = from.Float[c][i]
			}
		}
	}
	r.Float[exit][n] = from.Float[exit][i]
	r.Open[n] = r.Open[n]&trajectory.OpenStart | from.Open[i]&trajectory.OpenEnd
	return true
}

// from returns the rows from first on, in the same memory.
func (r *Rows) from(k Kind, first int) *Rows {
	rest := &Rows{}
	for c := range k.ints() {
		rest.Int[c] = r.Int[c][first:]
	}
	for c := range k.floats() {
		rest.Float[c] = r.Float[c][first:]
	}
	if k.joined() {
		rest.Open = r.Open[first:]
	}
	return rest
}
