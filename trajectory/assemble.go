package trajectory

// Sorted holds the columns of a Store in the store's order: the rows of a trajectory one after the
// other, trajectories as IDs has them. Store takes it as it is.
type Sorted struct {
	T, X, Y, Z []float64 // [samples]; Z nil: 2-D
	H          []float64 // [samples] heights; nil: none
	First      []int     // [trajectories+1] the first sample of each, then the number of samples
	IDs        IDs       // [trajectories]
	Radius     []float64 // [trajectories], or nil
	Gaps       []int     // samples after which a gap lies, ascending; none is the last of its trajectory
	Times      TimeKind
	Frame      Frame
}

// Store makes a Store of rows that New, or a reader that applies New's rules, has checked before.
// It panics on slices whose lengths do not fit, checks nothing else and keeps the slices. There may
// be no sample. The store is as New would make it, without a count of rows skipped.
func (c Sorted) Store() *Store {
	n := c.IDs.Len()
	if len(c.First) != n+1 || c.First[n] != len(c.T) || c.Radius != nil && len(c.Radius) != n {
		panic("trajectory: assemble: ids, first samples and radii do not fit each other")
	}
	if len(c.X) != len(c.T) || len(c.Y) != len(c.T) || c.Z != nil && len(c.Z) != len(c.T) || c.H != nil && len(c.H) != len(c.T) {
		panic("trajectory: assemble: columns of unequal length")
	}
	s := &Store{
		t: c.T, x: c.X, y: c.Y, z: c.Z, h: c.H, first: c.First, ids: c.IDs, radius: c.Radius,
		gaps: c.Gaps, holes: holesOf(c.First, c.Gaps), times: c.Times, frame: c.Frame,
	}
	if len(c.T) > 0 {
		s.measure()
	}
	return s
}

// holesOf returns the samples of gaps that start no segment: the last sample of each piece of two
// samples or more.
func holesOf(first, gaps []int) (holes []int) {
	traj, start := 0, 0
	for _, row := range gaps {
		for traj+1 < len(first) && first[traj+1] <= row {
			traj++
		}
		if start = max(start, first[traj]); row > start {
			holes = append(holes, row)
		}
		start = row + 1
	}
	return holes
}
