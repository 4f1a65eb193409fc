package lss

import (
	"context"

	"flyby/internal/memory"
	"flyby/internal/papers/zorder"
	"flyby/internal/pointjoin"
	"flyby/internal/pointjoin/finder"
	"flyby/points"
)

// searcher has a set of points and its lists.
type searcher struct {
	set           *points.Store
	points        finder.Matrix
	lists         *zorder.Lists
	threads       int
	element, half bool
}

// Build is the finder.Builder of the method. It sorts, which does not depend on a threshold.
func Build(ctx context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	o, err := Read(s.Settings, s.Points.Dimensions())
	if err != nil {
		return nil, err
	}
	lists, err := newLists(ctx, s.Points, o.Shifts, threads)
	if err != nil {
		return nil, err
	}
	return &searcher{
		set: s.Points, points: finder.NewMatrix(s.Points), lists: lists, threads: threads,
		element: o.Element, half: o.Half,
	}, nil
}

// newLists returns the lists of a set, if memory suffices for them.
func newLists(ctx context.Context, set *points.Store, shifts zorder.Shifts, threads int) (*zorder.Lists, error) {
	if err := memory.Need("lists of points in Z-order", zorder.Size(set.Len(), set.Dimensions(), len(shifts), threads)); err != nil {
		return nil, err
	}
	return zorder.NewLists(ctx, zorder.NewFrame(set), set, shifts, threads)
}

// Begin searches the intervals.
func (s *searcher) Begin(ctx context.Context, w pointjoin.Work, _ int) (_ finder.Tasks, err error) {
	t := &tasks{work: w, lists: s.lists, listed: s.points, walkers: s.points, kind: laterRows}
	if !w.Self() {
		t.walkers, t.kind = finder.NewMatrix(w.Queries), allRows
	}
	if w.Self() && s.half && 2*(w.Last-w.First) > s.set.Len() {
		return s.halfTasks(ctx, t)
	}
	if t.intervals, err = t.search(ctx, w.First, w.Last, s.threads); err != nil {
		return nil, err
	}
	t.first = w.First
	return t.cut(s.element), nil
}

// halfTasks returns tasks in which each point searches only the points behind it, on one list for
// all, the one with the least sum of intervals.
func (s *searcher) halfTasks(ctx context.Context, t *tasks) (finder.Tasks, error) {
	list, err := t.shortestHalves(ctx, s.threads)
	if err != nil {
		return nil, err
	}
	if t.intervals, err = t.searchHalf(ctx, list, s.threads); err != nil {
		return nil, err
	}
	t.kind, t.order = rangeRows, t.lists.List(list).Rows()
	return t.cut(s.element), nil
}
