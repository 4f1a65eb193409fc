package trajectory

// A Collector takes the segments of a Builder. An error ends the building.
type Collector interface {
	// Segment takes the next segment of a trajectory, which is valid until Segment returns.
	Segment(*BuiltSegment) error
	// Close tells that a gap follows the last segment that Segment took of a trajectory, which is no point event. P0 and P1 say nothing.
	Close(*BuiltSegment) error
}

// A leapCollector is a Collector that is also told of each way that is too fast, by the times of its two samples.
type leapCollector interface {
	Leap(number uint32, from, to float64)
}

// A BuiltSegment leads from a sample of a trajectory to the next sample of its piece. A point event, the piece of one sample, leads
// from the sample to itself.
type BuiltSegment struct {
	Traj    uint32 // number of the trajectory, as the rows have it
	Number  uint32 // number of the segment in its trajectory, 0 for the first
	Begins  bool   // the segment is the first of its piece
	Spliced bool   // and the piece begins at a splice
	Point   bool   // it is a point event
	Parts   int    // number of parts that the segment stands for: 1, but within New
	T0, T1  float64
	P0, P1  Position
}

// A Position is the coordinates of a sample, two or three, then its height where samples have heights.
type Position [4]float64

// A BuildReport counts what a Builder made of rows.
type BuildReport struct {
	Segments uint64
	Gaps     uint64   // and splices
	Split    int      // ways that a Path cut into parts
	Added    int      // samples between these parts
	Places   int      // rows that are places: see BuildOptions.Until
	FarApart FarApart // of segments before a Path cuts them into parts; none where BuildOptions.MaxGap is a limit
	Jumps    Jumps    // of segments before a Path cuts them into parts: see BuildOptions.MaxSpeed; Fastest is the number of a trajectory
	LeftOut
}

// add adds the counts of other, but for FarApart and Jumps.
func (r *BuildReport) add(other *BuildReport) {
	r.Segments += other.Segments
	r.Gaps += other.Gaps
	r.Split += other.Split
	r.Added += other.Added
	r.Places += other.Places
	r.LeftOut.Add(other.LeftOut)
}
