package zorder

import (
	"context"

	"flyby/internal/parallel"
	"flyby/points"
)

// Lists are a set of points in several orders (the paper's SZL). They do not depend on eps, and are
// immutable.
type Lists struct {
	frame  Frame
	places []uint32 // [points][dimensions]
	all    []*List
}

// NewLists sorts a set, once for each shift, on up to threads goroutines. The frame must be of the set, or
// of the set and others. An error is the context's.
func NewLists(ctx context.Context, frame Frame, set *points.Store, shifts Shifts, threads int) (*Lists, error) {
	l := &Lists{frame: frame, places: frame.places(set), all: make([]*List, len(shifts))}
	parallel.Each(ctx, len(shifts), threads, func(_, i int) {
		l.all[i] = newList(ctx, frame, l.places, shifts[i])
	})
	return l, ctx.Err()
}

// Frame returns the frame of the places.
func (l *Lists) Frame() Frame { return l.frame }

// Len returns the number of lists.
func (l *Lists) Len() int { return len(l.all) }

// List returns list i, counted from 0.
func (l *Lists) List(i int) *List { return l.all[i] }

// An Interval is successive points of a list: [First, Last).
type Interval struct {
	List        uint32
	First, Last uint32
}

// Len returns the number of points.
func (i Interval) Len() int { return int(i.Last - i.First) }

// Shortest returns the shortest interval between two corners, of all lists: it has all points whose places
// are no less than low and no greater than high in any dimension. Of equally long ones it is the first
// list's. Once an interval has a single point, later lists are not searched.
func (l *Lists) Shortest(low, high []uint32) Interval {
	var shortest Interval
	for i, list := range l.all {
		first := list.First(low)
		found := Interval{uint32(i), uint32(first), uint32(list.After(high, first))}
		if i == 0 || found.Len() < shortest.Len() {
			shortest = found
		}
		if shortest.Len() <= 1 {
			break
		}
	}
	return shortest
}

// Rows returns the rows of an interval. The slice is shared: do not write to it.
func (l *Lists) Rows(i Interval) []uint32 { return l.all[i.List].rows[i.First:i.Last] }

// Size returns the memory of the lists of a number of points, in bytes, while they are sorted by a number
// of goroutines.
func Size(points, dimensions, lists, threads int) uint64 {
	const place, row, key, sorting = 4, 4, 8, 3 * 8
	return uint64(points) * (place*uint64(dimensions) + (row+key)*uint64(lists) + sorting*uint64(min(lists, threads)))
}
