package flyby

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/source"
)

// Kinds of plans.
const (
	inMemory       = "memory"
	inTime         = "time"
	inTrajectories = "trajectories"
)

// planFormat is how plans are made and obeyed; it rises where that changes, and plans of another are refused.
const planFormat = 1

// Plan says how a search is done, see Database.Plan. It can be written to JSON and read back; one that was cut or changed there is refused. What is found does
// not depend on it.
type Plan struct {
	Format int `json:"format"`
	// Kind is "memory", where data lie in memory and are searched in ranges of the queries if what is found outgrows it, "time" of slabs of time, one after another,
	// or "trajectories" of ranges of trajectories that are searched with each other, where segments last too long for slabs of time.
	Kind    string    `json:"kind"`
	Entries PlanData  `json:"entries"`
	Queries *PlanData `json:"queries,omitempty"` // nil: a join
	Memory  uint64    `json:"memory"`            // Options.Memory that it was made for

	Edges      []float64 `json:"edges,omitempty"`       // times at which slabs meet, ascending
	SlabRows   []uint64  `json:"slab_rows,omitempty"`   // [slabs of time] segments of entries and queries, at most
	Slabs      int       `json:"slabs,omitempty"`       // or pairs of ranges; 0: in memory
	SlabBytes  uint64    `json:"slab_bytes,omitempty"`  // of one, at most
	AheadBytes uint64    `json:"ahead_bytes,omitempty"` // of the index of the next slab; 0: it is not made ahead
	MergeBytes uint64    `json:"merge_bytes,omitempty"` // to merge what slabs leave
	DataBytes  uint64    `json:"data_bytes"`            // that entries and queries take in memory
	TempBytes  uint64    `json:"temp_bytes,omitempty"`  // of files in Options.Tmp that the data were read to

	// How it is expected to run where data are in memory; zero where that is not known.
	Method     Method  `json:"method,omitempty"`
	Device     string  `json:"device,omitempty"`
	Reason     string  `json:"reason,omitempty"`     // why this device
	Parts      int     `json:"parts,omitempty"`      // that the device holds the entries in, one after another
	Batches    int     `json:"batches,omitempty"`    // of MethodTemporal
	Candidates float64 `json:"candidates,omitempty"` // pairs of segments that are compared
	Hits       float64 `json:"hits,omitempty"`       // about
	Seconds    float64 `json:"seconds,omitempty"`    // to search, by the performance model of the device
}

// PlanData is a data set that a plan is for. One that differs is refused.
type PlanData struct {
	Trajectories int     `json:"trajectories"`
	Segments     int     `json:"segments"`
	Start        float64 `json:"start"` // of the first sample
	End          float64 `json:"end"`   // of the last
	Ranges       []int   `json:"ranges,omitempty"`
}

// Plan says how a search would be done, without searching: in memory, or in slabs that fit Options.Memory. A Search that has it obeys it. Refusals are
// those of Hits.
func (db *Database) Plan(ctx context.Context, s Search) (*Plan, error) {
	q, err := db.question(ctx, s)
	if err != nil {
		return nil, err
	}
	defer db.turn.Give()
	p := &Plan{Format: planFormat, Kind: inMemory, Memory: q.quota.Bytes(), Entries: PlanData(q.pair.Entries.Facts()), DataBytes: q.pair.Entries.Bytes()}
	if !q.pair.Join {
		data := PlanData(q.pair.Queries.Facts())
		p.Queries, p.DataBytes = &data, p.DataBytes+q.pair.Queries.Bytes()
	}
	if q.pair.Outgrows() {
		err = db.planSlabs(ctx, q, p)
	} else {
		err = db.expect(ctx, q, p)
	}
	return p, db.refusal("plan", err)
}

// planSlabs fills in the slabs.
func (db *Database) planSlabs(ctx context.Context, q question, p *Plan) error {
	devices, err := q.pair.Reader.Devices()
	if err != nil {
		return err
	}
	slabs, err := q.pair.Plan(ctx)
	if err != nil {
		return err
	}
	p.Kind, p.Edges, p.SlabRows, p.Slabs, p.SlabBytes = inTime, slabs.Edges, slabs.SlabRows, slabs.Slabs, slabs.SlabBytes
	p.AheadBytes, p.MergeBytes, p.TempBytes = slabs.AheadBytes, slabs.MergeBytes, slabs.SpillsBytes
	if slabs.Entries != nil {
		p.Kind, p.Entries.Ranges = inTrajectories, slabs.Entries
	}
	if slabs.Queries != nil {
		p.Queries.Ranges = slabs.Queries
	}
	p.Method, p.Device, p.Reason = db.options.Method, devices[0].Device().Name, devices[0].Reason
	return nil
}

// slabs is the plan as data sets are searched by it.
func (p *Plan) slabs() source.Plan {
	plan := source.Plan{Edges: p.Edges, Slabs: p.Slabs, SlabBytes: p.SlabBytes, AheadBytes: p.AheadBytes, MergeBytes: p.MergeBytes, Entries: p.Entries.Ranges}
	if p.Queries != nil {
		plan.Queries = p.Queries.Ranges
	}
	return plan
}

// expect fills in how data in memory are expected to be searched.
func (db *Database) expect(ctx context.Context, q question, p *Plan) error {
	if err := db.indexed(ctx); err != nil {
		return err
	}
	x, err := db.engine.Explain(ctx, q.task(false))
	p.Method, p.Device, p.Reason, p.Parts, p.Batches = Method(x.Method), x.Device.Name, x.Reason, x.Parts, x.Batches
	p.Candidates, p.Hits, p.Seconds = x.Candidates, x.Hits, x.Time.Seconds()
	return err
}

// check refuses a plan that is none of data sets.
func (p *Plan) check(pair source.Pair) error {
	switch {
	case p.Format != planFormat:
		return fmt.Errorf("flyby: plan: format %d: this version of flyby has %d", p.Format, planFormat)
	case (p.Kind != inMemory) != pair.Outgrows():
		return fmt.Errorf("flyby: plan: of data in %s: they outgrow memory or not, other than there", p.Kind)
	case pair.Join != (p.Queries == nil):
		return errors.New("flyby: plan: one of a join is none of a search with queries")
	}
	facts := [2]source.Facts{source.Facts(p.Entries)}
	if p.Queries != nil {
		facts[1] = source.Facts(*p.Queries)
	}
	slabs := p.slabs()
	return pair.Check(&slabs, facts)
}

// plainPlan is a Plan that is written and read field by field.
type plainPlan Plan

// MarshalJSON writes the plan with a checksum.
func (p Plan) MarshalJSON() ([]byte, error) { return source.Seal(plainPlan(p)) }

// UnmarshalJSON reads a plan that MarshalJSON wrote. One that was changed is an error.
func (p *Plan) UnmarshalJSON(text []byte) error {
	if err := source.Unseal(text, (*plainPlan)(p)); err != nil {
		return fmt.Errorf("flyby: plan: %w", err)
	}
	return nil
}
