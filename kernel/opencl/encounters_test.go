package opencl

import (
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/clrt"
	"flyby/internal/encounter"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/rig"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/trajectory"
)

// joinOf returns a store's pyramid and the work of its join.
func joinOf(s *trajectory.Store, d float64) (*binindex.Pyramid, kernel.WalkWork) {
	p := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 4}, 2)
	rule := interaction.Rule{Distance: d, Window: interaction.Unbounded(), Join: true}
	return p, kernel.WalkWork{Rule: rule, Queries: kernel.Built(p), Query: kernel.Root(p), Entry: kernel.Root(p)}
}

// wantEncounters returns the encounters of the hits that the host driver finds.
func wantEncounters(t *testing.T, p *binindex.Pyramid, w kernel.WalkWork) trajectory.Encounters {
	t.Helper()
	var found kernel.Hits
	_, err := rig.Load(t, host.New(0), p).Walk(context.Background(), w, &found)
	rig.Must(t, err)
	return encountersOf(t, found, p, w)
}

// encountersOf joins the hits that are in lists.
func encountersOf(t *testing.T, found kernel.Hits, p *binindex.Pyramid, w kernel.WalkWork) trajectory.Encounters {
	t.Helper()
	s := kerneltest.Scene{Queries: p.Store, Entries: p.Store, Rule: w.Rule}
	hits, err := s.Settle(&found)
	rig.Must(t, err)
	rows := make([]interaction.HitRow, len(hits))
	for i, h := range hits {
		rows[i] = interaction.HitRow(h)
	}
	e, err := encounter.Join(context.Background(), rows, p.Store, p.Store, w.Rule, 2, nil)
	rig.Must(t, err)
	return e
}

// joinOn runs a join, or the parts of one, on a device with the launches of a GPU. It
// returns the encounters, and whether the device joined them.
func joinOn(t *testing.T, d *clDriver, p *binindex.Pyramid, works ...kernel.WalkWork) (e trajectory.Encounters, joined bool) {
	t.Helper()
	r := rig.Load(t, d, p).(kernel.Joiner)
	defer func() { rig.Must(t, r.Close()) }()
	var out kernel.Hits
	defer out.Truncate(0)
	for _, w := range works {
		_, err := r.WalkJoined(context.Background(), w, &out)
		rig.Must(t, err)
		rig.Must(t, d.dev.Memory.Overrun())
	}
	parts := []trajectory.Encounters{encountersOf(t, out, p, works[0])}
	for _, list := range out.Lists {
		if list.Joined != nil {
			joined = true
			parts = append(parts, list.Joined.Encounters)
		}
	}
	e, err := encounter.Merge(context.Background(), parts, 2, nil)
	rig.Must(t, err)
	return e, joined
}

// TestEncounters joins thousands of encounters of few stars: one star has more heads
// than one run of the first sort.
func TestEncounters(t *testing.T) {
	tier.Full(t)
	s, err := datasets.Disc(500, 40, 3)
	rig.Must(t, err)
	p, w := joinOf(s, 7)
	want := wantEncounters(t, p, w)
	most := map[uint32]int{}
	for _, q := range want.QueryTraj {
		most[q]++
	}
	if n := slices.Max(slices.Collect(maps.Values(most))); n <= 4*hitlist.FewHeads {
		t.Fatalf("%d encounters of a star at most", n)
	}
	for _, dev := range cltest.Devices(t) {
		for _, size := range []clrt.Groups{{Size: 16, Block: 16, Claim: true}, {Size: 64, Block: 128, Claim: true}} {
			t.Run(fmt.Sprint(size), func(t *testing.T) {
				d := grouped(t, dev, Options{}, size)
				defer d.Close()
				got, joined := joinOn(t, d, p, w)
				if !joined || !reflect.DeepEqual(got, want) {
					t.Errorf("%d encounters, want %d, or others; joined on the device: %v", got.Len(), want.Len(), joined)
				}
			})
		}
	}
}

