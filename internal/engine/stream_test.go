package engine

import (
	"fmt"
	"iter"
	"log/slog"
	"math"
	"slices"
	"testing"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/tier"
	cpu "flyby/kernel/host"
	"flyby/trajectory"
)

// openOn opens an engine of a method on the cores of the host.
func openOn(t testing.TB, entries *trajectory.Store, c Config) *Engine {
	t.Helper()
	c.Threads, c.Logger = 2, slog.New(slog.DiscardHandler)
	e, err := Open(t.Context(), entries, []Device{{Driver: cpu.New(2)}}, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// taskOf returns the task of a scene.
func taskOf(s kerneltest.Scene, encounters bool) Task {
	return Task{Rule: s.Rule, Queries: s.Queries, Batching: batching.Periodic{Size: 7}, Encounters: encounters}
}

// whole is the results of all parts together.
type whole struct {
	hits       []interaction.HitRow
	encounters trajectory.Encounters
	count      int
	parts      int
}

// gather takes all parts of a result.
func gather(t testing.TB, parts iter.Seq2[*Result, error]) (all whole) {
	t.Helper()
	for f, err := range parts {
		if err != nil {
			t.Fatal(err)
		}
		all.hits = append(all.hits, f.Hits...)
		if all.encounters, err = all.encounters.Append(f.Encounters); err != nil {
			t.Fatal(err)
		}
		all.count += f.Count
		all.parts++
	}
	return all
}

// answer returns the result of a search, in one part or in many.
func answer(t testing.TB, e *Engine, asked Task) whole {
	t.Helper()
	found, err := e.Search(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	return gather(t, found.Parts(t.Context(), NewTurn(nil)))
}

// TestStream: a search in ranges of the queries finds the result of a search in one go, to the bit, in the same order: down to ranges of one segment,
// and to blocks of entries for each. A scene has one of its ten ways, and the scene after it the next.
func TestStream(t *testing.T) {
	tier.Full(t)
	stream(t, 10, 2e5)
}

// stream is TestStream with one of each ways, on scenes of up to most pairs.
func stream(t *testing.T, each, most int) {
	t.Helper()
	ways, tried, cut := 0, 0, 0
	for scene, s := range kerneltest.Scenes(t) {
		pairs := s.Queries.Segments() * s.Entries.Segments()
		if pairs > most {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			for _, method := range []string{"spatiotemporal", "temporal", "rtree", "bruteforce", Auto} {
				for _, encounters := range []bool{false, true} {
					if ways++; (ways+scene)%each != 0 {
						continue
					}
					tried++
					cut += checkRanges(t, s, method, encounters)
				}
			}
		})
	}
	if cut < min(10*tried, 2*ways) {
		t.Errorf("%d parts of %d searches: hardly any was cut", cut, tried)
	}
}

// checkRanges searches a scene by a method in ranges, and returns how many.
func checkRanges(t *testing.T, s kerneltest.Scene, method string, encounters bool) (parts int) {
	t.Helper()
	want := answer(t, openOn(t, s.Entries, Config{Method: method}), taskOf(s, encounters))
	for _, c := range []Config{{Rows: 1}, {Rows: 6}, {Rows: 6, Listed: 1}, {Rows: 20, Listed: 8 << 10}, {Rows: 40, Hits: 1}, {Rows: 6, Held: 1}, {Hits: 100}, {Hits: 1 << 20}, {Early: true}, {Early: true, Hits: 1 << 10}} {
		if c.Rows == 1 && s.Queries.Segments() > 100 || c.Hits == 100 && s.Queries.Segments()*s.Entries.Segments() > 2e4 ||
			c.Held == 1 && (!encounters || s.Queries.Segments()*s.Entries.Segments() > 2e4) {
			continue
		}
		c.Method = method
		got := answer(t, openOn(t, s.Entries, c), taskOf(s, encounters))
		if parts += got.parts; !same(got, want) {
			t.Fatalf("%s, encounters %v, %d rows, %d bytes: %d hits (%d counted), %d encounters in %d parts; want %d, %d and %d", method, encounters, c.Rows, c.Hits,
				len(got.hits), got.count, got.encounters.Len(), got.parts, len(want.hits), want.count, want.encounters.Len())
		}
	}
	return parts
}

// same reports whether two answers are the same, to the bit. Speeds are compared as text, since they may be NaN; printed numbers read back to the
// same bits.
func same(a, b whole) bool {
	return slices.Equal(a.hits, b.hits) && a.count == b.count && a.encounters.Len() == b.encounters.Len() &&
		(a.encounters.Len() == 0 || fmt.Sprint(a.encounters) == fmt.Sprint(b.encounters))
}

// TestStreamEarly: where hits are wanted early, the hits of the first queries are handed on before a tenth of the work is done, counted in
// comparisons of boxes and segments; encounters are not.
func TestStreamEarly(t *testing.T) {
	tier.Full(t)
	r := kerneltest.Rand(t)
	c := trajectory.Columns{}
	for row := range 400 * 50 {
		c.ID.Int, c.T = append(c.ID.Int, int64(row/50)), append(c.T, float64(row%50))
		c.X, c.Y = append(c.X, r.Float64()*20), append(c.Y, r.Float64()*20)
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, join := range []bool{true, false} {
		e := openOn(t, s, Config{Method: "spatiotemporal", Early: true})
		task := Task{Rule: interaction.Rule{Distance: 1, Window: interaction.Window{From: math.Inf(-1), To: math.Inf(1)}, Join: join}, Queries: s}
		found, err := e.Search(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		var work []uint64
		all := uint64(0)
		for f, err := range found.Parts(t.Context(), NewTurn(nil)) {
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Hits) == 0 {
				t.Errorf("join %v: part %d has no hits", join, len(work))
			}
			work = append(work, f.Stats.BoxTests+f.Stats.Interactions)
			all += work[len(work)-1]
		}
		if len(work) < 2 || len(work) > 4 || work[0]*10 > all {
			t.Errorf("join %v: parts take %v comparisons", join, work)
		}
		task.Encounters = true
		if whole, err := e.Search(t.Context(), task); err != nil || whole.Stream != nil {
			t.Errorf("join %v: encounters are searched for in ranges: %v", join, err)
		}
	}
}
