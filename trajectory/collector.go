package trajectory

// A Collector takes the segments of a Builder. An error ends the building.
type Collector interface {
	// Segment takes the next segment of a trajectory, which is valid until Segment returns.
	Segment(*BuiltSegment) error
	// Close tells that a gap follows a segment, the last that Segment took of its trajectory and no point event. P0 and P1 are both
	// the position of its end.
	Close(*BuiltSegment) error
}

// A LeapCollector is a Collector that is told of ways that are too fast, between the times of two samples.
type LeapCollector interface {
	Leap(number uint32, from, to float64)
}

// A BuiltSegment leads from a sample of a trajectory to the next in its piece. A point event, a piece of one sample, leads from it to
// itself.
type BuiltSegment struct {
	Traj   uint32 // number of the trajectory, as the rows have it
	Number uint32 // number of the segment in it, 0 for the first
	Begins bool   // the segment is the first of its piece
	Point  bool   // it is a point event
	Parts  int    // that the segment stands for: 1, but within New
	T0, T1 float64
	P0, P1 Position
}

// A Position is the coordinates of a sample, two or three, then its height where samples have heights.
type Position [4]float64

// A BuildReport counts what a Builder made of rows.
type BuildReport struct {
	Segments uint64
	Gaps     uint64
	Split    int      // ways that a Path made parts of
	Added    int      // samples between them
	Places   int      // rows that are places: see BuildOptions.Until
	FarApart FarApart // by segments before a Path makes parts of them; none where BuildOptions.MaxGap is a limit
	LeftOut
}
