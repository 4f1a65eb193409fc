package trajectory

// LeftOut counts what is left out of trajectories though nothing is wrong with it.
type LeftOut struct {
	Repeats int // rows that are the same as the one before in their trajectory
}

// Add adds what was left out elsewhere.
func (l *LeftOut) Add(other LeftOut) {
	l.Repeats += other.Repeats
}

// LeftOut returns what New left out.
func (s *Store) LeftOut() LeftOut { return s.left }
