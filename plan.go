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

// planFormat is the version of plans; it rises where the making or the obeying of plans changes, and plans of another version are refused.
const planFormat = 1

// Plan says how a search is done, see Database.Plan. It can be written to JSON and read back; JSON that was cut or changed is refused. The result of a search does
// not depend on it.
type Plan struct {
	Format int `json:"format"`
	// Kind is "memory" for data in memory, searched in ranges of the queries if the result outgrows it, "time" for slabs of time, one after another,
	// or "trajectories" for ranges of trajectories, searched with each other, where segments last too long for slabs of time.
	Kind    string    `json:"kind"`
	Entries PlanData  `json:"entries"`
	Queries *PlanData `json:"queries,omitempty"` // nil: a join
	Memory  uint64    `json:"memory"`            // the Options.Memory that the plan is for

	Edges      []float64 `json:"edges,omitempty"`       // times at which slabs meet, ascending
	SlabRows   []uint64  `json:"slab_rows,omitempty"`   // [slabs of time] segments of entries and queries, at most
	Slabs      int       `json:"slabs,omitempty"`       // slabs, or pairs of ranges; 0: in memory
	SlabBytes  uint64    `json:"slab_bytes,omitempty"`  // memory of one slab, at most
	AheadBytes uint64    `json:"ahead_bytes,omitempty"` // memory of the index of the next slab; 0: it is not made ahead
	MergeBytes uint64    `json:"merge_bytes,omitempty"` // memory to merge the results of slabs
	DataBytes  uint64    `json:"data_bytes"`            // memory that entries and queries would take
	TempBytes  uint64    `json:"temp_bytes,omitempty"`  // size of the files in Options.Tmp that hold the data

	// The fields below say how a search in memory is expected to run; zero if it is not known.
	Method     Method  `json:"method,omitempty"`
	Device     string  `json:"device,omitempty"`
	Reason     string  `json:"reason,omitempty"`     // why this device
	Parts      int     `json:"parts,omitempty"`      // parts of the entries that the device holds, one after another
	Batches    int     `json:"batches,omitempty"`    // batches of MethodTemporal
	BatchSize  int     `json:"batch_size,omitempty"` // query segments in each of them but the last; 0: the algorithm has none
	Candidates float64 `json:"candidates,omitempty"` // pairs of segments that are compared
	Tunes      bool    `json:"tunes,omitempty"`      // a performance model of the device is made first, which chooses the batches
	Hits       float64 `json:"hits,omitempty"`       // estimated
	Seconds    float64 `json:"seconds,omitempty"`    // to search, by the performance model of the device
}

// PlanData describes a data set that a plan is for. A search of a data set that differs is refused.
type PlanData struct {
	Trajectories int     `json:"trajectories"`
	Segments     int     `json:"segments"`
	Start        float64 `json:"start"` // time of the first sample
	End          float64 `json:"end"`   // time of the last sample
	Ranges       []int   `json:"ranges,omitempty"`
}

// Plan says how a search would be done, without searching: in memory, or in slabs that fit Options.Memory. A Search with this plan obeys it. Plan fails
// where Hits does.
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

// slabs returns the plan in the terms of package source.
func (p *Plan) slabs() source.Plan {
	plan := source.Plan{Edges: p.Edges, Slabs: p.Slabs, SlabBytes: p.SlabBytes, AheadBytes: p.AheadBytes, MergeBytes: p.MergeBytes, Entries: p.Entries.Ranges}
	if p.Queries != nil {
		plan.Queries = p.Queries.Ranges
	}
	return plan
}

// expect fills in how a search in memory is expected to run.
func (db *Database) expect(ctx context.Context, q question, p *Plan) error {
	if err := db.indexed(ctx); err != nil {
		return err
	}
	x, err := db.engine.Explain(ctx, q.task(false))
	p.Method, p.Device, p.Reason, p.Parts, p.Batches, p.BatchSize = Method(x.Method), x.Device.Name, x.Reason, x.Parts, x.Batches, x.BatchSize
	p.Tunes, p.Candidates, p.Hits, p.Seconds = x.Tunes, x.Candidates, x.Hits, x.Time.Seconds()
	return err
}

// check refuses a plan that was made for other data sets.
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

// plainPlan is a Plan without methods, to be written and read field by field.
type plainPlan Plan

// MarshalJSON writes the plan with a checksum.
func (p Plan) MarshalJSON() ([]byte, error) { return source.Seal(plainPlan(p)) }

// UnmarshalJSON reads a plan that MarshalJSON wrote. A plan that was changed is an error.
func (p *Plan) UnmarshalJSON(text []byte) error {
	if err := source.Unseal(text, (*plainPlan)(p)); err != nil {
		return fmt.Errorf("flyby: plan: %w", err)
	}
	return nil
}
