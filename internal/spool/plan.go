package spool

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/memory"
)

// A Plan is how spools are cut into slabs.
type Plan struct {
	Edges []float64 // ascending; one slab more than there are edges
	// Borders cut the trajectories of each spool into ranges, where no edges make slabs short
	// enough: a range is [Borders[i][k], Borders[i][k+1]) of spool i. There are no edges then.
	Borders [][]int
	Bytes   uint64 // that the stores of one slab take, at most
}

// Cut plans slabs of some spools, all cut at the same edges, such that the stores of one slab take
// at most most bytes together. Where too many segments share some instant it cuts trajectories
// into ranges, any two of which take at most most bytes. What a Source takes beside slabs is not
// counted, see Spool.Gathering, nor that there are two of each where they are made ahead.
//
// The error wraps memory.ErrNoRoom and says what would do, where two trajectories take more.
func Cut(most uint64, spools ...*Spool) (Plan, error) {
	at := candidates(spools)
	if leastSlab(spools, at) > most {
		return cutRanges(most, spools)
	}
	var p Plan
	for from := 0; from < len(at)-1; {
		// The last border that is not too far.
		n, _ := slices.BinarySearchFunc(at[from+2:], most, func(to float64, most uint64) int {
			if bytesOfAll(spools, at[from], to) <= most {
				return -1
			}
			return 1
		})
		to := from + 1 + n
		p.Bytes = max(p.Bytes, bytesOfAll(spools, at[from], at[to]))
		if to < len(at)-1 {
			p.Edges = append(p.Edges, at[to])
		}
		from = to
	}
	return p, nil
}

// leastSlab returns what the largest slab takes where they are as short as can be.
func leastSlab(spools []*Spool, at []float64) (least uint64) {
	for i := range at[1:] {
		least = max(least, bytesOfAll(spools, at[i], at[i+1]))
	}
	return least
}

// cutRanges plans ranges of trajectories.
func cutRanges(most uint64, spools []*Spool) (p Plan, err error) {
	largest := uint64(0)
	for _, s := range spools {
		for _, n := range s.count {
			largest = max(largest, s.storeBytes(uint64(n), 1))
		}
	}
	if 2*largest > most {
		need := min(2*largest, leastSlab(spools, candidates(spools)))
		return p, fmt.Errorf("spool: %w", &memory.Error{What: "slabs of data that cannot be cut further", Bytes: need, Room: most, By: "--memory"})
	}
	for _, s := range spools {
		borders, bytes := s.ranges(most / 2)
		p.Borders, p.Bytes = append(p.Borders, borders), max(p.Bytes, 2*bytes)
	}
	return p, nil
}

// candidates returns the times at which slabs may meet, from -Inf to Inf.
func candidates(spools []*Spool) []float64 {
	all := []float64{math.Inf(-1), math.Inf(1)}
	for _, s := range spools {
		for i := range s.reels {
			all = append(all, s.reels[i].starts...)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > 2 {
		all = slices.Delete(all, 1, 2) // the first start of all, before which nothing starts
	}
	return all
}

// bytesOfAll returns what the slabs [from, to) of all spools take, at most.
func bytesOfAll(spools []*Spool, from, to float64) (n uint64) {
	for _, s := range spools {
		n += s.slabBytes(s.most(from, to))
	}
	return n
}

// most returns how many segments a slab has, at most: its own and overhang.
func (s *Spool) most(from, to float64) uint64 {
	startedLeast, startedMost, endedLeast, before := uint64(0), uint64(0), uint64(0), uint64(0)
	for i := range s.reels {
		r := &s.reels[i]
		least, most := r.startedBefore(from)
		startedLeast, startedMost = startedLeast+least, startedMost+most
		ended, _ := r.endedBefore(from)
		endedLeast += ended
		if _, most = r.startedBefore(to); math.IsInf(to, 1) {
			most = uint64(r.rows)
		}
		before += most
	}
	overhang := min(startedMost-endedLeast, uint64(s.whole.IDs.Len()))
	return min(before-startedLeast+overhang, s.whole.Segments)
}

// What a slab takes. A trajectory of a slab has where it begins, an id, its number in the whole,
// the segments before, marks, and while the slab is gathered how far it is.
const (
	trajectoryBytes = 8 + 8 + 4 + 4 + 2 + 4 + 4 + 1
	gapBytes        = 8 + 8
)

// slabBytes returns what the store of a slab of some segments takes, at most.
func (s *Spool) slabBytes(segments uint64) uint64 {
	return s.storeBytes(segments, min(segments, uint64(s.whole.IDs.Len())))
}

// storeBytes returns what a store of some segments takes, at most: two samples a segment, but no
// more than one beyond those in a row for each trajectory and gap.
func (s *Spool) storeBytes(segments, trajectories uint64) uint64 {
	gaps := min(segments, s.gaps)
	samples := segments + min(segments, trajectories+gaps)
	each := uint64(trajectoryBytes)
	if s.whole.Radius != nil {
		each += 8
	}
	return samples*uint64(8*(1+s.whole.Space.Dim)) + trajectories*each + gaps*gapBytes
}

// Gathering returns what a Source of the spool takes beside its slabs: a number a trajectory of
// the whole, and a page.
func (s *Spool) Gathering() uint64 {
	const buffers = 4 << 20 // of a page, packed and not, and of its unpacker
	return 4*uint64(s.whole.IDs.Len()) + buffers
}

// ranges cuts the trajectories of the whole into ranges such that what a slab has of one takes at
// most most bytes, whatever its times, and returns what the largest takes. No trajectory takes
// more by itself.
func (s *Spool) ranges(most uint64) (borders []int, bytes uint64) {
	borders = []int{0}
	first, segments := 0, uint64(0)
	for traj, n := range s.count {
		if s.storeBytes(segments+uint64(n), uint64(traj+1-first)) > most {
			borders, first, segments = append(borders, traj), traj, 0
		}
		segments += uint64(n)
		bytes = max(bytes, s.storeBytes(segments, uint64(traj+1-first)))
	}
	return append(borders, len(s.count)), bytes
}
