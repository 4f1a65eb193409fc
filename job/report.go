package job

import (
	"context"
	"time"

	"flyby"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Report describes the result of a job, and its cost.
type Report struct {
	Entries, Queries Data // as they were read; in a join both are the entries
	Units            format.Units
	LeftOut          trajectory.LeftOut // samples and segments left out of the data sets
	Skipped, Missed  int                // bad rows that were left out, and rows that do not hold Read.Where
	Level            question.Level
	Counts
	Stats flyby.Stats

	Groups      uint64
	GroupsStats flyby.GroupStats // of convoys
	Points      PointReport      // of kinds of points

	Reading, Writing time.Duration // Writing is at work on rows, not waiting for them
	Took             time.Duration // all of it, from the first look at a file
	Peak             uint64        // peak memory of the process in bytes; 0 for a job of a base, which is not alone in the process
	Spilled          uint64        // bytes written to files of Tmp
}

// report returns the report of an answer.
func (a *answering) report(s flyby.Stats, writing time.Duration) Report {
	r := a.Job.report(writing)
	r.Counts, r.Stats = a.counts, s
	if r.Held > r.Rows {
		a.cutFrom = int(r.Held)
	}
	r.Spilled += s.Spilled
	return r
}

// report returns the part of a report that all jobs have.
func (j *Job) report(writing time.Duration) Report {
	r := Report{Entries: j.Entries(), Queries: j.Queries(), Units: j.Units(), Level: j.ask.Level, Writing: writing, Took: time.Since(j.begun), Spilled: j.Spilled()}
	if j.base == nil { // reading the peak takes 0.03 ms
		r.Peak = memory.Peak()
	}
	r.addData(r.Entries)
	if j.queries != j.entries {
		r.addData(r.Queries)
	}
	return r
}

// add adds the time of reading a data set, and the rows that were left out.
func (r *Report) add(took time.Duration, skipped, missed int) {
	r.Reading += took
	r.Skipped += skipped
	r.Missed += missed
}

// addData is add for trajectories.
func (r *Report) addData(d Data) {
	r.add(d.Took, d.Report.Skipped, d.Report.Missed)
	r.LeftOut.Add(d.Report.LeftOut)
}

// An Explanation says how the data of a job would be searched: the plan, and the data that it is for. It is encoded in JSON.
type Explanation struct {
	Type         string   `json:"type"` // "explanation"
	Command      string   `json:"command"`
	Method       string   `json:"method"`
	Device       string   `json:"device"`
	Why          string   `json:"why"`     // this device
	Entries      int      `json:"entries"` // segments
	Queries      int      `json:"queries"` // segments
	Parts        int      `json:"parts"`   // parts of the entries that the device holds one after another
	Batches      int      `json:"batches,omitempty"`
	BatchSize    int      `json:"batch_size,omitempty"` // query segments in each batch but the last
	Candidates   *float64 `json:"candidates"`           // pairs of segments; null: not known before
	Tunes        bool     `json:"tunes,omitempty"`      // a performance model of the device is measured first, which chooses the batches
	Hits         *float64 `json:"hits"`                 // estimated; null: not known before
	HitBytes     *float64 `json:"hit_bytes"`            // memory of the hits
	DataBytes    uint64   `json:"data_bytes"`           // memory of entries and queries
	MemoryBytes  uint64   `json:"memory_bytes"`
	Slabs        int      `json:"slabs,omitempty"`
	Of           string   `json:"slabs_of,omitempty"` // what the data are cut by
	SlabBytes    uint64   `json:"slab_bytes,omitempty"`
	SpilledBytes uint64   `json:"spilled_bytes,omitempty"` // size of the spill files that hold the data
	Seconds      *float64 `json:"search_s"`                // by the model; null: the device has none
	Having       []string `json:"having,omitempty"`        // conditions, which leave some of the rows
}

// Explain says how a command with the given bytes of memory would search the data, without searching.
func (j *Job) Explain(ctx context.Context, command string, memory uint64) (*Explanation, error) {
	p, err := j.Plan(ctx)
	if err != nil {
		return nil, err
	}
	m := &Explanation{
		Type: "explanation", Command: command, Method: string(p.Method), Device: p.Device, Why: p.Reason,
		Entries: j.Entries().Segments(), Queries: j.Queries().Segments(), Parts: max(p.Parts, 1), Batches: p.Batches, BatchSize: p.BatchSize, DataBytes: p.DataBytes, MemoryBytes: memory,
		Slabs: p.Slabs, SlabBytes: p.SlabBytes, SpilledBytes: p.TempBytes,
	}
	for _, c := range j.ask.Having {
		m.Having = append(m.Having, c.String())
	}
	m.estimate(p)
	return m, nil
}

// estimate takes the estimates of a plan; a plan for data that outgrow memory has none.
func (m *Explanation) estimate(p *flyby.Plan) {
	if p.Kind != "memory" {
		m.Of = string(p.Kind)
		return
	}
	bytes := p.Hits * rowbytes.HitBytes
	m.Hits, m.HitBytes = &p.Hits, &bytes
	m.Tunes = p.Tunes
	if p.Candidates > 0 || p.Method != flyby.MethodRTree && !p.Tunes {
		m.Candidates = &p.Candidates
	}
	if p.Seconds > 0 {
		m.Seconds = &p.Seconds
	}
}
