package walk

import (
	"slices"

	"flyby/interaction"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/hitlist"
)

// querySide prepares the query side on the device. The queries of a whole walk are sent as a
// store, by clear, except where the host refines (no float64) and needs the pyramid.
func (w *walk) querySide(r *Index) (side, error) {
	if !w.Whole() || !w.d.Tuning.Finds {
		w.WalkWork = w.Prepared()
		p, err := r.queryPyramid(w.WalkWork)
		return side{p, w.Query}, err
	}
	flat, err := w.d.bringQueries(w.WalkWork, r.pyramid)
	if err != nil {
		return side{}, err
	}
	w.bare = true
	return side{&flat.pyramid, kernel.Boxes{Last: flat.counts[0]}}, nil
}

// clear enqueues setting the counters, and the counts of all query rows, to 0. Where the
// device makes the query side, clear sends the queries, and query_runs sets both to 0. Where
// each wave is sent by itself, the first wave's query_runs does, and clear does nothing.
func (w *walk) clear(entries *pyramid) error {
	switch {
	case w.streamed:
		return nil
	case w.bare:
		if err := w.d.sendQueries(); err != nil {
			return err
		}
		return w.d.makeQueries(entries, w.d.flat.whole(), nil)
	}
	if err := w.d.list.Clear(0, hitlist.CounterWords); err != nil || !w.orders {
		return err
	}
	return w.d.list.ClearRows()
}

// queryPyramid returns the query pyramid on the device: the entries' own in a
// join, otherwise the one uploaded last, uploaded anew where it is another.
func (r *Index) queryPyramid(w kernel.WalkWork) (*pyramid, error) {
	queries := w.Queries.Pyramid()
	if w.Join || queries == r.pyramid.Pyramid && w.Excluded == nil {
		return r.pyramid, nil
	}
	d := r.d
	if d.query == nil {
		d.query = newPyramid("query")
	}
	if d.query.Pyramid != queries {
		if err := d.upload(d.query, queries); err != nil {
			return nil, err
		}
		if err := d.makeSegments(d.query, r.pyramid, len(queries.Runs)); err != nil {
			return nil, err
		}
	}
	if d.query.excluded != nil && (w.Excluded == nil || slices.Equal(d.query.excluded, w.Excluded)) {
		return d.query, nil
	}
	excluded := func(uint32) uint32 { return interaction.NoneExcluded }
	if w.Excluded != nil {
		excluded = func(traj uint32) uint32 { return w.Excluded[traj] }
	}
	if err := d.uploadUnits(d.query, excluded); err != nil {
		return nil, err
	}
	d.query.excluded = append(make([]uint32, 0, len(w.Excluded)+1), w.Excluded...)
	return d.query, nil
}
