package fused

import (
	"context"
	"math"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/pointjoin/opencl/rows"
	"flyby/points"
)

// Cores implements pointjoin.Clusters.
func (c *Clusters) Cores(ctx context.Context, minPoints int, core []bool) (stats points.Stats, err error) {
	if none, err := c.nothing(ctx); none {
		return stats, err
	}
	least := uint32(min(minPoints, math.MaxUint32))
	err = c.run(ctx, func(n nearArgs) error {
		return findCores.Launch(c.program, n.items(), &coresArgs{n, least, c.byRow, c.core, c.notes.Buffer})
	})
	if err != nil {
		return stats, err
	}
	err = c.dev.Receive(c.core, len(core), func(at int, is []byte) {
		for k, one := range is {
			core[at+k] = one != 0
		}
	})
	if err != nil {
		return stats, err
	}
	settled, err := c.settle()
	if len(settled) == 0 || err != nil {
		return c.notes.Stats(), err
	}
	found := make([]uint32, len(core))
	err = c.dev.ReceiveWords(c.byRow, found)
	for _, p := range settled {
		found[p.Row]++
		core[p.Row] = found[p.Row] >= least
	}
	return c.notes.Stats(), err
}

// Unite implements pointjoin.Clusters.
func (c *Clusters) Unite(ctx context.Context, core []bool, lead []uint32) (stats points.Stats, err error) {
	if none, err := c.nothing(ctx); none {
		return stats, err
	}
	if err := c.sendCore(core); err != nil {
		return stats, err
	}
	if err := c.plant(); err != nil {
		return stats, err
	}
	if err := c.run(ctx, c.findLinks); err != nil {
		return stats, err
	}
	if err := c.closeLinks(); err != nil {
		return stats, err
	}
	if err := c.dev.ReceiveWords(c.byRow, lead); err != nil {
		return stats, err
	}
	settled, err := c.settle()
	unite(lead, settled)
	return c.notes.Stats(), err
}

// plant makes a tree of each core row; where the points of a cell are all within the threshold of each other, of each cell.
func (c *Clusters) plant() error {
	if err := plant.Launch(c.program, c.items(), &plantArgs{c.core, uint32(c.points.Len()), c.byRow}); err != nil {
		return err
	}
	if err := c.mark(); err != nil || !c.dense {
		return err
	}
	return plantCells.Launch(c.program, c.cells(), &plantCellsArgs{uint32(c.slots), c.trees})
}

// findLinks launches the joining of the trees of places.
func (c *Clusters) findLinks(n nearArgs) error {
	trees := c.byRow
	if c.dense {
		trees = c.trees
	}
	return findLinks.Launch(c.program, n.items(), &linksArgs{n, c.byPlace, c.bySlot, trees, c.notes.Buffer})
}

// closeLinks turns trees into leads.
func (c *Clusters) closeLinks() error {
	n := uint32(c.points.Len())
	if !c.dense {
		return findLeads.Launch(c.program, c.items(), &leadsArgs{n, c.byRow})
	}
	lower := lowerArgs{uint32(c.slots), c.trees, c.bySlot}
	if err := lowerRoots.Launch(c.program, c.cells(), &lower); err != nil {
		return err
	}
	if err := lowerCells.Launch(c.program, c.cells(), &lower); err != nil {
		return err
	}
	return leadPoints.Launch(c.program, c.items(), &leadPointsArgs{c.packed, n, c.bySlot, c.byPlace, c.byRow})
}

// findBorders launches the finding of leads for the places of points that are not core.
func (c *Clusters) findBorders(n nearArgs) error {
	return findBorders.Launch(c.program, n.items(), &bordersArgs{n, c.core, c.byPlace, c.bySlot, c.byRow, c.notes.Buffer})
}

// unite joins trees, whose rows lead to their lowest rows, by settled pairs.
func unite(lead []uint32, settled []rows.Settled) {
	if len(settled) == 0 {
		return
	}
	root := func(row uint32) uint32 {
		for lead[row] != row {
			lead[row] = lead[lead[row]]
			row = lead[row]
		}
		return row
	}
	for _, p := range settled {
		a, b := root(p.Row), root(p.Other)
		lead[max(a, b)] = min(a, b)
	}
	for row, l := range lead {
		if l != pointjoin.NoLead {
			lead[row] = lead[l] // rows lead downwards, so that the lead of l is final
		}
	}
}

