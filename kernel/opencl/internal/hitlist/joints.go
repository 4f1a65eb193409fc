package hitlist

import (
	"flyby/kernel/opencl/internal/clrt"
	"flyby/trajectory"
)

// Joints say where the trajectories of a store begin and where they break, on the
// device.
type Joints struct {
	store         *trajectory.Store // nil: yet to be sent
	Breaks, First clrt.Array        // as in encounters.cl
}

func NewJoints(side string) Joints {
	return Joints{Breaks: clrt.Array{Name: side + ".breaks"}, First: clrt.Array{Name: side + ".first"}}
}

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
	first, breaks := jointsOf(s)
	if err := l.dev.Memory.Fill(&j.First, first); err != nil {
		return err
	}
	if err := l.dev.Memory.Fill(&j.Breaks, breaks); err != nil {
		return err
	}
	j.store = s
	return nil
}

// jointsOf returns the first row of each trajectory, with the end, and the two planes of bits of
// encounters.cl, one after the other.
func jointsOf(s *trajectory.Store) (first, breaks []uint32) {
	first = make([]uint32, s.Trajectories()+1)
	for traj := range s.Trajectories() {
		_, last := s.Range(traj)
		first[traj+1] = uint32(last)
	}
	plane := s.Samples()/32 + 1
	breaks = make([]uint32, 2*plane)
	torn := breaks[plane:]
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
	return first, breaks
}
