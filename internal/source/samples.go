package source

import (
	"context"
	"iter"

	"flyby/internal/spool"
	"flyby/trajectory"
)

// What samples in order take beside those that are sorted: a block of rows that is written, and what the rest is too little for.
const (
	blockBytes  = 16 << 20
	leastSorted = 1 << 20
)

// CheckSorting refuses a quota that is too little to put samples in order and write them, which may take some bytes, and cuts threads to it.
func (r *Reader) CheckSorting(writing uint64) error {
	beside := besideSorting(writing)
	if err := r.need(beside + leastSorted); err != nil {
		return err
	}
	r.cutThreads(beside)
	return nil
}

// besideSorting is what is taken beside samples that are sorted.
func besideSorting(writing uint64) uint64 {
	return uint64(spool.LeastSamples) + max(blockBytes, writing)
}

// Samples hands over the samples of a set that outgrows memory trajectory by trajectory, and by time in each, or by time, and those at one time in the
// order of their trajectories, each time that they are gone through the same. Writing them may take some bytes, and the taker some for each trajectory.
func (s *Set) Samples(ctx context.Context, writing, each uint64, inTime bool, take func(radius bool, all iter.Seq2[trajectory.Columns, error]) error) error {
	if inTime {
		each += spool.LeastByTime
	}
	r, beside := s.reader, besideSorting(writing)+each*uint64(s.Trajectories())
	if err := r.need(beside + leastSorted); err != nil {
		return err
	}
	const part = 2 // of what is left: sorting needs room
	left := r.Quota.Left()
	samples, err := s.spool.Samples(ctx, (left-min(left, beside))/part, inTime, r.folder)
	if err != nil {
		return r.least(err, part)
	}
	defer samples.Close()
	return take(s.spool.Whole().Radius != nil, samples.All(ctx))
}