// Borders implements pointjoin.Clusters.
func (c *Clusters) Borders(ctx context.Context, core []bool, lead []uint32) (stats points.Stats, err error) {
	if none, err := c.nothing(ctx); none {
		return stats, err
	}
	if err := c.sendCore(core); err != nil {
		return stats, err
	}
	if err := c.dev.Resend(c.byRow, cl.Bytes(lead)); err != nil {
		return stats, err
	}
	if err := c.mark(); err != nil {
		return stats, err
	}
	if err := c.run(ctx, c.findBorders); err != nil {
		return stats, err
	}
	if err := c.dev.ReceiveWords(c.byRow, lead); err != nil {
		return stats, err
	}
	settled, err := c.settle()
	for _, p := range settled {
		lead[p.Row] = min(lead[p.Row], lead[p.Other])
	}
	return c.notes.Stats(), err
}

// nothing reports whether a method has nothing to do.
func (c *Clusters) nothing(ctx context.Context) (bool, error) {
	return device.Nothing(ctx, pointjoin.Work{Last: c.points.Len()}, c.points.Len())
}

// mark sets the marks of all places, and the lowest mark of each slot.
func (c *Clusters) mark() error {
	if err := c.set(c.bySlot, c.slots, pointjoin.NoLead); err != nil {
		return err
	}
	return markPoints.Launch(c.program, c.items(), &markArgs{c.packed, c.core, c.byRow, uint32(c.points.Len()), c.byPlace, c.bySlot})
}

// items returns a launch over all points.
func (c *Clusters) items() clrt.Launch { return clrt.Over(uint64(c.points.Len())) }

// cells returns a launch over all slots.
func (c *Clusters) cells() clrt.Launch { return clrt.Over(uint64(c.slots)) }

// items returns a launch over the points of a part.
func (n nearArgs) items() clrt.Launch { return clrt.Over(uint64(n.near.last - n.near.first)) }

// Numbers of places of a launch: on a GPU some milliseconds of work.
const (
	densePlaces = 1 << 22
	placesGPU   = 1 << 19
	placesCPU   = 1 << 14
)

// run enqueues a pass over all places in parts, and waits for it.
func (c *Clusters) run(ctx context.Context, launch func(nearArgs) error) error {
	places := placesCPU
	switch {
	case c.dev.GPU() && c.dense:
		places = densePlaces
	case c.dev.GPU():
		places = placesGPU
	}
	return c.notes.Run(func() error {
		for first := 0; first < c.points.Len(); first += places {
			if first > 0 {
				if err := c.dev.Queues.Finish(); err != nil {
					return err
				}
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := launch(c.near(first, min(first+places, c.points.Len()))); err != nil {
				return err
			}
		}
		return nil
	})
}

// near returns the parameters of a pass over places [first, last).
func (c *Clusters) near(first, last int) nearArgs {
	n := nearArgs{
		packed: c.packed, x: c.x.Buffer, slots: c.starts, keys: c.keys, steps: c.steps, limits: device.NewLimits(c.threshold, c.points.Dimensions()),
		near: near{
			uint32(first), uint32(last), uint32(c.points.Len()), c.hashed(), uint32(c.slots), uint32(c.stepCount), 0, uint32(c.notes.Room),
			uint32(c.x.Dimensions), uint32(c.layout.Indexed), uint32(vectorsOf(c.x.Dimensions)), c.layout.Sure, c.layout.None,
		},
	}
	if c.dense {
		n.near.dense = 1
	}
	return n
}

// settle returns the borderline pairs of a pass that are within the threshold.
func (c *Clusters) settle() ([]rows.Settled, error) {
	pairs, err := c.notes.Pairs()
	s := rows.Search{Work: pointjoin.Work{Threshold: c.threshold}, Points: c.points}
	return s.Settle(pairs, c.dev.Host), err
}

// sendCore sends the flags of core rows.
func (c *Clusters) sendCore(core []bool) error {
	is := make([]byte, len(core))
	c.parts(len(core), func(row int) {
		if core[row] {
			is[row] = 1
		}
	})
	return c.dev.Resend(c.core, is)
}

// parts calls do for each of n rows, on several threads if it is worth it.
func (c *Clusters) parts(n int, do func(row int)) {
	parallel.Ranges(n, c.dev.Threads(n), func(_, first, last int) {
		for row := first; row < last; row++ {
			do(row)
		}
	})
}
