package agree_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/encounter"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
)

// joining returns drivers that join the hits that they find, by name: one, and one with room for
// few entries and few hits.
func joining() map[string]kernel.Driver {
	small := newFake()
	small.largest, small.room = 3000, 400
	return map[string]kernel.Driver{
		"one":   kerneltest.Joining{Driver: host.New(2)},
		"small": kerneltest.Joining{Driver: small},
	}
}

// onGPU is a driver whose device claims to be a GPU.
type onGPU struct{ kernel.Driver }

func (g onGPU) Device() kernel.Device {
	d := g.Driver.Device()
	d.Kind = kernel.GPU
	return d
}

// TestRoomForEncounters: a second search on a GPU takes the memory allocated meanwhile for as many
// encounters as the first had, and finds the same encounters: here of 800 objects side by side.
func TestRoomForEncounters(t *testing.T) {
	tier.Full(t)
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
	o := flyby.Options{Method: flyby.MethodSpatiotemporal}
	db, err := flyby.Open(t.Context(), entries, withDriver(o, onGPU{kerneltest.Joining{Driver: host.New(2)}}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var met [2]trajectory.Encounters
	for i := range met {
		if met[i], _, err = meet(t.Context(), db, flyby.Search{Distance: 2}); err != nil {
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

// TestEncountersOnly: a search for encounters alone has the same encounters and the same number of
// hits, by every method on every device, and by drivers that join hits themselves.
func TestEncountersOnly(t *testing.T) {
	tier.Full(t)
	entries, err := datasets.Disc(80, 100, 2)
	if err != nil {
		t.Fatal(err)
	}
	from := 0.3
	const d = 3
	for name, s := range map[string]flyby.Search{
		"join": {Distance: d}, "search": {Queries: entries.Slice(0, 30), Distance: d, ExcludeSameID: true}, "window": {Distance: d, From: &from},
	} {
		hits := ask(t, flyby.Options{Device: "cpu"}, entries, s).hits.Len()
		want, _ := askEncounters(t, flyby.Options{Device: "cpu"}, entries, s)
		if want.Len() < 100 {
			t.Fatalf("%d encounters", want.Len())
		}
		for way, o := range encounterWays(t) {
			t.Run(name+" "+way, func(t *testing.T) {
				got, stats := askEncounters(t, o, entries, s)
				sameEncounters(t, want, got)
				if stats.Hits != uint64(hits) {
					t.Errorf("%d hits counted, want %d", stats.Hits, hits)
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

// differentEncounters describes the difference of encounters, to the bit; "" if there is none.
func differentEncounters(want, got trajectory.Encounters) string {
	if want.Len() != got.Len() {
		return fmt.Sprintf("%d encounters, want %d", got.Len(), want.Len())
	}
	words := func(e trajectory.Encounters, i int) [9]uint64 {
		height := uint64(0)
		if e.Height != nil {
			height = math.Float64bits(e.Height[i])
		}
		return [...]uint64{
			uint64(e.QueryTraj[i]), uint64(e.EntryTraj[i]), math.Float64bits(e.Enter[i]), math.Float64bits(e.Exit[i]),
			math.Float64bits(e.Closest[i]), math.Float64bits(e.Distance[i]), math.Float64bits(e.Speed[i]), uint64(e.Open[i]), height,
		}
	}
	for i := range want.Len() {
		if words(want, i) != words(got, i) {
			return fmt.Sprintf("encounter %d: %v, want %v", i, words(got, i), words(want, i))
		}
	}
	return ""
}

// TestEncountersOnlyOracle: drivers that join hits agree with the oracle on the suite's scenes,
// with borderline hits, gaps and events.
func TestEncountersOnlyOracle(t *testing.T) {
	for _, s := range kerneltest.Scenes(t) {
		if s.Excluded != nil || s.Window.From > s.Window.To {
			continue // the API has no options for arbitrary excluded pairs and empty windows
		}
		t.Run(s.Name, func(t *testing.T) {
			want := s.Encounters(s.BruteForce())
			encounter.Forget(want, s.Queries, s.Entries)
			for way, driver := range joining() {
				asked := flyby.Search{Queries: s.Queries, Distance: s.Distance, From: &s.Window.From, To: &s.Window.To}
				if s.Join {
					asked.Queries = nil
				}
				got, _ := askEncounters(t, withDriver(flyby.Options{Method: flyby.MethodSpatiotemporal}, driver), s.Entries, asked)
				if d := differentEncounters(want, got); d != "" {
					t.Errorf("%s: %s", way, d)
				}
			}
		})
	}
}

// TestEncountersOnlyCancelled: a search that is cancelled while it joins ends, and frees its
// results.
func TestEncountersOnlyCancelled(t *testing.T) {
	entries, err := datasets.Disc(80, 100, 2)
	if err != nil {
		t.Fatal(err)
	}
	f := newFake()
	ctx, cancel := context.WithCancel(context.Background())
	o := withDriver(flyby.Options{Method: flyby.MethodSpatiotemporal}, lastly{f, cancel})
	db, err := flyby.Open(context.Background(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Encounters(ctx, flyby.Search{Distance: 1.5}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if n := f.lists.Load(); n != 0 {
		t.Errorf("%d lists are left", n)
	}
}

// lastly calls a function after each walk.
type lastly struct {
	kernel.Driver
	then func()
}

func (l lastly) Load(ctx context.Context, db kernel.Database) (kernel.Resident, error) {
	r, err := l.Driver.Load(ctx, db)
	if err != nil {
		return nil, err
	}
	return lastlyResident{r.(able), l.then}, nil
}

type lastlyResident struct {
	able
	then func()
}

func (r lastlyResident) Walk(ctx context.Context, w kernel.WalkWork, out *kernel.Hits) (kernel.Stats, error) {
	defer r.then()
	return r.able.Walk(ctx, w, out)
}

// encounterWays returns all ways to encounters by name: each method on each device, and each driver that joins hits itself.
func encounterWays(t *testing.T) map[string]flyby.Options {
	t.Helper()
	all := map[string]flyby.Options{}
	for _, w := range ways(t) {
		all[fmt.Sprint(w)] = flyby.Options{Method: w.method, Device: w.device}
	}
	for way, driver := range joining() {
		all["joining on "+way] = withDriver(flyby.Options{Method: flyby.MethodSpatiotemporal}, driver)
	}
	return all
}
