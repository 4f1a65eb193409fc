package interaction

import "flyby/trajectory"

// Rule holds the threshold of a search and says which pairs of segments are compared,
// besides their place and time.
type Rule struct {
	Distance float64 // the threshold d >= 0, in the store's length unit
	Window   Window
	// Vertical is the threshold of the difference of heights, which the stores have then;
	// nil: there is none. Drivers ignore it: the caller of a driver cuts the hits (WithinHeights;
	// docs/decisions/0037-cylinders.md).
	Vertical *Heights
	// ExactTimes wants encounters to begin and end at the true instants where these are float64 values. Drivers ignore it, too: their caller
	// finds these instants for the encounters of a rule without Vertical (docs/decisions/0068-groups-by-a-sweep.md).
	ExactTimes bool
	// Excluded[q] is the entry trajectory that query trajectory q is not compared
	// with, or NoneExcluded; nil where no pair is excluded.
	Excluded []uint32
	// Later says that Excluded, which is not nil then, leaves out the entry trajectories
	// before Excluded[q] as well: q is compared with later ones alone.
	Later bool
	// Join says that queries and entries are one store, each unordered pair of
	// different trajectories to be found once, the lesser row as the query.
	Join bool
}

// Between returns the rule of a search of entries with queries, or of a join of the entries where queries are nil. exceptSameID excludes pairs of
// trajectories with the same id, which a join has not; nothing but ids is read.
func (r Rule) Between(queries, entries *trajectory.Store, exceptSameID bool) Rule {
	if r.Join = queries == nil; exceptSameID && !r.Join {
		r.Excluded = excludeSameID(queries, entries)
	}
	return r
}

// HasHeights reports whether there is a vertical threshold: encounters of the rule have heights then.
func (r Rule) HasHeights() bool { return r.Vertical != nil }

// Excludes reports whether no segment of a query trajectory is compared with any of
// an entry trajectory: they are one object of a join, or excluded.
func (r *Rule) Excludes(query, entry uint32) bool {
	if r.Later {
		return entry < r.FirstEntry(query)
	}
	return r.Join && query == entry || r.Excluded != nil && r.Excluded[query] == entry
}

// FirstEntry returns the first entry trajectory that a query trajectory is compared with
// by a rule with Later.
func (r *Rule) FirstEntry(query uint32) uint32 { return r.Excluded[query] + 1 } // of NoneExcluded: 0

// NoneExcluded in Rule.Excluded marks a query trajectory that is compared with all.
const NoneExcluded = ^uint32(0)

// excludeSameID returns for each query trajectory the entry trajectory of the same
// id, or NoneExcluded: a Rule's Excluded that leaves out pairs of an object with itself.
func excludeSameID(queries, entries *trajectory.Store) []uint32 {
	excluded := make([]uint32, queries.Trajectories())
	for q := range excluded {
		excluded[q] = NoneExcluded
	}
	for q, e := range entries.Shared(queries) {
		excluded[q] = uint32(e)
	}
	return excluded
}
