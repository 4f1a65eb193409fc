package engine

import "time"

// Stats has the fields of flyby.Stats, which it is converted to; M is flyby.Method.
type Stats[M ~string] struct {
	Entries, Queries int
	Hits             uint64
	Method           M
	Device           string
	Reason           string
	Interactions     uint64
	BoxTests         uint64
	Borderline       uint64
	AtVertical       uint64
	Batches          int
	Batching         time.Duration
	Index            time.Duration
	Tuning           time.Duration
	Search           time.Duration
	Kernel           time.Duration
	Spilled          uint64
}

// StatsOf returns the statistics of a search of some entry segments with some query segments.
// index is the time that indexing took.
func StatsOf[M ~string](entries, queries int, c Choice, index time.Duration, f *Result) Stats[M] {
	s := Stats[M]{Entries: entries, Queries: queries, Method: M(c.Method), Device: c.Device.Name, Reason: c.Reason, Index: index}
	return s.With(f)
}

// With returns the same statistics with the counts of a result.
func (s Stats[M]) With(f *Result) Stats[M] {
	s.Hits, s.AtVertical, s.Spilled = uint64(f.Count), f.AtVertical, f.Spilled
	s.Tuning = time.Duration(f.Stats.TuningTime)
	s.Search = f.Took - s.Tuning
	s.Interactions, s.BoxTests, s.Borderline = f.Stats.Interactions, f.Stats.BoxTests, f.Stats.Borderline+f.Stats.Exact
	s.Batches, s.Batching, s.Kernel = f.Stats.Batches, time.Duration(f.Stats.BatchingTime), time.Duration(f.Stats.KernelTime)
	return s
}
