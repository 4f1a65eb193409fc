package tune

import (
	"cmp"
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"flyby"
	"flyby/batching"
)

const (
	dozen       = 12               // sizes that are measured
	leastRounds = 3                // searches of each
	mostRounds  = 15               // where the rounds together take less than enough
	enough      = 10 * time.Second // of measurements
)

// timing is the time of a search, and the part of its kernels.
type timing struct{ search, kernel time.Duration }

// searched searches in batches of a size. The garbage of the search before is collected now rather than while the search is timed.
func searched(ctx context.Context, db *flyby.Database, s flyby.Search, size int) (timing, error) {
	runtime.GC()
	s.Batching = batching.Periodic{Size: size}.String()
	hits, err := db.Hits(ctx, s)
	if err != nil {
		return timing{}, err
	}
	defer hits.Release()
	for _, err := range hits.Chunks() { // which searches where the hits outgrow memory
		if err != nil {
			return timing{}, err
		}
	}
	stats := hits.Stats()
	return timing{stats.Search, stats.Kernel}, nil
}

// measuring measures sizes in rounds: each round searches once with each size, in an order of its own.
type measuring struct {
	result   *Result
	bound    time.Duration
	now      func() time.Time
	random   *rand.Rand
	search   func(ctx context.Context, size int) (timing, error)
	progress func(done, total int) // nil: nobody listens

	begun time.Time
	left  []*measured // sizes that are still measured
	done  int         // searches
}

// measured is a size with its times.
type measured struct {
	*Size
	chosen bool // by the model
	times  []timing
}

// run measures, and fills in the result.
func (m *measuring) run(ctx context.Context, seed uint64) error {
	m.begun = m.now()
	all := m.pick()
	m.left = slices.Clone(all)
	for round := 0; round < leastRounds || round < mostRounds && m.took() < enough; round++ {
		n := len(m.left)
		m.drop(max(leastRounds-round, 1))
		if len(m.left) == 0 || round >= leastRounds && len(m.left) < n {
			break
		}
		if err := m.round(ctx, max(leastRounds-round, 1)); err != nil {
			return err
		}
	}
	done := &Measurement{Seed: seed, BoundS: m.bound.Seconds(), TookS: m.took().Seconds(), LeftOut: []int{}}
	for _, s := range all {
		done.add(s)
	}
	slices.Sort(done.LeftOut)
	done.compare(m.result.find(m.result.BatchSize))
	m.result.Measured = done
	return nil
}

// took returns the time since measurements began.
func (m *measuring) took() time.Duration { return m.now().Sub(m.begun) }

// pick returns a dozen of the sizes, evenly spread, the one that the model chooses among them.
func (m *measuring) pick() (all []*measured) {
	sizes := m.result.Sizes
	chosen := slices.IndexFunc(sizes, func(s Size) bool { return s.BatchSize == m.result.BatchSize })
	for _, i := range spread(len(sizes), chosen) {
		all = append(all, &measured{Size: &sizes[i], chosen: i == chosen})
	}
	return all
}

// spread returns a dozen of n indexes, evenly spread, ascending; the nearest to one of them gives it its place.
func spread(n, one int) (all []int) {
	for k := range min(dozen, n) {
		all = append(all, k*(n-1)/max(min(dozen, n)-1, 1))
	}
	nearest := slices.MinFunc(all, func(a, b int) int { return cmp.Compare(max(a-one, one-a), max(b-one, one-b)) })
	all[slices.Index(all, nearest)] = one
	return all
}

// expected returns about the time of a search: the median so far, or the predicted time.
func (s *measured) expected() time.Duration {
	if len(s.times) > 0 {
		return s.median().search
	}
	return time.Duration(s.PredictedS * float64(time.Second))
}

// median returns the timing of the median search.
func (s *measured) median() timing {
	times := slices.SortedFunc(slices.Values(s.times), func(a, b timing) int { return cmp.Compare(a.search, b.search) })
	return times[(len(times)-1)/2]
}

// drop leaves out the sizes that take longest until some rounds of the others fit in the time that is left. The one that the model chose
// goes last.
func (m *measuring) drop(rounds int) {
	for len(m.left) > 0 {
		sum := time.Duration(0)
		for _, s := range m.left {
			sum += s.expected()
		}
		if sum <= (m.bound-m.took())/time.Duration(rounds) {
			return
		}
		longest := slices.MaxFunc(m.left, func(a, b *measured) int {
			if a.chosen != b.chosen {
				return map[bool]int{true: -1, false: 1}[a.chosen]
			}
			return cmp.Compare(a.expected(), b.expected())
		})
		m.left = slices.DeleteFunc(m.left, func(s *measured) bool { return s == longest })
	}
}

// round searches once with each size for which the time still suffices. rounds are to come, this one included.
func (m *measuring) round(ctx context.Context, rounds int) error {
	for k, i := range m.random.Perm(len(m.left)) {
		s := m.left[i]
		if m.took()+s.expected() > m.bound {
			continue
		}
		if m.progress != nil {
			m.progress(m.done, m.done+rounds*len(m.left)-k)
		}
		t, err := m.search(ctx, s.BatchSize)
		if err != nil {
			return err
		}
		s.times = append(s.times, t)
		m.done++
	}
	return nil
}

// add adds the times of a size, unless they are too few for a median.
func (d *Measurement) add(s *measured) {
	if s.Runs = len(s.times); s.Runs < leastRounds {
		s.Runs = 0
		d.LeftOut = append(d.LeftOut, s.BatchSize)
		return
	}
	median := s.median()
	s.SearchS, s.KernelS = median.search.Seconds(), median.kernel.Seconds()
	if d.BatchSize == 0 || s.SearchS < d.SearchS {
		d.BatchSize, d.SearchS = s.BatchSize, s.SearchS
	}
}

// compare sets the slowdown of the size that the model chose, once all sizes are added.
func (d *Measurement) compare(chosen *Size) {
	if chosen != nil && chosen.SearchS > 0 {
		slowdown := chosen.SearchS/d.SearchS - 1
		d.Slowdown = &slowdown
	}
}
