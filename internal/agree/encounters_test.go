package agree_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"flyby"
	"flyby/trajectory"
)

// path is the samples of one trajectory: t, x, y each.
type path [][3]float64

// store2D builds a 2-D store of paths; ids are 0, 1, ...
func store2D(t *testing.T, o trajectory.BuildOptions, paths ...path) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id, p := range paths {
		for _, s := range p {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, s[0]), append(c.X, s[1]), append(c.Y, s[2])
		}
	}
	s, err := trajectory.New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// encounters searches on the cpu and joins the hits.
func encounters(t *testing.T, entries *trajectory.Store, s flyby.Search) trajectory.Encounters {
	t.Helper()
	e, _ := askEncounters(t, flyby.Options{Device: "cpu"}, entries, s)
	return e
}

func TestEncounter(t *testing.T) {
	still := path{{0, 0, 0}, {4, 0, 0}, {10, 0, 0}}
	passing := path{{0, -5, 3}, {5, 0, 3}, {10, 5, 3}}
	from, to := 4.0, 5.0
	for _, test := range []struct {
		name                           string
		query, entry                   path
		d                              float64
		s                              flyby.Search
		enter, exit, closest, distance float64
		speed                          float64
		open                           string
	}{
		{"a pass over two joints is one encounter", passing, still, 5, flyby.Search{}, 1, 9, 5, 3, 1, ""},
		{"tangent", passing, still, 3, flyby.Search{}, 5, 5, 5, 3, 1, ""},
		{"always within", passing, still, 50, flyby.Search{}, 0, 10, 5, 3, 1, "both"},
		{"both at rest at exactly d", still, path{{2, 3, 4}, {8, 3, 4}}, 5, flyby.Search{}, 2, 8, 2, 5, 0, "both"},
		{"one begins inside", path{{4, -1, 3}, {14, 9, 3}}, still, 5, flyby.Search{}, 4, 9, 5, 3, 1, "start"},
		{"one ends inside", path{{0, -5, 3}, {6, 1, 3}}, still, 5, flyby.Search{}, 1, 6, 5, 3, 1, "end"},
		{"an event", path{{5, 0, 2}}, still, 2, flyby.Search{}, 5, 5, 5, 2, math.NaN(), "both"},
		{"one ends as the other begins", path{{0, 0, 3}, {4, 0, 3}}, path{{4, 0, 0}, {9, 0, 0}}, 3, flyby.Search{}, 4, 4, 4, 3, 0, "both"},
		{"a window cuts", passing, still, 5, flyby.Search{From: &from, To: &to}, 4, 5, 5, 3, 1, "both"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := test.s
			s.Queries, s.Distance = store2D(t, trajectory.BuildOptions{}, test.query), test.d
			e := encounters(t, store2D(t, trajectory.BuildOptions{}, test.entry), s)
			if e.Len() != 1 {
				t.Fatalf("%d encounters, want 1: %+v", e.Len(), e)
			}
			got := [...]float64{e.Enter[0], e.Exit[0], e.Closest[0], e.Distance[0], e.Speed[0]}
			want := [...]float64{test.enter, test.exit, test.closest, test.distance, test.speed}
			if fmt.Sprint(got) != fmt.Sprint(want) || e.Open[0].String() != test.open {
				t.Errorf("enter, exit, closest, distance, speed %v %q, want %v %q", got, e.Open[0], want, test.open)
			}
		})
	}
}

// TestOpenEncounters: an encounter that begins so soon after the start of the data that its time is
// rounded to it, or ends so shortly before their end, is not open there; an encounter at exactly d
// is.
func TestOpenEncounters(t *testing.T) {
	const start, end = 1.7e9, 1.7e9 + 16
	entries := store2D(t, trajectory.BuildOptions{}, path{{start, 0, 0}, {end, 0, 0}})
	var others []path
	for _, x := range [][2]float64{{-5, 5}, {-5 - 0x1p-28, 5}, {-5, 5 + 0x1p-28}, {-5 - 0x1p-28, 5 + 0x1p-28}, {-5 + 0x1p-28, 5 - 0x1p-28}} {
		others = append(others, path{{start, x[0], 0}, {end, x[1], 0}})
	}
	want := []string{"both", "end", "start", "", "both"}
	queries := store2D(t, trajectory.BuildOptions{}, others...)
	for _, w := range ways(t) {
		e, _ := askEncounters(t, flyby.Options{Method: w.method, Device: w.device}, entries, flyby.Search{Queries: queries, Distance: 5})
		for i := range e.Len() {
			if e.Len() != len(want) || e.Enter[i] != start || e.Exit[i] != end || e.Open[i].String() != want[i] {
				t.Errorf("%v, encounter %d of %d: [%v, %v] %q, want [%v, %v] %q", w, i, e.Len(), e.Enter[i], e.Exit[i], e.Open[i], start, end, want[i])
			}
		}
	}
}

