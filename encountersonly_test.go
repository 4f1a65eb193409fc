package flyby_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/kerneltest"
	"flyby/trajectory"
)

// joining returns drivers that join hits where they find them, by name: one, and
// one with room for few entries and few hits.
func joining() map[string]kernel.Driver {
	small := newFake()
	small.largest, small.room = 3000, 400
	return map[string]kernel.Driver{
		"one":   kerneltest.Joining{Driver: host.New(2)},
		"small": kerneltest.Joining{Driver: small},
	}
}

// onGPU is a driver whose device says that it is a GPU.
type onGPU struct{ kernel.Driver }

func (g onGPU) Device() kernel.Device {
	d := g.Driver.Device()
	d.Kind = kernel.GPU
	return d
}

// TestRoomForEncounters wants a second search beside a GPU to take the memory that
// was made meanwhile for as many encounters as the first had, and the same
// encounters: here of 800 objects that all stand side by side.
func TestRoomForEncounters(t *testing.T) {
	const n = 800
	var c trajectory.Columns
	for i := range 2 * n {
		c.ID.Int = append(c.ID.Int, int64(i/2))
		c.T, c.X, c.Y = append(c.T, float64(i%2)), append(c.X, float64(i/2)/n), append(c.Y, 0)
	}
	entries, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := flyby.Options{Method: flyby.MethodSpatiotemporal, EncountersOnly: true}
	db, err := flyby.Open(t.Context(), entries, o.WithDriver(onGPU{kerneltest.Joining{Driver: host.New(2)}}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var met [2]trajectory.Encounters
	for i := range met {
		r, err := db.Join(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		if met[i], err = r.Encounters(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	first, second := met[0], met[1]
	const pairs = n * (n - 1) / 2
	if first.Len() != pairs || cap(first.Enter) >= pairs+pairs/16 || cap(second.Enter) < pairs+pairs/16 {
		t.Errorf("%d encounters, want %d; room for %d, then %d", first.Len(), pairs, cap(first.Enter), cap(second.Enter))
	}
	sameEncounters(t, first, second)
}

// TestEncountersOnly wants the same encounters and the same number of hits where
// encounters alone are asked for, by every method on every device, and by drivers
// that join hits themselves.
func TestEncountersOnly(t *testing.T) {
	entries, err := datasets.Disc(80, 100, 2)
	if err != nil {
		t.Fatal(err)
	}
	from := 0.3
	for name, c := range map[string]struct {
		queries *trajectory.Store
		o       flyby.Options
	}{
		"join": {nil, flyby.Options{}}, "search": {entries.Slice(0, 30), flyby.Options{ExcludeSameID: true}}, "window": {nil, flyby.Options{From: &from}},
	} {
		const d = 3
		result := search(t, c.o, entries, c.queries, d)
		want, err := result.Encounters(context.Background())
		if err != nil || want.Len() < 100 {
			t.Fatalf("%d encounters, %v", want.Len(), err)
		}
		c.o.EncountersOnly = true
		all := map[string]flyby.Options{}
		for _, w := range ways(t) {
			o := c.o
			o.Method, o.Device = w.method, w.device
			all[fmt.Sprint(w)] = o
		}
		for way, driver := range joining() {
			o := c.o
			o.Method = flyby.MethodSpatiotemporal
			all["joining on "+way] = o.WithDriver(driver)
		}
		for way, o := range all {
			t.Run(name+" "+way, func(t *testing.T) {
				r := search(t, o, entries, c.queries, d)
				got, err := r.Encounters(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				sameEncounters(t, want, got)
				if s := r.Stats(); r.Hits() != result.Hits() || s.Hits != uint64(result.Hits()) {
					t.Errorf("%d hits, counted %d, want %d", r.Hits(), s.Hits, result.Hits())
				}
				for hits := range r.Chunks() {
					t.Fatalf("a chunk of %d hits", hits.Len())
				}
			})
		}
	}
}

// sameEncounters fails unless encounters are equal, order and bits included.
func sameEncounters(t *testing.T, want, got trajectory.Encounters) {
	t.Helper()
	if s := differentEncounters(want, got); s != "" {
		t.Fatal(s)
	}
}

// differentEncounters says how encounters differ, to the bit; "" if they do not.
func differentEncounters(want, got trajectory.Encounters) string {
	if want.Len() != got.Len() {
		return fmt.Sprintf("%d encounters, want %d", got.Len(), want.Len())
	}
	words := func(e trajectory.Encounters, i int) [8]uint64 {
		return [...]uint64{
			uint64(e.QueryTraj[i]), uint64(e.EntryTraj[i]), math.Float64bits(e.Enter[i]), math.Float64bits(e.Exit[i]),
			math.Float64bits(e.Closest[i]), math.Float64bits(e.Distance[i]), math.Float64bits(e.Speed[i]), uint64(e.Open[i]),
		}
	}
	for i := range want.Len() {
		if words(want, i) != words(got, i) {
			return fmt.Sprintf("encounter %d: %v, want %v", i, words(got, i), words(want, i))
		}
	}
	return ""
}

// TestEncountersOnlyOracle puts the suite's scenes, with borderline hits, gaps and
// events, to drivers that join hits.
func TestEncountersOnlyOracle(t *testing.T) {
	for _, s := range kerneltest.Scenes(t) {
		if s.Excluded != nil || s.Window.From > s.Window.To {
			continue // arbitrary excluded pairs and empty windows are not options of the API
		}
		t.Run(s.Name, func(t *testing.T) {
			want := s.Encounters(s.BruteForce())
			for way, driver := range joining() {
				o := flyby.Options{Method: flyby.MethodSpatiotemporal, EncountersOnly: true, From: &s.Window.From, To: &s.Window.To}
				queries := s.Queries
				if s.Join {
					queries = nil
				}
				got, err := search(t, o.WithDriver(driver), s.Entries, queries, s.Distance).Encounters(context.Background())
				if err != nil {
					t.Fatalf("%s: %v", way, err)
				}
				sameEncounters(t, want, got)
			}
		})
	}
}

// TestEncountersOnlyCancelled wants a search that is cancelled as it joins to end,
// and what was found to be given back.
func TestEncountersOnlyCancelled(t *testing.T) {
	entries, err := datasets.Disc(80, 100, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := newFake()
	ctx, cancel := context.WithCancel(context.Background())
	o := flyby.Options{Method: flyby.MethodSpatiotemporal, EncountersOnly: true}.WithDriver(lastly{f, cancel})
	db, err := flyby.Open(context.Background(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Join(ctx, 1.5); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if n := f.pieces.Load(); n != 0 {
		t.Errorf("%d pieces are left", n)
	}
}

// lastly calls something once a walk is over.
type lastly struct {
	kernel.Driver
	then func()
}

func (l lastly) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := l.Driver.Load(ctx, db)
	return lastlyResident{r, l.then}, err
}

type lastlyResident struct {
	kernel.Resident
	then func()
}

func (r lastlyResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	defer r.then()
	return r.Resident.Walk(ctx, w, out)
}
