package trajectory

// Hits is a columnar chunk of hits. Chunks of a result, one after the other,
// are in the defined order: query trajectory, query segment, entry trajectory,
// entry segment. All columns have the same length.
type Hits struct {
	QueryTraj, QuerySeg []uint32  // trajectory index in the query store, segment id
	EntryTraj, EntrySeg []uint32  // trajectory index in the entry store, segment id
	Enter, Exit         []float64 // closed interval within the threshold
}

// Len returns the number of hits.
func (h Hits) Len() int { return len(h.Enter) }

// Encounters is a columnar chunk of encounters, sorted by (QueryTraj,
// EntryTraj, Enter). All columns have the same length.
type Encounters struct {
	QueryTraj, EntryTraj []uint32
	Enter, Exit          []float64 // closed interval within the threshold
	Closest              []float64 // time of closest approach, the earliest of equals
	Distance             []float64 // between the centres at Closest
	Speed                []float64 // relative speed at Closest; 0 where an instant is all there is, at most the largest float64
	Open                 []Open
}

// Len returns the number of encounters.
func (e Encounters) Len() int { return len(e.Enter) }

// Open says at which ends an encounter was cut by the data: it was on already
// as one of the two came into being, or still on as one ended. A window that
// cuts the search cuts so too. It tells of the exact distance at that instant: one that
// begins a little later is not open, even if its time is rounded to the same float64.
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
