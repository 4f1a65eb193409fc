package slabs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"flyby"
	"flyby/batching"
	"flyby/internal/machine"
	"flyby/internal/memory"
	"flyby/internal/packed"
	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/internal/source"
	"flyby/internal/sweep"
	"flyby/trajectory"
)

// Part is the result of a run.
type Part struct {
	K      int
	Rows   uint64 // hits or encounters
	Hits   uint64 // number of hits found
	Bytes  uint64 // of its file
	Before bool   // the part existed already, and Run did not search
}

// Run searches a slab and writes its part. The part is the same to the byte whatever the options and the host, and is written whole or not at all: running a slab twice is harmless. A good part that exists stays.
// Run uses the options Method, Device, Providers, Threads, Settings, Memory and Logger. The error is an ErrChanged where a file of the plan differs from the planned one.
func (w *Work) Run(ctx context.Context, k int, o flyby.Options) (p Part, err error) {
	if err := errors.Join(w.check(k), o.Validate()); err != nil {
		return p, err
	}
	if p, ok := w.done(ctx, k); ok {
		return p, nil
	}
	quota := memory.NewQuota(o.Memory)
	defer quota.Close()
	r, err := source.NewReader(machine.ConfigOf(&o, quota))
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	bytes := w.m.Slabs[k].InPlace
	for _, f := range w.m.Slabs[k].Files {
		bytes += f.Bytes
	}
	if err := r.HoldsSlab(bytes, len(w.InPlace())); err != nil {
		return p, err
	}
	wholes, err := w.wholes(ctx)
	if err != nil {
		return p, fmt.Errorf("slabs: slab %d: %w", k, err)
	}
	queries, entries, err := w.slab(ctx, r, wholes, k)
	if err != nil {
		return p, fmt.Errorf("slabs: slab %d: %w", k, err)
	}
	s, err := w.sweep(r, wholes)
	if err != nil {
		return p, err
	}
	return w.part(k, s, func(give func(*packed.Rows) error) error { return s.One(ctx, queries, entries, w.kind, give) })
}

// done returns the part of a slab if it exists and is good.
func (w *Work) done(ctx context.Context, k int) (p Part, ok bool) {
	f, err := w.openPart(k)
	if err != nil {
		return p, false
	}
	defer f.Close() //nolint:errcheck // it was only read
	if f.Check(ctx) != nil {
		return p, false
	}
	return Part{K: k, Rows: f.Rows, Hits: f.Hits, Bytes: uint64(f.Size()), Before: true}, true
}

// slab reads the two slabs to be searched with each other; in a join of a slab of time, or of a single range, both are the same.
func (w *Work) slab(ctx context.Context, r *source.Reader, wholes []slab.Whole, k int) (queries, entries *slab.Slab, err error) {
	var all []*slab.Slab
	for i := range w.m.Slabs[k].Files {
		f := &w.m.Slabs[k].Files[i]
		some, err := readFile(ctx, w.dir, f, slab.Head(f.Number, w.of), slab.Read)
		if err != nil {
			return nil, nil, err
		}
		for _, o := range some {
			side := min(len(all), len(wholes)-1) // in a join both ranges are of the entries
			b, err := w.fill(ctx, r, w.m.sides()[side], &wholes[side], o)
			if err != nil {
				return nil, nil, err
			}
			if err := b.Within(&wholes[side]); err != nil {
				return nil, nil, changedError(filepath.Join(w.dir, f.Name), err)
			}
			all = append(all, b)
		}
	}
	switch len(all) {
	case 1:
		return all[0], all[0], nil
	case 2:
		return all[1], all[0], nil
	}
	return nil, nil, changedError(w.m.Slabs[k].Files[0].Name, fmt.Errorf("%d slabs", len(all)))
}

// sweep returns the sweep that searches a slab.
func (w *Work) sweep(r *source.Reader, wholes []slab.Whole) (*sweep.Sweep, error) {
	var entries, queries *trajectory.Store
	if w.m.Queries != nil { // ids are compared
		entries, queries = wholes[0].Named(), wholes[1].Named()
	}
	search := w.m.Ask.asked.Search
	batches, err := batching.Choose(cmp.Or(search.Batching, r.Settings["batching"]))
	if err != nil {
		return nil, err
	}
	searches, err := r.Searches(batches)
	if err != nil {
		return nil, err
	}
	return &sweep.Sweep{Rule: search.Rule().Between(queries, entries, search.ExcludeSameID), Search: searches.Search, Threads: parallel.Threads(r.Threads)}, nil
}

// wholes reads the ids of the entries, and in a search the ids of the queries.
func (w *Work) wholes(ctx context.Context) ([]slab.Whole, error) {
	all, err := readFile(ctx, w.dir, &w.m.Names, slab.WholesHead(w.of), slab.WholesOf)
	if err != nil {
		return nil, err
	}
	if sides := len(w.m.sides()); len(all) != sides {
		return nil, changedError(filepath.Join(w.dir, w.m.Names.Name), fmt.Errorf("ids of %d data sets, want %d", len(all), sides))
	}
	return all, nil
}

// part writes the part of a slab; search calls give with its rows.
func (w *Work) part(k int, s *sweep.Sweep, search func(give func(*packed.Rows) error) error) (p Part, err error) {
	l, err := land(w.dir, w.partOf(k))
	if err != nil {
		return p, err
	}
	defer l.abort()
	l.removeOld()
	to, err := packed.NewWriter(l, w.kind, uint32(k), w.sum, s.Threads)
	if err != nil {
		return p, err
	}
	defer func() {
		if closeErr := to.Close(); err == nil {
			err = closeErr
		}
	}()
	if err := search(to.Add); err != nil {
		return p, err
	}
	sums, bytes, err := to.End(s.Found(), s.AtVertical())
	if err == nil {
		err = l.commit()
	}
	if err == nil {
		err = syncFolder(w.dir)
	}
	if errors.Is(err, fs.ErrNotExist) { // the work was merged meanwhile, which removed this file as a leftover
		if there, ok := w.done(context.Background(), k); ok {
			return there, nil
		}
	}
	if err != nil {
		return p, err
	}
	return Part{K: k, Rows: sums.Rows, Hits: sums.Hits, Bytes: bytes}, nil
}
