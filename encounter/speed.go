package encounter

import (
	"math"

	"flyby/trajectory"
)

// Forget makes the speed NaN of those encounters of which one of the two is a point event then,
// which has no velocity. All others keep theirs: 0 of two that rest beside each other, and
// where an instant is all that two segments share.
//
// Such an encounter is of one instant and one hit, since a point event is a piece of its own and
// an instant belongs to one segment of a trajectory.
func Forget(e trajectory.Encounters, queries, entries *trajectory.Store) {
	if !queries.HasPoints() && !entries.HasPoints() {
		return
	}
	for i, speed := range e.Speed {
		if t := e.Enter[i]; speed == 0 && t == e.Exit[i] &&
			(queries.IsPoint(int(e.QueryTraj[i]), t) || entries.IsPoint(int(e.EntryTraj[i]), t)) {
			e.Speed[i] = math.NaN()
		}
	}
}
