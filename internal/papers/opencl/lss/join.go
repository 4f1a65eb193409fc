package lss

import (
	"context"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/papers/zorder"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/points"
)

// walkers are points or queries with their intervals (search.cl).
type walkers struct {
	values, intervals, sums *cl.Buffer
	each                    *cl.Buffer // for nearest points: the bound of each walker; nil: the threshold
	count, list             int
}

// join is a work with the intervals of its walkers.
type join struct {
	*index
	work    pointjoin.Work
	limits  device.Limits
	mode    uint32
	base    int // the row of the queries that is row 0 of the device
	walkers walkers
	order   []uint32 // by halves: the row of each walker
	sums    zorder.Sums
	stats   points.Stats
}

// begin searches the intervals of the points within the threshold.
func (j *join) begin(ctx context.Context) error {
	w := j.work
	j.limits = device.NewLimits(w.Threshold, j.points.Dimensions())
	if w.Self() && j.options.Half && 2*(w.Last-w.First) > j.points.Len() { // with fewer rows, whole intervals have fewer elements
		j.mode = rowRange
	}
	start, err := j.allot()
	if err != nil {
		return err
	}
	if j.mode == rowRange {
		if err = j.halves(ctx, &j.walkers, w.Threshold.Eps()); err == nil {
			err = j.readOrder()
		}
	} else {
		err = j.search(ctx, &j.walkers, start, w.Threshold.Eps(), nil)
	}
	if err != nil {
		return err
	}
	j.stats.Cells += uint64(j.walkers.count) * uint64(j.listCount)
	j.sums, err = j.sum(&j.walkers)
	return err
}

// allot sends walkers that are not on the device yet, and allocates intervals for all. It returns the row of the first
// walker on the device.
func (j *join) allot() (start int, err error) {
	w := &j.walkers
	w.values, w.count, start = j.values, j.work.Last-j.work.First, j.work.First
	switch {
	case j.mode == rowRange:
		w.count = j.points.Len()
	case !j.work.Self():
		j.mode, j.base, start = allRows, j.work.First, 0
		if w.values, err = j.send("lss.queries", j.work.Queries, j.work.First, j.work.Last, nil); err != nil {
			return 0, err
		}
	}
	if w.intervals, err = j.dev.Memory.Buffer("lss.intervals", 16*w.count); err != nil {
		return 0, err
	}
	w.sums, err = j.dev.Memory.Buffer("lss.sums", 8*(w.count+1))
	return start, err
}

// readOrder reads the rows of walkers in the order of a list.
func (j *join) readOrder() error {
	j.order = make([]uint32, j.walkers.count)
	return clrt.ReadNow(j.dev.Queues, j.rows, 4*j.walkers.list*j.points.Len(), j.order)
}

// end frees the buffers of the work.
func (j *join) end() error {
	err := j.dev.Memory.Release(j.walkers.intervals, j.walkers.sums, j.walkers.each)
	if j.walkers.values != j.values {
		err = errors.Join(err, j.dev.Memory.Release(j.walkers.values))
	}
	return err
}

// Greatest numbers of elements of a chunk: on a GPU some milliseconds of work, on a CPU few enough to be cancelled soon.
const (
	chunkGPU = 1 << 25
	chunkCPU = 1 << 20
)

// elements returns the number of elements of a chunk.
func (x *index) elements() int {
	if x.dev.GPU() {
		return min(x.dev.Cuts.Room, chunkGPU)
	}
	return min(x.dev.Cuts.Room, chunkCPU)
}

// each walks one chunk after another, and calls use with the chunk's pairs in the room. ends says that the chunk ends with
// the end of an interval.
func (j *join) each(ctx context.Context, use func(c chunk, ends bool) error) error {
	room, total := uint64(j.elements()), j.sums.Total()
	if err := j.dev.Memory.Ensure(&j.room, 4*int(min(room, total))); err != nil {
		return err
	}
	for from := uint64(0); from < total; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to := j.sums.Chunk(from, room)
		last := j.sums.Point(to - 1)
		c := chunk{
			from: from, count: uint32(to - from), first: uint32(j.sums.Point(from)), last: uint32(last + 1), mode: j.mode,
			low: uint32(j.work.First), high: uint32(j.work.Last), base: uint32(j.base), points: j.frame.count, dimensions: j.frame.dimensions,
		}
		if err := j.walk(c); err != nil {
			return err
		}
		if err := use(c, to == j.sums[last+1]); err != nil {
			return err
		}
		if from = to; j.work.Progress != nil {
			j.work.Progress(float64(from)/float64(total), 1)
		}
	}
	return nil
}

// walk leaves the wanted elements of a chunk in the room.
func (j *join) walk(c chunk) error {
	if j.walkers.each != nil {
		return j.keepNearest(c)
	}
	if err := j.compare(c); err != nil {
		return err
	}
	return j.settle(c)
}

// gather passes the pairs of one chunk after another to h.
func (j *join) gather(ctx context.Context, h *handover) error {
	return j.each(ctx, func(c chunk, ends bool) error {
		pairs, err := j.compact(c)
		if err != nil {
			return err
		}
		return h.add(pairs, ends)
	})
}

// settle decides the borderline pairs of a chunk, and drops the elements that are no pairs.
func (j *join) settle(c chunk) error {
	doubts, err := j.notes.Pairs() // element and other
	if err != nil || len(doubts) == 0 {
		return err
	}
	asked := j.points
	if !j.work.Self() {
		asked = j.work.Queries
	}
	within := make([]bool, len(doubts)/2)
	parallel.Ranges(len(within), j.dev.Host, func(_, first, last int) {
		var p, q []float64
		for i := first; i < last; i++ {
			p = asked.Append(p[:0], j.walker(c.from+uint64(doubts[2*i])))
			q = j.points.Append(q[:0], int(doubts[2*i+1]))
			within[i] = j.work.Threshold.Settle(p, q)
		}
	})
	var none []uint32
	for i, is := range within {
		if !is {
			none = append(none, doubts[2*i])
		}
	}
	return j.drop(none)
}

// walker returns the row of the walker of an element.
func (j *join) walker(element uint64) int {
	at := j.sums.Point(element)
	if j.order != nil {
		return int(j.order[at])
	}
	return j.work.First + at
}
