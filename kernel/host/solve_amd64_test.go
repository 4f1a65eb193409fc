package host

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"

	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/trajectory"
)

// allVectors lists the vector versions that this processor runs.
func allVectors(t testing.TB) []vectors {
	var all []vectors
	if cpu.X86.HasAVX2 {
		all = append(all, vectors256())
	}
	if hasAVX512() {
		all = append(all, vectors512())
	}
	if len(all) == 0 {
		t.Skip("no AVX2 here")
	}
	return all
}

// TestDriverVectors runs the suite with each version of the vector functions: a
// driver by default uses the best alone.
func TestDriverVectors(t *testing.T) {
	tier.Full(t)
	for _, v := range append(allVectors(t), noVectors()) {
		t.Run(v.name, func(t *testing.T) {
			kerneltest.Run(t, func(testing.TB) kernel.Driver { return newDriver(2, v) }, kerneltest.Ranges, kerneltest.Walks, kerneltest.Joins)
		})
	}
}

// TestVectorSolve compares the vector versions with interaction.Window.Interact, to the
// bit: a million pairs, of every family and most of them at the threshold, and
// pairs that differ a little from such a pair.
func TestVectorSolve(t *testing.T) { vectorSolve(t, 2_000) }

func vectorSolve(t *testing.T, families int) {
	t.Helper()
	all := allVectors(t)
	const near = 25
	r := kerneltest.Rand(t)
	var u queue // the other lanes hold earlier pairs
	for p := range kerneltest.Pairs(r, families) {
		for range near {
			if u.n == lanes {
				u.n = 0
			}
			q, e := newBody(p.Query, 0, 0), newBody(p.Entry, 0, 0)
			u.push(&q, &e, p.Distance)
			checkLane(t, &u, u.n-1, p, all)
			nudge(r, &p)
		}
	}
}

// nudge moves one coordinate of a pair by up to a few units in the last place,
// or by a part of itself.
func nudge(r *rand.Rand, p *kerneltest.Pair) {
	s := []*trajectory.Segment{&p.Query, &p.Entry}[r.IntN(2)]
	axis := r.IntN(3)
	x := &s.P0[axis]
	if r.IntN(2) == 0 {
		x = &s.P1[axis]
	}
	*x += *x * math.Ldexp(r.Float64()-0.5, -r.IntN(54))
	if s.T0 == s.T1 {
		s.P0[axis], s.P1[axis] = *x, *x
	}
}

// checkLane compares lane i of each vector version with interaction.Window.Interact.
func checkLane(t *testing.T, u *queue, i int, p kerneltest.Pair, all []vectors) {
	t.Helper()
	enter, exit, want := p.Window.Solve(p.Query, p.Entry, p.Distance)
	for _, version := range all {
		name := version.name
		checkApproach(t, u, i, p, version)
		hit, borderline := version.solve(u, 0, &p.Window)
		got := interaction.Miss
		switch {
		case hit>>i&1 != 0 && borderline>>i&1 != 0:
			t.Fatalf("%s: both a hit and borderline: %v", name, p)
		case hit>>i&1 != 0:
			got = interaction.Hit
		case borderline>>i&1 != 0:
			got = interaction.Borderline
		}
		if got != want || (hit|borderline)>>lanes != 0 {
			t.Fatalf("%s, lane %d: %v, want %v: %v", name, i, got, want, p)
		}
		same := math.Float64bits(u.enter[i]) == math.Float64bits(enter) && math.Float64bits(u.exit[i]) == math.Float64bits(exit)
		if want == interaction.Hit && !same {
			t.Fatalf("%s, lane %d: [%x, %x], want [%x, %x]: %v", name, i, u.enter[i], u.exit[i], enter, exit, p)
		}
	}
}

