package flyby

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"

	"flyby/internal/source"
)

// PlanKind says how data are searched.
type PlanKind string

const (
	// InMemory searches data that lie in memory, in ranges of the queries where what is found outgrows it.
	InMemory PlanKind = "memory"
	// InTime searches slabs of time, one after another.
	InTime PlanKind = "time"
	// InTrajectories searches ranges of trajectories with each other: segments last too long for slabs of time.
	InTrajectories PlanKind = "trajectories"
)

// planFormat is how plans are made and obeyed; it rises where that changes, and plans of another are refused.
const planFormat = 1

// Plan says how a search is done, see Database.Plan. It can be written to JSON and read back; one that was cut or changed there is refused. What is found does
// not depend on it.
type Plan struct {
	Format  int       `json:"format"`
	Kind    PlanKind  `json:"kind"`
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

// planData is a data set as a plan names it.
func planData(s *source.Set, ranges []int) PlanData {
	d := PlanData{Trajectories: s.Trajectories(), Segments: s.Segments(), Ranges: ranges}
	if d.Trajectories > 0 {
		e := s.Extent()
		d.Start, d.End = e.Start, e.End
	}
	return d
}

// Plan says how a search would be done, without searching: in memory, or in slabs that fit Options.Memory. A Search that has it obeys it. Refusals are
// those of Hits.
func (db *Database) Plan(ctx context.Context, s Search) (*Plan, error) {
	q, err := db.question(ctx, s)
	if err != nil {
		return nil, err
	}
	defer db.turn.Give()
	p := &Plan{Format: planFormat, Kind: InMemory, Memory: db.quota.Bytes(), DataBytes: q.pair.Entries.Bytes()}
	if !q.pair.Join {
		p.DataBytes += q.pair.Queries.Bytes()
	}
	if q.pair.Outgrows() {
		err = db.planSlabs(ctx, q, p)
	} else {
		err = db.expect(ctx, q, p)
	}
	p.Entries = planData(q.pair.Entries, p.Entries.Ranges)
	if !q.pair.Join {
		data := PlanData{}
		if p.Queries != nil {
			data = *p.Queries
		}
		data = planData(q.pair.Queries, data.Ranges)
		p.Queries = &data
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
	p.take(slabs)
	p.Method, p.Device, p.Reason = db.options.Method, devices[0].Device().Name, devices[0].Reason
	return nil
}

// take fills in slabs.
func (p *Plan) take(slabs source.Plan) {
	p.Kind, p.Edges, p.SlabRows, p.Slabs, p.SlabBytes = InTime, slabs.Edges, slabs.SlabRows, slabs.Slabs, slabs.SlabBytes
	p.AheadBytes, p.MergeBytes, p.TempBytes = slabs.AheadBytes, slabs.MergeBytes, slabs.SpillsBytes
	if slabs.Entries != nil {
		p.Kind, p.Entries.Ranges = InTrajectories, slabs.Entries
	}
	if slabs.Queries != nil {
		p.Queries = &PlanData{Ranges: slabs.Queries}
	}
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
	if err != nil {
		return err
	}
	p.Method, p.Device, p.Reason, p.Parts, p.Batches = Method(x.Method), x.Device.Name, x.Reason, x.Parts, x.Batches
	p.Candidates, p.Hits, p.Seconds = x.Candidates, x.Hits, x.Time.Seconds()
	return nil
}

// check refuses a plan that is none of data sets.
func (p *Plan) check(pair source.Pair) error {
	if p.Format != planFormat {
		return fmt.Errorf("flyby: plan: format %d: this version of flyby has %d", p.Format, planFormat)
	}
	if (p.Kind != InMemory) != pair.Outgrows() {
		return fmt.Errorf("flyby: plan: of data in %s: they outgrow memory or not, other than there", p.Kind)
	}
	if err := p.Entries.check("entries", pair.Entries); err != nil {
		return err
	}
	if pair.Join != (p.Queries == nil) {
		return errors.New("flyby: plan: one of a join is none of a search with queries")
	}
	if p.Queries != nil {
		if err := p.Queries.check("queries", pair.Queries); err != nil {
			return err
		}
	}
	slabs := p.slabs()
	if err := pair.Check(&slabs); err != nil {
		return fmt.Errorf("flyby: %w", err)
	}
	return nil
}

// check refuses another data set.
func (d *PlanData) check(of string, s *source.Set) error {
	if now := planData(s, nil); now.Trajectories != d.Trajectories || now.Segments != d.Segments || now.Start != d.Start || now.End != d.End {
		return fmt.Errorf("flyby: plan: %s have %d trajectories and %d segments from %v to %v, and had %d and %d from %v to %v", of,
			now.Trajectories, now.Segments, now.Start, now.End, d.Trajectories, d.Segments, d.Start, d.End)
	}
	return nil
}

// plainPlan is a Plan that is written and read field by field.
type plainPlan Plan

// sealedPlan is a plan in JSON, with a sum of all else.
type sealedPlan struct {
	plainPlan
	Sum uint32 `json:"sum"`
}

// sum is the checksum of a plan.
func (p *plainPlan) sum() (uint32, error) {
	text, err := json.Marshal(p)
	return crc32.ChecksumIEEE(text), err
}

// MarshalJSON writes the plan with a checksum.
func (p Plan) MarshalJSON() ([]byte, error) {
	sealed := sealedPlan{plainPlan: plainPlan(p)}
	var err error
	if sealed.Sum, err = sealed.sum(); err != nil {
		return nil, err
	}
	return json.Marshal(sealed)
}

// UnmarshalJSON reads a plan that MarshalJSON wrote. One that was changed is an error.
func (p *Plan) UnmarshalJSON(text []byte) error {
	var sealed sealedPlan
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&sealed); err != nil {
		return fmt.Errorf("flyby: plan: %w", err)
	}
	sum, err := sealed.sum()
	if err != nil || sum != sealed.Sum {
		return errors.Join(errors.New("flyby: plan: its checksum is another: it was changed or cut"), err)
	}
	*p = Plan(sealed.plainPlan)
	return nil
}
