package spool

import (
	"fmt"
	"math"
	"slices"

	"flyby/internal/fleet"
	"flyby/internal/memory"
)

// A Plan is the cutting of spools into slabs.
type Plan struct {
	Edges []float64 // ascending; one slab more than there are edges
	Bytes uint64    // the most bytes of a slab of all spools
	Least uint64    // bytes that would do for slabs as short as can be
}

// Cut plans slabs of some spools, all cut at the same edges, such that the stores of one slab take at most most bytes together. The memory of a
// Source beside them is not counted: see Spool.Gathering.
//
// The error wraps memory.ErrNoRoom where the segments that share some instants take more; Plan.Least is then the least bound that would do.
func Cut(most uint64, spools ...*Spool) (Plan, error) {
	var p Plan
	at := candidates(spools)
	for i := range at {
		if i > 0 {
			p.Least = max(p.Least, bytesOfAll(spools, at[i-1], at[i]))
		}
	}
	if p.Least > most {
		return p, fmt.Errorf("spool: %w", &memory.Error{What: "the segments that share an instant", Bytes: p.Least, Room: most, By: "--memory"})
	}
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

// candidates returns the times at which slabs may meet, from -Inf to Inf.
func candidates(spools []*Spool) []float64 {
	all := []float64{math.Inf(-1), math.Inf(1)}
	for _, s := range spools {
		if s.fleet != nil {
			all = append(all, s.census.Borders()...)
		}
		for _, r := range s.timed() {
			all = append(all, r.starts...)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > 2 {
		all = slices.Delete(all, 1, 2) // the first start of all: no segment starts before it
	}
	return all
}

// bytesOfAll returns the most bytes of the slabs [from, to) of all spools.
func bytesOfAll(spools []*Spool, from, to float64) (n uint64) {
	for _, s := range spools {
		n += s.slabBytes(s.most(from, to))
	}
	return n
}

// most returns an upper bound of the number of segments of a slab, its own and overhang.
func (s *Spool) most(from, to float64) uint64 {
	if s.fleet != nil {
		return s.census.Most(from, to)
	}
	startedLeast, startedMost, endedLeast, before := uint64(0), uint64(0), uint64(0), uint64(0)
	all := s.timed()
	for i := range all {
		r := &all[i]
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

// Bytes of a slab. A trajectory of a slab has its first sample, an id, its number in the whole, the segments before, marks, and while the slab is
// gathered its next sample.
const (
	trajectoryBytes = 8 + 8 + 4 + 4 + 2 + 4 + 4 + 1
	gapBytes        = 8 + 8
)

// slabBytes returns an upper bound of the bytes of the store of a slab of some segments.
func (s *Spool) slabBytes(segments uint64) uint64 {
	return s.storeBytes(segments, min(segments, uint64(s.whole.IDs.Len())))
}

// storeBytes returns an upper bound of the bytes of a store of some segments: a sample for each segment, and one more for each trajectory and each gap,
// but no more than two a segment.
func (s *Spool) storeBytes(segments, trajectories uint64) uint64 {
	gaps := min(segments, s.gaps)
	samples := segments + min(segments, trajectories+gaps)
	each := uint64(trajectoryBytes)
	if s.whole.Radius != nil {
		each += 8
	}
	sample := uint64(8 * (1 + s.width()))
	bytes := samples*sample + trajectories*each + gaps*gapBytes
	switch {
	case s.fleet != nil:
		bytes += s.census.MakingBytes(segments, trajectories)
	case s.direct == nil:
	case s.direct.rules != nil:
		bytes += segments * uint64(rowBytes(s.width())) // segments as they come
	default:
		bytes += samples * (4 + 8) // an index, and a column
	}
	return bytes
}

// LeastGathering is the least bytes that a Source takes beside its slabs: for a page, packed and not, and its unpacker.
const LeastGathering = 4 << 20

// directGathering is the same for a Source that reads row groups: for rows that are decoded ahead, and for some pages.
const directGathering = 8 << 20

// Gathering returns the bytes that a Source of the spool takes beside its slabs: a number a trajectory of the whole, and a page. A Source that reads
// row groups has another number a trajectory, and for names a list and a map, as row groups have dictionaries of their own.
func (s *Spool) Gathering() uint64 {
	n := 4 * uint64(s.whole.IDs.Len())
	switch {
	case s.fleet != nil:
		return fleet.MakerBytes * uint64(s.whole.IDs.Len())
	case s.direct == nil:
		return n + LeastGathering
	}
	if s.direct.rules != nil {
		n += ruledBytes * uint64(s.whole.IDs.Len())
	}
	if n += 4*uint64(s.whole.IDs.Len()) + directGathering; s.whole.IDs.IntIDs() {
		return n
	}
	for traj := range s.whole.IDs.Len() {
		n += 4 + 2*(16+52+uint64(len(s.whole.IDs.ID(traj))))
	}
	return n
}

// Ranges cuts the trajectories of the whole into ranges whose part of a slab takes at most most bytes, whatever its times: for slabs that no edge
// makes short enough, since too many segments share an instant.
//
// The error wraps memory.ErrNoRoom where a trajectory takes more by itself.
func (s *Spool) Ranges(most uint64) (all []Range, err error) {
	first, segments := 0, uint64(0)
	for traj, n := range s.count {
		if alone := s.storeBytes(uint64(n), 1); alone > most {
			return nil, fmt.Errorf("spool: %w", &memory.Error{What: "the segments of trajectory " + s.whole.IDs.ID(traj), Bytes: alone, Room: most, By: "--memory"})
		}
		if s.storeBytes(segments+uint64(n), uint64(traj+1-first)) > most {
			all, first, segments = append(all, Range{First: first, Last: traj}), traj, 0
		}
		segments += uint64(n)
	}
	return append(all, Range{First: first, Last: len(s.count)}), nil
}

// Rows returns an upper bound of the number of segments of each slab, for the slabs of some spools together, which meet at edges.
func Rows(edges []float64, spools ...*Spool) []uint64 {
	borders := slices.Concat([]float64{math.Inf(-1)}, edges, []float64{math.Inf(1)})
	rows := make([]uint64, len(borders)-1)
	for i := range rows {
		for _, s := range spools {
			rows[i] += s.most(borders[i], borders[i+1])
		}
	}
	return rows
}

// SlabsBytes returns the most bytes of the stores of a slab of some spools together, for slabs that meet at edges.
func SlabsBytes(edges []float64, spools ...*Spool) (most uint64) {
	borders := slices.Concat([]float64{math.Inf(-1)}, edges, []float64{math.Inf(1)})
	for i := range borders[1:] {
		bytes := uint64(0)
		for _, s := range spools {
			bytes += s.slabBytes(s.counted(borders[i], borders[i+1]))
		}
		most = max(most, bytes)
	}
	return most
}

// Borders cuts the trajectories of the whole into n ranges or fewer of about as many segments each. It returns their borders, from 0 to the number of
// trajectories, and the most bytes of the store of a range.
func (s *Spool) Borders(n int) (at []int, most uint64) {
	at = []int{0}
	before, segments := uint64(0), uint64(0) // segments in earlier ranges, and in the current one
	for traj, count := range s.count {
		segments += uint64(count)
		if i := uint64(len(at)); (before+segments)*uint64(n) >= s.whole.Segments*i || traj == len(s.count)-1 {
			most = max(most, s.storeBytes(segments, uint64(traj+1-at[i-1])))
			at, before, segments = append(at, traj+1), before+segments, 0
		}
	}
	return at, most
}
