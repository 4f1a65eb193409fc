package source

import (
	"hash/fnv"
	"math"
	"slices"

	"flyby/internal/reading"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// starts has the starts and ends of segments: of all, or of a sample that does not depend on the order in which they come.
type starts struct {
	all   []segmentTime
	shift uint // one of 2^shift segments is in the sample
}

// segmentTime is the start and the end of a segment.
type segmentTime struct {
	hash       uint64
	start, end float64
}

// mostStarts is the most segments of a sample.
const mostStarts = 1 << 18

// spread hashes a number: the finalizer of SplitMix64, which spreads neighbouring numbers.
func spread(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// add adds a segment of the trajectory with a key.
func (s *starts) add(key uint64, number uint32, start, end float64) {
	if h := spread(key + uint64(number)); h <= math.MaxUint64>>s.shift {
		s.take(segmentTime{h, start + 0, end + 0})
	}
}

// take takes a segment into the sample.
func (s *starts) take(one segmentTime) {
	s.all = append(s.all, one)
	s.thin()
}

// thin halves the sample until it is not too large.
func (s *starts) thin() {
	for len(s.all) > mostStarts {
		s.shift++
		s.all = slices.DeleteFunc(s.all, func(one segmentTime) bool { return one.hash > math.MaxUint64>>s.shift })
	}
}

// addAll adds the segments of another data set.
func (s *starts) addAll(other *starts) {
	s.all = append(s.all, other.all...)
	s.shift = max(s.shift, other.shift)
	s.all = slices.DeleteFunc(s.all, func(one segmentTime) bool { return one.hash > math.MaxUint64>>s.shift })
	s.thin()
}

// keysOf returns the keys of trajectories, made of their ids: a reading knows their numbers in the whole only once it has
// ended.
func keysOf(ids trajectory.IDs) func(traj int) uint64 {
	return func(traj int) uint64 {
		if ids.IntIDs() {
			return spread(uint64(ids.IntID(traj)))
		}
		return keyOf(ids.ID(traj))
	}
}

// keyOf returns the key of a trajectory's name.
func keyOf(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name)) //nolint:errcheck // never fails
	return h.Sum64()
}

// keys has the keys of the trajectories of a reading, by their numbers there.
type keys []uint64

// grown returns k extended to all trajectories so far.
func (k keys) grown(ids reading.IDs) keys {
	for _, name := range ids.Name[min(len(k), len(ids.Name)):] {
		k = append(k, keyOf(name))
	}
	for _, id := range ids.Int[min(len(k), len(ids.Int)):] {
		k = append(k, spread(uint64(id)))
	}
	return k
}

// edges returns up to n-1 edges between which about as many segments start each.
func (s *starts) edges(n int) []float64 {
	at := make([]float64, 0, len(s.all))
	for _, one := range s.all {
		at = append(at, one.start)
	}
	slices.Sort(at)
	return slab.EdgesOf(at, n)
}

// hangOver reports whether slabs of time are of no use: there are no edges, or more than half of all segments hang over one,
// on average.
func (s *starts) hangOver(edges []float64) bool {
	over := 0
	for _, one := range s.all {
		first, _ := slices.BinarySearch(edges, one.start)
		if first < len(edges) && edges[first] == one.start {
			first++
		}
		last, found := slices.BinarySearch(edges, one.end)
		if found {
			last++
		}
		over += max(0, last-first)
	}
	return 2*over > len(edges)*len(s.all) || len(edges) == 0
}

// addSlab adds the segments that start in a slab.
func (s *starts) addSlab(b *slab.Slab, keyOf func(traj int) uint64) {
	traj, number, key := -1, uint32(0), uint64(0)
	for p := range b.Store.Pieces() {
		if p.Traj != traj {
			traj, number, key = p.Traj, b.Before[p.Traj], keyOf(int(b.Traj[p.Traj]))
		}
		t := b.Store.T()[p.First : p.First+p.Samples]
		for i := range p.Segments() {
			if t[i] >= b.Start {
				s.add(key, number, t[i], t[min(i+1, len(t)-1)])
			}
			number++
		}
	}
}
