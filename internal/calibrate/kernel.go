package calibrate

import (
	"context"
	"errors"
	"fmt"

	"flyby/internal/fit"
	"flyby/internal/predict"
	"flyby/internal/queryset"
	"flyby/kernel"
)

// Shares of the budget: for each of the three sweeps, for their held-out points, for the mixed points.
const (
	sweepShare   = 0.15
	heldOutShare = 0.02
	mixedShare   = 0.05
)

// sweepPasses is the number of passes over the grid.
const sweepPasses = 2

// kernelTimes makes the Kernel of the model: T1, T2, T3, Theta and its other numbers.
func (c *calibrator) kernelTimes(ctx context.Context) (err error) {
	if err := c.loadEntries(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.store.resident.Close()) }()
	sets, err := c.pureQueries()
	if err != nil {
		return err
	}
	c.model.Kernel.Quantum = max(c.driver.Device().Tile, 1)
	c.alignSizes()
	if err := c.findSteps(ctx, sets[standingApart]); err != nil {
		return err
	}
	k := &c.model.Kernel
	k.Form, k.Lanes, k.HitLanes = predict.Separate, 1, 1
	tables, err := c.sweeps(ctx, sets)
	if err != nil {
		return err
	}
	for i, to := range cases(k) {
		tables[i].fill()
		name := fmt.Sprintf("T%d", i+1)
		if *to, err = c.choose(ctx, name, tables[i], sets[i], c.share(heldOutShare)/heldOutPoints); err != nil {
			return err
		}
	}
	c.step()
	if err := c.transfers(ctx, tables[hitting], tables[missing]); err != nil {
		return err
	}
	return c.mixtures(ctx, sets, tables[missing])
}

// cases returns T1, T2 and T3, in the order of kinds.
func cases(k *predict.Kernel) [standingApart + 1]**fit.Surface {
	return [...]**fit.Surface{&k.Hit, &k.Miss, &k.Apart}
}

// sweeps measures the three cases on the whole grid in several passes: the machine's other work varies with
// time, and in a single pass would distort one part of a surface against another.
func (c *calibrator) sweeps(ctx context.Context, sets [grazing + 1]*queryset.Set) (tables [standingApart + 1]*table, err error) {
	for k := range tables {
		tables[k] = newTable(c.candidates, c.segments)
	}
	share := c.share(sweepShare) / float64(sweepPasses*len(tables[0].kernel))
	for range sweepPasses {
		for k, t := range tables {
			if err := c.sweep(ctx, t, sets[k], share, kind(k) == hitting); err != nil {
				return tables, err
			}
			c.step()
		}
	}
	return tables, nil
}

// loadEntries loads the entry segments on the device, fewer where it has no room for all.
func (c *calibrator) loadEntries(ctx context.Context) error {
	for {
		n := int(c.candidates[len(c.candidates)-1])
		s, err := crowd(n, func(int) flight { return entryFlight(c.random) })
		if err != nil {
			return err
		}
		c.store, err = c.load(ctx, s)
		if err == nil || !errors.Is(err, kernel.ErrMemory) || len(c.candidates) <= 3 {
			return err
		}
		c.candidates = c.candidates[:len(c.candidates)-1]
	}
}

// longestBatch bounds the query segments of a measured batch.
const longestBatch = 1 << 13

// pureQueries makes a query set of each kind.
func (c *calibrator) pureQueries() (sets [grazing + 1]*queryset.Set, err error) {
	for k := range sets {
		if sets[k], err = c.queriesOf(map[kind]int{kind(k): longestBatch}); err != nil {
			return sets, err
		}
	}
	return sets, nil
}

// alignSizes rounds the batch sizes of the grid to multiples of the quantum.
func (c *calibrator) alignSizes() {
	n := float64(c.model.Kernel.Quantum)
	var sizes []float64
	for i, s := range c.segments {
		if i < 3 || s*n <= longestBatch {
			sizes = append(sizes, s*n)
		}
	}
	c.segments = sizes
}
