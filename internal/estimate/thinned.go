package estimate

import (
	"iter"
	"math/rand/v2"

	"flyby/binindex"
	"flyby/internal/parallel"
	"flyby/trajectory"
)

// thinEntries is about the number of entry segments in a thinned sample.
const thinEntries = 1 << 15

// thinnedSample is a sample of the entry segments in the order of the bins, a random one of every
// stride, stored together: a test against one takes nanoseconds, while fetching an entry segment from
// the store takes hundreds.
type thinnedSample struct {
	stride  int
	entries []placedEntry
}

// entry is an entry segment with its trajectory and row, which also decide an interaction.
type entry struct {
	trajectory.Segment
	row, owner int
}

// placedEntry is an entry at a place in the order of the bins.
type placedEntry struct {
	entry
	place int
}

// thinOut makes the thinned sample.
func (e *Entries) thinOut() {
	n := len(e.bins.Rows)
	e.thin.stride = max(1, n/thinEntries)
	random := rand.New(rand.NewPCG(1, 0x7417))
	e.thin.entries = make([]placedEntry, (n+e.thin.stride-1)/e.thin.stride)
	for i := range e.thin.entries {
		first := i * e.thin.stride
		e.thin.entries[i].place = first + random.IntN(min(e.thin.stride, n-first))
	}
	parallel.AllCores(len(e.thin.entries), func(first, last int) { // fetching each entry waits for memory
		for i := first; i < last; i++ {
			p := &e.thin.entries[i]
			p.entry = e.at(p.place)
		}
	})
}

// at fetches the entry segment at a place in the order of the bins.
func (e *Entries) at(place int) entry {
	row := int(e.bins.Rows[place])
	owner := e.store.Owner(row)
	return entry{e.store.SegmentAt(owner, row), row, owner}
}

// among yields every step-th entry of the sample, from the offset-th on, that lies in a candidate range.
func (t *thinnedSample) among(r binindex.Range, offset, step int) iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for k := r.First/t.stride + offset; k*t.stride < r.Last; k += step {
			p := &t.entries[k]
			if p.place >= r.First && p.place < r.Last && !yield(&p.entry) {
				return
			}
		}
	}
}
