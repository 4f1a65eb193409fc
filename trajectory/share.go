package trajectory

import (
	"iter"
	"sync"

	"flyby/internal/parallel"
)

// A pieceRange is the segments that start at the rows [from, to) of a piece.
type pieceRange struct {
	Piece
	from, to int
}

// shareOut calls work with the segments of pieces in ranges, on all cores where they are many, and returns what the goroutines found. Each has
// the ranges that it gets in row order.
func shareOut[T any](pieces iter.Seq[Piece], work func(found *T, s pieceRange)) (all []*T) {
	queue := make(chan []pieceRange)
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
func batches(pieces iter.Seq[Piece]) iter.Seq[[]pieceRange] {
	const mostSegments, mostRanges = 1 << 15, 1 << 10
	return func(yield func([]pieceRange) bool) {
		var batch []pieceRange
		segments := 0
		for p := range pieces {
			for from, last := p.First, p.First+p.Samples-1; from < last; {
				to := min(last, from+mostSegments-segments)
				batch, segments = append(batch, pieceRange{p, from, to}), segments+to-from
				if segments == mostSegments || len(batch) == mostRanges {
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
