package job

import (
	"context"
	"errors"
	"iter"
	"time"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/source"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// A Finding is hits or encounters that others have found, in data sets that are not at hand: see Deliver.
type Finding struct {
	Entries, Queries *trajectory.Store // their ids and kinds; they may have no samples. In a join both are the same store
	Units            format.Units
	// Hits and Encounters yield the rows in the defined order, as flyby.Hits and flyby.Encounters do, and may take that many bytes of memory. One of the two is called, once: the level of the
	// ask says which.
	Hits       func(ctx context.Context, memory uint64) iter.Seq2[trajectory.Hits, error]
	Encounters func(ctx context.Context, memory uint64) iter.Seq2[trajectory.Encounters, error]
	Stats      flyby.Stats // summed over all ranges
	// Range is the range of query trajectories that the rows belong to.
	Range Range
	Now   *float64 // of states, as Job.Now has it
}

// A Range is the I-th of N ranges of query trajectories, counted from 0, with a file for each range. The files, one behind the other, are the file of all rows: text has a header in the first alone, and files of
// Parquet are one data set. The zero Range is all rows, in one file.
type Range struct{ I, N int }

// check complains about an invalid range, and about an ask whose rows cannot be cut in ranges, since they do not come by query trajectory.
func (r Range) check(a *Ask) error {
	switch {
	case r == Range{}:
		return nil
	case r.N < 1 || r.I < 0 || r.I >= r.N:
		return wrong("Range", "%d of %d: must be from 0 to N-1 of N, and N 1 or more", r.I, r.N)
	case a.Top > 0:
		return wrong("Top", "%d: the closest rows are of all ranges, and no range knows the others", a.Top)
	case a.Limit > 0:
		return wrong("Limit", "%d: the first rows are of all ranges, and no range knows the others", a.Limit)
	case a.Count:
		return wrong("Count", "makes one number of all ranges, and no file")
	case a.Level == question.Objects && !a.searches():
		return wrong("Level", "objects: an encounter of a join counts for both trajectories, which may be in two ranges")
	}
	return nil
}

// stats returns the Stats.
func (f *Finding) stats() flyby.Stats { return f.Stats }

// findingMemory returns the memory that the functions of a Finding may take: half of what is left.
func (a *answering) findingMemory() uint64 { return a.quota.Remaining() / 2 }

// Deliver hands over the rows of a Finding as Run does its own: by the same stages, into the same files to the byte. No file of the ask is read. Further columns, GeoJSON and groups need
// the data sets, and are refused.
func (a Ask) Deliver(ctx context.Context, f *Finding, to Sink) (r Report, err error) {
	if err := errors.Join(a.Validate(), a.CheckDelivery(f.Range, to)); err != nil {
		return r, err
	}
	j := &Job{ask: a.filled(), quota: memory.NewQuota(a.Machine.Memory), begun: time.Now()}
	defer j.quota.Close()
	j.entries, j.queries = source.SetOf(f.Entries), source.SetOf(f.Queries)
	if !j.ask.searches() {
		j.queries = j.entries
	}
	j.entries.Report.Units, j.now = f.Units, f.Now
	return j.run(ctx, to, f)
}

// CheckDelivery returns the complaint with which Deliver would refuse the ask: a FieldError.
func (a Ask) CheckDelivery(r Range, to Sink) error {
	switch {
	case a.Kind.OfPoints():
		return wrong("Kind", "%s: is of points: it is not for what others have found", a.Kind)
	case a.groups(), a.ofZones(), a.Kind == question.NearestTrajectories:
		return wrong("Kind", "%s: needs the data sets: it is not for what others have found", a.Kind)
	case len(a.With) > 0:
		return wrong("With", "needs the data sets: it is not for what others have found")
	case a.Geometry != format.NoGeometry:
		return wrong("Geometry", "needs the data sets: it is not for what others have found")
	case to.format.Placed:
		return wrong("Sink", "%s: GeoJSON needs the data sets: it is not for what others have found", to.path)
	}
	return r.check(&a)
}

// Pair returns the data sets of the job, for package slabs to cut.
func (j *Job) Pair() source.Pair {
	return source.Pair{Reader: j.reader, Entries: j.entries, Queries: j.queries, Join: !j.ask.searches()}
}
