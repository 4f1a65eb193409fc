package source

import (
	"context"
	"iter"

	"flyby/internal/spool"
	"flyby/trajectory"
)

// blockBytes is the memory of a block of rows to write, leastSorted the least memory of the samples that are sorted.
const (
	blockBytes  = 16 << 20
	leastSorted = 1 << 20
)

// CheckSorting refuses a quota that is too little to put samples in order and write them, for which writing bytes are needed, and cuts the
// number of threads to it.
func (r *Reader) CheckSorting(writing uint64) error {
	beside := besideSorting(writing)
	if err := r.need(beside + leastSorted); err != nil {
		return err
	}
	r.cutThreads(beside)
	return nil
}

// besideSorting returns the memory beside the samples that are sorted.
func besideSorting(writing uint64) uint64 {
	return uint64(spool.LeastSamples) + max(blockBytes, writing)
}

// Samples gives take an iterator over the samples of a set that outgrows memory, in order of trajectories and of time in each, or, inTime,
// in order of time and then of trajectories; it may be run more than once, with the same result. Writing them may take writing bytes of
// memory, and take may use each bytes for each trajectory.
func (s *Set) Samples(ctx context.Context, writing, each uint64, inTime bool, take func(radius bool, all iter.Seq2[trajectory.Columns, error]) error) error {
	if inTime {
		each += spool.LeastByTime
	}
	r, beside := s.reader, besideSorting(writing)+each*uint64(s.Trajectories())
	if err := r.need(beside + leastSorted); err != nil {
		return err
	}
	const part = 2 // one of this many parts of the remaining memory: sorting needs room
	left := r.Quota.Remaining()
	samples, err := s.spool.Samples(ctx, (left-min(left, beside))/part, inTime, r.folder)
	if err != nil {
		return r.least(err, part)
	}
	defer samples.Close()
	return take(s.spool.Whole().Radius != nil, samples.All(ctx))
}
