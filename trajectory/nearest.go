package trajectory

import "flyby/internal/rowbytes"

// Nearest is a chunk of the entries that come closest to queries, in columns of the same length, ordered by QueryTraj and Rank. Units are as in
// Encounters.
type Nearest struct {
	QueryTraj, EntryTraj []uint32
	Rank                 []uint32  // of the entry among all entries of the query, from 1
	Closest              []float64 // first time of least distance
	Distance             []float64 // between the centres at Closest
	Speed                []float64 // relative speed of the segments that own Closest, at most the largest float64; NaN where one is a point event
	Shared               []float64 // how long both exist within the window of the search; 0 where they share single instants alone
}

// Len returns the number of rows.
func (n Nearest) Len() int { return len(n.Rank) }

// columns returns the columns.
func (n *Nearest) columns() columns {
	return columns{
		[mostInts]*[]uint32{&n.QueryTraj, &n.EntryTraj, &n.Rank},
		[mostFloats]*[]float64{&n.Closest, &n.Distance, &n.Speed, &n.Shared}, nil,
	}
}

// Append is Append of Hits for nearest entries.
func (n Nearest) Append(o Nearest) (Nearest, error) {
	if err := needAppended("nearest entries", n.Len(), cap(n.Rank), o.Len(), rowbytes.NearestBytes); err != nil {
		return n, err
	}
	n.columns().append(o.columns())
	return n, nil
}

// Slice returns the rows [first, last), in the same memory.
func (n Nearest) Slice(first, last int) Nearest {
	n.columns().slice(first, last)
	return n
}

// Pick returns the given rows, in their order, in memory of their own.
func (n Nearest) Pick(rows []int) Nearest {
	n.columns().pick(rows)
	return n
}
