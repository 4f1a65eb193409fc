package flyby

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"testing"

	"flyby/internal/memory"
	"flyby/internal/testing/kerneltest"
	"flyby/trajectory"
)

// Neighbours is the question that docs/add-a-question.md adds: which objects does each
// one meet at all? It is the verb, the result and the test of a question in one file.
func (db *Database) Neighbours(ctx context.Context, s Search) (*Neighbours, error) {
	met, err := db.Encounters(ctx, s)
	if err != nil {
		return nil, err
	}
	found, err := met.Collect()
	if err != nil {
		return nil, err
	}
	n, of, join := found.Len(), db.entries.Trajectories(), isNothing(s.Queries)
	if !join {
		of = s.Queries.(*trajectory.Store).Trajectories()
	}
	if err := memory.Need(memory.Count(n)+" neighbours", memory.Of(n, 2*4)+memory.Of(of, 8)); err != nil {
		return nil, db.refusal("neighbours", err)
	}
	return newNeighbours(db, of, pairsOf(found, join), met.Stats()), nil
}

// Neighbours says which entry trajectories each query trajectory meets, in a join both
// ways round. It is for one goroutine at a time.
type Neighbours struct {
	db    *Database
	first []int    // [query trajectories + 1]: where the neighbours of each begin
	entry []uint32 // trajectories, in order for each query trajectory
	stats Stats
}

// newNeighbours gathers pairs, of which each comes once.
func newNeighbours(db *Database, queries int, pairs iter.Seq2[uint32, uint32], s Stats) *Neighbours {
	r := &Neighbours{db: db, first: make([]int, queries+1), stats: s}
	for q := range pairs {
		r.first[q+1]++
	}
	for q := range queries {
		r.first[q+1] += r.first[q]
	}
	r.entry = make([]uint32, r.first[queries])
	next := slices.Clone(r.first)
	for q, e := range pairs {
		r.entry[next[q]] = e
		next[q]++
	}
	for q := range queries {
		slices.Sort(r.entry[r.first[q]:r.first[q+1]])
	}
	return r
}

// pairsOf yields the pairs of encounters, which are in order by pair.
func pairsOf(e trajectory.Encounters, bothWays bool) iter.Seq2[uint32, uint32] {
	return func(yield func(uint32, uint32) bool) {
		for i := range e.Len() {
			q, o := e.QueryTraj[i], e.EntryTraj[i]
			if i > 0 && q == e.QueryTraj[i-1] && o == e.EntryTraj[i-1] {
				continue
			}
			if !yield(q, o) || bothWays && !yield(o, q) {
				return
			}
		}
	}
}

// All yields each query trajectory with those it meets, in order. After the database's
// Close the error is ErrClosed, with no trajectory.
func (r *Neighbours) All() iter.Seq2[[]uint32, error] {
	return func(yield func([]uint32, error) bool) {
		if r.db.turn.Closed() {
			yield(nil, ErrClosed)
			return
		}
		for q := range len(r.first) - 1 {
			if !yield(r.entry[r.first[q]:r.first[q+1]], nil) {
				return
			}
		}
	}
}

// Stats says what the search cost.
func (r *Neighbours) Stats() Stats { return r.stats }

// TestNeighbours: the new question agrees with brute force on the scenes of the oracle.
func TestNeighbours(t *testing.T) {
	met := 0
	for _, s := range kerneltest.Scenes(t) {
		if s.Excluded != nil || s.Window.From > s.Window.To {
			continue // the API has no options for them
		}
		t.Run(s.Name, func(t *testing.T) {
			asked := Search{Queries: s.Queries, Distance: s.Distance, From: bound(s.Window.From), To: bound(s.Window.To)}
			if s.Join {
				asked.Queries = nil
			}
			got, want := neighbours(t, s.Entries, asked), neighboursByBruteForce(s)
			for q := range want {
				if !slices.Equal(got[q], want[q]) {
					t.Errorf("trajectory %d meets %v, want %v", q, got[q], want[q])
				}
				met += len(want[q])
			}
			if len(got) != len(want) {
				t.Errorf("%d trajectories, want %d", len(got), len(want))
			}
		})
	}
	if met < 1000 {
		t.Errorf("%d pairs only meet: the test is one-sided", met)
	}
}

// neighbours opens a database, asks it, and closes it; the result then returns ErrClosed.
func neighbours(t *testing.T, entries *trajectory.Store, s Search) (all [][]uint32) {
	t.Helper()
	db, err := Open(t.Context(), entries, Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := db.Neighbours(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for of, err := range found.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, of)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, err := range found.All() {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v, want %v", err, ErrClosed)
		}
	}
	return all
}

// neighboursByBruteForce compares every pair of segments.
func neighboursByBruteForce(s kerneltest.Scene) [][]uint32 {
	all := make([][]uint32, s.Queries.Trajectories())
	for _, h := range s.BruteForce() {
		q, e := s.Queries.Owner(int(h.Query)), s.Entries.Owner(int(h.Entry))
		all[q] = append(all[q], uint32(e))
		if s.Join {
			all[e] = append(all[e], uint32(q))
		}
	}
	for q := range all {
		slices.Sort(all[q])
		all[q] = slices.Compact(all[q])
	}
	return all
}

// bound returns an end of a window as Search represents it.
func bound(t float64) *float64 {
	if math.IsInf(t, 0) {
		return nil
	}
	return &t
}
