package slab

import (
	"fmt"
	"iter"

	"flyby/trajectory"
)

// A Whole is what is true of a data set as a whole, however it is cut: what a result needs of it
// beside its samples. It does not change.
type Whole struct {
	IDs    trajectory.IDs // of all trajectories, in order; a trajectory's place here is its number in the whole
	Kind   trajectory.TimeKind
	Space  trajectory.Space
	Radius []float64 // [trajectories], or nil
	Counts []uint32  // [trajectories] the segments of each

	Segments uint64
	Extent   trajectory.Extent // of all samples; NaN along an axis that is not known
}

// Of returns what is true of a store as a whole.
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

// Times says what times are.
func (w *Whole) Times() trajectory.TimeKind { return w.Kind }

// Named returns a store with the ids of the whole and no samples: what results are written with,
// and what ids are compared in.
func (w *Whole) Named() *trajectory.Store {
	return trajectory.Named(w.IDs, w.Kind, w.Space, w.Extent)
}

// A Slab is the segments of a whole that start in [Start, End), and its overhang.
//
// Of one trajectory a slab holds segments that follow one another: one of the overhang at most,
// which comes first, and those of its own. Store is an excerpt (trajectory.Store.Excerpt): of
// each trajectory it knows whether the whole has segments of its first piece before, and of its
// last piece after. A store of no trajectory is a slab too.
type Slab struct {
	Store      *trajectory.Store // its trajectories are in the order of the whole; its ids may be any
	Start, End float64           // slabs follow one another: one ends where the next starts
	Traj       []uint32          // [trajectories of Store] the number of each in the whole, ascending
	Before     []uint32          // [trajectories of Store] its segments in the whole before the first here
}

// Segment returns the number in the whole of a row's segment in its trajectory, traj in Store.
func (s *Slab) Segment(traj, row int) uint32 {
	return s.Before[traj] + uint32(s.Store.SegmentIDIn(traj, row))
}

// Within refuses a slab that a whole does not have: of trajectories or segments beyond it.
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
