package gpujoin

import (
	"context"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/memory"
	"flyby/internal/papers/gpujoin"
	"flyby/internal/papers/pointindex"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// index is points and the grid of their cells, resident on a device (join.cl).
type index struct {
	dev    *device.Device
	points *points.Store
	layout *gpujoin.Layout
	words  int // of a linear id
	values device.Points
	turns  *cl.Buffer // nil: places are processed in order

	rows, ids, places, frame *cl.Buffer

	joining, sorting, ordering *clrt.Program // joining works by tiles where the layout says so
	lanes                      [lanes]*lane
}

// LoadSJ indexes points for gpusj.
func LoadSJ(ctx context.Context, d *device.Device, _ *rows.Table, s pointjoin.Set) (pointjoin.Resident, error) {
	l, err := gpujoin.LayoutSJ(ctx, s)
	if err != nil {
		return nil, err
	}
	return load(d, s, l)
}

// LoadJoin indexes points for gpujoin.
func LoadJoin(ctx context.Context, d *device.Device, _ *rows.Table, s pointjoin.Set) (pointjoin.Resident, error) {
	l, err := gpujoin.LayoutJoin(ctx, s)
	if err != nil {
		return nil, err
	}
	return load(d, s, l)
}

// load sends an index to the device.
func load(d *device.Device, s pointjoin.Set, l *gpujoin.Layout) (pointjoin.Resident, error) {
	x := &index{dev: d, points: s.Points, layout: l}
	if s.Points.Len() == 0 {
		return x, nil
	}
	for i := range x.lanes {
		x.lanes[i] = newLane(i)
	}
	if err := x.send(); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	for p, source := range map[**clrt.Program]clrt.Source{
		&x.joining:  x.source(l.Tiled),
		&x.sorting:  sortSource(d.Groups),
		&x.ordering: rows.OrderSource(d.Groups),
	} {
		var err error
		if *p, err = d.Program(source); err != nil {
			return nil, errors.Join(err, x.Close())
		}
	}
	return x, nil
}

// source returns the program that joins, by tiles or not.
func (x *index) source(tiled bool) clrt.Source {
	of := joinSource
	if tiled {
		of = sharedSource
	}
	return of(x.points.Dimensions(), len(x.layout.Grid.Axes()), x.words, x.dev.Groups)
}

// send sends the points and the grid.
func (x *index) send() error {
	g := x.layout.Grid
	words := g.Words()
	x.words = words.Count
	values := x.layout.Place(x.points.Columns(), g.Order(), 0, x.points.Len())
	x.values = device.Points{Count: x.points.Len(), Dimensions: x.points.Dimensions()}
	starts, masks := masksOf(g)
	for _, b := range []struct {
		to   **cl.Buffer
		name string
		data [][]byte
	}{
		{&x.values.Buffer, "values", [][]byte{cl.Bytes(values)}},
		{&x.rows, "rows", [][]byte{cl.Bytes(g.Order())}},
		{&x.ids, "ids", [][]byte{cl.Bytes(words.IDs)}},
		{&x.places, "places", append([][]byte{cl.Bytes(g.Offsets()), cl.Bytes(starts)}, masks...)},
		{&x.frame, "frame", frameOf(g, words)},
	} {
		var err error
		if *b.to, err = x.dev.SendBytes("gpujoin."+b.name, b.data...); err != nil {
			return err
		}
	}
	if x.layout.Turns == nil {
		return nil
	}
	var err error
	x.turns, err = x.dev.SendBytes("gpujoin.turns", cl.Bytes(x.layout.Turns))
	return err
}

// masksOf returns the masks of a grid, and the start of each mask in the buffer that holds
// the starts and then the masks.
func masksOf(g *pointindex.Grid) (starts []uint32, masks [][]byte) {
	k := len(g.Axes())
	starts = []uint32{uint32(k + 1)}
	for j := range k {
		mask := g.Mask(j)
		starts, masks = append(starts, starts[j]+uint32(len(mask))), append(masks, cl.Bytes(mask))
	}
	return starts, masks
}

// frameOf returns the description of a grid's cells and linear ids (frame in join.cl).
func frameOf(g *pointindex.Grid, w pointindex.Words) [][]byte {
	var least, widths []float64
	var cells, words []uint64
	for j, a := range g.Axes() {
		least, widths = append(least, a.Least()), append(widths, a.Width())
		cells, words = append(cells, uint64(a.Cells())), append(words, uint64(w.Of[j]))
	}
	return [][]byte{cl.Bytes(least), cl.Bytes(widths), cl.Bytes(cells), cl.Bytes(w.Stride), cl.Bytes(append(words, uint64(w.Count)))}
}

// Pairs implements pointjoin.Resident.
func (x *index) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	return x.run(ctx, w, func(s *search) (points.Stats, error) { return s.pairs(ctx, out) })
}

// Counts implements pointjoin.Resident.
func (x *index) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	return x.run(ctx, w, func(s *search) (points.Stats, error) { return s.counts(ctx, counts) })
}

// Table implements pointjoin.Tabler.
func (x *index) Table(ctx context.Context, w pointjoin.Work, budget *memory.Budget, need func(neighbours uint64) error) (t points.Table, stats points.Stats, err error) {
	stats, err = x.run(ctx, w, func(s *search) (cost points.Stats, err error) {
		t, cost, err = s.neighbours(ctx, budget, need)
		return cost, err
	})
	if t.Offsets == nil && err == nil { // without points
		t.Offsets = make([]uint64, x.points.Len()+1)
	}
	return t, stats, err
}

// run runs a work with a search of its own.
func (x *index) run(ctx context.Context, w pointjoin.Work, run func(*search) (points.Stats, error)) (stats points.Stats, err error) {
	if none, err := device.Nothing(ctx, w, x.points.Len()); none {
		return stats, err
	}
	s, err := x.newSearch(w)
	defer func() { err = errors.Join(err, s.close()) }()
	if err != nil {
		return stats, err
	}
	return run(s)
}

// Close frees the points.
func (x *index) Close() error {
	err := x.dev.Memory.Release(x.values.Buffer, x.turns, x.rows, x.ids, x.places, x.frame)
	x.values.Buffer, x.turns, x.rows, x.ids, x.places, x.frame = nil, nil, nil, nil, nil, nil
	for _, l := range x.lanes {
		err = errors.Join(err, l.close(x.dev.Memory))
	}
	return err
}
