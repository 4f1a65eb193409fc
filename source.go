package flyby

import "flyby/trajectory"

// Source is a data set: a *trajectory.Store, or files of any size (input.Open). What is not known before rows are read is zero until then.
type Source interface {
	// Space says what positions are.
	Space() trajectory.Space
	// Times says what times are.
	Times() trajectory.TimeKind
	// IntIDs reports whether the ids of trajectories are integers.
	IntIDs() bool
	// ID returns the id of a trajectory by its number in results.
	ID(traj int) string
	// Size returns the number of samples, about, as far as it is known.
	Size() (samples uint64, known bool)
}

// isNothing reports whether a source is none: nil, or an interface that holds a nil store.
func isNothing(s Source) bool {
	store, ok := s.(*trajectory.Store)
	return s == nil || ok && store == nil
}
