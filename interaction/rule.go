package interaction

import "flyby/trajectory"

// Rule is what makes a pair of segments worth an interaction, beside place and
// time.
type Rule struct {
	Distance float64 // the threshold d >= 0, in the store's length unit
	Window   Window
	// Twin[q] is the entry trajectory that query trajectory q is not compared
	// with, or NoTwin; nil where there are none.
	Twin []uint32
	// Join says that queries and entries are one store, each unordered pair of
	// different trajectories to be found once, the lesser row as the query.
	Join bool
}

// NoTwin in Rule.Twin marks a query trajectory that is compared with all.
const NoTwin = ^uint32(0)

// Twins returns for each query trajectory the entry trajectory of the same id,
// or NoTwin: a Rule's Twin that leaves out pairs of an object with itself.
func Twins(queries, entries *trajectory.Store) []uint32 {
	twin := make([]uint32, queries.Trajectories())
	for q := range twin {
		twin[q] = NoTwin
	}
	for q, e := range entries.Shared(queries) {
		twin[q] = uint32(e)
	}
	return twin
}
