package slabs

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"reflect"

	"flyby"
	"flyby/internal/infile"
	"flyby/internal/slab"
	"flyby/internal/source"
	"flyby/job"
	"flyby/trajectory/format"
)

// settle copies data sets that were to stay in their files, where a run would read the files with other options than the plan: each data set may have options of its own, and queries the units of the entries.
func (p *planning) settle(ctx context.Context, j *job.Job) error {
	pair := j.Pair()
	for _, of := range []*source.Set{pair.Entries, pair.Queries} {
		if read := of.Input().Read; of.InPlace() && (of.Report.Said != of.Report.Units || !reflect.DeepEqual(rowOptions(read), rowOptions(p.m.Ask.Read))) {
			if err := of.Settle(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowOptions returns the options that determine which rows of a Parquet file are read, and how.
func rowOptions(o format.Options) format.Options {
	none := func(all map[string]string) map[string]string {
		if len(all) == 0 {
			return nil
		}
		return all
	}
	return format.Options{
		Reading: format.Reading{Where: append([]format.Condition(nil), o.Where...), Format: o.Format, LonLat: o.LonLat, Zone: o.Zone, TimeLayout: o.TimeLayout, SkipBadRows: o.SkipBadRows},
		Columns: none(o.Columns), Upright: o.Upright, Preset: o.Preset, Height: o.Height, Units: o.Units, ColumnUnits: none(o.ColumnUnits),
	}
}

// inPlace returns the path of the one file of a data set whose samples stay in it; "": they are copied.
func inPlace(of *source.Set) (path string, err error) {
	if !of.InPlace() {
		return "", nil
	}
	in := of.Input()
	return filepath.Abs(infile.In(in.Read.Folder, in.Files[0].Path))
}

// fill makes the slab of an outline; side and whole describe the data set that it is of. A slab in place has its samples read from an input. The error is an ErrChanged where they differ from the planned samples.
func (w *Work) fill(ctx context.Context, r *source.Reader, side *set, whole *slab.Whole, o *slab.Outline) (*slab.Slab, error) {
	if !o.InPlace() {
		return o.Slab()
	}
	in := w.m.input(side.InPlace)
	if in == nil {
		return nil, changedError(w.dir, errors.New("a slab has its samples in no input"))
	}
	if err := in.same(); err != nil {
		return nil, err
	}
	s, err := r.Fill(ctx, in.Path, rowOptions(w.m.Ask.Read), whole.IDs, o)
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil || errors.Is(err, flyby.ErrMemory):
		return nil, cmp.Or(ctx.Err(), err)
	}
	if err := in.same(); err != nil { // it changed meanwhile
		return nil, err
	}
	return nil, changedError(in.Path, err)
}