// checkApproach wants approach, in lane i, to find the same hits as solve and, unless the bit of
// hard is set, the result of interaction.Window.Closest. hard may be set only where squares would
// overflow or underflow.
func checkApproach(t *testing.T, u *queue, i int, p kerneltest.Pair, version vectors) {
	t.Helper()
	hit, borderline := version.solve(u, 0, &p.Window)
	enter, exit := u.enter[i], u.exit[i]
	alsoHit, alsoBorderline, hard := version.approach(u, 0, &p.Window)
	if alsoHit != hit || alsoBorderline != borderline {
		t.Fatalf("%s: hits %b, borderline %b, want %b, %b: %v", version.name, alsoHit, alsoBorderline, hit, borderline, p)
	}
	if hit>>i&1 == 0 {
		return
	}
	closest, distance, speed, _ := p.Window.Closest(p.Query, p.Entry)
	got := [5]float64{u.enter[i], u.exit[i], u.closest[i], u.distance[i], u.speed[i]}
	switch want := [5]float64{enter, exit, closest, distance, speed}; {
	case hard>>i&1 != 0:
		if scale := sizeOf(p); scale == 0 || scale > 0x1p-400 && scale < 0x1p500 && speed < math.MaxFloat64 {
			t.Fatalf("%s, lane %d: left to the scalar code: %v", version.name, i, p)
		}
	case !sameBits(got[:], want[:]):
		t.Fatalf("%s, lane %d: %x, want %x: %v", version.name, i, got, want, p)
	}
}

// sizeOf is the scale of a pair's relative motion.
func sizeOf(p kerneltest.Pair) (scale float64) {
	for k := range 3 {
		scale += math.Abs(p.Entry.P0[k]-p.Query.P0[k]) + (math.Abs(p.Entry.P1[k]-p.Entry.P0[k]) + math.Abs(p.Query.P1[k]-p.Query.P0[k]))
	}
	return scale
}

// sameBits reports whether numbers are the same to the bit.
func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// FuzzVectorSolve compares the vector versions with interaction.Window.Interact on any two segments.
func FuzzVectorSolve(f *testing.F) {
	for p := range kerneltest.Pairs(kerneltest.Rand(f), 100) {
		q, e := p.Query, p.Entry
		f.Add(q.T0, q.T1, e.T0, e.T1,
			q.P0[0], q.P0[1], q.P0[2], q.P1[0], q.P1[1], q.P1[2],
			e.P0[0], e.P0[1], e.P0[2], e.P1[0], e.P1[1], e.P1[2],
			q.R, e.R, p.Distance, p.Window.From, p.Window.To, q.Last, e.Last)
	}
	f.Fuzz(func(t *testing.T, qt0, qt1, et0, et1,
		qx0, qy0, qz0, qx1, qy1, qz1, ex0, ey0, ez0, ex1, ey1, ez1,
		qr, er, d, from, to float64, qLast, eLast bool,
	) {
		p := kerneltest.Pair{
			Kind: "fuzz", Distance: d, Window: interaction.Window{From: from, To: to},
			Query: trajectory.Segment{T0: qt0, T1: qt1, R: qr, Last: qLast, P0: [3]float64{qx0, qy0, qz0}, P1: [3]float64{qx1, qy1, qz1}},
			Entry: trajectory.Segment{T0: et0, T1: et1, R: er, Last: eLast, P0: [3]float64{ex0, ey0, ez0}, P1: [3]float64{ex1, ey1, ez1}},
		}
		if !p.Valid() {
			return
		}
		var u queue
		q, e := newBody(p.Query, 0, 0), newBody(p.Entry, 0, 0)
		for i := range lanes {
			u.push(&q, &e, p.Distance)
			checkLane(t, &u, i, p, allVectors(t))
		}
	})
}

// TestQueueLayout: queue has the layout that the assembly assumes.
func TestQueueLayout(t *testing.T) {
	var u queue
	start := uintptr(unsafe.Pointer(&u))
	for column, first := range map[int]*float64{
		0: &u.t[0][0], 3: &u.t[3][0], 4: &u.own[0][0], 6: &u.p[0][0][0], 9: &u.p[1][0][0],
		12: &u.p[2][0][0], 15: &u.p[3][0][0], 18: &u.threshold[0], 19: &u.enter[0], 20: &u.exit[0],
		21: &u.closest[0], 22: &u.distance[0], 23: &u.speed[0],
	} {
		if got := uintptr(unsafe.Pointer(first)) - start; got != uintptr(column*72*8) {
			t.Errorf("column %d at %d, want %d", column, got, column*72*8)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	var u queue
	for p := range kerneltest.Pairs(kerneltest.Rand(b), lanes) {
		q, e := newBody(p.Query, 0, 0), newBody(p.Entry, 0, 0)
		u.push(&q, &e, p.Distance)
	}
	window := interaction.Unbounded()
	for _, v := range append(allVectors(b), noVectors()) {
		b.Run(v.name, func(b *testing.B) {
			for b.Loop() {
				v.solve(&u, 0, &window)
			}
		})
	}
}