// TestSpeedsAreFinite: the speed of 3e-160 in 5e-324 is a number, and one beyond all numbers is the
// largest, by every method on every device.
func TestSpeedsAreFinite(t *testing.T) {
	const tick = math.SmallestNonzeroFloat64
	entries := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {tick, 0, 0}})
	queries := store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}, {tick, 3e-160, 0}}, path{{0, 0, 0}, {tick, 1, 0}})
	for _, w := range ways(t) {
		e, _ := askEncounters(t, flyby.Options{Method: w.method, Device: w.device}, entries, flyby.Search{Queries: queries, Distance: 1})
		if e.Len() != 2 || math.Abs(e.Speed[0]/(3e-160/tick)-1) > 1e-15 || e.Speed[1] != math.MaxFloat64 {
			t.Errorf("%v: %+v", w, e)
		}
	}
}

// TestTwoEncountersOfOnePair: an object that leaves and comes back has two encounters.
func TestTwoEncountersOfOnePair(t *testing.T) {
	still := path{{0, 0, 0}, {100, 0, 0}}
	back := path{{0, -10, 0}, {20, 10, 0}, {40, -10, 0}}
	e := encounters(t, store2D(t, trajectory.BuildOptions{}, still), flyby.Search{Queries: store2D(t, trajectory.BuildOptions{}, back), Distance: 5})
	if e.Len() != 2 || e.Enter[0] != 5 || e.Exit[0] != 15 || e.Enter[1] != 25 || e.Exit[1] != 35 {
		t.Errorf("got %+v, want [5, 15] and [25, 35]", e)
	}
}

// TestGapIsNoMotion: no segment crosses a gap, and the encounter is cut there.
func TestGapIsNoMotion(t *testing.T) {
	still := path{{0, 0, 0}, {100, 0, 0}}
	gap := path{{0, 1, 0}, {10, 1, 0}, {50, 1, 0}, {60, 1, 0}, {90, 1, 0}}
	e := encounters(t, store2D(t, trajectory.BuildOptions{}, still), flyby.Search{Queries: store2D(t, trajectory.BuildOptions{MaxGap: 20}, gap), Distance: 1})
	want := [][2]float64{{0, 10}, {50, 60}, {90, 90}}
	if e.Len() != len(want) {
		t.Fatalf("%d encounters, want %d: %+v", e.Len(), len(want), e)
	}
	for i, w := range want {
		if e.Enter[i] != w[0] || e.Exit[i] != w[1] || e.Open[i].String() != "both" {
			t.Errorf("encounter %d: [%v, %v] %q, want %v both", i, e.Enter[i], e.Exit[i], e.Open[i], w)
		}
	}
}

// TestRadiusWidens: the radii of both objects are added to the threshold.
func TestRadiusWidens(t *testing.T) {
	sized := func(x, r float64) *trajectory.Store {
		s, err := trajectory.New(trajectory.Columns{
			ID: trajectory.IDColumn{Int: []int64{7, 7}},
			T:  []float64{0, 1}, X: []float64{x, x}, Y: []float64{0, 0}, R: []float64{r, r},
		}, trajectory.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, w := range ways(t) {
		at := func(d float64) int {
			return search(t, flyby.Options{Method: w.method, Device: w.device}, sized(0, 1), sized(4, 2), d).hits.Len()
		}
		if at(1) != 1 || at(math.Nextafter(1, 0)) != 0 {
			t.Errorf("%v: centres 4 apart, radii 1 and 2: %d hits at d = 1, %d just under", w, at(1), at(math.Nextafter(1, 0)))
		}
	}
}

// TestEncountersOnThreads: encounters are the same for every number of threads, with trajectories
// of very different lengths.
func TestEncountersOnThreads(t *testing.T) {
	var paths []path
	for id := range 60 {
		var p path
		for k := range 2 + id*id%97 {
			p = append(p, [3]float64{float64(k), math.Sin(float64(k*id + id)), math.Cos(float64(3*k + id))})
		}
		paths = append(paths, p)
	}
	s := store2D(t, trajectory.BuildOptions{}, paths...)
	by := func(threads int) trajectory.Encounters {
		e, _ := askEncounters(t, flyby.Options{Device: "cpu", Threads: threads}, s, flyby.Search{Queries: s, Distance: 0.3})
		return e
	}
	want := by(1)
	if want.Len() < 1000 {
		t.Fatalf("only %d encounters", want.Len())
	}
	for _, threads := range []int{2, 7} {
		if got := by(threads); !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: %d encounters, want %d, or others", threads, got.Len(), want.Len())
		}
	}
}
