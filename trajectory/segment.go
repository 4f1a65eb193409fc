package trajectory

// Segment is the motion between two consecutive samples: linear from P0 at T0
// to P1 at T1. A Store makes it from its columns when it is asked for one.
//
// Positions are in the store's length unit, times in its time unit; Z is 0 in
// 2-D. A point event has T0 == T1 and P0 == P1.
type Segment struct {
	T0, T1 float64
	P0, P1 [3]float64
	R      float64 // radius of its trajectory; adds to the threshold of its pairs
	Last   bool    // last segment before a trajectory's end or gap, but not before a splice: owns T1 too
}

// Owns reports whether the segment owns the instant t of its extent
// [T0, T1]: a segment owns its start, and only a Last one owns its end.
func (s Segment) Owns(t float64) bool {
	return t < s.T1 || s.Last
}

// Piece is the range of samples [First, First+Samples) of one trajectory, from one gap or splice to the next or
// to an end of the trajectory. It has max(1, Samples-1) segments. At a splice a piece ends at an instant, which it does not own, and
// another begins at this very instant, in a place of its own.
type Piece struct {
	Traj, First, Samples int

	// Begun and GoesOn say that the piece begins, or ends, at a splice, or that an excerpt (Store.Excerpt) lacks segments of it: before
	// First, or after its last sample. Where it goes on, its last segment here is not Last.
	Begun, GoesOn bool
}

// Segments returns the number of segments of the piece.
func (p Piece) Segments() int {
	return max(1, p.Samples-1)
}
