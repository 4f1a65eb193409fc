package estimate

import (
	"iter"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sort"
	"sync/atomic"

	"flyby/batching"
	"flyby/binindex"
	"flyby/internal/parallel"
)

// Sampling is the options of EstimateHits. The zero value is the default.
type Sampling struct {
	Tests int     // bound of interactions to test, exceeded by a sixth at most; 0: as many as Error requires
	Error float64 // standard error of the total, as a fraction of the total, at which to stop; 0: 0.05
	Seed  uint64
}

const (
	mostEpochs   = 50 // as in the paper
	mostInBatch  = 16
	defaultError = 0.05
)

// sampler samples one workload.
type sampler struct {
	Sampling
	*Workload
	random *rand.Rand
	slices int // slices of time; each slice in which query segments begin is an epoch
	size   int // consecutive query segments of a batch
	epochs []*epoch
	thin   *thinnedSample // nil: all entry segments are tested
	skip   int            // one out of skip entries of the thinned sample is tested
	tests  int
}

func (w *Workload) newSampler(o Sampling) *sampler {
	if o.Error <= 0 {
		o.Error = defaultError
	}
	s := &sampler{Sampling: o, Workload: w, random: rand.New(rand.NewPCG(o.Seed, 0x5eed)), slices: mostEpochs, size: mostInBatch}
	if o.Tests > 0 {
		s.spread()
	}
	s.cutEpochs()
	return s
}

// spread reduces the tests of a round until Tests suffices for two rounds through the epochs: it tests a thinned
// sample, then cuts batches down to one query segment, then takes fewer epochs.
func (s *sampler) spread() {
	s.thin = &s.entries.thin
	each := max(s.meanCandidates()/float64(s.thin.stride), 1)
	s.skip = max(1, int(each/eachTests))
	each = max(each/float64(s.skip), 1)
	if queries := float64(s.Tests) / 2 / each; queries < float64(s.slices) {
		s.slices, s.size = max(1, int(queries)), 1
	} else {
		s.size = max(1, min(s.size, int(queries)/s.slices))
	}
}

// eachTests is about the number of entry segments that a query segment is tested against on a budget: fetching a
// query segment takes as long as some twenty tests, and more query segments give more information than more tests of
// one.
const eachTests = 48

// everyone reports whether query segments are tested against all their candidates.
func (s *sampler) everyone() bool { return s.thin == nil || s.thin.stride == 1 && s.skip == 1 }

// meanCandidates returns the mean number of candidates of single query segments, over a few query segments.
func (s *sampler) meanCandidates() float64 {
	const few = 16
	step := max(1, s.Queries()/few)
	sum, n := 0.0, 0.0
	for i := 0; i < s.Queries(); i += step {
		sum += float64(s.queries.Candidates(s.queries.Start[i], s.queries.End[i]))
		n++
	}
	return sum / max(n, 1)
}

// cutEpochs cuts the time in which query segments start into equal slices and leaves out the empty ones.
func (s *sampler) cutEpochs() {
	n := s.Queries()
	if n == 0 {
		return
	}
	start := s.queries.Start
	length := (start[n-1] - start[0]) / float64(s.slices)
	slice := func(i int) float64 {
		return min(math.Floor((start[i]-start[0])/length), float64(s.slices-1))
	}
	for first := 0; first < n; {
		last := n
		if length > 0 {
			this := slice(first)
			last = first + 1 + sort.Search(n-first-1, func(k int) bool { return slice(first+1+k) != this })
		}
		e := &epoch{Batch: batching.Batch{First: first, Last: last}}
		e.count = (e.Len() + s.size - 1) / s.size
		e.from, e.step = s.random.IntN(e.count), coprime(e.count)
		s.epochs = append(s.epochs, e)
		first = last
	}
}

// spent reports whether the tests are used up.
func (s *sampler) spent() bool { return s.Tests > 0 && s.tests >= s.Tests }

// atOnce is the number of epochs that are sampled between two checks of the remaining tests: some for every core.
const atOnce = 16

// round samples one more batch of every epoch with batches left, while there are tests left, and reports
// whether there was such an epoch.
func (s *sampler) round(k int) bool {
	var left []*epoch
	for _, e := range s.epochs {
		if k < e.count {
			left = append(left, e)
		}
	}
	for some := range slices.Chunk(left, atOnce) {
		if s.spent() {
			break
		}
		s.sample(some, k)
	}
	return len(left) > 0
}

// worthThreads is the number of tests from which on several goroutines pay.
const worthThreads = 1 << 15

// sample tests the k-th batch of some epochs on all cores.
func (s *sampler) sample(epochs []*epoch, k int) {
	var tests atomic.Int64
	work := func(_, first, last int) {
		for _, e := range epochs[first:last] {
			at := e.First + e.draw(k)*s.size
			tests.Add(int64(s.test(e, batching.Batch{First: at, Last: min(at+s.size, e.Last)})))
		}
	}
	if 0 < s.Tests && s.Tests < worthThreads {
		work(0, 0, len(epochs))
	} else {
		parallel.Ranges(len(epochs), min(len(epochs), runtime.GOMAXPROCS(0)), work)
	}
	s.tests += int(tests.Load())
}

// test decides the interactions of a sampled batch: each query segment against the candidates of its own
// extent, all of them or those in the thinned sample. It returns the number of tests.
func (s *sampler) test(e *epoch, b batching.Batch) (tests int) {
	var n tally
	var ranges []binindex.Range
	for i := b.First; i < b.Last; i++ {
		q := entry{row: int(s.queries.Rows[i])}
		q.owner = s.queries.Store.Owner(q.row)
		q.Segment = s.queries.Store.SegmentAt(q.owner, q.row)
		ranges = s.entries.bins.Candidates(q.T0, q.T1, ranges[:0])
		for _, r := range ranges {
			for candidate := range s.candidates(r, i) {
				tests++
				n.add(s.decide(&q, candidate))
			}
		}
	}
	e.batches = append(e.batches, n)
	e.add(n)
	return tests
}

// candidates yields the entries of a candidate range that the i-th query segment is tested against.
func (s *sampler) candidates(r binindex.Range, i int) iter.Seq[*entry] {
	if s.thin != nil {
		return s.thin.among(r, i%s.skip, s.skip)
	}
	return func(yield func(*entry) bool) {
		for k := r.First; k < r.Last; k++ {
			e := s.entries.at(k)
			if !yield(&e) {
				return
			}
		}
	}
}
