package hitlist

import (
	"flyby/internal/clrt"
	"flyby/trajectory"
)

// Joints is a copy on the device of the rows where the trajectories of a store begin and
// where their pieces end (joints in encounters.cl).
type Joints struct {
	clrt.Array
	store *trajectory.Store // nil: not sent yet
}

// NewJoints returns joints without a store, named after a side of the walk.
func NewJoints(side string) Joints { return Joints{Array: clrt.Array{Name: side + ".joints"}} }

// mean is the number of rows of a trajectory, on average.
func (j *Joints) mean() uint32 {
	return uint32(max(j.store.Samples()/max(j.store.Trajectories(), 1), 1))
}

// sendJoints enqueues a copy of a store's joints, unless the device has them.
func (l *List) sendJoints(j *Joints, s *trajectory.Store) error {
	if j.store == s {
		return nil
	}
	j.store = nil
	if err := l.dev.Memory.Fill(&j.Array, jointsOf(s)); err != nil {
		return err
	}
	j.store = s
	return nil
}

// jointsOf returns the first row of each trajectory and the number of rows, and then the two
// planes of bits described in encounters.cl.
func jointsOf(s *trajectory.Store) []uint32 {
	n, plane := s.Trajectories()+1, s.Samples()/32+1
	all := make([]uint32, n+2*plane)
	first, breaks, torn := all[:n], all[n:], all[n+plane:]
	for traj := range s.Trajectories() {
		_, last := s.Range(traj)
		first[traj+1] = uint32(last)
	}
	for p := range s.Pieces() {
		last := p.First + p.Samples - 1
		breaks[last/32] |= 1 << (last % 32)
		if p.Begun {
			torn[p.First/32] |= 1 << (p.First % 32)
		}
		if p.GoesOn {
			torn[last/32] |= 1 << (last % 32)
		}
	}
	return all
}
