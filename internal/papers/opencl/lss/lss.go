package lss

import (
	"context"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/papers/lss"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// index is points sorted along several curves, resident on a device. Without points it has no buffers.
type index struct {
	dev       *device.Device
	points    *points.Store
	options   lss.Options
	program   *clrt.Program
	frame     frame
	listCount int

	axes, values, places, lists, keys, rows *cl.Buffer // codes.cl

	// Arrays that one search after another reuses.
	notes                                               *device.Notes
	corners, groups, room, pairs, dropped, tally, heaps clrt.Array
	matrix                                              finder.Matrix // of the points, for nearest points; empty until they are first asked for
}

// Load sorts points on a device; the order serves every threshold. The package comment lists the differences from the
// method on the host, with reasons.
func Load(ctx context.Context, d *device.Device, _ *rows.Table, s pointjoin.Set) (pointjoin.Resident, error) {
	o, err := lss.Read(s.Settings, s.Points.Dimensions())
	if err != nil {
		return nil, err
	}
	x := &index{dev: d, points: s.Points, options: o, listCount: len(o.Shifts)}
	for a, name := range map[*clrt.Array]string{
		&x.corners: "lss.corners", &x.groups: "lss.groups", &x.room: "lss.room", &x.pairs: "lss.pairs", &x.dropped: "lss.dropped", &x.tally: "lss.tally",
		&x.heaps: "lss.heaps",
	} {
		a.Name = name
	}
	if s.Points.Len() == 0 {
		return x, nil
	}
	if err := x.load(ctx); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

func (x *index) load(ctx context.Context) (err error) {
	if x.program, err = x.dev.Program(source(x.dev.Groups)); err != nil {
		return err
	}
	if x.notes, err = x.dev.NewNotes(); err != nil {
		return err
	}
	f := zorder.NewFrame(x.points)
	if err := x.sendAxes(f); err != nil {
		return err
	}
	if x.places, err = x.dev.Memory.Buffer("lss.places", 4*x.points.Len()*x.points.Dimensions()); err != nil {
		return err
	}
	if x.values, err = x.send("lss.values", x.points, 0, x.points.Len(), x.places); err != nil {
		return err
	}
	return x.sort(ctx, f, x.options.Shifts)
}

// send sends rows [first, last) of a store, and returns them row by row.
func (x *index) send(name string, s *points.Store, first, last int, places *cl.Buffer) (*cl.Buffer, error) {
	p, err := x.dev.Send(name+".columns", s, first, last)
	if err != nil {
		return nil, errors.Join(err, x.dev.Memory.Release(p.Buffer))
	}
	values, err := x.rowMajor(name, p, places)
	return values, errors.Join(err, x.dev.Memory.Release(p.Buffer))
}

// Pairs implements pointjoin.Resident.
func (x *index) Pairs(ctx context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	begin := func(j *join) error { return j.begin(ctx) }
	return x.run(ctx, w, begin, func(j *join) error {
		h := &handover{out: out, lists: len(out.Lists), ordered: j.mode != rowRange, threads: x.dev.Host}
		err := j.gather(ctx, h)
		j.stats.Pairs = h.count
		if err != nil {
			out.Lists = out.Lists[:h.lists]
		}
		return err
	})
}

// Counts implements pointjoin.Resident.
func (x *index) Counts(ctx context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	begin := func(j *join) error { return j.begin(ctx) }
	return x.run(ctx, w, begin, func(j *join) error {
		found := make([]uint32, len(counts)-j.base)
		if err := x.dev.Memory.Ensure(&x.tally, 4*len(found)); err != nil {
			return err
		}
		if err := x.dev.Queues.Zero(x.tally.Buffer, 0, max(4, 4*len(found))); err != nil {
			return err
		}
		err := j.each(ctx, func(c chunk, _ bool) error {
			err := countPairs.Launch(x.program, clrt.Over(uint64(c.count)), &countPairsArgs{j.walkers.intervals, j.walkers.sums, c, x.room.Buffer, x.tally.Buffer})
			return errors.Join(err, x.dev.Queues.Finish())
		})
		if err != nil {
			return err
		}
		if err := clrt.ReadNow(x.dev.Queues, x.tally.Buffer, 0, found); err != nil {
			return err
		}
		j.stats.Pairs = rows.Add(counts[j.base:], found, w.Self(), x.dev.Threads(len(found)))
		return nil
	})
}

// run searches the intervals of a work, and walks them.
func (x *index) run(ctx context.Context, w pointjoin.Work, begin, walk func(*join) error) (points.Stats, error) {
	if none, err := device.Nothing(ctx, w, x.points.Len()); none {
		return points.Stats{}, err
	}
	j := &join{index: x, work: w}
	err := begin(j)
	if err == nil {
		err = walk(j)
	}
	if err := errors.Join(err, j.end()); err != nil {
		return j.stats, err
	}
	if w.Progress != nil {
		w.Progress(1, 1)
	}
	return j.stats, nil
}

// Close frees the points.
func (x *index) Close() error {
	arrays := []*clrt.Array{&x.corners, &x.groups, &x.room, &x.pairs, &x.dropped, &x.tally, &x.heaps}
	if x.notes != nil {
		arrays = append(arrays, &x.notes.Array)
	}
	err := errors.Join(x.dev.Memory.Release(x.axes, x.values, x.places, x.lists, x.keys, x.rows), x.dev.Memory.ReleaseArrays(arrays...))
	x.axes, x.values, x.places, x.lists, x.keys, x.rows = nil, nil, nil, nil, nil, nil
	return err
}