// TestOpenOnDevice joins encounters whose times are rounded to the ends of the data, with
// radii: only encounters within the distance at an end are open there.
func TestOpenOnDevice(t *testing.T) {
	const start, end = 1.7e9, 1.7e9 + 16
	var c trajectory.Columns
	for id, x := range [][2]float64{{0, 0}, {-5 - 0x1p-28, 5 - 0x1p-28}, {-5 + 0x1p-28, 5 + 0x1p-28}, {-5 - 0x1p-28, 5 + 0x1p-28}, {-5 + 0x1p-28, 5 - 0x1p-28}} {
		for k, at := range []float64{start, end} {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y, c.R = append(c.T, at), append(c.X, x[k]), append(c.Y, 0), append(c.R, 1)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	rig.Must(t, err)
	p, w := joinOf(s, 3)
	want := wantEncounters(t, p, w)
	first := [4]trajectory.Open{} // of object 0 and the others
	for i, q := range want.QueryTraj {
		if q == 0 {
			first[want.EntryTraj[i]-1] = want.Open[i]
		}
	}
	if first != [4]trajectory.Open{trajectory.OpenEnd, trajectory.OpenStart, 0, trajectory.OpenStart | trajectory.OpenEnd} {
		t.Fatalf("open at %v on the host", first)
	}
	for _, dev := range cltest.Devices(t) {
		d := grouped(t, dev, Options{}, clrt.Groups{Size: 16, Block: 16, Claim: true})
		defer d.Close()
		got, joined := joinOn(t, d, p, w)
		if !joined || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v; joined on the device: %v", got, want, joined)
		}
	}
}

// TestInstantsOfParts joins two hits, of which one ends and the next begins, by rounding, at
// the same instant, found by two parts of a walk in either order: the encounter has the speed
// of the first hit, which only the rows distinguish from the next.
func TestInstantsOfParts(t *testing.T) {
	const start = 1.7e9
	var c trajectory.Columns
	for id, x := range [][3]float64{{0, 0, 0}, {-10, -5 + 0x1p-28, -30}} {
		for k := range x {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, start+16*float64(k)), append(c.X, x[k]), append(c.Y, 0)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	rig.Must(t, err)
	p := binindex.NewPyramid(s, nil, binindex.Setting{RunLength: 1}, 1)
	_, w := joinOf(s, 5)
	w.Queries, w.Query, w.Entry = kernel.Built(p), kernel.Root(p), kernel.Root(p)
	want := wantEncounters(t, p, w)
	if want.Len() != 1 || want.Enter[0] != start+16 || want.Exit[0] != start+16 || want.Speed[0] > 1 {
		t.Fatalf("%+v", want)
	}
	for _, dev := range cltest.Devices(t) {
		d := grouped(t, dev, Options{}, clrt.Groups{Size: 16, Block: 16, Claim: true})
		defer d.Close()
		walks := leavesOf(w, p)
		for range 2 {
			if got, _ := joinOn(t, d, p, walks...); !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, want %+v", got, want)
			}
			slices.Reverse(walks)
		}
	}
}

// leavesOf splits a walk as far as possible.
func leavesOf(w kernel.WalkWork, p *binindex.Pyramid) (all []kernel.WalkWork) {
	for _, part := range w.Split(p) {
		all = append(all, leavesOf(part, p)...)
	}
	if len(all) == 0 {
		return []kernel.WalkWork{w}
	}
	return all
}

// still returns n objects at rest side by side, with a number of samples each, all numbers
// multiples of unit.
func still(t *testing.T, n, samples int, unit float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id := range n {
		for k := range samples {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, float64(k)), append(c.X, float64(id)*unit), append(c.Y, unit)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	rig.Must(t, err)
	return s
}

// TestEncountersLeftToHost: the device leaves its hits to the host where an encounter
// has more hits than a work-item joins, where distances need other units, and where it
// has no room for encounters; the host makes the same encounters of them.
func TestEncountersLeftToHost(t *testing.T) {
	tier.Full(t)
	for name, c := range map[string]struct {
		s      *trajectory.Store
		d      float64
		o      Options
		joined bool
	}{
		"as long as may be": {still(t, 2, hitlist.LongestJoin+1, 1), 1.5, Options{}, true},
		"too long":          {still(t, 2, hitlist.LongestJoin+2, 1), 1.5, Options{}, false},
		"small":             {still(t, 9, 5, math.Ldexp(1, -390)), math.Ldexp(1.5, -390), Options{}, true},
		"too small":         {still(t, 9, 5, math.Ldexp(1, -420)), math.Ldexp(1.5, -420), Options{}, false},
		"too large":         {still(t, 9, 5, math.Ldexp(1, 505)), math.Ldexp(1.5, 505), Options{}, false},
		"no room":           {still(t, 800, 2, 1), 3.5, Options{HitCapacity: 3000, MaxAlloc: 80_000}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p, w := joinOf(c.s, c.d)
			want := wantEncounters(t, p, w)
			if want.Len() == 0 {
				t.Fatal("no encounters")
			}
			for _, dev := range cltest.Devices(t) {
				d := grouped(t, dev, c.o, clrt.Groups{Size: 16, Block: 16, Claim: true})
				defer d.Close()
				got, joined := joinOn(t, d, p, w)
				if joined != c.joined || !reflect.DeepEqual(got, want) {
					t.Errorf("%d encounters, want %d, or others; joined on the device: %v", got.Len(), want.Len(), joined)
				}
			}
		})
	}
}
