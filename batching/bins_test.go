package batching

import (
	"math"
	"slices"
	"sort"
)

// bins are temporal bins as a Profile needs them: the bins with entries, in order of time.
type bins struct {
	start  []float64 // earliest t_start of each bin's entries
	reach  []float64 // latest t_end of the entries of this bin and all before it
	before []uint64  // [bins+1] entries in the bins before
}

// candidates counts the entries from the first to the last bin that share an instant with [start, end].
func (b bins) candidates(start, end float64) uint64 {
	first := sort.SearchFloat64s(b.reach, start)
	last := sort.Search(len(b.start), func(i int) bool { return b.start[i] > end })
	if last <= first {
		return 0
	}
	return b.before[last] - b.before[first]
}

// add appends a bin with the extent [start, end] and a number of entries.
func (b *bins) add(start, end float64, entries int) {
	if len(b.start) == 0 {
		b.before = append(b.before, 0)
	} else {
		end = math.Max(end, b.reach[len(b.reach)-1])
	}
	b.start, b.reach = append(b.start, start), append(b.reach, end)
	b.before = append(b.before, b.before[len(b.before)-1]+uint64(entries))
}

// extents are temporal extents, [start, end] each.
type extents [][2]float64

func (e extents) sort() {
	slices.SortStableFunc(e, func(a, b [2]float64) int {
		switch {
		case a[0] < b[0]:
			return -1
		case a[0] > b[0]:
			return 1
		}
		return 0
	})
}

// bins puts entries into m bins of one length (paper §4) and leaves out the empty ones.
func (e extents) bins(m int) bins {
	e.sort()
	var b bins
	if len(e) == 0 {
		return b
	}
	t0, tmax := e[0][0], e[0][1]
	for _, x := range e {
		tmax = math.Max(tmax, x[1])
	}
	slice := func(x [2]float64) int { return int((x[0] - t0) / (tmax - t0) * float64(m)) }
	for first := 0; first < len(e); {
		last, end := first, e[first][1]
		for ; last < len(e) && slice(e[last]) == slice(e[first]); last++ {
			end = math.Max(end, e[last][1])
		}
		b.add(e[first][0], end, last-first)
		first = last
	}
	return b
}

// profile returns the profile of the extents as query segments over b.
func (e extents) profile(b bins) Profile {
	e.sort()
	p := Profile{Candidates: b.candidates}
	for _, x := range e {
		p.Start, p.End = append(p.Start, x[0]), append(p.End, x[1])
	}
	return p
}
