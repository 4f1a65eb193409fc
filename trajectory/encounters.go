package trajectory

// Encounters is a chunk of encounters in columns of the same length, ordered by QueryTraj,
// EntryTraj and Enter. Times are in the stores' unit of time, Distance in their unit of
// length, Speed in the unit of length per unit of time.
type Encounters struct {
	QueryTraj, EntryTraj []uint32
	Enter, Exit          []float64 // closed interval within the threshold
	Closest              []float64 // time of closest approach, the earliest of equals
	Distance             []float64 // between the centres at Closest: at most the threshold and both radii
	Speed                []float64 // relative speed at Closest, at most the largest float64; 0 where both share only an instant; NaN where one is a point event, which has no velocity
	Height               []float64 // of the entry above the query at Closest, from -V to V; nil without a vertical threshold V
	Open                 []Open
	Parts                []uint32 // number of encounters that each was joined of; nil: none were joined, see package stage
}

// EncounterBytes is the memory of an encounter in columns, without Height and Parts.
const EncounterBytes = 2*4 + 5*8 + 1

// Len returns the number of encounters.
func (e Encounters) Len() int { return len(e.Enter) }

// Append is Append of Hits for encounters.
func (e Encounters) Append(o Encounters) (Encounters, error) {
	if err := needAppended("encounters", e.Len(), cap(e.Enter), o.Len(), EncounterBytes); err != nil {
		return e, err
	}
	e.QueryTraj, e.EntryTraj = append(e.QueryTraj, o.QueryTraj...), append(e.EntryTraj, o.EntryTraj...)
	e.Enter, e.Exit = append(e.Enter, o.Enter...), append(e.Exit, o.Exit...)
	e.Closest, e.Distance = append(e.Closest, o.Closest...), append(e.Distance, o.Distance...)
	e.Speed, e.Height, e.Open = append(e.Speed, o.Speed...), append(e.Height, o.Height...), append(e.Open, o.Open...)
	e.Parts = append(e.Parts, o.Parts...)
	return e, nil
}

// Slice returns the encounters [first, last), in the same memory.
func (e Encounters) Slice(first, last int) Encounters {
	return Encounters{
		QueryTraj: e.QueryTraj[first:last], EntryTraj: e.EntryTraj[first:last],
		Enter: e.Enter[first:last], Exit: e.Exit[first:last],
		Closest: e.Closest[first:last], Distance: e.Distance[first:last], Speed: e.Speed[first:last], Height: sliced(e.Height, first, last),
		Open: e.Open[first:last], Parts: sliced(e.Parts, first, last),
	}
}

// sliced returns column[first:last], nil of a nil column.
func sliced[T any](column []T, first, last int) []T {
	if column == nil {
		return nil
	}
	return column[first:last]
}

// Pick returns the encounters of some rows, in the order of the rows, in memory of their own.
func (e Encounters) Pick(rows []int) Encounters {
	return Encounters{
		QueryTraj: picked(e.QueryTraj, rows), EntryTraj: picked(e.EntryTraj, rows),
		Enter: picked(e.Enter, rows), Exit: picked(e.Exit, rows),
		Closest: picked(e.Closest, rows), Distance: picked(e.Distance, rows), Speed: picked(e.Speed, rows), Height: picked(e.Height, rows),
		Open: picked(e.Open, rows), Parts: picked(e.Parts, rows),
	}
}

// picked returns some rows of a column, nil of a nil column.
func picked[T any](column []T, rows []int) []T {
	if column == nil {
		return nil
	}
	to := make([]T, len(rows))
	for n, row := range rows {
		to[n] = column[row]
	}
	return to
}

// Open says at which ends an encounter was cut off by the data: at its start, if the two were within
// the threshold already when the data of one began; at its end, if they still were when the data of
// one ended. Where a search has a window in time, the ends of the window count as ends of the data.
//
// The exact distance at the instant where the data begin or end decides. An encounter that begins a
// little later is not open, even if its time of entering rounds to the same float64.
type Open uint8

const (
	// OpenStart marks an encounter that was on already when the data begin.
	OpenStart Open = 1 << iota
	// OpenEnd marks an encounter that was still on when the data end.
	OpenEnd
)

// String returns "", "start", "end" or "both".
func (o Open) String() string {
	return [...]string{"", "start", "end", "both"}[o&3]
}
