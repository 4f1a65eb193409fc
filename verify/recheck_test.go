package verify

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/resultfile"
	"flyby/question"
	"flyby/trajectory"
)

// resting makes a store of objects that rest for a second each, at places on a line; with apart, in consecutive
// seconds.
func resting(t *testing.T, apart bool, places ...float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for id, x := range places {
		start := 0.0
		if apart {
			start = float64(3 * id)
		}
		for _, at := range []float64{start, start + 1} {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y, c.R = append(c.T, at), append(c.X, x), append(c.Y, 0), append(c.R, 0.5)
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// result returns a file of hits without rows.
func result(t *testing.T) *File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "result.csv")
	if err := os.WriteFile(path, []byte("query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// rechecked makes a recheck of a store with itself.
func rechecked(t *testing.T, s *trajectory.Store, distance float64, most int) *recheck {
	q := Request{Question: question.Question{Search: flyby.Search{Distance: distance}}, Data: Data{Entries: s}, Sample: most, Seed: 1}
	r := newRecheck(context.Background(), result(t).file, q, question.Hits)
	r.pairs = map[Pair][]resultfile.Row{}
	return r
}

// TestMayMeet: boxes within the distance and both radii, at the same time, may meet.
func TestMayMeet(t *testing.T) {
	line := rechecked(t, resting(t, false, 0, 3, 10), 2, 10)
	for p, want := range map[Pair]bool{{0, 1}: true, {1, 2}: false, {0, 2}: false, {1, 1}: true} {
		if got := line.mayMeet(p); got != want {
			t.Errorf("%v may meet: %t", p, got)
		}
	}
	if rechecked(t, resting(t, true, 0, 0), 2, 10).mayMeet(Pair{0, 1}) {
		t.Error("what is never there at once may meet")
	}
}

// TestSampleOfAJoin: each pair of a join is drawn once, and no trajectory is paired with itself.
func TestSampleOfAJoin(t *testing.T) {
	r := rechecked(t, resting(t, false, 0, 1, 2, 3), 1, 10)
	r.addAll()
	if len(r.pairs) != 6 || r.allPairs() != 6 {
		t.Errorf("%d pairs of %d", len(r.pairs), r.allPairs())
	}
	r.joins, r.pairs = false, map[Pair][]resultfile.Row{}
	r.addAll()
	if len(r.pairs) != 16 || r.allPairs() != 16 {
		t.Errorf("%d pairs of %d in a search", len(r.pairs), r.allPairs())
	}
}

// TestSampleOfPairsThatMayMeet: drawn pairs may meet, are not more than asked for, and are the same for a seed.
func TestSampleOfPairsThatMayMeet(t *testing.T) {
	places := make([]float64, 40)
	for i := range places {
		places[i] = float64(i)
	}
	s := resting(t, false, places...)
	one, other := rechecked(t, s, 1, 20), rechecked(t, s, 1, 20)
	one.addSome(rand.New(rand.NewPCG(5, 1)))
	other.addSome(rand.New(rand.NewPCG(5, 1)))
	if len(one.pairs) != 20 || len(other.pairs) != 20 {
		t.Errorf("%d and %d pairs", len(one.pairs), len(other.pairs))
	}
	for p := range one.pairs {
		if _, both := other.pairs[p]; !both || p.Query >= p.Entry || !one.mayMeet(p) {
			t.Errorf("pair %v", p)
		}
	}
	none := rechecked(t, resting(t, true, places...), 1, 20)
	if none.addSome(rand.New(rand.NewPCG(5, 1))); len(none.pairs) != 0 {
		t.Errorf("%d pairs of what is never there at once", len(none.pairs))
	}
}

// TestPairOf: the ids of a row lead to its trajectories.
func TestPairOf(t *testing.T) {
	r := rechecked(t, resting(t, false, 0, 1, 2), 1, 10)
	for fields, want := range map[string]string{
		"0 2": "", "0 1": "", "1 0": "row 4: query_traj 1, entry_traj 0: a join has the smaller id first",
		"2 2": "a join has the smaller id first", "7 1": `query_traj "7" is not in the data`, "0 x": `entry_traj "x" is not in the data`,
	} {
		p, _, err := r.pairOf(resultfile.Row{Number: 4, Fields: strings.Fields(fields)})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, error %v, want %q", fields, p, err, want)
		}
	}
	r.joins = false
	if p, _, err := r.pairOf(resultfile.Row{Number: 1, Fields: []string{"2", "1"}}); err != nil || p != (Pair{2, 1}) {
		t.Errorf("%v, error %v", p, err)
	}
}

// TestDecideFindsHitsThatAreNone: rational arithmetic disagrees with hits that are wrong, in both ways.
func TestDecideFindsHitsThatAreNone(t *testing.T) {
	s := resting(t, false, 0, 3)
	a, b := s.Subset([]int{0}), s.Subset([]int{1})
	ask := flyby.Search{Queries: a, Distance: 2}
	no := []uint32{0}
	touching := trajectory.Hits{QueryTraj: no, QuerySeg: no, EntryTraj: no, EntrySeg: no, Enter: []float64{0}, Exit: []float64{1}}
	if err := decide(ask, b, touching); err != nil {
		t.Errorf("3 apart, 2 and twice 0.5 allowed: %v", err)
	}
	if err := decide(ask, b, trajectory.Hits{}); err == nil || !strings.Contains(err.Error(), "rational arithmetic says hit: true") {
		t.Errorf("a hit that is missing: %v", err)
	}
	ask.Distance = 1.999
	if err := decide(ask, b, touching); err == nil || !strings.Contains(err.Error(), "rational arithmetic says hit: false") {
		t.Errorf("a hit that is none: %v", err)
	}
	ask.Distance, ask.Vertical = 2, new(float64)
	ask.Queries, b = a.WithHeights([]float64{0, 1}), b.WithHeights([]float64{1, 0})
	if err := decide(ask, b, touching); err != nil {
		t.Errorf("level once: %v", err)
	}
	if b = b.WithHeights([]float64{1, 2}); decide(ask, b, touching) == nil {
		t.Error("never level")
	}
}
