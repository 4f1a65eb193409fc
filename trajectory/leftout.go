package trajectory

// LeftOut counts what is left out of trajectories though nothing is wrong with it.
type LeftOut struct {
	Repeats   int // rows that are the same as the one before in their trajectory
	SpeedGaps int // gaps of BuildOptions.MaxSpeed
	CutOff    int // samples that it leaves out, between two segments that are too fast
}

// Add adds what was left out elsewhere.
func (l *LeftOut) Add(other LeftOut) {
	l.Repeats += other.Repeats
	l.SpeedGaps += other.SpeedGaps
	l.CutOff += other.CutOff
}

// LeftOut returns what New left out.
func (s *Store) LeftOut() LeftOut { return s.left }
