package host

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"flyby/interaction"
	"flyby/internal/encounter"
	"flyby/internal/memory"
	"flyby/kernel"
)

// WalkJoined is Walk, but joins hits as it finds them: the hits of two runs with each other,
// and with an encounter that earlier runs of the same trajectories began.
func (r *resident) WalkJoined(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	return r.find(ctx, w.Queries.Store, true, out, func(ctx context.Context, workers []*worker) { r.walk(ctx, w, workers) })
}

// collectJoined collects the encounters of the workers' chains, and the hits that were not joined.
func (r *resident) collectJoined(ctx context.Context, workers []*worker, chains []*encounter.Collector, out *kernel.Hits) (kernel.Stats, error) {
	e, left, err := encounter.Collected(ctx, chains, r.pool.Threads())
	if errors.Is(err, memory.ErrNoRoom) {
		r.workers = nil // leaves their memory to the garbage collector
		err = fmt.Errorf("host: %w", err)
	}
	if err != nil {
		return kernel.Stats{}, err
	}
	var stats kernel.Stats
	hits := 0
	for _, v := range workers {
		v.chains.Clear()
		hits += v.joined
		stats.Add(v.stats)
	}
	stats.Hits += uint64(hits)
	if e.Len() > 0 {
		out.Add(kernel.HitList{Joined: &kernel.Joined{Encounters: e, Hits: hits - len(left)}})
	}
	out.Add(kernel.HitList{List: left})
	return stats, nil
}

// join has the worker join hits, and returns the collector of its encounters. budget bounds
// the memory of the encounters, and calling stop ends the search.
func (w *worker) join(budget *memory.Budget, stop func()) *encounter.Collector {
	if w.chains == nil {
		w.chains = new(encounter.Collector)
	}
	w.chains.Clear()
	w.chains.Budget, w.chains.Stop, w.joins = budget, stop, true
	return w.chains
}

// approachFunc is solveFunc, and writes interaction.Window.Closest of the pairs that hit to the queue,
// except of pairs whose bit of hard is set: their closest, distance and speed are not written.
type approachFunc func(u *queue, from int, w *interaction.Window) (hit, borderline, hard uint32)

// approachGeneric is approachFunc in Go; its hard has every hit, so closestOfHit computes them all.
func approachGeneric(u *queue, from int, w *interaction.Window) (hit, borderline, hard uint32) {
	hit, borderline = solveGeneric(u, from, w)
	return hit, borderline, hit
}

// closestOfHit writes interaction.Window.ClosestOfHit of pair i, a hit, to the queue.
func (w *worker) closestOfHit(i int, rule *interaction.Rule) {
	u := &w.queue
	q, e := w.segments(i)
	a := rule.Window.ClosestOfHit(q, e, rule.Distance, u.enter[i], u.exit[i])
	u.closest[i], u.distance[i], u.speed[i] = a.Time, a.Distance, a.Speed
}

// flushJoined is flush for a worker that joins hits: it adds them to the worker's chains.
func (w *worker) flushJoined(rule *interaction.Rule) {
	u := &w.queue
	l := linker{worker: w, rule: rule}
	for from := 0; from < u.n; from += lanes {
		hit, borderline, hard := w.approach(u, from, &rule.Window)
		there := uint32(1)<<min(lanes, u.n-from) - 1
		settled := w.settleAll(from, borderline&there, rule)
		hit = hit&there | settled
		for left := hit&hard | settled; left != 0; left &= left - 1 {
			w.closestOfHit(from+bits.TrailingZeros32(left), rule)
		}
		w.joined += bits.OnesCount32(hit)
		for ; hit != 0; hit &= hit - 1 {
			l.add(from + bits.TrailingZeros32(hit))
		}
	}
	if l.some {
		l.close()
	}
	u.n = 0
	if n := u.paired; n > 0 { // more pairs of the last two trajectories may follow
		u.paired, u.pairs[0] = 1, pairStart{0, u.pairs[n-1].traj}
	}
}
