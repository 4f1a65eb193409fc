package source

import (
	"context"

	"flyby/internal/memory"
	"flyby/internal/reading/fileset"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Hold moves a set of a reader with Config.Held into memory: a set in the folder, since its size was not known, is read into memory where it
// fits the quota. Otherwise the error is a *memory.LittleError.
func (s *Set) Hold(ctx context.Context) error {
	if s.spool == nil {
		return s.reader.holdsTaken()
	}
	if err := s.settle(ctx); err != nil {
		return err
	}
	if err := s.reader.Quota.Need(dataTake, memory.Of(s.Segments()+s.Trajectories(), sampleBytes)); err != nil {
		return err
	}
	all := make([]int, s.Trajectories())
	for traj := range all {
		all[traj] = traj
	}
	return s.choose(ctx, all)
}

// dataTake begins the message of an error that the data lack memory.
const dataTake = "the data in memory take"

// holdsTaken refuses data that outgrew the quota although the estimate of their size fitted.
func (r *Reader) holdsTaken() error {
	if q := r.Quota; q.IsShare() && q.Usage() > q.Bytes() {
		return q.Little(dataTake, q.Usage())
	}
	return nil
}

// Lend returns the set for a second user: with further columns of its own, and a Close that leaves the set's spool open.
func (s *Set) Lend(columns *format.Attributes) *Set {
	of := *s
	of.taken, of.spool = 0, nil
	of.Report.Attributes = columns
	return &of
}

// Takes estimates the bytes of memory that a data set of some rows takes while it is read and searched; for rows that curves split into parts
// it is a guess.
func Takes(rows uint64, files []input.File, read *format.Options) uint64 {
	if read.Curve > 0 || fileset.CurvesOrbits(read, files) {
		rows *= orbitParts
	}
	return memory.Of(int(rows), sampleBytes)
}
