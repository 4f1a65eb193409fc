package slab

import (
	"fmt"
	"iter"

	"flyby/trajectory"
)

// A Whole holds the properties of a data set as a whole, however it is cut: everything that a
// result needs of it beside its samples. It does not change.
type Whole struct {
	IDs    trajectory.IDs // of all trajectories, in order; a trajectory's index here is its number in the whole
	Kind   trajectory.TimeKind
	Space  trajectory.Space
	Radius []float64 // [trajectories], or nil
	Counts []uint32  // [trajectories] the number of segments of each

	Segments uint64
	Extent   trajectory.Extent // of all samples; NaN along an axis that is not known
}

// Of returns the Whole of a store.
func Of(s *trajectory.Store) Whole {
	w := Whole{IDs: s.IDs(), Kind: s.Times(), Space: s.Space(), Segments: uint64(s.Segments()), Extent: s.Extent(), Counts: make([]uint32, s.Trajectories())}
	for p := range s.Pieces() {
		w.Counts[p.Traj] += uint32(p.Segments())
	}
	if s.HasRadius() {
		w.Radius = make([]float64, s.Trajectories())
		for traj := range w.Radius {
			w.Radius[traj] = s.Radius(traj)
		}
	}
	return w
}

// Times returns the kind of times.
func (w *Whole) Times() trajectory.TimeKind { return w.Kind }

// Named returns a store with the ids of the whole and no samples: for writing results, and for
// comparing ids.
func (w *Whole) Named() *trajectory.Store {
	return w.IDs.Named(w.Kind, w.Space, w.Extent)
}

// A Slab is the segments of a whole that start in [Start, End), and its overhang.
//
// Of one trajectory a slab holds consecutive segments: at most one of the overhang, which comes
// first, and its own. Store is an excerpt (trajectory.Store.Excerpt): for each trajectory it
// tells whether the whole has earlier segments of its first piece, and later ones of its last.
// A store without trajectories is a slab, too.
type Slab struct {
	Store      *trajectory.Store // its trajectories are in the order of the whole; its ids are undefined
	Start, End float64           // consecutive slabs meet: one ends where the next starts
	Traj       []uint32          // [trajectories of Store] the number of each in the whole, ascending
	Before     []uint32          // [trajectories of Store] its segments in the whole before its first in the slab
}

// Segment returns the number in the whole of a row's segment in its trajectory, traj in Store.
func (s *Slab) Segment(traj, row int) uint32 {
	return s.Before[traj] + uint32(s.Store.SegmentIDIn(traj, row))
}

// Within refuses a slab that cannot be of a whole: with trajectories or segments beyond it.
func (s *Slab) Within(w *Whole) error {
	for traj, of := range s.Traj {
		if int(of) >= len(w.Counts) {
			return fmt.Errorf("trajectory %d, of %d", of, len(w.Counts))
		}
		if last := s.Segment(traj, s.Store.LastRow(traj)); last >= w.Counts[of] {
			return fmt.Errorf("segment %d of trajectory %d, which has %d", last, of, w.Counts[of])
		}
	}
	return nil
}

// Owns reports whether the slab has a segment of its own, in O(trajectories).
func (s *Slab) Owns() bool {
	t := s.Store.T()
	for traj := range s.Store.Trajectories() {
		if t[s.Store.LastRow(traj)] >= s.Start {
			return true
		}
	}
	return false
}

// A Source yields the slabs of a whole in the order of time: the first starts at -Inf, the last
// ends at +Inf. A slab is the receiver's until it asks for the next, and may change then. An
// error ends the slabs; a Source may be ranged over once.
type Source iter.Seq2[*Slab, error]

// Some returns the ids of some trajectories, which ascend.
func Some(ids trajectory.IDs, trajs []int) trajectory.IDs {
	if ids.IntIDs() {
		some := make([]int64, len(trajs))
		for i, traj := range trajs {
			some[i] = ids.IntID(traj)
		}
		return trajectory.IntIDs(some)
	}
	some := make([]string, len(trajs))
	for i, traj := range trajs {
		some[i] = ids.ID(traj)
	}
	return trajectory.NameIDs(some)
}
