package trajectory

// LeftOut counts rows, gaps and samples that New leaves out of trajectories though no row is bad.
type LeftOut struct {
	Repeats   int // rows that equal the row before in their trajectory
	SpeedGaps int // gaps of BuildOptions.MaxSpeed
	CutOff    int // samples that MaxSpeed leaves out, between two segments that are too fast

	GapAlone   int // trajectories of several samples that BuildOptions.MaxGap leaves without a segment between two of them
	SpeedAlone int // trajectories that MaxSpeed leaves without a segment, alone or with MaxGap
}

// CountAlone counts a trajectory that has no segment between two of its samples because MaxGap or MaxSpeed parts them.
func (l *LeftOut) CountAlone(segment, byGap, bySpeed bool) {
	switch {
	case segment:
	case bySpeed:
		l.SpeedAlone++
	case byGap:
		l.GapAlone++
	}
}

// Add adds the counts of other.
func (l *LeftOut) Add(other LeftOut) {
	l.Repeats += other.Repeats
	l.SpeedGaps += other.SpeedGaps
	l.CutOff += other.CutOff
	l.GapAlone += other.GapAlone
	l.SpeedAlone += other.SpeedAlone
}

// LeftOut returns the counts of rows, gaps and samples that New left out.
func (s *Store) LeftOut() LeftOut { return s.left }

// FarApart returns which segments join samples that are far apart in time.
func (s *Store) FarApart() FarApart { return s.far }

// Jumps returns the segments far faster than others; none where a BuildOptions.MaxSpeed limits speeds, and along curves.
func (s *Store) Jumps() Jumps { return s.jumps }
