package slabs

import (
	"context"
	"fmt"
	"iter"

	"flyby/internal/slab"
	"flyby/internal/source"
)

// slabs writes slabs of time: the entries' segments, followed in a search by the queries'.
func (p *planning) slabs(ctx context.Context, pair source.Pair) error {
	next, stop := noSlabs, func() {}
	if !pair.Join {
		next, stop = iter.Pull2(iter.Seq2[slab.Record, error](recordsOf(ctx, pair.Queries, p.m.Edges)))
	}
	defer stop()
	for e, err := range recordsOf(ctx, pair.Entries, p.m.Edges) {
		all := []slab.Record{e}
		if q, queryErr, ok := next(); ok && err == nil {
			all, err = append(all, q), queryErr
		}
		if err != nil {
			return err
		}
		var s entry
		s.count(all...)
		k := len(p.m.Slabs)
		if k > 0 {
			s.From = new(number(p.m.Edges[k-1]))
		}
		if k < len(p.m.Edges) {
			s.To = new(number(p.m.Edges[k]))
		}
		f, err := p.slab(fmt.Sprintf("%s-%d", slabFiles, k), k, all...)
		if err != nil {
			return err
		}
		s.Files = []file{f}
		p.m.Slabs = append(p.m.Slabs, s)
	}
	return nil
}

// noSlabs stands for the queries' slabs in a join.
func noSlabs() (none slab.Record, err error, ok bool) { return none, nil, false }

// recordsOf yields the slabs of time of a data set as they are written.
func recordsOf(ctx context.Context, of *source.Set, edges []float64) iter.Seq2[slab.Record, error] {
	return func(yield func(slab.Record, error) bool) {
		for b, err := range of.CellsOf(ctx, edges, 0, 0) {
			one := slab.Record{Slab: b, InPlace: of.InPlace()}
			if one.InPlace && err == nil {
				one.Groups = of.RowGroups(b.Start, b.End)
			}
			if !yield(one, err) {
				return
			}
		}
	}
}

// count adds the segments of slabs to the entry's counts.
func (s *entry) count(all ...slab.Record) {
	for _, b := range all {
		overhang := uint64(0)
		for traj := range b.Store.Trajectories() {
			if first, _ := b.Store.Range(traj); b.Store.T()[first] < b.Start {
				overhang++
			}
		}
		s.Overhang += overhang
		s.Segments += uint64(b.Store.Segments()) - overhang
		if b.InPlace {
			s.InPlace += b.Store.Bytes()
		}
	}
}

// slab writes a file of slabs.
func (p *planning) slab(name string, number int, all ...slab.Record) (file, error) {
	return p.file(name, uint32(number), func(l *landing) (slab.Written, error) {
		return slab.WriteFile(l, slab.Head(uint32(number), p.of), all...)
	})
}

// storedRange is the file of a range of trajectories, and the number of its segments.
type storedRange struct {
	file
	segments uint64
}

// ranges writes each range of trajectories once, and lists the pairs of ranges to be searched with each other, in the order of sweep.Within and
// sweep.Between.
func (p *planning) ranges(ctx context.Context, pair source.Pair, plan *source.Plan) error {
	entries, err := p.side(ctx, pair.Entries, plan.Entries, entryFiles, 0)
	if err != nil {
		return err
	}
	add := func(e, q *storedRange) {
		s := entry{Segments: e.segments, Files: []file{e.file}}
		if q != nil {
			s.Segments, s.Files = s.Segments+q.segments, append(s.Files, q.file)
		}
		p.m.Slabs = append(p.m.Slabs, s)
	}
	if pair.Join {
		for i := range entries {
			add(&entries[i], nil)
			for j := i + 1; j < len(entries); j++ {
				add(&entries[j], &entries[i])
			}
		}
		return nil
	}
	queries, err := p.side(ctx, pair.Queries, plan.Queries, queryFiles, len(entries))
	if err != nil {
		return err
	}
	for q := range queries {
		for e := range entries {
			add(&entries[e], &queries[q])
		}
	}
	return nil
}

// side writes the ranges of a data set, whose files are numbered from first on.
func (p *planning) side(ctx context.Context, of *source.Set, borders []int, name string, first int) (all []storedRange, err error) {
	for i := range borders[1:] {
		for b, err := range of.CellsOf(ctx, nil, borders[i], borders[i+1]) {
			if err != nil {
				return nil, err
			}
			f, err := p.slab(fmt.Sprintf("%s-%d", name, i), first+i, slab.Record{Slab: b})
			if err != nil {
				return nil, err
			}
			all = append(all, storedRange{f, uint64(b.Store.Segments())})
		}
	}
	return all, nil
}
