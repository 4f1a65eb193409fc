package binindex

import (
	"slices"
	"sort"

	"flyby/internal/radix"
	"flyby/trajectory"
)

// maxTicks bounds the instants of a clock; a tick number is exact in a float32 and
// an int32.
const maxTicks = 1 << 18

// clock maps times to ticks, 0 to the number of its instants, and never
// reverses an order: t <= u implies Tick(t) <= Tick(u). If a store has at most
// maxTicks distinct times, they are the instants; then ticks distinguish segments
// that only touch at an instant from segments that share time (the ownership rule,
// docs/architecture.md §2.3 and §3.2). Otherwise the instants are quantiles of the times.
type clock struct {
	instants lookupGrid // distinct
}

// newClock chooses the instants of a store.
func newClock(s *trajectory.Store) clock {
	instants, ok := distinctTimes(s, maxTicks)
	if !ok {
		instants = quantiles(s.T(), wantedTicks(s))
	}
	return clock{newLookupGrid(instants)}
}

// Where the instants are quantiles, a typical segment lasts segmentTicks ticks: its
// extent is known to a quarter, and the quantiles, two of which are looked up for
// every box, are few enough to stay in a core's cache.
const (
	segmentTicks = 4
	leastTicks   = 1 << 10
)

// wantedTicks returns the number of quantiles that a store's segments need.
func wantedTicks(s *trajectory.Store) int {
	e := s.Extent()
	n := segmentTicks * (e.End - e.Start) / typicalDuration(s)
	if !(n < maxTicks/4) { // true for NaN and Inf, where segments last no time
		return maxTicks / 4
	}
	return max(int(n), leastTicks)
}

// typicalDuration returns the median duration of a sample of the segments.
func typicalDuration(s *trajectory.Store) float64 {
	t, step := s.T(), max(1, s.Samples()/4096)
	var sample []float64
	for row := 0; row+1 < len(t); row += step {
		if _, end := s.Range(s.Owner(row)); row+1 < end {
			sample = append(sample, t[row+1]-t[row])
		}
	}
	if len(sample) == 0 {
		return 0
	}
	sort.Float64s(sample)
	return sample[len(sample)/2]
}

// Tick returns the number of instants <= t.
func (c *clock) Tick(t float64) uint32 { return uint32(c.instants.upTo(t)) }

// Ticks returns the first and last tick of an extent: two extents that own a common
// instant have a common tick. closed: the extent owns its end; if not, the last tick
// is the tick of the last float64 before the end.
func (c *clock) Ticks(start, end float64, closed bool) (first, last uint32) {
	last = c.Tick(end)
	if !closed && last > 0 && c.instants.values[last-1] == end {
		last--
	}
	return c.Tick(start), last
}

// Instants returns the instants of the clock, sorted: the tick of t is the number of
// instants <= t. The caller must not change them.
func (c *clock) Instants() []float64 { return c.instants.values }

// distinctTimes collects the distinct times of a store, unless there are more
// than limit. Trajectories that repeat the times of the one before them, as in
// synchronous data, are recognised by comparing whole slices.
func distinctTimes(s *trajectory.Store, limit int) ([]float64, bool) {
	seen := make(map[float64]struct{})
	var prev []float64
	t := s.T()
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		times := t[first:last]
		if slices.Equal(times, prev) {
			continue
		}
		for _, v := range times {
			if seen[v] = struct{}{}; len(seen) > limit {
				return nil, false
			}
		}
		prev = times
	}
	distinct := make([]float64, 0, len(seen))
	for v := range seen {
		distinct = append(distinct, v)
	}
	sort.Float64s(distinct)
	return distinct, true
}

// quantileSamples is the number of times sampled for each quantile: with fewer, the
// unevenness of the sample would show in the quantiles.
const quantileSamples = 8

// quantiles returns up to about n distinct values, quantiles of the times.
func quantiles(t []float64, n int) []float64 {
	step := max(1, len(t)/(n*quantileSamples))
	var sample []float64
	for i := 0; i < len(t); i += step {
		sample = append(sample, t[i])
	}
	radix.Floats(sample)
	every, kept := max(1, len(sample)/n), sample[:0]
	for i := 0; i < len(sample); i += every {
		kept = append(kept, sample[i])
	}
	return slices.Compact(kept)
}
