package walk

import (
	"flyby/kernel/opencl/internal/hitlist"
)

// wave is consecutive runs of a query set, and their rows. The device walks a wave while the
// host reads the hits of the wave before.
type wave struct {
	firstRun, lastRun int
	firstRow, lastRow int
}

// waves cuts the query set of a walk into waves, if that is worth the launches: if the
// walk is expected to find many hits, the device orders them, and the lists have room. nil:
// no waves.
func (w *walk) waves() (all []wave) {
	if !w.bare || !w.orders || w.joins || w.More != nil || w.d.outgrown || w.pairs() > maxItems {
		return nil
	}
	q, ends := w.d.flat, waveEnds(w.expected, w.d.Tuning.Overlap)
	lists, runs := len(w.steps)+1, q.counts[0]
	if runs < 16*len(ends) || hitlist.ListSlot+lists*len(ends) > hitlist.CounterWords {
		return nil
	}
	at := wave{}
	for _, end := range ends {
		at.firstRun, at.lastRun = at.lastRun, int(end*float64(runs))
		at.firstRow, at.lastRow = at.lastRow, q.rowOf(at.lastRun)
		all = append(all, at)
	}
	return all
}

// waveEnds returns the shares of a query set at which its waves end; none for fewer
// expected hits than from, where the walk is done in one go. Some more hits make two
// waves, since each costs a dozen launches; many make four. The first of four is small,
// so that reading starts early, but not so small that it is read before the next is
// launched.
func waveEnds(expected, from int) []float64 {
	switch {
	case expected >= 4*from:
		first := min(max(float64(from)/float64(expected), 0.1), 0.25)
		rest := 1 - first
		return []float64{first, first + float64(0.24*rest), first + float64(0.58*rest), 1}
	case expected >= from:
		return []float64{0.5, 1}
	}
	return nil
}
