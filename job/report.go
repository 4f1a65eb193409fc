package job

import (
	"time"

	"flyby"
	"flyby/internal/memory"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Report says what a job found, and what that cost.
type Report struct {
	Entries, Queries Data // as they were read; of a join both are the entries
	Units            format.Units
	LeftOut          trajectory.LeftOut // of all that was read
	Skipped, Missed  int                // rows that were bad, and that do not hold Read.Where
	Level            Level
	Counts
	Stats flyby.Stats

	Groups      uint64
	GroupsStats flyby.GroupStats // of a job with Group

	Reading, Writing time.Duration // Writing is at work on rows, not waiting for them
	Took             time.Duration // all of it, from the first look at a file
	Peak             uint64        // bytes that the process has held at most
	Spilled          uint64        // bytes that went to files of Tmp
}

// report is that of an answer.
func (a *answering) report(s flyby.Stats, writing time.Duration) Report {
	if c := &a.counts; a.ask.MinDuration == 0 {
		c.Long = c.Found
		if a.ask.Parts {
			c.Long = c.Merged
		}
	}
	r := a.Job.report(writing)
	r.Counts, r.Stats = a.counts, s
	r.Spilled += s.Spilled
	return r
}

// report is what all jobs report.
func (j *Job) report(writing time.Duration) Report {
	r := Report{Entries: j.Entries(), Queries: j.Queries(), Units: j.Units(), Level: j.ask.Level, Writing: writing, Took: time.Since(j.begun), Peak: memory.Peak(), Spilled: j.Spilled()}
	r.add(r.Entries)
	if j.queries != j.entries {
		r.add(r.Queries)
	}
	return r
}

// add adds what reading a data set took, and left out.
func (r *Report) add(d Data) {
	r.Reading += d.Took
	r.Skipped += d.Report.Skipped
	r.Missed += d.Report.Missed
	r.LeftOut.Add(d.Report.LeftOut)
}
