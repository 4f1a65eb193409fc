package trajectory

import (
	"iter"
	"sync"

	"flyby/internal/parallel"
)

// A stretch is the segments that start at the rows [from, to) of a piece.
type stretch struct {
	Piece
	from, to int
}

// share calls work with the segments of pieces in stretches, on all cores where they are many, and returns what the goroutines found. Each has
// the stretches that it gets in row order.
func share[T any](pieces iter.Seq[Piece], work func(found *T, s stretch)) (all []*T) {
	queue := make(chan []stretch)
	var wg sync.WaitGroup
	for batch := range batches(pieces) {
		if len(all) < parallel.Threads(0) {
			found := new(T)
			all = append(all, found)
			wg.Go(func() {
				for batch := range queue {
					for _, s := range batch {
						work(found, s)
					}
				}
			})
		}
		queue <- batch
	}
	close(queue)
	wg.Wait()
	return all
}

// batches yields the segments of pieces, some at a time, in row order.
func batches(pieces iter.Seq[Piece]) iter.Seq[[]stretch] {
	const mostSegments, mostStretches = 1 << 15, 1 << 10
	return func(yield func([]stretch) bool) {
		var batch []stretch
		segments := 0
		for p := range pieces {
			for from, last := p.First, p.First+p.Samples-1; from < last; {
				to := min(last, from+mostSegments-segments)
				batch, segments = append(batch, stretch{p, from, to}), segments+to-from
				if segments == mostSegments || len(batch) == mostStretches {
					if !yield(batch) {
						return
					}
					batch, segments = nil, 0
				}
				from = to
			}
		}
		if batch != nil {
			yield(batch)
		}
	}
}
