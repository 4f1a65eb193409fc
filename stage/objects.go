package stage

import (
	"math"

	"flyby/trajectory"
)

// Objects sums up the encounters of each of n trajectories, the queries, in one row; with joined, for a join, an encounter counts for both trajectories. A trajectory without
// encounters has no row. Objects holds rowbytes.ObjectBytes for each of the n, and yields nothing before the stream has ended. Durations are summed in the order of
// the stream, so that sums are the same however the encounters were found: docs/decisions/0102-objects-are-sums.md.
func Objects(from Stream[trajectory.Encounters], n int, joined bool) Stream[trajectory.Objects] {
	return func(yield func(trajectory.Objects, error) bool) {
		s := newSums(n)
		for e, err := range steps(from) {
			if err != nil {
				yield(trajectory.Objects{}, err)
				return
			}
			for i := range e.Len() {
				s.add(&e, i, joined)
			}
		}
		s.leave()
		for some, err := range steps(func(yield func(trajectory.Objects, error) bool) { yield(s.all, nil) }) {
			if !yield(some, err) {
				return
			}
		}
	}
}

// sums are the sums of trajectories so far.
type sums struct {
	all    trajectory.Objects // row i is for trajectory i
	last   [2]uint32          // the last pair
	paired bool               // there is a last pair
}

func newSums(n int) *sums {
	s := &sums{all: trajectory.Objects{
		Traj: make([]uint32, n), Partners: make([]uint32, n), Encounters: make([]uint32, n),
		Duration: make([]float64, n), Longest: make([]float64, n), Distance: make([]float64, n),
	}}
	for i := range n {
		s.all.Traj[i], s.all.Distance[i] = uint32(i), math.Inf(1)
	}
	return s
}

// add adds encounter i of e. Encounters of a pair follow each other.
func (s *sums) add(e *trajectory.Encounters, i int, joined bool) {
	pair := [2]uint32{e.QueryTraj[i], e.EntryTraj[i]}
	partners := uint32(0)
	if !s.paired || pair != s.last {
		s.last, s.paired, partners = pair, true, 1
	}
	for k, traj := range pair {
		if k > 0 && !joined {
			return
		}
		o, lasted := &s.all, e.Exit[i]-e.Enter[i]
		o.Partners[traj] += partners
		o.Encounters[traj]++
		o.Duration[traj] += lasted
		o.Longest[traj], o.Distance[traj] = max(o.Longest[traj], lasted), min(o.Distance[traj], e.Distance[i])
	}
}

// leave removes, in place, the trajectories without encounters.
func (s *sums) leave() {
	o, n := &s.all, 0
	for i, times := range o.Encounters {
		if times == 0 {
			continue
		}
		o.Traj[n], o.Partners[n], o.Encounters[n] = o.Traj[i], o.Partners[i], times
		o.Duration[n], o.Longest[n], o.Distance[n] = o.Duration[i], o.Longest[i], o.Distance[i]
		n++
	}
	s.all = o.Slice(0, n)
}
