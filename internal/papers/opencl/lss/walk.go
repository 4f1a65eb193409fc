package lss

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/memory"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
)

//go:embed walk.cl
var walkText string

// The kernels of walk.cl.
const (
	walkPoints   clrt.Kernel[walkArgs]         = "walk_points"
	walkElements clrt.Kernel[walkArgs]         = "walk_elements"
	dropElements clrt.Kernel[dropElementsArgs] = "drop_elements"
	countPairs   clrt.Kernel[countPairsArgs]   = "count_pairs"
	countRoom    clrt.Kernel[countRoomArgs]    = "count_room"
	compactRoom  clrt.Kernel[compactRoomArgs]  = "compact_room"
)

// The elements that a walker is compared with.
const (
	laterRows = iota // a self-join: points of higher rows
	rowRange         // a self-join by halves: pairs whose lower row is of the work
	allRows          // walkers are queries: all points
)

// chunk is chunk_t of walk.cl.
type chunk struct {
	from                                                                  uint64
	count, first, last, mode, low, high, base, doubts, points, dimensions uint32
}

type walkArgs struct {
	asked, values, rows, intervals, sums *cl.Buffer
	chunk                                chunk
	limits                               device.Limits
	room, notes                          *cl.Buffer
}

type dropElementsArgs struct {
	elements *cl.Buffer
	count    uint32
	room     *cl.Buffer
}

type countPairsArgs struct {
	intervals, sums *cl.Buffer
	chunk           chunk
	room, counts    *cl.Buffer
}

type countRoomArgs struct {
	room         *cl.Buffer
	count, piece uint32
	groups       *cl.Buffer
}

type compactRoomArgs struct {
	intervals, sums *cl.Buffer
	chunk           chunk
	room            *cl.Buffer
	piece           uint32
	groups, pairs   *cl.Buffer
}

// compare walks a chunk.
func (j *join) compare(c chunk) error {
	args := walkArgs{j.walkers.values, j.values, j.rows, j.walkers.intervals, j.walkers.sums, c, j.limits, j.room.Buffer, nil}
	err := j.notes.Run(func() error {
		args.chunk.doubts, args.notes = uint32(j.notes.Room), j.notes.Buffer
		if j.options.Element {
			return walkElements.Launch(j.program, clrt.Over(uint64(c.count)), &args)
		}
		return walkPoints.Launch(j.program, clrt.Over(uint64(c.last-c.first)), &args)
	})
	if err == nil {
		j.stats.Add(j.notes.Stats())
	}
	return err
}

// drop removes elements from the room.
func (j *join) drop(elements []uint32) error {
	if len(elements) == 0 {
		return nil
	}
	if err := j.dev.Memory.Fill(&j.dropped, elements); err != nil {
		return err
	}
	return dropElements.Launch(j.program, clrt.Over(uint64(len(elements))), &dropElementsArgs{j.dropped.Buffer, uint32(len(elements)), j.room.Buffer})
}

// compact compacts the pairs of a chunk and reads them: in the order of walkers, and for each walker in the order of its
// list.
func (j *join) compact(c chunk) (pairs []uint64, err error) {
	groups, piece := j.dev.Shares(int(c.count))
	if err := j.dev.Memory.Ensure(&j.groups, 4*groups); err != nil {
		return nil, err
	}
	if err := countRoom.Launch(j.program, clrt.In(groups), &countRoomArgs{j.room.Buffer, c.count, piece, j.groups.Buffer}); err != nil {
		return nil, err
	}
	counts, total := make([]uint32, groups), 0
	if err := clrt.ReadNow(j.dev.Queues, j.groups.Buffer, 0, counts); err != nil {
		return nil, err
	}
	for _, n := range counts {
		total += int(n)
	}
	if total == 0 {
		return nil, nil
	}
	if err := j.dev.Memory.Ensure(&j.pairs, pointjoin.PairBytes*total); err != nil {
		return nil, err
	}
	err = compactRoom.Launch(j.program, clrt.In(groups), &compactRoomArgs{
		j.walkers.intervals, j.walkers.sums, c, j.room.Buffer, piece, j.groups.Buffer, j.pairs.Buffer,
	})
	if err != nil {
		return nil, err
	}
	if err := memory.Need("pairs", memory.Of(total, pointjoin.PairBytes)); err != nil {
		return nil, err
	}
	pairs = make([]uint64, total)
	return pairs, clrt.ReadNow(j.dev.Queues, j.pairs.Buffer, 0, pairs)
}
