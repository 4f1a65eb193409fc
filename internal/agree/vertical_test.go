package agree_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	"flyby/trajectory"
)

// uprightScenes returns one in seven of the scenes that the public API can express.
func uprightScenes(t *testing.T) (scenes []kerneltest.Scene) {
	t.Helper()
	for i, s := range kerneltest.UprightScenes(t) {
		if s.Excluded == nil && s.Queries.Segments() > 0 && s.Queries.Segments() <= 300 && i%7 == 0 {
			scenes = append(scenes, s)
		}
	}
	return scenes
}

// askedOf returns the search of a scene.
func askedOf(s kerneltest.Scene) flyby.Search {
	asked := flyby.Search{Queries: s.Queries, Distance: s.Distance, Vertical: &s.Vertical.Within, VerticalStrict: s.Vertical.Strict, From: &s.Window.From, To: &s.Window.To}
	if s.Join {
		asked.Queries = nil
	}
	return asked
}

// cylinders returns the hits of a scene by the oracle, in rational numbers.
func cylinders(s kerneltest.Scene) map[key]bool {
	hits := map[key]bool{}
	s.Pairs(func(query, entry int, _ kerneltest.Pair) {
		o := kerneltest.AskCylinder(s.Queries.Upright(query), s.Entries.Upright(entry), s.Distance, *s.Vertical, s.Window)
		if o.Hit() {
			q, e := s.Queries.Owner(query), s.Entries.Owner(entry)
			hits[key{uint32(q), uint32(s.Queries.SegmentID(query)), uint32(e), uint32(s.Entries.SegmentID(entry))}] = true
		}
	})
	return hits
}

// TestVertical: on scenes with heights every method on every device, in one go and in ranges, finds the pairs of segments that rational
// arithmetic decides to be hits, and all results are the same, to the bit.
func TestVertical(t *testing.T) {
	tier.Full(t)
	all, hits := ways(t), 0
	for _, s := range uprightScenes(t) {
		t.Run(s.Name, func(t *testing.T) {
			asked := askedOf(s)
			want := ask(t, flyby.Options{Method: flyby.MethodBruteForce}, s.Entries, asked).hits
			hits += want.Len()
			sameMembers(t, cylinders(s), want)
			met, _ := askEncounters(t, flyby.Options{Method: flyby.MethodBruteForce}, s.Entries, asked)
			if met.Height == nil && met.Len() > 0 || len(met.Height) != met.Len() {
				t.Fatalf("%d heights of %d encounters", len(met.Height), met.Len())
			}
			for _, w := range all {
				for i, o := range []flyby.Options{{Method: w.method, Device: w.device}, inRanges(flyby.Options{Method: w.method, Device: w.device}, 7, 0)} {
					sameHits(t, want, ask(t, o, s.Entries, asked).hits)
					got, stats := askEncounters(t, o, s.Entries, asked)
					if d := differentEncounters(met, got); d != "" {
						t.Errorf("%v: %s", w, d)
					}
					if i == 0 && stats.Hits != uint64(want.Len()) {
						t.Errorf("%v: %d hits of encounters, want %d", w, stats.Hits, want.Len())
					}
				}
			}
		})
	}
	if hits < 100 {
		t.Errorf("%d hits: too few to tell", hits)
	}
}

// TestVerticalLaws: a cylinder of the greatest height has the plain horizontal answer to the bit, also with unused heights; a taller
// cylinder only adds hits.
func TestVerticalLaws(t *testing.T) {
	o := flyby.Options{Device: "cpu"}
	for _, s := range uprightScenes(t) {
		asked := askedOf(s)
		plain := asked
		plain.Vertical, plain.VerticalStrict = nil, false
		want := ask(t, o, s.Entries, plain).hits
		wantMet, _ := askEncounters(t, o, s.Entries, plain)
		if wantMet.Height != nil {
			t.Fatalf("%s: heights without a threshold", s.Name)
		}
		before := map[key]bool{}
		for _, v := range []float64{0, 0.5, 1, 1.5, 2, 3, trajectory.MaxMagnitude} {
			asked.Vertical, asked.VerticalStrict = &v, false
			got := ask(t, o, s.Entries, asked).hits
			now := map[key]bool{}
			for i := range got.Len() {
				now[key{got.QueryTraj[i], got.QuerySeg[i], got.EntryTraj[i], got.EntrySeg[i]}] = true
			}
			for k := range before {
				if !now[k] {
					t.Fatalf("%s: %v is no hit any more within %v", s.Name, k, v)
				}
			}
			before = now
		}
		sameHits(t, want, ask(t, o, s.Entries, asked).hits)
		met, _ := askEncounters(t, o, s.Entries, asked)
		met.Height = nil
		if d := differentEncounters(wantMet, met); d != "" {
			t.Errorf("%s: %s", s.Name, d)
		}
	}
}

