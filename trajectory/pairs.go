package trajectory

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
}

// PairBytes is the memory of a pair in columns, without Height.
const PairBytes = 3*4 + 6*8

// Len returns the number of pairs.
func (p Pairs) Len() int { return len(p.First) }

// Append is Append of Hits for pairs.
func (p Pairs) Append(o Pairs) (Pairs, error) {
	if err := needAppended("pairs", p.Len(), cap(p.First), o.Len(), PairBytes); err != nil {
		return p, err
	}
	p.QueryTraj, p.EntryTraj = append(p.QueryTraj, o.QueryTraj...), append(p.EntryTraj, o.EntryTraj...)
	p.Encounters, p.Duration = append(p.Encounters, o.Encounters...), append(p.Duration, o.Duration...)
	p.First, p.Last = append(p.First, o.First...), append(p.Last, o.Last...)
	p.Closest, p.Distance, p.Speed = append(p.Closest, o.Closest...), append(p.Distance, o.Distance...), append(p.Speed, o.Speed...)
	p.Height = append(p.Height, o.Height...)
	return p, nil
}

// Slice returns the pairs [first, last), in the same memory.
func (p Pairs) Slice(first, last int) Pairs {
	return Pairs{
		QueryTraj: p.QueryTraj[first:last], EntryTraj: p.EntryTraj[first:last],
		Encounters: p.Encounters[first:last], Duration: p.Duration[first:last],
		First: p.First[first:last], Last: p.Last[first:last],
		Closest: p.Closest[first:last], Distance: p.Distance[first:last], Speed: p.Speed[first:last], Height: sliced(p.Height, first, last),
	}
}

// Pick returns the pairs of some rows, in the order of the rows, in memory of their own.
func (p Pairs) Pick(rows []int) Pairs {
	return Pairs{
		QueryTraj: picked(p.QueryTraj, rows), EntryTraj: picked(p.EntryTraj, rows),
		Encounters: picked(p.Encounters, rows), Duration: picked(p.Duration, rows),
		First: picked(p.First, rows), Last: picked(p.Last, rows),
		Closest: picked(p.Closest, rows), Distance: picked(p.Distance, rows), Speed: picked(p.Speed, rows), Height: picked(p.Height, rows),
	}
}
