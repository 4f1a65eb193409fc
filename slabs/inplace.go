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
		if read := of.Input().Read; of.InPlace() && (of.Report.Said != of.Report.Units || !reflect.DeepEqual(rowsOf(read), rowsOf(p.m.Ask.options()))) {
			if err := of.Settle(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowsOf returns the options that determine which rows of a Parquet file are read, and how.
func rowsOf(o format.Options) any {
	none := func(all map[string]string) map[string]string {
		if len(all) == 0 {
			return nil
		}
		return all
	}
	return []any{append([]format.Condition{}, o.Where...), o.Format, o.LonLat, o.Zone, o.TimeLayout, o.SkipBadRows, none(o.Columns), o.Upright, o.Preset, o.Height, o.Units, none(o.ColumnUnits)}
}

// options returns the options of reading the rows of an input.
func (a *askFields) options() format.Options {
	r := &a.Read
	return format.Options{
		Reading: format.Reading{Where: r.Where, Format: r.Format, LonLat: r.LonLat, Zone: r.Zone, TimeLayout: r.TimeLayout, SkipBadRows: r.SkipBadRows},
		Columns: r.Columns, Upright: a.Upright, Preset: r.Preset, Height: r.Height, Units: r.Units, ColumnUnits: r.ColumnUnits,
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
	s, err := r.Fill(ctx, in.Path, w.m.Ask.options(), whole.IDs, o)
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
