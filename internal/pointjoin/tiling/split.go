package tiling

import (
	"flyby/internal/parallel"
	"flyby/internal/selection"
	"flyby/points"
)

// Tiles returns the number of tiles of a size that a number of points makes. The last tile may have fewer points.
func Tiles(rows, size int) int { return (rows + size - 1) / size }

// A splitter divides rows into tiles by median splits, each along the dimension in which a sample of the rows has most
// variance.
type splitter struct {
	store *points.Store
	frame *Frame
	size  int // points of a tile
	items []selection.Item[[1]float32, uint32]
}

// Bounds of the work of a split: sampled rows, at most and of how many one, and dimensions of the frame.
const (
	splitSample     = 128
	splitEach       = 8
	splitDimensions = 64
)

// Split returns the rows from first to before last in the order of tiles of a size. The order does not depend on the
// number of threads.
func Split(s *points.Store, f *Frame, first, last, size, threads int) []uint32 {
	x := splitter{store: s, frame: f, size: size, items: make([]selection.Item[[1]float32, uint32], last-first)}
	for i := range x.items {
		x.items[i].Value = uint32(first + i)
	}
	x.tiles(0, Tiles(len(x.items), size), parallel.Threads(threads))
	ordered := make([]uint32, len(x.items))
	for i, item := range x.items {
		ordered[i] = item.Value
	}
	return ordered
}

// splitGathered is the number of coordinates that is worth a goroutine.
const splitGathered = 1 << 14

// tiles splits the rows of the tiles from first to before last. The two halves share the threads.
func (x *splitter) tiles(first, last, threads int) {
	if last-first < 2 {
		return
	}
	mid := (first + last) / 2
	items := x.items[first*x.size : min(last*x.size, len(x.items))]
	at := x.widest(items)
	column := x.store.Column(x.frame.Order[at])
	parallel.Ranges(len(items), max(1, min(threads, len(items)/splitGathered)), func(_, first, last int) {
		for i := first; i < last; i++ {
			items[i].At[0] = x.frame.Offset(at, column[items[i].Value])
		}
	})
	selection.Least[float32](items, (mid-first)*x.size, 0)
	halves := [3]int{first, mid, last}
	parallel.Ranges(2, min(2, threads), func(_, from, to int) {
		for i := from; i < to; i++ {
			x.tiles(halves[i], halves[i+1], (threads+1)/2)
		}
	})
}

// widest returns the place of the dimension in which items have most variance.
func (x *splitter) widest(items []selection.Item[[1]float32, uint32]) (widest int) {
	most := 0.0
	rows := selection.Evenly(len(items), max(2, min(splitSample, len(items)/splitEach)))
	for at, j := range x.frame.Order[:min(splitDimensions, len(x.frame.Order))] {
		column := x.store.Column(j)
		sum, squares := 0.0, 0.0
		for _, i := range rows {
			v := float64(x.frame.Offset(at, column[items[i].Value]))
			sum += v
			squares += float64(v * v)
		}
		if varies := squares - float64(sum*sum)/float64(len(rows)); varies > most {
			most, widest = varies, at
		}
	}
	return widest
}
