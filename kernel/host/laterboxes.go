package host

import (
	"flyby/binindex"
	"flyby/kernel"
)

// laterBoxes rules out pairs of boxes by their trajectories, for a rule with Later: a pair is
// not opened where the last trajectory of the entry box comes before the first trajectory that
// any query of the query box is compared with. In a join that lists the pairs of trajectories
// from a given one on, a pair is not opened where either box has earlier trajectories alone.
type laterBoxes struct {
	first, latest [][]uint32 // by step and box: first entry trajectory to compare with (nil: of a list), last trajectory
	from          uint32     // first trajectory of a list
}

func (l *laterBoxes) excludes(p pair) bool {
	if l.first == nil {
		return min(l.latest[p.es][p.e], l.latest[p.qs][p.q]) < l.from
	}
	return l.latest[p.es][p.e] < l.first[p.qs][p.q]
}

// laterBoxes makes the laterBoxes of a walk; nil where the rule has no Later. The column of
// the entries is kept for later walks.
func (r *resident) laterBoxes(w kernel.WalkWork, query steps) *laterBoxes {
	if !w.Later {
		return nil
	}
	first := query.overRuns(^uint32(0), func(u binindex.Run) uint32 { return w.FirstEntry(u.Traj) }, func(a, b uint32) uint32 { return min(a, b) })
	return &laterBoxes{first: first, latest: r.latestBoxes()}
}

// latestBoxes returns the last trajectory under each box of the entries, by step and box.
func (r *resident) latestBoxes() [][]uint32 {
	if r.latest == nil {
		r.latest = r.steps.overRuns(0, func(u binindex.Run) uint32 { return u.Traj }, func(a, b uint32) uint32 { return max(a, b) })
	}
	return r.latest
}

// overRuns computes a number for each run by the function of, and folds these numbers into one
// for each box of each step. Padding runs count as none.
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

// foldPackets folds the numbers of each packet of boxes in below into one of all.
func foldPackets(below, all []uint32, none uint32, fold func(a, b uint32) uint32) {
	for i := range all {
		all[i] = none
		for _, n := range below[i*packetBoxes : min((i+1)*packetBoxes, len(below))] {
			all[i] = fold(all[i], n)
		}
	}
}
