package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/output"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// resultOf writes the hits of a join of resting objects to a file, without the last left of them.
func resultOf(t *testing.T, s *trajectory.Store, distance float64, left int) *File {
	t.Helper()
	db, err := flyby.Open(context.Background(), s, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Hits(context.Background(), flyby.Search{Distance: distance})
	if err != nil {
		t.Fatal(err)
	}
	hits, err := found.Collect()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "hits.csv")
	w, err := output.CreateHits(path, s, s, output.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(hits.Slice(0, hits.Len()-left)), w.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestVerify: the report of a good file has the checks made, and the report of a cut one the missing row.
func TestVerify(t *testing.T) {
	s := resting(t, false, 0, 1, 2, 30)
	q := Request{Question: question.Question{Search: flyby.Search{Distance: 1}}, Data: Data{Entries: s}, Sample: 100}
	told := 0
	q.Progress = func(done, total int) { told = done }
	good := resultOf(t, s, 1, 0)
	r, err := good.Verify(context.Background(), q)
	if err != nil || r.Pairs != 6 || r.All != 6 || r.Rows != 3 || r.Cut != "" || len(r.Unchecked) > 0 || told != 6 || good.Level() != question.Hits {
		t.Errorf("%+v, told of %d pairs, error %v", r, told, err)
	}
	var wrong *Difference
	if _, err := resultOf(t, s, 1, 1).Verify(context.Background(), q); !errors.As(err, &wrong) || wrong.Row != 0 || !strings.Contains(err.Error(), "query_traj 1, entry_traj 2: the row [1 0 2 0 0 1] is missing") {
		t.Errorf("a row too few: %v", err)
	}
	q.Search.Distance = 0
	if _, err := good.Verify(context.Background(), q); !errors.As(err, &wrong) || wrong.Row != 2 {
		t.Errorf("rows of another question: %v", err)
	}
}

// TestVerifyOfAPart: for a part of the data only its pairs are recomputed, and rows of other pairs are ignored.
func TestVerifyOfAPart(t *testing.T) {
	s := resting(t, false, 0, 1, 2, 30)
	q := Request{Question: question.Question{Search: flyby.Search{Distance: 1}}, Data: Data{Entries: s}, Sample: 100}
	held := 0
	q.Part = func(pairs []Pair, _ *rand.Rand) (Part, error) {
		held = len(pairs)
		p := Part{Data: q.Data, EntryTrajs: []int{1, 2}, QueryTrajs: []int{1, 2}}
		p.Entries = s.Subset(p.EntryTrajs)
		return p, nil
	}
	r, err := resultOf(t, s, 1, 0).Verify(context.Background(), q)
	if err != nil || held != 3 || r.Pairs != 1 || r.All != 6 || r.Rows != 1 {
		t.Errorf("%d pairs held, %+v, error %v", held, r, err)
	}
	failed := errors.New("no room")
	q.Part = func([]Pair, *rand.Rand) (Part, error) { return Part{}, failed }
	if _, err := resultOf(t, s, 1, 0).Verify(context.Background(), q); !errors.Is(err, failed) {
		t.Errorf("without a part: %v", err)
	}
}

// TestVerifyOnATerminal: a file is compared with the unescaped ids, also where the report is shown on a terminal.
func TestVerifyOnATerminal(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Code: []uint32{0, 0, 1, 1}, Name: []string{"a\x1b[2J", "b"}}, T: []float64{0, 1, 0, 1}, X: []float64{0, 0, 1, 1}, Y: make([]float64, 4),
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	q := Request{Question: question.Question{Search: flyby.Search{Distance: 1}}, Data: Data{Entries: s, Write: output.WriteOptions{Terminal: true}}, Sample: 1}
	if r, err := resultOf(t, s, 1, 0).Verify(context.Background(), q); err != nil || r.Rows != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestVerifyRefusesRequests: a request that fits no file is an error that names the field.
func TestVerifyRefusesRequests(t *testing.T) {
	s := resting(t, false, 0, 1)
	for want, change := range map[string]func(*Request){
		"Entries":               func(q *Request) { q.Entries = nil },
		"Sample 0":              func(q *Request) { q.Sample = 0 },
		`Level "near"`:          func(q *Request) { q.Level = "near" },
		"top: is for level":     func(q *Request) { q.Top = 1 },
		"both: is for join":     func(q *Request) { q.With, q.Queries = []string{question.Both}, s },
		"Both: needs Writers":   func(q *Request) { q.With = []string{question.Both} },
		"having: needs Writers": func(q *Request) { q.Having = []format.Condition{{Column: "t_enter", Operator: ">=", Value: "0"}} },
		"are 3-D, Entries 2-D":  func(q *Request) { q.Queries = deep(t) },
		"with these Queries":    func(q *Request) { q.Kind = question.Searches },
		"Queries, Plan and":     func(q *Request) { q.Search.Queries = s },
		"distance -1":           func(q *Request) { q.Search.Distance = -1 },
	} {
		q := Request{Question: question.Question{Search: flyby.Search{Distance: 1}}, Data: Data{Entries: s}, Sample: 100}
		change(&q)
		if _, err := resultOf(t, s, 1, 0).Verify(context.Background(), q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}

// deep returns a store of one object in three dimensions.
func deep(t *testing.T) *trajectory.Store {
	t.Helper()
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: []int64{1, 1}}, T: []float64{0, 1}, X: []float64{0, 0}, Y: []float64{0, 0}, Z: []float64{0, 0}}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
