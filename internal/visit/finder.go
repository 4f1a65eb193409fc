package visit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"golang.org/x/sync/errgroup"

	"flyby/interaction"
	"flyby/internal/parallel"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// Rule says which visits are found.
type Rule struct {
	Distance float64 // the threshold D >= 0, in the unit of length of the store, to which radii add
	Window   interaction.Window
	Threads  int // at most this many; 0: one a core
}

// MostOnEarth is the greatest distance of zones on the Earth, in metres: farther away, the cone of a zone is no measure of distances on the ground.
const MostOnEarth = 200e3

// Check says what is wrong with a search.
func (r *Rule) Check(s *trajectory.Store, zones *zone.Set) error {
	space := s.Space()
	switch {
	case !(r.Distance >= 0 && r.Distance <= trajectory.MaxMagnitude):
		return fmt.Errorf("visit: the distance %v is not from 0 to 2^1000", r.Distance)
	case space.Frame != zones.Frame():
		return fmt.Errorf("visit: the objects are in %v, the zones in %v", space.Frame, zones.Frame())
	case space.Frame == trajectory.EarthCentred && r.Distance > MostOnEarth:
		return fmt.Errorf("visit: the distance %v m is above 200 km", r.Distance)
	case zones.HasHeights() && heightsOf(s) == nil:
		return errors.New("visit: zones have heights, and the objects have none")
	}
	return nil
}

// heightsOf returns the heights of samples, nil if there are none.
func heightsOf(s *trajectory.Store) []float64 {
	if s.H() == nil && s.Space().Frame == trajectory.Plain {
		return s.Z()
	}
	return s.H()
}

// Find finds the visits of all objects to all zones, in order of trajectory, zone and time: as encounters, whose queries are the objects and whose entries are the zones, so that the steps of package
// stage are for visits, too. On the Earth positions should be at height 0, with heights beside them
// (trajectory.Columns.H). The same visits come of any number of threads.
func Find(ctx context.Context, s *trajectory.Store, zones *zone.Set, r Rule) (trajectory.Encounters, error) {
	var all [][]visit
	err := r.each(ctx, s, zones, false, func(f *finder) { all = append(all, f.visits) })
	return columnsOf(all), err
}

// FindHits finds the hits of all objects with all zones, in order of trajectory, segment, zone and time.
func FindHits(ctx context.Context, s *trajectory.Store, zones *zone.Set, r Rule) ([]Hit, error) {
	var all []Hit
	err := r.each(ctx, s, zones, true, func(f *finder) { all = append(all, f.hits...) })
	return all, err
}

// objectsAtOnce is the number of trajectories that a thread follows before it asks for more.
const objectsAtOnce = 16

// each follows all objects, and hands over what was found of a few at a time, in order: hits or visits.
func (r *Rule) each(ctx context.Context, s *trajectory.Store, zones *zone.Set, hits bool, take func(*finder)) error {
	if err := r.Check(s, zones); err != nil {
		return err
	}
	n := (s.Trajectories() + objectsAtOnce - 1) / objectsAtOnce
	found := make([]*finder, n)
	numbers, views := parallel.NewNumbers(n), viewsOf(zones)
	var group errgroup.Group
	for range min(parallel.Threads(r.Threads), n) {
		group.Go(func() error {
			for k := range numbers.Until(ctx) {
				f := newFinder(s, zones, views, r, hits)
				for traj := k * objectsAtOnce; traj < min((k+1)*objectsAtOnce, s.Trajectories()) && ctx.Err() == nil; traj++ {
					f.follow(traj)
				}
				found[k] = f
			}
			return ctx.Err()
		})
	}
	if err := cmp.Or(group.Wait(), ctx.Err()); err != nil {
		return fmt.Errorf("visit: %w", err)
	}
	for _, f := range found {
		take(f)
	}
	return nil
}

// finder follows objects, one after the other.
type finder struct {
	store   *trajectory.Store
	zones   *zone.Set
	heights []float64
	rule    *Rule

	wantsHits bool // otherwise visits

	held   []int32 // the polygons that hold the object, by number
	before []int32 // of one zone
	solver solver
	open   map[int32]*stay // by zone
	near   []int32         // sides near a run of legs
	visits []visit
	hits   []Hit
	first  int // of visits: the first of the object
}

func newFinder(s *trajectory.Store, zones *zone.Set, views []view, r *Rule, hits bool) *finder {
	return &finder{store: s, zones: zones, heights: heightsOf(s), rule: r, wantsHits: hits, solver: solver{set: zones, views: views, earth: zones.Frame() == trajectory.EarthCentred}, open: map[int32]*stay{}}
}

// follow finds the visits of an object.
func (f *finder) follow(traj int) {
	f.first = len(f.visits)
	for p := range f.store.PiecesOf(traj, traj+1) {
		f.piece(p)
	}
	own := f.visits[f.first:]
	slices.SortStableFunc(own, func(a, b visit) int { return cmp.Compare(a.zone, b.zone) })
}

// legsAtOnce is the number of legs for which the tree is searched at once.
const legsAtOnce = 8

// piece finds the visits from one gap to the next.
func (f *finder) piece(p trajectory.Piece) {
	from, to := f.rowsOf(p)
	if from == to {
		return
	}
	f.held = f.holding(f.leg(p, from).P0)
	var legs [legsAtOnce]leg
	for row := from; row < to; row += legsAtOnce {
		some := legs[:min(legsAtOnce, to-row)]
		box := f.legs(p, row, some)
		f.near = f.near[:0]
		f.zones.Near(&box, func(side int32) { f.near = append(f.near, side) })
		if len(f.near) == 0 && len(f.held) == 0 {
			continue
		}
		slices.Sort(f.near)
		for i := range some {
			f.segment(p, row+i, &some[i], row+i == from && !p.Begun, row+i == to-1 && !p.GoesOn)
		}
	}
	f.end()
}

