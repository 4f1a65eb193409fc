package opencl

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/trajectory"
)

// trial is one search or join of random stores.
type trial struct {
	queries, entries *trajectory.Store
	rule             interaction.Rule
	set              binindex.Setting
}

func newTrial(t testing.TB, r *rand.Rand, w world) trial {
	x := trial{entries: w.store(t, r), set: binindex.Setting{RunLength: 1 + r.IntN(6), RunLevels: r.IntN(3)}}
	x.queries = x.entries
	x.rule = interaction.Rule{Distance: pick(r, 0, 0.25, 0.5, 1, 3), Window: interaction.Unbounded()}
	if r.IntN(3) == 0 {
		from := r.Float64() * 20
		x.rule.Window = interaction.Window{From: from, To: from + r.Float64()*20}
	}
	if r.IntN(3) == 0 {
		x.rule.Join = true
		return x
	}
	w.trajectories = 1 + w.trajectories/2
	x.queries = w.store(t, r)
	if r.IntN(2) == 0 {
		x.rule.Excluded = make([]uint32, x.queries.Trajectories())
		for i := range x.rule.Excluded {
			x.rule.Excluded[i] = interaction.NoneExcluded
			if r.IntN(3) > 0 {
				x.rule.Excluded[i] = r.Uint32N(uint32(x.entries.Trajectories()))
			}
		}
	}
	return x
}

func (x trial) String() string {
	return fmt.Sprintf("d %v, window %v, join %v, excluded pairs %v, setting %v, %d against %d segments",
		x.rule.Distance, x.rule.Window, x.rule.Join, x.rule.Excluded != nil, x.set, x.queries.Segments(), x.entries.Segments())
}

// pick returns one of some values.
func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
