package lss

import (
	"context"
	"sync"

	"flyby/internal/memory"
	"flyby/points"
	"flyby/points/pointindex/zorder"
	"flyby/points/pointjoin"
	"flyby/points/pointjoin/finder"
)

// searcher has a set of points, and sorts it once lists of it are asked for: the queries of a join
// are sorted in its place where they are fewer.
type searcher struct {
	set           *points.Store
	points        finder.Matrix
	shifts        zorder.Shifts
	threads       int
	element, half bool

	sorting sync.Mutex
	lists   *zorder.Lists // of set, or nil
}

// Build is the method's finder.Builder.
func Build(_ context.Context, s pointjoin.Set, threads int) (finder.Searcher, error) {
	all, err := shifts(s.Settings.Of(listsSetting()), s.Points.Dimensions())
	if err != nil {
		return nil, err
	}
	return &searcher{
		set: s.Points, points: finder.NewMatrix(s.Points), shifts: all, threads: threads,
		element: s.Settings.Of(walkSetting()) == "element",
		half:    s.Settings.Of(halfSetting()) == "on",
	}, nil
}

// sorted returns the lists of the points, which are sorted at the first call.
func (s *searcher) sorted(ctx context.Context) (*zorder.Lists, error) {
	s.sorting.Lock()
	defer s.sorting.Unlock()
	if s.lists != nil {
		return s.lists, nil
	}
	lists, err := s.sort(ctx, s.set)
	if err == nil {
		s.lists = lists
	}
	return lists, err
}

// sort makes the lists of a set, if they fit the memory.
func (s *searcher) sort(ctx context.Context, set *points.Store) (*zorder.Lists, error) {
	if err := memory.Need("lists of points in Z-order", zorder.Size(set.Len(), set.Dimensions(), len(s.shifts), s.threads)); err != nil {
		return nil, err
	}
	return zorder.NewLists(ctx, zorder.NewFrame(set), set, s.shifts, s.threads)
}

// Begin sorts and searches.
func (s *searcher) Begin(ctx context.Context, w pointjoin.Work, _ int) (finder.Tasks, error) {
	t := &tasks{work: w, listed: s.points, walkers: s.points, kind: laterRows}
	if !w.Self() {
		t.walkers, t.kind = finder.NewMatrix(w.Queries), allRows
		if s.listQueries(w) {
			return s.reversed(ctx, t)
		}
	}
	lists, err := s.sorted(ctx)
	if err != nil {
		return nil, err
	}
	t.lists = lists
	if w.Self() && s.half && 2*(w.Last-w.First) > s.set.Len() {
		return s.halved(ctx, t)
	}
	if t.intervals, err = t.search(ctx, w.First, w.Last, s.threads); err != nil {
		return nil, err
	}
	t.first = w.First
	return t.cut(s.element), nil
}

// listQueries reports whether a join lists the queries: where they are fewer, and lists of the points
// are not there. Of queries that are done in ranges the points are listed once.
func (s *searcher) listQueries(w pointjoin.Work) bool {
	s.sorting.Lock()
	defer s.sorting.Unlock()
	return s.lists == nil && w.Last-w.First == w.Queries.Len() && w.Queries.Len() < s.set.Len()
}

// reversed lists the queries of a work, and has the points search them.
func (s *searcher) reversed(ctx context.Context, t *tasks) (_ finder.Tasks, err error) {
	t.listed, t.walkers, t.kind = t.walkers, t.listed, allQueries
	if t.lists, err = s.sort(ctx, t.work.Queries); err != nil {
		return nil, err
	}
	if t.intervals, err = t.search(ctx, 0, s.set.Len(), s.threads); err != nil {
		return nil, err
	}
	return t.cut(s.element), nil
}

// halved has each point search what follows it on one list for all, that on which this is least.
func (s *searcher) halved(ctx context.Context, t *tasks) (finder.Tasks, error) {
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
