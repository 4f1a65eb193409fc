package question

import (
	"slices"

	"flyby"
	"flyby/cluster"
	"flyby/group"
	"flyby/trajectory/format"
)

// A Kind is what a question asks for. The command of the kind has the same name.
type Kind string

const (
	// Searches asks which entries come within a distance of which queries, and when.
	Searches Kind = "search"
	// Joins asks which trajectories of one data set come within a distance of each other, and when.
	Joins Kind = "join"
	// Convoys asks which trajectories of one data set stay together.
	Convoys Kind = "convoys"
	// NearestTrajectories asks which entries come closest to each trajectory of one data set, or to each query, and when.
	NearestTrajectories Kind = "nearest"
	// ZoneVisits asks when the trajectories of one data set are in zones, or within a distance of these.
	ZoneVisits Kind = "visits"
	// SelfJoins asks which points of one data set are within a distance of each other.
	SelfJoins Kind = "selfjoin"
	// PointJoins asks which points are within a distance of which query points.
	PointJoins Kind = "pointjoin"
	// NearestPoints asks for the points nearest to each point, or to each query point.
	NearestPoints Kind = "knn"
	// Clusterings asks for clusters of points.
	Clusterings Kind = "dbscan"
)

// OfPoints reports whether the data of the kind are points, which have no times.
func (k Kind) OfPoints() bool {
	return k == SelfJoins || k == PointJoins || k == NearestPoints || k == Clusterings
}

// HasSides reports whether questions of the kind may have two data sets.
func (k Kind) HasSides() bool {
	return k == Searches || k == NearestTrajectories || k == PointJoins || k == NearestPoints
}

// A Level is what a row of an answer is.
type Level string

const (
	// Hits are pairs of segments; of ZoneVisits the intervals of a segment within the distance of a zone.
	Hits Level = "hits"
	// Visits are the times that trajectories spend within the distance of zones.
	Visits Level = "visits"
	// Events are the beginnings and the ends of visits, in order of time.
	Events Level = "events"
	// Encounters are the hits of a pair of trajectories, joined where they touch in time.
	Encounters Level = "encounters"
	// Pairs are pairs of trajectories: how often, how long and how closely they meet. Of points they are pairs of points, of ZoneVisits pairs of a trajectory and a zone.
	Pairs Level = "pairs"
	// Objects are the trajectories that meet others, of a search the queries: how many, how often, how long and how closely.
	Objects Level = "objects"
	// Members are the members of groups, a row for each.
	Members Level = "members"
	// Groups are groups, a row for each.
	Groups Level = "groups"
	// Counts are the numbers of neighbours of each point, or of each query point.
	Counts Level = "counts"
	// Neighbours are the lists of neighbours of each point, or of each query point.
	Neighbours Level = "neighbours"
	// Nearest are the nearest points of each point, or of each query point; and the trajectories that come closest to each trajectory, or to each query, a row for each.
	Nearest Level = "nearest"
	// Clusters are the points with the clusters that they belong to.
	Clusters Level = "clusters"
	// Distances are the distances of points to their neighbours number MinPoints - 1: see cluster.Distances.
	Distances Level = "distances"
)

// Levels returns the levels of a kind, the default first.
func (k Kind) Levels() []Level {
	switch k {
	case Convoys:
		return []Level{Members, Groups}
	case SelfJoins, PointJoins:
		return []Level{Pairs, Counts, Neighbours}
	case ZoneVisits:
		return []Level{Visits, Hits, Pairs, Events}
	case NearestTrajectories, NearestPoints:
		return []Level{Nearest}
	case Clusterings:
		return []Level{Clusters, Distances}
	}
	return []Level{Encounters, Hits, Pairs, Objects}
}

