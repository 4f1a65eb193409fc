package flyby

import "flyby/trajectory"

// Source is a data set: a *trajectory.Store, or files of any size (input.Open). Its methods return zero for properties that are not known until the rows are read.
type Source interface {
	// Space returns the space of positions: frame and number of dimensions.
	Space() trajectory.Space
	// Times returns the kind of times.
	Times() trajectory.TimeKind
	// IntIDs reports whether the ids of trajectories are integers.
	IntIDs() bool
	// ID returns the id of a trajectory by its number in results.
	ID(traj int) string
	// Size returns about the number of samples, and whether it is known.
	Size() (samples uint64, known bool)
}

// isNothing reports whether there is no source: nil, or an interface that holds a nil store.
func isNothing(s Source) bool {
	store, ok := s.(*trajectory.Store)
	return s == nil || ok && store == nil
}
