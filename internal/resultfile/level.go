package resultfile

import (
	"errors"
	"slices"
)

// A Level is the level of detail of a file's rows, which decides its columns.
type Level string

// Levels of detail: a row for a pair of segments, for an encounter of two trajectories, for a pair of trajectories, for an entry that comes closest to a query.
const (
	HitLevel       Level = "hits"
	EncounterLevel Level = "encounters"
	PairLevel      Level = "pairs"
	NearestLevel   Level = "nearest"
)

// Levels of files of visits to zones: a row for a visit, for an interval of a segment, for an object and a zone, or for the beginning or the end of a visit.
const (
	VisitLevel     Level = "visits"
	VisitHitLevel  Level = "hits of visits"
	VisitPairLevel Level = "pairs of visits"
	EventLevel     Level = "events"
)

// Levels of files that only OpenAny opens: a row for a point with the number of its cluster, for a group or for a member of one.
const (
	ClusterLevel Level = "clusters"
	GroupLevel   Level = "groups"
)

// ErrNoResult is the error of a file whose columns are no result's.
var ErrNoResult = errors.New("no columns of results: it is no file of hits, encounters, pairs or neighbours")

// ErrObjects is the error of a file of objects, which a sample of pairs cannot verify.
var ErrObjects = errors.New("a file of objects, whose rows are sums over all pairs: take the encounters that they are made of, a file of --level encounters with the same flags")

// levelOf returns the level of detail of a file of results, by its columns.
func levelOf(columns []string) (Level, error) {
	has := func(name string) bool { return slices.Contains(columns, name) }
	switch {
	case has("traj_id") && has("partners"):
		return "", ErrObjects
	case has("label") && has("kind"):
		return ClusterLevel, nil
	case has("group") && has("size"):
		return GroupLevel, nil
	case has("zone_id") && has("traj_id"):
		return visitLevelOf(has)
	case !has("query_traj") || !has("entry_traj"):
		return "", ErrNoResult
	case has("query_seg"):
		return HitLevel, nil
	case has("t_enter"):
		return EncounterLevel, nil
	case has("t_first"):
		return PairLevel, nil
	case has("rank"):
		return NearestLevel, nil
	}
	return "", ErrNoResult
}

// visitLevelOf is levelOf for visits to zones.
func visitLevelOf(has func(column string) bool) (Level, error) {
	switch {
	case has("event"):
		return EventLevel, nil
	case has("seg"):
		return VisitHitLevel, nil
	case has("t_enter"):
		return VisitLevel, nil
	case has("t_first"):
		return VisitPairLevel, nil
	}
	return "", ErrNoResult
}

// OfZones reports whether rows are of objects and zones.
func (l Level) OfZones() bool {
	return l == VisitLevel || l == VisitHitLevel || l == VisitPairLevel || l == EventLevel
}
