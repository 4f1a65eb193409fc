package trajectory

// Events are the beginnings and the ends of visits to zones, in columns of the same length, ordered by T, Exits, Traj and Zone. Units are as in Encounters.
type Events struct {
	T          []float64
	Exits      []uint32 // 0: a visit begins, 1: one ends
	Traj, Zone []uint32
	Distance   []float64 // of the object to the zone then
}

// Len returns the number of events.
func (e Events) Len() int { return len(e.T) }

// columns returns the columns.
func (e *Events) columns() columns {
	return columns{u32: [mostInts]*[]uint32{&e.Exits, &e.Traj, &e.Zone}, f64: [mostFloats]*[]float64{&e.T, &e.Distance}}
}

// Slice returns the events [first, last), in the same memory.
func (e Events) Slice(first, last int) Events {
	e.columns().slice(first, last)
	return e
}

// Pick returns the events of the given rows, in the order of the rows, in memory of their own.
func (e Events) Pick(rows []int) Events {
	e.columns().pick(rows)
	return e
}
