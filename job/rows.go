package job

import (
	"flyby/internal/whereabouts"
	"flyby/trajectory"
)

// rowColumns are the columns of rows that further columns are computed from; nil where rows have none.
type rowColumns struct {
	query, entry         []uint32
	querySeg, entrySeg   []uint32
	enter, exit, closest []float64
	height               []float64
}

// of returns the trajectories of one side with the times of rows, to ask for their positions and speeds.
func (r *rowColumns) of(traj []uint32) whereabouts.Rows {
	return whereabouts.Rows{Traj: traj, At: r.closest, From: r.enter, To: r.exit}
}

// withRows are rows that can have further columns.
type withRows[T any] interface {
	Len() int
	Slice(first, last int) T
	Pick(rows []int) T
}

// columnsOf returns the columns of hits, encounters, pairs, objects or nearest entries, in the same memory; an object is in the column of queries.
func columnsOf(rows any) rowColumns {
	switch r := rows.(type) {
	case trajectory.Hits:
		return rowColumns{query: r.QueryTraj, entry: r.EntryTraj, querySeg: r.QuerySeg, entrySeg: r.EntrySeg, enter: r.Enter, exit: r.Exit}
	case trajectory.Encounters:
		return rowColumns{query: r.QueryTraj, entry: r.EntryTraj, enter: r.Enter, exit: r.Exit, closest: r.Closest, height: r.Height}
	case trajectory.Pairs:
		return rowColumns{query: r.QueryTraj, entry: r.EntryTraj, closest: r.Closest, height: r.Height}
	case trajectory.Nearest:
		return rowColumns{query: r.QueryTraj, entry: r.EntryTraj, closest: r.Closest}
	case trajectory.Objects:
		return rowColumns{query: r.Traj}
	case trajectory.Events:
		return rowColumns{query: r.Traj, entry: r.Zone, closest: r.T}
	}
	panic("flyby: rows of another type") // our own bug
}

// A withWriter writes rows and their further columns.
type withWriter[T withRows[T]] struct {
	rowWriter[T]
	further *further
}

// withSome is the number of rows whose further columns are filled in at a time.
const withSome = 1 << 13

// accompanied returns a writer of rows and their further columns.
func accompanied[T withRows[T]](w rowWriter[T], f *further) rowWriter[T] {
	if !f.asksData() && !f.both && f.tcpa == nil && len(f.attributes) == 0 {
		return w
	}
	return &withWriter[T]{rowWriter: w, further: f}
}

func (w *withWriter[T]) Write(all T) error {
	for first := 0; first < all.Len(); first += withSome {
		some := all.Slice(first, min(first+withSome, all.Len()))
		if err := w.further.fill(columnsOf(some)); err != nil {
			return err
		}
		if w.further.both {
			w.further.mirror(some.Len())
			some = mirrored(some)
		}
		w.further.tcpa.fill(columnsOf(some))
		for _, a := range w.further.attributes {
			a.fill(columnsOf(some))
		}
		if err := w.rowWriter.Write(some); err != nil {
			return err
		}
	}
	return nil
}

// mirrored returns each row, and behind it the same with the two trajectories exchanged.
func mirrored[T withRows[T]](some T) T {
	twice := make([]int, 2*some.Len())
	for i := range twice {
		twice[i] = i / 2
	}
	some = some.Pick(twice)
	c := columnsOf(some)
	for i := 1; i < len(c.query); i += 2 {
		c.query[i], c.entry[i] = c.entry[i], c.query[i]
		if c.querySeg != nil {
			c.querySeg[i], c.entrySeg[i] = c.entrySeg[i], c.querySeg[i]
		}
		if c.height != nil {
			c.height[i] = 0 - c.height[i] // no -0
		}
	}
	return some
}