// rowsOf returns the rows of a piece whose segments have an instant of the window.
func (f *finder) rowsOf(p trajectory.Piece) (from, to int) {
	w := f.rule.Window
	t := f.store.T()
	from, to = p.First, p.First+p.Segments()
	from += sort.Search(to-from, func(i int) bool { return f.store.SegmentOf(p, from+i).T1 >= w.From })
	return from, from + sort.Search(to-from, func(i int) bool { return t[from+i] > w.To })
}

// leg returns the leg that starts at a row.
func (f *finder) leg(p trajectory.Piece, row int) leg {
	l := leg{Segment: f.store.SegmentOf(p, row), reach: f.rule.Distance}
	if f.heights != nil {
		l.h0, l.h1 = f.heights[row], f.heights[row]
		if l.T0 != l.T1 {
			l.h1 = f.heights[row+1]
		}
	}
	if f.zones.Frame() != trajectory.EarthCentred {
		l.P0[2], l.P1[2] = 1, 1
	}
	l.lo, l.hi = max(l.T0, f.rule.Window.From), min(l.T1, f.rule.Window.To)
	return l
}

// legs fills legs from a row on, and returns a box that meets the boxes of all sides near them.
func (f *finder) legs(p trajectory.Piece, row int, legs []leg) (box zone.Box) {
	for i := range legs {
		legs[i] = f.leg(p, row+i)
		b := f.around(&legs[i])
		if i == 0 {
			box = b
		}
		box.Join(&b)
	}
	return box
}

// around returns a box that meets the boxes of all sides near a leg.
func (f *finder) around(l *leg) zone.Box {
	return f.zones.Around(l.P0, l.P1, (l.reach+l.R)*(1+0x1p-50))
}

// segment finds what is within the threshold in a segment.
func (f *finder) segment(p trajectory.Piece, row int, l *leg, begins, ends bool) {
	box := f.around(l)
	var sides []int32
	for _, i := range f.near {
		if f.zones.Meets(i, &box) {
			sides = append(sides, i)
		}
	}
	for _, of := range f.touched(sides) {
		first, last := f.zones.SidesOf(int(of))
		from, _ := slices.BinarySearch(sides, first)
		to, _ := slices.BinarySearch(sides, last)
		for _, s := range f.evaluate(l, row, of, sides[from:to]) {
			if f.wantsHits {
				f.hit(p, row, l, of, &s)
			} else {
				f.add(row, p.Traj, of, &s, begins, ends)
			}
		}
	}
}

// touched returns the zones of sides, and of polygons that hold the object, in order.
func (f *finder) touched(sides []int32) (all []int32) {
	for _, i := range sides {
		if of := f.zones.Sides()[i].Zone; len(all) == 0 || all[len(all)-1] != of {
			all = append(all, of)
		}
	}
	for _, polygon := range f.held {
		all = append(all, f.zones.PolygonZones()[polygon])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// holding returns the polygons that a ray from a position crosses an odd number of times, by number.
func (f *finder) holding(x [3]float64) []int32 {
	odd := map[int32]bool{}
	f.zones.Inside(x, func(polygon int32) { odd[polygon] = !odd[polygon] })
	held := f.held[:0]
	for polygon, isOdd := range odd {
		if isOdd {
			held = append(held, polygon)
		}
	}
	slices.Sort(held)
	return held
}

// evaluate finds the spans of a leg within the threshold of a zone, and keeps which polygons hold its end.
func (f *finder) evaluate(l *leg, row int, of int32, sides []int32) []span {
	zoneOf := f.zones.PolygonZones()
	from, _ := slices.BinarySearchFunc(f.held, of, func(polygon, of int32) int { return cmp.Compare(zoneOf[polygon], of) })
	to := from
	for to < len(f.held) && zoneOf[f.held[to]] == of {
		to++
	}
	f.before = append(f.before[:0], f.held[from:to]...)
	_, _, bounded := f.zones.Heights(int(of))
	if !bounded && f.solver.solve(l, row, sides, f.before) {
		slices.Sort(f.solver.after)
		f.held = slices.Replace(f.held, from, to, f.solver.after...)
		return f.solver.spans
	}
	e, counts := newEvaluation(f.zones, l, of, sides)
	if !counts {
		e.allowed = interval{whole(1), whole(0)}
	}
	all, after := e.spans(f.before)
	f.held = slices.Replace(f.held, from, to, after...)
	return all
}

// settle finds the exact square of a distance, of which only the feature is known, and the time of it.
func (f *finder) settle(a *approach, traj int) {
	if a.square != nil {
		return
	}
	p := trajectory.Piece{Traj: traj, First: a.row, Samples: 2}
	if f.store.SegmentAt(traj, a.row).T0 == f.store.SegmentAt(traj, a.row).T1 {
		p.Samples = 1
	}
	l := f.leg(p, a.row)
	e, _ := newEvaluation(f.zones, &l, f.zones.Sides()[a.side].Zone, []int32{a.side})
	of := &f.zones.Sides()[a.side]
	g, h := vectorOf(of.G, e.scale), vectorOf(of.H, e.scale)
	feature := e.vertexOf(g)
	if !a.vertex {
		feature, _ = e.sideOf(g, h)
	}
	in, _ := feature.within(e.reach, e.allowed)
	at, square := feature.least(in, e.reach)
	*a = approach{at: timeOf(e.of, at), distance: e.length(square), square: square, scale: int(e.scale)}
	a.err = float64(a.distance * 0x1p-51)
}
