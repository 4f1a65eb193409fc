package lss

import (
	"context"
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/papers/zorder"
)

//go:embed search.cl
var searchText string

// The kernels of search.cl.
const (
	searchIntervals clrt.Kernel[searchIntervalsArgs] = "search_intervals"
	sumEnds         clrt.Kernel[sumEndsArgs]         = "sum_ends"
	searchHalves    clrt.Kernel[searchHalvesArgs]    = "search_halves"
	sumLengths      clrt.Kernel[sumLengthsArgs]      = "sum_lengths"
	startLengths    clrt.Kernel[startLengthsArgs]    = "start_lengths"
)

// search is search_t of search.cl.
type search struct {
	eps                       float64
	start, first, last, lists uint32
}

type searchIntervalsArgs struct {
	axes                               *cl.Buffer
	frame                              frame
	values, each                       *cl.Buffer
	search                             search
	corners, lists, keys, rows, places *cl.Buffer
	intervals                          *cl.Buffer
}

type sumEndsArgs struct {
	axes                                     *cl.Buffer
	frame                                    frame
	values                                   *cl.Buffer
	search                                   search
	corners, lists, keys, rows, places, ends *cl.Buffer
}

type searchHalvesArgs struct {
	axes                                          *cl.Buffer
	frame                                         frame
	values                                        *cl.Buffer
	search                                        search
	list                                          uint32
	corners, lists, keys, rows, places, intervals *cl.Buffer
}

type sumLengthsArgs struct {
	intervals    *cl.Buffer
	count, chunk uint32
	groups       *cl.Buffer
}

type startLengthsArgs struct {
	intervals    *cl.Buffer
	count, chunk uint32
	groups, sums *cl.Buffer
}

// Greatest numbers of bytes of corners, and of walkers, of a launch: on a GPU some milliseconds of work.
const (
	cornerBytes = 1 << 26
	searchGPU   = 1 << 18
	searchCPU   = 1 << 13
)

// walkersPerLaunch returns the greatest number of walkers of a launch of a search, where each takes beside bytes in addition to its
// corners.
func (x *index) walkersPerLaunch(beside int) int {
	most := searchCPU
	if x.dev.GPU() {
		most = searchGPU
	}
	return max(1, min(most, cornerBytes/(8*int(x.frame.dimensions)+beside)))
}

// inParts enqueues a search of a number of walkers, part by part, where each takes beside bytes in addition to its corners.
func (x *index) inParts(ctx context.Context, walkers, beside int, s search, enqueue func(l clrt.Launch, s search, corners *cl.Buffer) error) error {
	s.lists = uint32(x.listCount)
	most := x.walkersPerLaunch(beside)
	if err := x.dev.Memory.Ensure(&x.corners, 8*int(x.frame.dimensions)*min(most, walkers)); err != nil {
		return err
	}
	for first := 0; first < walkers; first += most {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		last := min(first+most, walkers)
		s.first, s.last = uint32(first), uint32(last)
		if err := enqueue(clrt.Over(uint64(last-first)), s, x.corners.Buffer); err != nil {
			return err
		}
		if err := x.dev.Queues.Finish(); err != nil {
			return err
		}
	}
	return nil
}

// search finds the shortest interval of each walker; the first walker's row is start. each has the half-sides of their
// boxes; nil: all are eps.
func (x *index) search(ctx context.Context, w *walkers, start int, eps float64, each *cl.Buffer) error {
	return x.inParts(ctx, w.count, 0, search{eps: eps, start: uint32(start)}, func(l clrt.Launch, s search, corners *cl.Buffer) error {
		return searchIntervals.Launch(x.program, l, &searchIntervalsArgs{
			x.axes, x.frame, w.values, each, s, corners, x.lists, x.keys, x.rows, x.places, w.intervals,
		})
	})
}

// halves has all points search the points behind them on one list, the list with the least sum of intervals.
func (x *index) halves(ctx context.Context, w *walkers, eps float64) error {
	list, err := x.shortestHalves(ctx, eps)
	if err != nil {
		return err
	}
	w.list = list
	return x.inParts(ctx, w.count, 0, search{eps: eps}, func(l clrt.Launch, s search, corners *cl.Buffer) error {
		return searchHalves.Launch(x.program, l, &searchHalvesArgs{
			x.axes, x.frame, x.values, s, uint32(list), corners, x.lists, x.keys, x.rows, x.places, w.intervals,
		})
	})
}

// shortestHalves returns the list with the least sum of the half intervals of all points.
func (x *index) shortestHalves(ctx context.Context, eps float64) (shortest int, err error) {
	ends := make([]uint64, x.listCount)
	sums, err := x.dev.Memory.Buffer("lss.ends", 8*len(ends))
	if err != nil {
		return 0, err
	}
	if err = x.dev.Queues.Zero(sums, 0, 8*len(ends)); err == nil {
		err = x.inParts(ctx, x.points.Len(), 0, search{eps: eps}, func(l clrt.Launch, s search, corners *cl.Buffer) error {
			return sumEnds.Launch(x.program, l, &sumEndsArgs{x.axes, x.frame, x.values, s, corners, x.lists, x.keys, x.rows, x.places, sums})
		})
	}
	if err == nil {
		err = clrt.ReadNow(x.dev.Queues, sums, 0, ends)
	}
	if failed := x.dev.Memory.Release(sums); err == nil {
		err = failed
	}
	for list, sum := range ends {
		if sum < ends[shortest] {
			shortest = list
		}
	}
	return shortest, err
}

// sum computes the prefix sums of the lengths of the walkers' intervals.
func (x *index) sum(w *walkers) (zorder.Sums, error) {
	groups, chunk := x.dev.Shares(w.count)
	if err := x.dev.Memory.Ensure(&x.groups, 8*groups); err != nil {
		return nil, err
	}
	if err := x.dev.Queues.Zero(x.groups.Buffer, 0, 8*groups); err != nil {
		return nil, err
	}
	err := sumLengths.Launch(x.program, clrt.In(groups), &sumLengthsArgs{w.intervals, uint32(w.count), chunk, x.groups.Buffer})
	if err != nil {
		return nil, err
	}
	err = startLengths.Launch(x.program, clrt.In(groups), &startLengthsArgs{w.intervals, uint32(w.count), chunk, x.groups.Buffer, w.sums})
	if err != nil {
		return nil, err
	}
	sums := make(zorder.Sums, w.count+1)
	return sums, clrt.ReadNow(x.dev.Queues, w.sums, 0, sums)
}
