package engine

import (
	"context"
	"errors"

	"flyby/internal/encounter"
	"flyby/internal/memory"
	"flyby/internal/packed"
	"flyby/internal/rowbytes"
	"flyby/internal/spill"
	"flyby/trajectory"
)

// pendingEncounters holds the encounters of a query trajectory until all its rows are searched: one item for
// each range, in the order of ranges. Encounters that outgrow their memory are spilled.
type pendingEncounters struct {
	config   Config
	kind     packed.Kind // of the encounters
	parts    []trajectory.Encounters
	held     uint64 // bytes of parts
	folder   *spill.Folder
	reported uint64       // bytes that spilled has returned
	runs     *packed.Runs // spilled encounters of the trajectory; nil: none
}

// add takes the encounters of a range. most is how many bytes of all may be held.
func (p *pendingEncounters) add(e trajectory.Encounters, most uint64) error {
	p.parts = append(p.parts, e)
	p.held += memory.Of(e.Len(), rowbytes.EncounterBytes)
	if p.config.Held > 0 {
		most = p.config.Held
	}
	if p.held <= most {
		return nil
	}
	return p.spill()
}

// spill writes the held encounters to a file, a run for each range.
func (p *pendingEncounters) spill() error {
	if err := p.open(); err != nil {
		return err
	}
	for _, part := range p.parts {
		if err := errors.Join(p.runs.Begin(), p.runs.Add(packed.OfEncounters(part))); err != nil {
			return err
		}
	}
	p.parts, p.held = nil, 0
	return p.runs.End()
}

// open makes the file of the trajectory, and at the first one its folder.
func (p *pendingEncounters) open() (err error) {
	if p.folder == nil {
		if p.folder, err = spill.Open(p.config.Tmp, p.config.TmpLimit); err != nil {
			return err
		}
	}
	if p.runs == nil {
		p.runs, err = packed.NewRuns(p.folder, p.kind, p.config.Threads)
	}
	return err
}

// spilled returns the bytes written to files since its last call.
func (p *pendingEncounters) spilled() uint64 {
	if p.folder == nil {
		return 0
	}
	before := p.reported
	p.reported = p.folder.Written()
	return p.reported - before
}

// end gives the encounters of the trajectory, once all of its rows are done. most is how many bytes
// merging the runs may take.
func (p *pendingEncounters) end(ctx context.Context, most uint64, give func(trajectory.Encounters) error) error {
	defer p.close() //nolint:errcheck // the file was read without an error
	if p.runs == nil {
		all, err := encounter.Merge(ctx, p.parts, p.config.Threads, nil)
		if err != nil {
			return err
		}
		return give(all)
	}
	if err := p.spill(); err != nil {
		return err
	}
	for rows, err := range p.runs.Merged(ctx, most) {
		if err != nil {
			return err
		}
		var chunk trajectory.Encounters // of its own: its consumer has it while the next rows are merged
		if chunk, err = chunk.Append(rows.Encounters()); err != nil {
			return err
		}
		if err := give(chunk); err != nil {
			return err
		}
	}
	return nil
}

// close frees the held encounters, in memory and in a file.
func (p *pendingEncounters) close() error {
	p.parts, p.held = nil, 0
	if p.runs == nil {
		return nil
	}
	err := p.runs.Close()
	p.runs = nil
	return err
}
