package fused

import (
	"slices"

	"flyby/internal/cl"
	"flyby/internal/pointjoin/rowgrid"
)

// sendFrame sends the frame of the cells (cells.cl).
func (c *Clusters) sendFrame() (err error) {
	n := len(c.layout.Order)
	numbers := make([]uint64, 2*n)
	for place, j := range c.layout.Order {
		numbers[place] = uint64(j)
		if place < c.layout.Indexed {
			numbers[n+place] = uint64(c.layout.Stride[place])
		}
	}
	c.frame, err = c.dev.SendBytes("fused.frame", cl.Bytes(c.layout.Low), cl.Bytes(numbers))
	return err
}

// sendSteps sends the steps from a cell to its near cells (near.cl).
func (c *Clusters) sendSteps() (err error) {
	steps := stepsOf(c.layout, c.dense)
	c.stepCount = len(steps)
	ids, digits := make([]int64, len(steps)), make([]uint32, len(steps))
	for i, s := range steps {
		ids[i], digits[i] = s.id, s.digits
	}
	c.steps, err = c.dev.SendBytes("fused.steps", cl.Bytes(ids), cl.Bytes(digits))
	return err
}

// step is a step from a cell to a near one.
type step struct {
	id     int64  // the increment of the linear id
	digits uint32 // the step in each dimension plus mostStep, in three bits
	square int    // of the step's length
}

// stepsOf returns all steps to cells that may hold points within the threshold, the shortest first.
func stepsOf(l rowgrid.Layout, dense bool) []step {
	reach := 1
	if dense {
		reach = rowgrid.DenseReach
	}
	all := []step{{}}
	for place, stride := range l.Stride {
		var longer []step
		for _, s := range all {
			for by := -reach; by <= reach; by++ {
				longer = append(longer, step{s.id + stride*int64(by), s.digits | uint32(by+mostStep)<<(3*place), s.square + by*by})
			}
		}
		all = longer
	}
	slices.SortStableFunc(all, func(a, b step) int { return a.square - b.square })
	return all
}
