package trajectory

// Objects is a chunk of trajectories that meet others, in columns of the same length, ordered by Traj. Units are as in Encounters.
type Objects struct {
	Traj       []uint32
	Partners   []uint32  // how many trajectories it meets
	Encounters []uint32  // number of its encounters with all partners
	Duration   []float64 // of all its encounters, summed in the order of encounters
	Longest    []float64 // duration of its longest encounter
	Distance   []float64 // least distance between the centres
}

// ObjectBytes is the memory of an object in columns.
const ObjectBytes = 3*4 + 3*8

// Len returns the number of objects.
func (o Objects) Len() int { return len(o.Traj) }

// Append is Append of Hits for objects.
func (o Objects) Append(p Objects) (Objects, error) {
	if err := needAppended("objects", o.Len(), cap(o.Traj), p.Len(), ObjectBytes); err != nil {
		return o, err
	}
	o.Traj, o.Partners, o.Encounters = append(o.Traj, p.Traj...), append(o.Partners, p.Partners...), append(o.Encounters, p.Encounters...)
	o.Duration, o.Longest, o.Distance = append(o.Duration, p.Duration...), append(o.Longest, p.Longest...), append(o.Distance, p.Distance...)
	return o, nil
}

// Slice returns the objects [first, last), in the same memory.
func (o Objects) Slice(first, last int) Objects {
	return Objects{
		Traj: o.Traj[first:last], Partners: o.Partners[first:last], Encounters: o.Encounters[first:last],
		Duration: o.Duration[first:last], Longest: o.Longest[first:last], Distance: o.Distance[first:last],
	}
}

// Pick returns the objects of some rows, in the order of the rows, in memory of their own.
func (o Objects) Pick(rows []int) Objects {
	return Objects{
		Traj: picked(o.Traj, rows), Partners: picked(o.Partners, rows), Encounters: picked(o.Encounters, rows),
		Duration: picked(o.Duration, rows), Longest: picked(o.Longest, rows), Distance: picked(o.Distance, rows),
	}
}
