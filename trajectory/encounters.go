package trajectory

import (
	"flyby/internal/rowbytes"
)

// Encounters is a chunk of encounters in columns of the same length, ordered by QueryTraj,
// EntryTraj and Enter; or of visits to zones, which are numbered by EntryTraj. Times are in the stores' unit of time, Distance in their unit of
// length, Speed in the unit of length per unit of time.
type Encounters struct {
	QueryTraj, EntryTraj []uint32
	Enter, Exit          []float64 // closed interval within the threshold
	Closest              []float64 // time of closest approach, the earliest of equals
	Distance             []float64 // between the centres at Closest: at most the threshold and both radii
	Speed                []float64 // relative speed at Closest, at most the largest float64; 0 where both share only an instant; NaN where one is a point event, which has no velocity
	Height               []float64 // of the entry above the query at Closest, from -V to V; nil without a vertical threshold V
	Open                 []Open
	Inside               []float64 // of visits, whose entries are zones: the time in the closed zone; nil: of trajectories
	EnterAway, ExitAway  []float64 // of visits: the distances at Enter and at Exit; nil as Inside is
	Parts                []uint32  // number of encounters that each was joined of; nil: none were joined, see package stage
}

// Len returns the number of encounters.
func (e Encounters) Len() int { return len(e.Enter) }

// columns returns the columns.
func (e *Encounters) columns() columns {
	return columns{
		[mostInts]*[]uint32{&e.QueryTraj, &e.EntryTraj, &e.Parts},
		[mostFloats]*[]float64{&e.Enter, &e.Exit, &e.Closest, &e.Distance, &e.Speed, &e.Height, &e.Inside, &e.EnterAway, &e.ExitAway}, &e.Open,
	}
}

// Append is Append of Hits for encounters.
func (e Encounters) Append(o Encounters) (Encounters, error) {
	if err := needAppended("encounters", e.Len(), cap(e.Enter), o.Len(), rowbytes.EncounterBytes); err != nil {
		return e, err
	}
	e.columns().append(o.columns())
	return e, nil
}

// Slice returns the encounters [first, last), in the same memory.
func (e Encounters) Slice(first, last int) Encounters {
	e.columns().slice(first, last)
	return e
}

// Pick returns the encounters of the given rows, in the order of the rows, in memory of their own.
func (e Encounters) Pick(rows []int) Encounters {
	e.columns().pick(rows)
	return e
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
