package rows

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
)

//go:embed order.cl
var orderText string

// The kernels of order.cl.
const (
	orderShort  clrt.Kernel[orderArgs]   = "order_short"
	orderTiles  clrt.Kernel[orderArgs]   = "order_tiles"
	mergeTiles  clrt.Kernel[mergeArgs]   = "merge_tiles"
	writeFirsts clrt.Kernel[firstsArgs]  = "write_firsts"
	putSettled  clrt.Kernel[settledArgs] = "put_settled"
	takeFew     clrt.Kernel[takeArgs]    = "take_few"
	measureRows clrt.Kernel[measureArgs] = "measure_rows"
	startRows   clrt.Kernel[startArgs]   = "start_rows"
)

// Greatest numbers of pairs of a row that a work-item sorts, and that a group sorts in local memory, a power of two.
const (
	shortRow = 16
	tileRow  = 2048
)

type orderArgs struct {
	starts       *cl.Buffer
	first, count uint32
	seconds      *cl.Buffer
}

type mergeArgs struct {
	starts              *cl.Buffer
	first, count, width uint32
	from, to            *cl.Buffer
}

type firstsArgs struct {
	starts                         *cl.Buffer
	first, last, base, from, count uint32
	firsts                         *cl.Buffer
}

type settledArgs struct {
	settled *cl.Buffer
	count   uint32
	seconds *cl.Buffer
}

type takeArgs struct {
	counts, kept *cl.Buffer
	few, base    uint32
	starts       *cl.Buffer
	first, count uint32
	seconds      *cl.Buffer
}

type measureArgs struct {
	counts              *cl.Buffer
	first, count, chunk uint32
	measures            *cl.Buffer
}

type startArgs struct {
	counts              *cl.Buffer
	first, count, chunk uint32
	bases, starts       *cl.Buffer
}

// OrderSource returns the program that sorts pairs.
func OrderSource(groups clrt.Groups) clrt.Source {
	return clrt.Source{
		Label: "points-order", Groups: groups,
		Kernels: []clrt.AnyKernel{orderShort, orderTiles, mergeTiles, writeFirsts, putSettled, takeFew, measureRows, startRows},
		Files: []clrt.File{clrt.ScanFile(), {Name: "order.cl", Text: orderText, Constants: []clrt.Constant{
			{Name: "SHORT_ROW", Value: shortRow}, {Name: "TILE_ROW", Value: tileRow},
		}}},
	}
}

// order enqueues sorting the pairs of rows [first, last); longest is the greatest number of pairs of a row.
func (t *Table) order(first, last, longest int) error {
	l := Ordering{Starts: &t.starts, Seconds: &t.seconds, Spare: &t.spare}
	return l.Order(t.dev, t.ordering, first, last, longest)
}

// Ordering is the buffers of the pairs of rows on the device (order.cl), and of their sorting.
type Ordering struct{ Starts, Seconds, Spare *clrt.Array }

// Order enqueues sorting the pairs of rows [first, last); longest is the greatest number of pairs of a row. The program is
// OrderSource's.
func (l Ordering) Order(d *device.Device, ordering *clrt.Program, first, last, longest int) error {
	if first == last {
		return nil
	}
	groups := clrt.In(min(last-first, device.MostGroups)) // a group takes one row at a time
	args := orderArgs{starts: l.Starts.Buffer, first: uint32(first), count: uint32(last - first), seconds: l.Seconds.Buffer}
	if err := orderShort.Launch(ordering, clrt.Over(uint64(last-first)), &args); err != nil || longest <= shortRow {
		return err
	}
	if err := orderTiles.Launch(ordering, groups, &args); err != nil || longest <= tileRow {
		return err
	}
	if err := d.Memory.Ensure(l.Spare, l.Seconds.Size); err != nil {
		return err
	}
	from, to := l.Seconds.Buffer, l.Spare.Buffer
	// An even number of passes ends in the buffer where it began; a pass copies the rows that are one run already.
	for pass, width := 0, tileRow; width < longest || pass%2 == 1; pass, width = pass+1, 2*width {
		err := mergeTiles.Launch(ordering, groups, &mergeArgs{
			starts: l.Starts.Buffer, first: uint32(first), count: uint32(last - first), width: uint32(min(width, 1<<30)), from: from, to: to,
		})
		if err != nil {
			return err
		}
		from, to = to, from
	}
	return nil
}
