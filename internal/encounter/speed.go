package encounter

import (
	"math"

	"flyby/trajectory"
)

// Forget sets the speed to NaN in encounters with a point event, which has no velocity. All other
// encounters keep their speed: 0 for two objects that rest beside each other, and where two segments
// share only an instant.
//
// An encounter with a point event is of one instant and one hit, since a point event is a piece of
// its own and an instant belongs to one segment of a trajectory.
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