// upright makes a store of paths of t, x, height.
func upright(t *testing.T, paths ...path) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id, p := range paths {
		for _, s := range p {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y, c.H = append(c.T, s[0]), append(c.X, s[1]), append(c.Y, 0), append(c.H, s[2])
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestVerticalEncounters: encounters join the hits of cylinders, are cut where heights exceed the threshold, and are open only where
// both thresholds are kept.
func TestVerticalEncounters(t *testing.T) {
	still := path{{0, 0, 0}, {5, 0, 0}, {10, 0, 0}}
	for _, c := range []struct {
		name string
		p    path
		d, v float64
		want []float64 // enter, exit, closest, distance, height of each
		open string
	}{
		{"level", path{{0, 1, 2}, {10, 1, 2}}, 1, 2, []float64{0, 10, 0, 1, 2}, "both"},
		{"below", path{{0, 1, -2}, {10, 1, -2}}, 1, 2, []float64{0, 10, 0, 1, -2}, "both"},
		{"climbs away", path{{0, 1, 0}, {10, 1, 10}}, 1, 7, []float64{0, 7, 0, 1, 0}, "start"},
		{"sinks into it", path{{0, 1, 10}, {10, 1, 0}}, 1, 7, []float64{3, 10, 3, 1, 7}, "end"},
		{"up and down", path{{0, 1, 0}, {5, 1, 10}, {10, 1, 0}}, 1, 4, []float64{0, 2, 0, 1, 0, 8, 10, 8, 1, 4}, "both"},
		{"closest before it is level", path{{0, -5, 10}, {10, 5, 0}}, 5, 4, []float64{6, 10, 6, 1, 4}, "end"},
		{"touches V at the joint", path{{0, 1, 6}, {5, 1, 1}, {10, 1, 6}}, 1, 1, []float64{5, 5, 5, 1, 1}, ""},
		{"never", path{{0, 1, 6}, {10, 1, 2}}, 1, 1, nil, ""},
		{"a point event at V", path{{5, 1, 3}}, 1, 3, []float64{5, 5, 5, 1, 3}, "both"},
		{"a point event above V", path{{5, 1, 3}}, 1, 2, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, w := range ways(t) {
				e, _ := askEncounters(t, flyby.Options{Method: w.method, Device: w.device}, upright(t, c.p), flyby.Search{Queries: upright(t, still), Distance: c.d, Vertical: &c.v})
				var got []float64
				open := trajectory.Open(0)
				for i := range e.Len() {
					got = append(got, e.Enter[i], e.Exit[i], e.Closest[i], e.Distance[i], e.Height[i])
					open |= e.Open[i]
				}
				if !slices.Equal(got, c.want) || open.String() != c.open {
					t.Errorf("%v: %v %q, want %v %q", w, got, open, c.want, c.open)
				}
			}
		})
	}
}

// TestVerticalRefused: an invalid threshold, and stores without heights, are refused.
func TestVerticalRefused(t *testing.T) {
	with, without := upright(t, path{{0, 0, 0}}), store2D(t, trajectory.BuildOptions{}, path{{0, 0, 0}})
	one := 1.0
	for _, c := range []struct {
		entries, queries *trajectory.Store
		v                *float64
		want             string
	}{
		{with, with, ptr(-1), "vertical -1: must be a number from 0 to 2^1000"},
		{with, with, ptr(math.NaN()), "vertical NaN"},
		{with, with, ptr(math.Inf(1)), "vertical +Inf"},
		{without, without, &one, "the entries have no heights"},
		{with, without, &one, "one of queries and entries has heights"},
		{without, with, nil, "one of queries and entries has heights"},
	} {
		_, err := opened(t, flyby.Options{Device: "cpu"}, c.entries).Hits(t.Context(), flyby.Search{Queries: c.queries, Distance: 1, Vertical: c.v})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want one that says %q", err, c.want)
		}
	}
	for _, v := range []*float64{nil, ptr(0)} {
		if err := (flyby.Search{Vertical: v, VerticalStrict: true}).Validate(); err == nil || !strings.Contains(err.Error(), "needs a vertical above 0") {
			t.Errorf("strict: %v", err)
		}
	}
}

func ptr(v float64) *float64 { return &v }

// TestFlightLevels: by every method on every device neighbours that are 304.8 m apart as written are hits within 304.8 and not where
// heights have to differ by less; hits at exactly V are counted.
func TestFlightLevels(t *testing.T) {
	var paths []path
	for _, z := range []float64{9144, 9448.8, 9753.6, 10058.4, 10363.2, 10668} {
		paths = append(paths, path{{0, 0, z}, {60, 12000, z}})
	}
	s := upright(t, paths...)
	for _, w := range ways(t) {
		for _, c := range []struct {
			v        float64
			strict   bool
			hits, at int
		}{{304.8, false, 5, 5}, {304.8, true, 0, 0}, {609.6, false, 9, 4}, {609.6, true, 5, 0}, {304.7, false, 0, 0}} {
			db := opened(t, flyby.Options{Method: w.method, Device: w.device}, s)
			found, err := db.Hits(t.Context(), flyby.Search{Distance: 9260, Vertical: &c.v, VerticalStrict: c.strict})
			if err != nil {
				t.Fatal(err)
			}
			if hits, err := found.Collect(); err != nil || hits.Len() != c.hits || found.Stats().AtVertical != uint64(c.at) {
				t.Errorf("%v within %+v: %v, %d hits, %d at V", w, c, err, hits.Len(), found.Stats().AtVertical)
			}
		}
	}
}