// What With may name in addition to columns of the input.
const (
	// Positions are the places of both at the closest approach.
	Positions = "positions"
	// Speeds are the mean speeds of both from the beginning of a row to its end; of Nearest, whose rows are instants, their speeds at the closest approach.
	Speeds = "speeds"
	// Paths is no column: in GeoJSON a line for each of both, behind the row's point, from the beginning of the row to its end.
	Paths = "paths"
	// Both is no column: each row of a join comes a second time, right behind it, the two trajectories exchanged.
	Both = "both"
)

// A Question is what is asked of data: neither the data, nor the machine that answers, nor functions. Lengths, times and speeds are in the units of
// the data. The zero value asks which trajectories touch.
type Question struct {
	// Kind is the kind; "": Searches where there are queries, otherwise Joins.
	Kind Kind
	// Level is what a row is; "": the first of Levels of the kind.
	Level Level
	// Search is the question of Searches, Joins, NearestTrajectories, which alone has its K and MaxDistance, and ZoneVisits, which alone has its Zones. Its Queries, Batching and Plan, and the files and functions
	// of its Zones, are not part of a question, and are not set.
	Search flyby.Search
	// Group is the question of Convoys.
	Group group.Search
	// Points is the question of kinds of points.
	Points Points
	Stages
	// With are further columns: some of Extras, and names of columns of the input. A column of the input adds two columns to rows, query_NAME and entry_NAME, with the values at the closest approach (hits: at the
	// beginning), and to objects one, NAME, with the value in the first row of the trajectory, as first:NAME has it for all rows.
	With []string
	// Geometry is a further column of files of Parquet and Arrow: the query's position at the closest approach, of encounters, pairs and Nearest, or the paths of both, of encounters.
	Geometry format.Shape
	// Answer are the units of written distances and speeds; none: the units of the data. Functions always get numbers in the units of the data.
	Answer format.AnswerUnits
}

// Has reports whether With has a word.
func (q *Question) Has(word string) bool { return slices.Contains(q.With, word) }

// Stages are what becomes of encounters before they are written, in this order.
type Stages struct {
	// MergeGap above 0 joins the encounters of a pair that are less than it apart in time. Parts adds the column of how many encounters were joined, also where MergeGap is 0.
	MergeGap float64
	Parts    bool
	// MinDuration leaves out encounters that are shorter, after MergeGap has joined them.
	MinDuration float64
	// Having are conditions on columns, further ones too, that rows must hold to be kept: see format.ParseCondition. Columns of lengths, times and speeds are compared with
	// numbers in the units of the data, or with numbers that have a unit, as 2kn; instants with text that format.ParseInstant reads. It comes after MinDuration, before Top, Limit and Count; of groups it leaves out rows, and
	// the groups keep their numbers.
	// With Both it looks at each of a row's two directions on its own, and Top, Limit and Count count rows as they are written.
	Having []format.Condition
	// Top keeps only that many of the closest rows, in order of their distance, and Limit only that many of the first rows; 0: all. At most one of the two may be set.
	Top, Limit uint64
	// Count counts rows, and hands over none.
	Count bool
}

// Filters reports whether conditions leave rows out.
func (s *Stages) Filters() bool { return len(s.Having) > 0 }

// Shortens reports whether short encounters are left out.
func (s *Stages) Shortens() bool { return s.MinDuration > 0 }

// Points is the question of kinds of points.
type Points struct {
	// Eps is the distance of pairs, counts and neighbours. Distances asks for the distance of each pair, and Mirrored for each pair of SelfJoins in both orders, as flyby.PointSearch has them.
	Eps                 float64
	Distances, Mirrored bool
	// Nearest is the number of nearest points to find.
	Nearest int
	// Clusters says which clusters are found. Its Method and Kernel are not part of a question, and are not set. A file without rows has no clusters.
	Clusters cluster.Search
	// AutoEps sets Clusters.Eps, which is empty then, to the knee of the distances to neighbours: see cluster.Distances.Knee. Clusters.MinPoints has one number then, 2 or
	// more, as for Distances.
	AutoEps bool
}
