package host

import (
	"flyby/binindex"
	"flyby/kernel"
)

// laterBoxes is what a walk by a rule with Later knows of boxes: a pair of boxes is not
// opened where the latest trajectory of the entry box comes before the first that any of the
// query box is compared with. In a join whose pairs are listed from a trajectory on, it is not
// opened where all of either box come before that.
type laterBoxes struct {
	first, latest [][]uint32 // of each step, by the number of the box; first nil: of a list
	from          uint32     // trajectory, of a list
}

func (l *laterBoxes) excludes(p pair) bool {
	if l.first == nil {
		return min(l.latest[p.es][p.e], l.latest[p.qs][p.q]) < l.from
	}
	return l.latest[p.es][p.e] < l.first[p.qs][p.q]
}

// laterBoxes makes them for a walk; nil where the rule has no Later. Those of the entries
// are kept.
func (r *resident) laterBoxes(w kernel.WalkWork, query steps) *laterBoxes {
	if !w.Later {
		return nil
	}
	first := query.overRuns(^uint32(0), func(u binindex.Run) uint32 { return w.FirstEntry(u.Traj) }, func(a, b uint32) uint32 { return min(a, b) })
	return &laterBoxes{first: first, latest: r.latestBoxes()}
}

// latestBoxes returns the latest trajectory under each box of the entries.
func (r *resident) latestBoxes() [][]uint32 {
	if r.latest == nil {
		r.latest = r.steps.overRuns(0, func(u binindex.Run) uint32 { return u.Traj }, func(a, b uint32) uint32 { return max(a, b) })
	}
	return r.latest
}

// overRuns folds a number of each run into one for each box of each step. Padding has none.
func (s *steps) overRuns(none uint32, of func(binindex.Run) uint32, fold func(a, b uint32) uint32) [][]uint32 {
	all := make([][]uint32, len(s.packets))
	for k := range all {
		all[k] = make([]uint32, len(s.Levels[2*k]))
		if k > 0 {
			foldPackets(all[k-1], all[k], none, fold)
			continue
		}
		for i, r := range s.Runs {
			all[0][i] = none
			if r.Count > 0 {
				all[0][i] = of(r)
			}
		}
	}
	return all
}

// foldPackets folds the numbers of the boxes of each packet below.
func foldPackets(below, all []uint32, none uint32, fold func(a, b uint32) uint32) {
	for i := range all {
		all[i] = none
		for _, n := range below[i*packetBoxes : min((i+1)*packetBoxes, len(below))] {
			all[i] = fold(all[i], n)
		}
	}
}
