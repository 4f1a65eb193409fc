package visit

import (
	"cmp"
	"slices"

	"flyby/trajectory"
)

// chunkVisits is the number of visits that are worth a chunk.
const chunkVisits = 1 << 12

// joiner makes visits of stays, which come in order.
type joiner struct {
	finder  *finder // settles distances
	give    func(trajectory.Encounters) error
	open    map[int32]*stay // that may go on in the next section, by zone
	traj    uint32          // the object
	own     []visit         // of the object
	columns trajectory.Encounters
}

func newJoiner(f *finder, give func(trajectory.Encounters) error) *joiner {
	return &joiner{finder: f, give: give, open: map[int32]*stay{}, columns: newColumns()}
}

// take joins the stays that a job found, and gives a chunk where there is enough.
func (j *joiner) take(f *found) error {
	for _, v := range f.stays {
		if v.traj != j.traj {
			j.object()
			j.traj = v.traj
		}
		of := int32(v.zone)
		switch last := j.open[of]; {
		case last == nil:
		case v.joins && last.exit == v.enter:
			j.finder.extend(last, v)
			v = last
		default:
			j.end(last)
		}
		if v.joined {
			j.open[of] = v
			continue
		}
		j.end(v)
	}
	if j.columns.Len() < chunkVisits {
		return nil
	}
	return j.pass()
}

// end makes a visit of a stay that does not go on.
func (j *joiner) end(v *stay) {
	delete(j.open, int32(v.zone))
	v.closest, v.distance, v.inside = v.nearest.at.t, v.nearest.distance, v.time[0]
	j.own = append(j.own, v.visit)
}

// object puts the visits of an object into columns, by zone; of a zone they come in order of time.
func (j *joiner) object() {
	for _, v := range j.open { // no visit goes on at the splice: of a zone it is the last
		j.end(v)
	}
	slices.SortStableFunc(j.own, func(a, b visit) int { return cmp.Compare(a.zone, b.zone) })
	for i := range j.own {
		j.own[i].appendTo(&j.columns)
	}
	j.own = j.own[:0]
}

// pass gives the visits of the objects that are done.
func (j *joiner) pass() error {
	some := j.columns
	j.columns = newColumns()
	if some.Len() == 0 {
		return nil
	}
	return j.give(some)
}

// newColumns returns columns of visits.
func newColumns() trajectory.Encounters {
	return trajectory.Encounters{Inside: []float64{}, EnterAway: []float64{}, ExitAway: []float64{}}
}

// appendTo appends a visit to columns. It has no speed: the column is 0.
func (v *visit) appendTo(e *trajectory.Encounters) {
	e.QueryTraj, e.EntryTraj, e.Open = append(e.QueryTraj, v.traj), append(e.EntryTraj, v.zone), append(e.Open, v.open)
	e.Enter, e.Exit, e.Closest, e.Distance = append(e.Enter, v.enter), append(e.Exit, v.exit), append(e.Closest, v.closest), append(e.Distance, v.distance)
	e.Speed, e.Inside, e.EnterAway, e.ExitAway = append(e.Speed, 0), append(e.Inside, v.inside), append(e.EnterAway, v.enterAway), append(e.ExitAway, v.exitAway)
}
