package scale

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"flyby/evaluation/speed"
)

// slabsEach is the number of slabs for each simulated worker: eight have 32.
const slabsEach = 4

// workers measures the row workers: slabs run by processes of one thread, by one worker and by two, and the computed time of more workers
// that take the slabs in order.
func (l *lab) workers(ctx context.Context) ([]speed.Row, error) {
	s, err := disc(l.Segments, steps)
	if err != nil {
		return nil, err
	}
	path, err := l.write(ctx, s, false)
	if err != nil {
		return nil, err
	}
	s.store = nil
	dir := l.path("workers")
	_, n, err := l.plan(ctx, path, s, dir, 2*l.Slabs)
	if err != nil {
		return nil, err
	}
	many := max(1, n/slabsEach)
	var one, two, faster, balanced turns
	for range l.Turns {
		alone, costs, err := l.timed(ctx, dir, n, 1)
		if err != nil {
			return nil, err
		}
		sum, err := partsSum(dir)
		if err != nil {
			return nil, err
		}
		both, _, err := l.timed(ctx, dir, n, 2)
		if err != nil {
			return nil, err
		}
		if now, err := partsSum(dir); err != nil || now != sum {
			return nil, cmp.Or(err, errors.New("scale: two workers leave other parts than one"))
		}
		one.add(alone)
		two.add(both)
		faster.add(alone / both)
		balanced.add(evenness(costs, many))
	}
	return []speed.Row{row("workers", fmt.Sprintf("%d slabs, workers of one thread", n), 0,
		l.claim("two against one, by the clock", "x", faster, 0, 1.8, fmt.Sprintf("%s and %s", seconds(two), seconds(one))),
		l.claim(fmt.Sprintf("%d that take slabs in order, of even", many), "x", balanced, 0, 0.85, "simulated from the processor time of each slab"))}, nil
}

// timed runs all slabs by some workers, each of which takes the next, and returns the time by the clock and the processor time of each slab.
func (l *lab) timed(ctx context.Context, dir string, n, workers int) (clock float64, each []float64, err error) {
	if err := removeParts(dir); err != nil {
		return 0, nil, err
	}
	each = make([]float64, n)
	errs := make([]error, workers)
	next := make(chan int, n)
	for k := range n {
		next <- k
	}
	close(next)
	start := time.Now()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for k := range next {
				c, err := l.slab(ctx, dir, k, "--threads", "1")
				if err != nil {
					errs[w] = err
					return
				}
				each[k] = c.cpu
			}
		})
	}
	all.Wait()
	return time.Since(start).Seconds(), each, errors.Join(errs...)
}

// partsSum returns the SHA-256 of all parts.
func partsSum(dir string) (sum [sha256.Size]byte, err error) {
	files, _, err := parts(dir)
	if err != nil {
		return sum, err
	}
	return sumOf(files...)
}

// evenness returns how evenly workers finish when each takes the next slab as soon as it is free: the mean time of a worker over the time of the
// last to finish.
func evenness(slabs []float64, workers int) float64 {
	busy := make([]float64, workers)
	sum := 0.0
	for _, s := range slabs {
		free := slices.Index(busy, slices.Min(busy))
		busy[free] += s
		sum += s
	}
	return sum / float64(workers) / slices.Max(busy)
}
