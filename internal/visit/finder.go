package visit

import (
	"cmp"
	"context"
	"math"
	"slices"

	"flyby/internal/zone"
	"flyby/trajectory"
)

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
	sides  []int32         // near a leg
	stays  []*stay         // that have ended, in order of their ends
	hits   []Hit
}

func newFinder(s *trajectory.Store, zones *zone.Set, r *Rule, hits bool) *finder {
	return &finder{store: s, zones: zones, heights: heightsOf(s), rule: r, wantsHits: hits, solver: solver{set: zones, earth: zones.Frame() == trajectory.EarthCentred}, open: map[int32]*stay{}}
}

// legsAtOnce is the number of legs for which the tree is searched at once.
const legsAtOnce = 8

// follow finds the visits of a section, or its hits, unless ctx ends.
func (f *finder) follow(ctx context.Context, p *section) {
	f.held = f.holding(f.leg(p.Piece, p.from).P0)
	first, last := f.store.Range(p.Traj)
	largest := max(math.Abs(f.store.T()[first]), math.Abs(f.store.T()[last-1]))
	f.solver.unit = math.Nextafter(largest, math.Inf(1)) - largest
	var legs [legsAtOnce]leg
	for row := p.from; row < p.to && ctx.Err() == nil; row += legsAtOnce {
		some := legs[:min(legsAtOnce, p.to-row)]
		box := f.legs(p.Piece, row, some)
		f.near = f.near[:0]
		f.zones.Near(&box, func(side int32) { f.near = append(f.near, side) })
		if len(f.near) == 0 && len(f.held) == 0 {
			continue
		}
		slices.Sort(f.near)
		for i := range some {
			f.segment(p, row+i, &some[i])
		}
	}
	f.end(p)
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
func (f *finder) segment(p *section, row int, l *leg) {
	box := f.around(l)
	f.sides = f.sides[:0]
	for _, i := range f.near {
		if f.zones.Meets(i, &box) {
			f.sides = append(f.sides, i)
		}
	}
	for _, of := range f.touched(f.sides) {
		first, last := f.zones.SidesOf(int(of))
		from, _ := slices.BinarySearch(f.sides, first)
		to, _ := slices.BinarySearch(f.sides, last)
		for _, s := range f.evaluate(l, row, of, f.sides[from:to]) {
			if f.wantsHits {
				f.hit(p.Traj, row, l, of, &s)
			} else {
				f.add(p, row, of, &s)
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
	counting := l.counting(f.zones, of)
	if counting != inPart && f.solver.solve(l, row, sides, f.before, counting == nowhere) {
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
		feature = e.sideOf(g, h)
	}
	in, _ := feature.within(e.reach, e.allowed)
	at, square := feature.least(in, e.reach)
	*a = approach{at: timeOf(e.of, at), distance: e.length(square), square: square, scale: int(e.scale)}
	a.err = float64(a.distance * 0x1p-51)
}
