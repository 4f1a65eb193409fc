package perfmodel

import (
	"context"
	"errors"
	"fmt"
	"math"

	"flyby/kernel"
)

// Shares of the budget: of each of the three sweeps, of their held-out points, of the mixed points.
const (
	sweepShare   = 0.15
	heldOutShare = 0.02
	mixedShare   = 0.05
	quantumShare = 0.001 // a batch
)

// sweepPasses is how often the grid is gone through.
const sweepPasses = 2

// kernelTimes makes T1, T2, T3, Theta and what goes with them.
func (c *calibrator) kernelTimes(ctx context.Context) (err error) {
	if err := c.loadEntries(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.store.resident.Close()) }()
	sets, err := c.pureQueries()
	if err != nil {
		return err
	}
	if err := c.findQuantum(ctx, sets[missing]); err != nil {
		return err
	}
	if err := c.findSteps(ctx, sets[standingApart]); err != nil {
		return err
	}
	k := &c.model.Kernel
	k.Form, k.Lanes, k.HitLanes = Separate, 1, 1
	tables, err := c.sweeps(ctx, sets)
	if err != nil {
		return err
	}
	for i, to := range k.cases() {
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

// cases are T1, T2 and T3, in the order of kinds.
func (k *Kernel) cases() [standingApart + 1]**Surface {
	return [...]**Surface{&k.Hit, &k.Miss, &k.Apart}
}

// sweeps measures the three cases on the grid, all of it once and then again: what else the machine does
// comes and goes, and would bend one part of a surface against another.
func (c *calibrator) sweeps(ctx context.Context, sets [grazing + 1]*queries) (tables [standingApart + 1]*table, err error) {
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

// loadEntries brings the entry segments to the device, fewer where it has no room for them.
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
func (c *calibrator) pureQueries() (sets [grazing + 1]*queries, err error) {
	for k := range sets {
		if sets[k], err = queriesOf(c.random, map[kind]int{kind(k): longestBatch}); err != nil {
			return sets, err
		}
	}
	return sets, nil
}

// findQuantum finds out whether the device rounds batches up: one query segment more than a multiple of
// the quantum takes as long as a quantum more. Then it puts the grid on multiples of the quantum.
func (c *calibrator) findQuantum(ctx context.Context, q *queries) error {
	c.model.Kernel.Quantum = 1
	candidates, err := c.busy(ctx, q)
	if err != nil {
		return err
	}
	for range sweepPasses { // it is missed more easily than made up
		for quantum := mostQuantum; quantum >= 8 && c.model.Kernel.Quantum == 1; quantum /= 2 {
			rounds, err := c.roundsUp(ctx, q, quantum, candidates)
			if err != nil {
				return err
			}
			if rounds {
				c.model.Kernel.Quantum = quantum
			}
		}
	}
	c.alignSizes()
	return nil
}

// roundsUp reports whether, of a few multiples of a quantum, most show a full step one query segment later,
// and a level half a quantum on.
func (c *calibrator) roundsUp(ctx context.Context, q *queries, quantum, candidates int) (bool, error) {
	const multiples = 4
	votes := 0
	for k := 1; k <= multiples; k++ {
		exact := k * quantum
		var t [4]float64
		for i, size := range []int{exact, exact + 1, exact + quantum/2 + 1, exact + quantum} {
			var err error
			if t[i], err = c.missing(ctx, q, size, candidates); err != nil {
				return false, err
			}
		}
		step := t[3] - t[0]
		if step > 0.04*t[0] && t[1]-t[0] > 0.7*step && math.Abs(t[2]-t[1]) < 0.3*step {
			votes++
		}
	}
	return votes >= multiples-1, nil
}

// mostQuantum is the largest quantum that is looked for.
const mostQuantum = 128

// missing is the kernel time of a batch of temporal misses.
func (c *calibrator) missing(ctx context.Context, q *queries, size, candidates int) (float64, error) {
	least := math.Inf(1)
	for range sweepPasses {
		t, err := repeat(c.share(quantumShare), func() (timing, error) { return c.invoke(ctx, q, size, candidates, threshold) })
		if err != nil {
			return 0, err
		}
		least = min(least, t.kernel)
	}
	return least, nil
}

// longEnough is a kernel time whose parts of some percent can be told apart, in seconds.
const longEnough = 100e-6

// busy is the least number of candidates that make an invocation's time long, and grow with its query
// segments.
func (c *calibrator) busy(ctx context.Context, q *queries) (candidates int, err error) {
	for _, n := range c.candidates {
		candidates = int(n)
		one, err := c.missing(ctx, q, mostQuantum, candidates)
		if err != nil {
			return 0, err
		}
		two, err := c.missing(ctx, q, 2*mostQuantum, candidates)
		if err != nil || two > 1.6*one && one > longEnough {
			return candidates, err
		}
	}
	return candidates, nil
}

// alignSizes puts the batch sizes of the grid on multiples of the quantum.
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
