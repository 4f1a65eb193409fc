package lss

import (
	"context"
	_ "embed"
	"errors"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin/opencl/device"
)

//go:embed sort.cl
var sortText string

// The kernels of sort.cl.
const (
	sortTiles clrt.Kernel[sortTilesArgs] = "sort_tiles"
	mergeRuns clrt.Kernel[mergeRunsArgs] = "merge_runs"
)

// sortTile is the number of rows that are sorted in local memory: a power of two.
const sortTile = 512

// sorting is sorting_t of sort.cl.
type sorting struct {
	from, to, width                 uint64
	shift, start, dimensions, count uint32
}

type sortTilesArgs struct {
	places     *cl.Buffer
	sorting    sorting
	keys, rows *cl.Buffer
}

type mergeRunsArgs struct {
	places                         *cl.Buffer
	sorting                        sorting
	fromKeys, fromRows, keys, rows *cl.Buffer
}

// sort sorts the points into a list for each shift.
func (x *index) sort(ctx context.Context, f zorder.Frame, shifts zorder.Shifts) (err error) {
	m, count := x.dev.Memory, x.points.Len()
	about := make([]uint32, 0, 2*len(shifts))
	for _, shift := range shifts {
		about = append(about, shift, uint32(f.Common(shift)))
	}
	var keys, rows *cl.Buffer // of the list that is sorted, in every other pass
	for _, b := range []struct {
		to   **cl.Buffer
		name string
		size int
	}{
		{&x.lists, "lss.lists", 4 * len(about)}, {&x.keys, "lss.keys", 8 * count * len(shifts)}, {&x.rows, "lss.rows", 4 * count * len(shifts)},
		{&keys, "lss.keys.spare", 8 * count}, {&rows, "lss.rows.spare", 4 * count},
	} {
		if *b.to, err = m.Buffer(b.name, b.size); err != nil {
			return errors.Join(err, m.Release(keys, rows))
		}
	}
	err = clrt.Write(x.dev.Queues, x.lists, 0, about)
	for list, shift := range shifts {
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			break
		}
		err = x.sortList(list, sorting{shift: shift, start: about[2*list+1], dimensions: x.frame.dimensions, count: x.frame.count}, keys, rows)
	}
	return errors.Join(err, x.dev.Queues.Finish(), m.Release(keys, rows))
}

// sortList enqueues the sorting of a list: tiles, then runs of twice the length in each pass, the last of which writes to
// the list's final place.
func (x *index) sortList(list int, s sorting, spareKeys, spareRows *cl.Buffer) error {
	type place struct {
		keys, rows *cl.Buffer
		at         uint64
	}
	to, other := place{x.keys, x.rows, uint64(list) * uint64(s.count)}, place{spareKeys, spareRows, 0}
	for width := uint64(sortTile); width < uint64(s.count); width *= 2 {
		to, other = other, to
	}
	s.to = to.at
	tiles := (int(s.count) + sortTile - 1) / sortTile
	if err := sortTiles.Launch(x.program, clrt.In(min(tiles, device.MostGroups)), &sortTilesArgs{x.places, s, to.keys, to.rows}); err != nil {
		return err
	}
	for width := uint64(sortTile); width < uint64(s.count); width *= 2 {
		to, other = other, to
		s.from, s.to, s.width = other.at, to.at, width
		if err := mergeRuns.Launch(x.program, clrt.Over(uint64(s.count)), &mergeRunsArgs{x.places, s, other.keys, other.rows, to.keys, to.rows}); err != nil {
			return err
		}
	}
	return x.dev.Queues.Flush()
}
