package trajectory

import (
	"flyby/internal/rowbytes"
)

// Pairs is a chunk of pairs of trajectories that meet, in columns of the same length, ordered by
// QueryTraj and EntryTraj. Units are as in Encounters.
type Pairs struct {
	QueryTraj, EntryTraj []uint32
	Encounters           []uint32  // how often they meet
	Duration             []float64 // of all their encounters, summed in the order of time
	First, Last          []float64 // time at which the first encounter begins, and the last ends
	Closest              []float64 // time of closest approach, the earliest of equals
	Distance             []float64 // between the centres at Closest: at most the threshold and both radii
	Speed                []float64 // relative speed at Closest, as in Encounters
	Height               []float64 // of the entry above the query at Closest; nil without a vertical threshold
	Inside               []float64 // of visits: the time in the zone, summed as Duration is; nil: of trajectories
}

// Len returns the number of pairs.
func (p Pairs) Len() int { return len(p.First) }

// columns returns the columns.
func (p *Pairs) columns() columns {
	return columns{
		[mostInts]*[]uint32{&p.QueryTraj, &p.EntryTraj, &p.Encounters},
		[mostFloats]*[]float64{&p.Duration, &p.First, &p.Last, &p.Closest, &p.Distance, &p.Speed, &p.Height, &p.Inside}, nil,
	}
}

// Append is Append of Hits for pairs.
func (p Pairs) Append(o Pairs) (Pairs, error) {
	if err := needAppended("pairs", p.Len(), cap(p.First), o.Len(), rowbytes.PairBytes); err != nil {
		return p, err
	}
	p.columns().append(o.columns())
	return p, nil
}

// Slice returns the pairs [first, last), in the same memory.
func (p Pairs) Slice(first, last int) Pairs {
	p.columns().slice(first, last)
	return p
}

// Pick returns the pairs of the given rows, in the order of the rows, in memory of their own.
func (p Pairs) Pick(rows []int) Pairs {
	p.columns().pick(rows)
	return p
}
