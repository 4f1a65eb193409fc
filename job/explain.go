package job

import (
	"context"

	"flyby"
	"flyby/trajectory"
)

// An Explanation says how the data of a job would be searched: the plan, and the data that it is of. It is encoded in JSON.
type Explanation struct {
	Type         string   `json:"type"` // "explanation"
	Command      string   `json:"command"`
	Method       string   `json:"method"`
	Device       string   `json:"device"`
	Why          string   `json:"why"`     // this device
	Entries      int      `json:"entries"` // segments
	Queries      int      `json:"queries"` // segments
	Parts        int      `json:"parts"`   // that the device holds the entries in
	Batches      int      `json:"batches,omitempty"`
	Candidates   *float64 `json:"candidates"` // pairs of segments; null: not known before
	Hits         *float64 `json:"hits"`       // about; null: not known before
	HitBytes     *float64 `json:"hit_bytes"`  // of them, in memory
	DataBytes    uint64   `json:"data_bytes"` // of entries and queries, in memory
	MemoryBytes  uint64   `json:"memory_bytes"`
	Slabs        int      `json:"slabs,omitempty"`
	Of           string   `json:"slabs_of,omitempty"` // what the data are cut by
	SlabBytes    uint64   `json:"slab_bytes,omitempty"`
	SpilledBytes uint64   `json:"spilled_bytes,omitempty"` // of files that the data were read to
	Seconds      *float64 `json:"search_s"`                // by the model; null: the device has none
	Having       []string `json:"having,omitempty"`        // conditions, which leave some of the rows
}

// Explain says how a command would search the data, which may hold some bytes of memory, without searching.
func (j *Job) Explain(ctx context.Context, command string, memory uint64) (*Explanation, error) {
	p, err := j.Plan(ctx)
	if err != nil {
		return nil, err
	}
	m := &Explanation{
		Type: "explanation", Command: command, Method: string(p.Method), Device: p.Device, Why: p.Reason,
		Entries: j.Entries().Segments(), Queries: j.Queries().Segments(), Parts: max(p.Parts, 1), Batches: p.Batches, DataBytes: p.DataBytes, MemoryBytes: memory,
		Slabs: p.Slabs, SlabBytes: p.SlabBytes, SpilledBytes: p.TempBytes,
	}
	for _, c := range j.ask.Having {
		m.Having = append(m.Having, c.String())
	}
	m.estimate(p)
	return m, nil
}

// estimate takes the estimates of a plan, which one of data that outgrow memory has none of.
func (m *Explanation) estimate(p *flyby.Plan) {
	if p.Kind != "memory" {
		m.Of = string(p.Kind)
		return
	}
	bytes := p.Hits * trajectory.HitBytes
	m.Hits, m.HitBytes = &p.Hits, &bytes
	if p.Candidates > 0 || p.Method != flyby.MethodRTree {
		m.Candidates = &p.Candidates
	}
	if p.Seconds > 0 {
		m.Seconds = &p.Seconds
	}
}
