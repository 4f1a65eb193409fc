package trajdistsearch

import (
	"context"
	"runtime"

	"flyby/binindex"
	"flyby/internal/clrt"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

// ownsEnd marks a row whose segment owns its end (interact.cl).
const ownsEnd = 1 << 31

// binned is the entry segments on the device, in the order of the temporal bins.
type binned struct {
	kernel.Database
	segments clrt.Array // [planes][n] t0 t1 x0 x1 y0 y1 z0 z1
	row      clrt.Array // [n] row | ownsEnd
	traj     clrt.Array // [n]
	radius   clrt.Array // [trajectories] with radii
	boxes    clrt.Array // [n][BoxWords] without float64, in place of segments
	frame    *binindex.Frame
}

func newBinned(db kernel.Database) *binned {
	return &binned{
		Database: db,
		segments: clrt.Array{Name: "entry.segments"}, row: clrt.Array{Name: "entry.row"}, traj: clrt.Array{Name: "entry.traj"},
		radius: clrt.Array{Name: "entry.radius"}, boxes: clrt.Array{Name: "entry.boxes"},
	}
}

// arrays lists the arrays of the database on the device.
func (b *binned) arrays() []*clrt.Array {
	return []*clrt.Array{&b.segments, &b.row, &b.traj, &b.radius, &b.boxes}
}

// load copies the segments to the device, or, without float64, their boxes.
func (b *binned) load(ctx context.Context, d *Ranger) error {
	if err := pair.CheckRows(b.Store.Samples(), "samples"); err != nil {
		return err
	}
	c := newCensus(b.Store)
	rows, trajs := make([]uint32, len(b.Order)), make([]uint32, len(b.Order))
	for i, row := range b.Order {
		rows[i], trajs[i] = c.marked[row], c.owner[row]
	}
	if err := d.dev.Memory.Fill(&b.traj, trajs); err != nil {
		return err
	}
	if !d.tuning.Finds {
		b.frame = binindex.NewPyramid(b.Store, nil, binindex.Setting{RunLength: 1}, runtime.GOMAXPROCS(0)).Frame
		return d.dev.Memory.Fill(&b.boxes, pair.Words(boxesOf(b.Store, b.frame, b.Order)))
	}
	if err := d.dev.Memory.Fill(&b.row, rows); err != nil {
		return err
	}
	radii := pair.AppendRadii(nil, b.Store)
	if err := d.dev.Memory.Ensure(&b.radius, 8*len(radii)); err != nil {
		return err
	}
	if err := clrt.Write(d.dev.Queues, b.radius.Buffer, 0, radii); err != nil {
		return err
	}
	return b.loadSegments(ctx, d, c)
}

// census is columns that describe the segment of each row of a store.
type census struct {
	store  *trajectory.Store
	owner  []uint32 // trajectory
	marked []uint32 // the row, with ownsEnd where the segment owns its end
	end    []uint32 // row of the segment's end; for a point event its own row
}

func newCensus(s *trajectory.Store) census {
	n := s.Samples()
	c := census{s, make([]uint32, n), make([]uint32, n), make([]uint32, n)}
	for p := range s.Pieces() {
		last := p.First + p.Samples - 1
		for row := p.First; row < p.First+p.Segments(); row++ {
			c.owner[row], c.marked[row], c.end[row] = uint32(p.Traj), uint32(row), uint32(min(row+1, last))
			if row+1 >= last && !p.GoesOn {
				c.marked[row] |= ownsEnd
			}
		}
	}
	return c
}

// loadSegments copies the planes, one at a time to bound the host's memory.
func (b *binned) loadSegments(ctx context.Context, d *Ranger, c census) error {
	columns := [][]float64{b.Store.T(), b.Store.X(), b.Store.Y(), b.Store.Z()}[:1+b.Store.Dim()]
	n := len(b.Order)
	if err := d.dev.Memory.Ensure(&b.segments, 8*2*len(columns)*n); err != nil {
		return err
	}
	start, end := make([]float64, n), make([]float64, n)
	for k, column := range columns {
		for i, row := range b.Order {
			start[i], end[i] = column[row], column[c.end[row]]
		}
		if err := clrt.Write(d.dev.Queues, b.segments.Buffer, 8*n*2*k, start); err != nil {
			return err
		}
		if err := clrt.Write(d.dev.Queues, b.segments.Buffer, 8*n*(2*k+1), end); err != nil {
			return err
		}
		if err := d.dev.Queues.Finish(); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// boxesOf returns the boxes of the segments of rows: the boxes of a pyramid with
// runs of one segment.
func boxesOf(s *trajectory.Store, f *binindex.Frame, rows []uint32) []binindex.Box {
	p := binindex.NewPyramid(s, f, binindex.Setting{RunLength: 1}, runtime.GOMAXPROCS(0))
	place := make([]uint32, s.Samples())
	for i, r := range p.Runs {
		place[r.Row] = uint32(i)
	}
	boxes := make([]binindex.Box, len(rows))
	for i, row := range rows {
		boxes[i] = p.Levels[0][place[row]]
	}
	return boxes
}
