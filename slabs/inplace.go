package slabs

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"flyby"
	"flyby/internal/infile"
	"flyby/internal/slab"
	"flyby/internal/source"
	"flyby/job"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// settle copies data sets that were to stay in their files, where a run would read the files with other options than the plan: each data set may have options of its own, and queries the units of the entries.
func (p *planning) settle(ctx context.Context, j *job.Job) error {
	pair := j.Pair()
	for _, of := range []*source.Set{pair.Entries, pair.Queries} {
		in := of.Input()
		if of.InPlace() && (of.Report.Said != of.Report.Units || !reflect.DeepEqual(rowOptions(in.Read), rowOptions(p.m.Ask.Read)) || slices.ContainsFunc(in.Files, isMember)) {
			if err := of.Settle(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// isMember reports whether a file is a member of an archive.
func isMember(f input.File) bool { return f.Holder() != f.Path }

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

// leave notes the files of a data set whose samples stay in them, or are made of their element sets; none where samples are copied.
func (s *set) leave(of *source.Set) error {
	if !of.InPlace() {
		return nil
	}
	in := of.Input()
	for _, f := range in.Files {
		path, err := filepath.Abs(infile.In(in.Read.Folder, f.Path))
		if err != nil {
			return err
		}
		s.MadeOf = append(s.MadeOf, path)
	}
	if !of.OnDemand() { // of one file
		s.InPlace, s.MadeOf = s.MadeOf[0], nil
		return nil
	}
	s.Within = of.Report.Curve
	return nil
}

// fill makes the slab of an outline; side and whole describe the data set that it is of. A slab in place has its samples read from an input. The error is an ErrChanged where they differ from the planned samples.
func (w *Work) fill(ctx context.Context, r *source.Reader, side *set, whole *slab.Whole, o *slab.Outline) (*slab.Slab, error) {
	if !o.InPlace() {
		return o.Slab()
	}
	paths := side.inputs()
	if len(paths) == 0 {
		return nil, changedError(w.dir, errors.New("a slab has its samples in no input"))
	}
	if err := w.same(paths); err != nil {
		return nil, err
	}
	s, err := w.read(ctx, r, side, whole, o)
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil || errors.Is(err, flyby.ErrMemory):
		return nil, cmp.Or(ctx.Err(), err)
	}
	if err := w.same(paths); err != nil { // it changed meanwhile
		return nil, err
	}
	return nil, changedError(strings.Join(paths, ", "), err)
}

// same refuses inputs that changed.
func (w *Work) same(paths []string) error {
	for _, path := range paths {
		if err := w.m.input(path).same(); err != nil {
			return err
		}
	}
	return nil
}

// read reads the samples of a slab from a row group, or makes them of element sets.
func (w *Work) read(ctx context.Context, r *source.Reader, side *set, whole *slab.Whole, o *slab.Outline) (*slab.Slab, error) {
	read := rowOptions(w.m.Ask.Read)
	if side.InPlace != "" {
		return r.Fill(ctx, side.InPlace, read, whole.IDs, o)
	}
	var files []input.File
	for _, path := range side.MadeOf {
		files = append(files, input.File{Path: path})
	}
	search := &w.m.Ask.asked.Search
	if search.From == nil || search.To == nil {
		return nil, errors.New("element sets have positions in a span of time, and the search has none")
	}
	read.Window, read.Curve = &[2]float64{*search.From, *search.To}, side.Within
	return r.Make(ctx, files, read, whole, o)
}
