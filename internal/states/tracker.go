package states

import (
	"flyby/trajectory"
)

// A Tracker keeps the state of each trajectory, by its number, while rows come in any order.
type Tracker struct {
	Span
	Motion
	// MaxGap and MaxSpeed are the limits of two rows that a velocity is taken from; 0: there are none.
	MaxGap, MaxSpeed float64

	states []tracked
	later  int
}

// A tracked is the state of a trajectory so far.
type tracked struct {
	trajectory.Sample
	seen, moves bool // a row at or before now came, and one that has a velocity
	least       bool // the speed is the least that the row stands for
}

// at returns the state of a trajectory.
func (k *Tracker) at(number uint32) *tracked {
	for len(k.states) <= int(number) {
		k.states = append(k.states, tracked{})
	}
	return &k.states[number]
}

// StateBytes is the memory of the state of a trajectory.
const StateBytes = 96

// Take takes a row, whose V is its velocity unless moves is false. least says that its speed is the least that it stands for. Of two rows at one time the first that came stays.
func (k *Tracker) Take(number uint32, row trajectory.Sample, moves, least bool) {
	if row.T > k.Now {
		k.later++
		return
	}
	s := k.at(number)
	if s.seen = true; moves && (!s.moves || row.T > s.T) {
		s.Sample, s.moves, s.least = row, true, least
	}
}

// Follow takes all n rows of a trajectory, in order of time, with the pieces that they are of: the velocity of each row leads from the row before it.
func (k *Tracker) Follow(number uint32, n int, at func(i int) (row trajectory.Sample, piece uint32)) {
	var before trajectory.Sample
	var last uint32
	for i := range n {
		row, piece := at(i)
		moves := i > 0 && piece == last && k.joins(before, row)
		state := row
		if moves {
			state.V = k.Between(before, row)
		}
		k.Take(number, state, moves, false)
		before, last = row, piece
	}
}

// joins reports whether two rows are near enough in time and in space to take a velocity from.
func (k *Tracker) joins(from, to trajectory.Sample) bool {
	return !(k.MaxGap > 0 && to.T-from.T > k.MaxGap) && !(k.MaxSpeed > 0 && k.Faster(from, to, k.MaxSpeed))
}
