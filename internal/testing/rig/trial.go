package rig

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"
)

// Trial is one search or join of random stores.
type Trial struct {
	Queries, Entries *trajectory.Store
	Rule             interaction.Rule
	Set              binindex.Setting
}

// NewTrial makes a random trial in a world.
func NewTrial(t testing.TB, r *rand.Rand, w world) Trial {
	x := Trial{Entries: w.store(t, r), Set: binindex.Setting{RunLength: 1 + r.IntN(6), RunLevels: r.IntN(3)}}
	x.Queries = x.Entries
	x.Rule = interaction.Rule{Distance: Pick(r, 0, 0.25, 0.5, 1, 3), Window: interaction.Unbounded()}
	if r.IntN(3) == 0 {
		from := r.Float64() * 20
		x.Rule.Window = interaction.Window{From: from, To: from + r.Float64()*20}
	}
	if r.IntN(3) == 0 {
		x.Rule.Join = true
		return x
	}
	w.trajectories = 1 + w.trajectories/2
	x.Queries = w.store(t, r)
	if r.IntN(2) == 0 {
		x.Rule.Later = r.IntN(2) == 0
		x.Rule.Excluded = make([]uint32, x.Queries.Trajectories())
		for i := range x.Rule.Excluded {
			x.Rule.Excluded[i] = interaction.NoneExcluded
			if r.IntN(3) > 0 {
				x.Rule.Excluded[i] = r.Uint32N(uint32(x.Entries.Trajectories()))
			}
		}
	}
	return x
}

func (x Trial) String() string {
	return fmt.Sprintf("d %v, window %v, join %v, excluded pairs %v, setting %v, %d against %d segments",
		x.Rule.Distance, x.Rule.Window, x.Rule.Join, x.Rule.Excluded != nil, x.Set, x.Queries.Segments(), x.Entries.Segments())
}

// Pick returns one of some values.
func Pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
