package fused

import (
	"errors"
	"fmt"
	"math/bits"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/rowgrid"
	"flyby/points"
)

// Clusters is points in cells, resident on a device.
type Clusters struct {
	dev       *device.Device
	points    *points.Store
	threshold pointjoin.Threshold
	layout    rowgrid.Layout
	dense     bool // the points of a cell are all within the threshold of each other
	slots     int  // of the table of cells, or of their hashes
	program   *clrt.Program
	notes     *device.Notes
	stepCount int

	x                                      device.Points
	frame, steps, keys, starts, packed     *cl.Buffer
	core, byRow, byPlace, bySlot, groupSum *cl.Buffer // written by each method: uchar, then uint
	trees                                  *cl.Buffer // by slot; nil unless dense
}

var _ pointjoin.Clusters = (*Clusters)(nil)

// MostPoints is the greatest number of points: slots, and the words of their keys, fit 32 bits.
const MostPoints = 1 << 28

// Load sorts at most MostPoints points into cells on a device.
func Load(d *device.Device, s *points.Store, within pointjoin.Threshold) (*Clusters, error) {
	c := &Clusters{dev: d, points: s, threshold: within}
	if s.Len() == 0 {
		return c, nil
	}
	if err := c.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("fused: load %d points: %w", s.Len(), err), c.Close())
	}
	return c, nil
}

// load finds the layout while the points are on their way.
func (c *Clusters) load() (err error) {
	laidOut := make(chan struct{})
	go func() {
		defer close(laidOut)
		c.layOut()
	}()
	err = c.send()
	if <-laidOut; err != nil {
		return err
	}
	c.slots = slotsOf(c.layout.IDs, c.points.Len(), c.dev.Cuts.Table)
	if err := c.sendFrame(); err != nil {
		return err
	}
	if err := c.sendSteps(); err != nil {
		return err
	}
	if err := c.room(); err != nil {
		return err
	}
	return c.sort()
}

// layOut sets the layout of the cells.
func (c *Clusters) layOut() {
	if c.layout, c.dense = rowgrid.NewDenseLayout(c.points, c.threshold.Eps()); !c.dense {
		c.layout = rowgrid.NewLayout(c.points, c.threshold.Eps(), cost)
	}
}

// send sends the points, and makes what does not depend on their layout.
func (c *Clusters) send() (err error) {
	if c.program, err = c.dev.Program(source(c.points.Dimensions(), c.dev.Groups)); err != nil {
		return err
	}
	if c.notes, err = c.dev.NewNotes(); err != nil {
		return err
	}
	c.x, err = c.dev.Send("fused.points", c.points, 0, c.points.Len())
	return err
}

// slotsOf returns the number of slots of a table: of linear ids where these are few against points, otherwise, hashed, a power of
// two that is more than twice the number of points.
func slotsOf(ids int64, points, table int) int {
	const each, most = 8, 1 << 30
	if ids <= int64(min(max(table, each*points), most)) {
		return int(ids)
	}
	return 1 << bits.Len(uint(2*points))
}

// hashed returns 1 where cells are looked up by a hash of their ids, otherwise 0.
func (c *Clusters) hashed() uint32 {
	if int64(c.slots) == c.layout.IDs {
		return 0
	}
	return 1
}

// cost returns the cost of clustering, in comparisons of two coordinates, with the given number of dimensions of the grid indexed.
func cost(s rowgrid.Sample) float64 {
	const perCell = 8
	cells := 1.0
	for range s.Indexed {
		cells *= 3
	}
	return s.Points * (float64(cells*perCell) + float64(s.Near*float64(1+s.Dimensions)))
}

// room allocates the buffers of the points besides their coordinates.
func (c *Clusters) room() (err error) {
	n, keys, trees := c.points.Len(), 0, 0
	if c.hashed() == 1 {
		keys = 8 * c.slots
	}
	if c.dense {
		trees = 4 * c.slots
	}
	for _, b := range []struct {
		to   **cl.Buffer
		name string
		size int
	}{
		{&c.keys, "keys", keys}, {&c.starts, "starts", 4 * (c.slots + 1)}, {&c.packed, "packed", 4 * (2*n + 3 + n*c.width())},
		{&c.core, "core", n}, {&c.byRow, "rows", 4 * n}, {&c.byPlace, "places", 4 * (n + 1)}, {&c.bySlot, "slots", 4 * c.slots}, {&c.trees, "trees", trees}, {&c.groupSum, "sums", 4 * c.dev.MostGroups},
	} {
		if *b.to, err = c.dev.Memory.Buffer("fused."+b.name, b.size); err != nil {
			return err
		}
	}
	return nil
}

// width returns the number of floats of a point.
func (c *Clusters) width() int { return vectorOf(c.x.Dimensions) * vectorsOf(c.x.Dimensions) }

// set enqueues setting words to a value.
func (c *Clusters) set(b *cl.Buffer, words int, value uint32) error {
	return setWords.Launch(c.program, clrt.Over(uint64(words)), &setArgs{uint32(words), value, b})
}

// sort enqueues sorting the points into their cells.
func (c *Clusters) sort() error {
	n := uint64(c.points.Len())
	shape := frame{c.layout.Inverse, uint32(c.layout.Indexed), c.hashed(), uint32(c.slots), uint32(n), uint32(c.x.Dimensions), uint32(c.width())}
	if err := c.set(c.starts, c.slots+1, 0); err != nil {
		return err
	}
	if c.hashed() == 1 {
		if err := c.set(c.keys, 2*c.slots, ^uint32(0)); err != nil {
			return err
		}
	}
	if err := findCells.Launch(c.program, clrt.Over(n), &cellArgs{c.x.Buffer, c.frame, shape, c.keys, c.byPlace, c.byRow, c.starts}); err != nil {
		return err
	}
	if err := c.dev.Starts(c.program, c.starts, c.slots, c.groupSum); err != nil {
		return err
	}
	return placePoints.Launch(c.program, clrt.Over(n), &placeArgs{c.x.Buffer, c.frame, shape, c.byPlace, c.byRow, c.starts, c.packed})
}

// Close implements pointjoin.Clusters.
func (c *Clusters) Close() error {
	err := c.dev.Queues.Finish()
	if c.notes != nil {
		err = errors.Join(err, c.dev.Memory.Drop(&c.notes.Array))
	}
	err = errors.Join(err, c.dev.Memory.Release(c.x.Buffer, c.frame, c.steps, c.keys, c.starts, c.packed, c.core, c.byRow, c.byPlace, c.bySlot, c.groupSum, c.trees))
	*c = Clusters{dev: c.dev, points: c.points}
	return err
}
