package trajectory

import (
	"flyby/internal/rowbytes"
)

// Objects is a chunk of trajectories that meet others, in columns of the same length, ordered by Traj. Units are as in Encounters.
type Objects struct {
	Traj       []uint32
	Partners   []uint32  // how many trajectories it meets
	Encounters []uint32  // number of its encounters with all partners
	Duration   []float64 // of all its encounters, summed in the order of encounters
	Longest    []float64 // duration of its longest encounter
	Distance   []float64 // least distance between the centres
}

// Len returns the number of objects.
func (o Objects) Len() int { return len(o.Traj) }

// columns returns the columns.
func (o *Objects) columns() columns {
	return columns{u32: [mostInts]*[]uint32{&o.Traj, &o.Partners, &o.Encounters}, f64: [mostFloats]*[]float64{&o.Duration, &o.Longest, &o.Distance}}
}

// Append is Append of Hits for objects.
func (o Objects) Append(p Objects) (Objects, error) {
	if err := needAppended("objects", o.Len(), cap(o.Traj), p.Len(), rowbytes.ObjectBytes); err != nil {
		return o, err
	}
	o.columns().append(p.columns())
	return o, nil
}

// Slice returns the objects [first, last), in the same memory.
func (o Objects) Slice(first, last int) Objects {
	o.columns().slice(first, last)
	return o
}

// Pick returns the objects of the given rows, in the order of the rows, in memory of their own.
func (o Objects) Pick(rows []int) Objects {
	o.columns().pick(rows)
	return o
}
