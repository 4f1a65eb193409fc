package agree_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// place is a row of a file.
type place struct {
	ID string  `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
	Z  float64 `parquet:"z"`
}

// wanderers returns rows of objects that wander about, trajectory after trajectory, some of them with gaps. Heights are halves, so that
// some differ by exactly the threshold of a search.
func wanderers(objects int, seed uint64) (rows []place) { return wanderersFor(40, objects, seed) }

// wanderersFor returns wanderers for some steps of time.
func wanderersFor(steps, objects int, seed uint64) (rows []place) {
	rng := rand.New(rand.NewPCG(30, seed))
	for object := range objects {
		p := place{ID: fmt.Sprint("w", object), X: 8 * rng.Float64(), Y: 8 * rng.Float64()}
		for step := range steps {
			p.T, p.Z = float64(step), float64(rng.IntN(9))/2
			p.X, p.Y = p.X+rng.Float64()-0.5, p.Y+rng.Float64()-0.5
			if object%5 > 0 || step%10 != 6 {
				rows = append(rows, p)
			}
		}
	}
	return rows
}

// byTime returns the rows in order of time.
func byTime(rows []place) []place {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b place) int { return cmp.Compare(a.T, b.T) })
	return rows
}

// wanderFile writes rows to a file of a new folder, in Parquet in many row groups, and returns its path.
func wanderFile(t testing.TB, name string, rows []place) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if !strings.HasSuffix(name, ".parquet") {
		text := []byte("id,t,x,y,z\n")
		for _, p := range rows {
			text = append(text, p.ID...)
			for _, v := range []float64{p.T, p.X, p.Y, p.Z} {
				text = strconv.AppendFloat(append(text, ','), v, 'g', -1, 64)
			}
			text = append(text, '\n')
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := parquet.NewGenericWriter[place](f, parquet.MaxRowsPerRowGroup(100))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Options for reading files of wanderers: gaps are longer than a step, and z is a coordinate, or a height.
var (
	inSpace  = format.Options{MaxGap: 1.5}
	onGround = format.Options{MaxGap: 1.5, Upright: true}
)

// wanderData opens files of wanderers.
func wanderData(t testing.TB, o format.Options, paths ...string) *input.Data {
	t.Helper()
	data, err := input.Open(t.Context(), paths, input.Options{Read: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { data.Close() })
	return data
}

// wanderStore reads a file of wanderers into memory.
func wanderStore(t testing.TB, o format.Options, path string) *trajectory.Store {
	t.Helper()
	s, _, err := input.Read(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// slabDatabase opens data that are treated as larger than memory, with a folder of their own, which must be empty in the end.
func slabDatabase(t testing.TB, data flyby.Source, o flyby.Options) *flyby.Database {
	t.Helper()
	o.Device, o.Tmp = "cpu", t.TempDir()
	db, err := flyby.Open(t.Context(), data, inSlabs(o))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		wantEmpty(t, o.Tmp)
	})
	return db
}

// wantEmpty wants a folder without a file, named or unnamed.
func wantEmpty(t testing.TB, folder string) {
	t.Helper()
	left, err := os.ReadDir(folder)
	if err != nil || len(left) > 0 {
		t.Errorf("left in %s: %v, %v", folder, left, err)
	}
	open, _ := filepath.Glob("/proc/self/fd/*") // none on a system without this folder
	for _, one := range open {
		if to, err := os.Readlink(one); err == nil && strings.HasPrefix(to, folder+string(filepath.Separator)) {
			t.Errorf("%s is still open", to)
		}
	}
}

// planned returns plans of a search: the default, in many slabs of time, and in ranges of trajectories.
func planned(t testing.TB, db *flyby.Database, s flyby.Search) map[string]*flyby.Plan {
	t.Helper()
	plans := map[string]*flyby.Plan{}
	for _, name := range []string{"as planned", "in slabs", "in ranges"} {
		p, err := db.Plan(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		plans[name] = p
	}
	if p := plans["in slabs"]; true {
		p.Edges = []float64{3, 3.5, 9, 17, 17.25, 30}
		p.Slabs, p.SlabRows = len(p.Edges)+1, nil
	}
	p := plans["in ranges"]
	ranges := func(n int) []int { return []int{0, n / 3, n / 2, n} }
	p.Kind, p.Edges, p.SlabRows = "trajectories", nil, nil
	p.Entries.Ranges, p.Slabs = ranges(p.Entries.Trajectories), 6
	if p.Queries != nil {
		p.Queries.Ranges, p.Slabs = ranges(p.Queries.Trajectories), 9
	}
	return plans
}

// wantAnswers wants a search by each plan to have the answer of another database with all data in memory.
func wantAnswers(t *testing.T, name string, db *flyby.Database, s flyby.Search, memory *flyby.Database, inMemory flyby.Search) {
	t.Helper()
	hits, encounters := answers(t, memory, inMemory)
	if hits.Len() < 10 || encounters.Len() < 5 {
		t.Fatalf("%s: %d hits and %d encounters are too few to tell", name, hits.Len(), encounters.Len())
	}
	for how, plan := range planned(t, db, s) {
		s.Plan = plan
		if h, e := answers(t, db, s); !reflect.DeepEqual(h, hits) || !reflect.DeepEqual(e, encounters) {
			t.Errorf("%s %s: %d hits and %d encounters, want %d and %d, or others", name, how, h.Len(), e.Len(), hits.Len(), encounters.Len())
		}
	}
}

// TestOutgrownQueries: queries in files that outgrow memory are searched for in slabs among entries in memory: a store, and a file.
func TestOutgrownQueries(t *testing.T) {
	csv, file := wanderFile(t, "e.csv", wanderers(30, 1)), wanderFile(t, "q.csv", wanderers(12, 2))
	memory := opened(t, flyby.Options{Device: "cpu", Method: flyby.MethodBruteForce}, wanderStore(t, onGround, csv))
	m := flyby.Search{Queries: wanderStore(t, onGround, file), Distance: 1}
	db := slabDatabase(t, wanderStore(t, onGround, csv), flyby.Options{})
	data := wanderData(t, onGround, file)
	wantAnswers(t, "of a store", db, flyby.Search{Queries: data, Distance: 1}, memory, m)
	if p, err := db.Plan(t.Context(), flyby.Search{Distance: 1}); err != nil || p.Kind != "memory" {
		t.Errorf("a join of a store: %+v, %v", p, err)
	}
	if err := data.Close(); err != nil {
		t.Error(err)
	}
	if _, err := db.Hits(t.Context(), flyby.Search{Queries: data, Distance: 1}); err == nil {
		t.Error("closed queries are read")
	}
}

// TestUnknownSize: with a bound of Memory, data of unknown size are treated as larger than memory: queries among entries in a file that
// fits, and entries; without a bound they are read into memory.
func TestUnknownSize(t *testing.T) {
	csv, file := wanderFile(t, "e.csv", wanderers(30, 1)), wanderFile(t, "q.csv", wanderers(12, 2))
	memory := opened(t, flyby.Options{Device: "cpu", Method: flyby.MethodBruteForce}, wanderStore(t, onGround, csv))
	m := flyby.Search{Queries: wanderStore(t, onGround, file), Distance: 1}
	hits, encounters := answers(t, memory, m)
	piped := func(path string) *input.Data {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		o := onGround
		o.Stdin = bytes.NewReader(text)
		return wanderData(t, o, "-")
	}
	for _, c := range []struct {
		name             string
		entries, queries *input.Data
		memory           uint64
		kind             string
	}{
		{"queries", wanderData(t, onGround, csv), piped(file), 1 << 30, "time"},
		{"entries", piped(csv), wanderData(t, onGround, file), 1 << 30, "time"},
		{"entries, unbounded", piped(csv), wanderData(t, onGround, file), 0, "memory"},
	} {
		db, err := flyby.Open(t.Context(), c.entries, flyby.Options{Device: "cpu", Memory: c.memory, Tmp: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		s := flyby.Search{Queries: c.queries, Distance: 1}
		if s.Plan, err = db.Plan(t.Context(), s); err != nil || s.Plan.Kind != c.kind {
			t.Errorf("%s: plan %+v, %v", c.name, s.Plan, err)
		}
		if h, e := answers(t, db, s); !reflect.DeepEqual(h, hits) || !reflect.DeepEqual(e, encounters) {
			t.Errorf("%s: %d hits and %d encounters, want %d and %d, or others", c.name, h.Len(), e.Len(), hits.Len(), encounters.Len())
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBadRowsInSlabs: positions that are no numbers give the error of reading into memory, also in Parquet, where they are found when slabs
// are read; where bad rows are left out, the others have the answer of data in memory.
func TestBadRowsInSlabs(t *testing.T) {
	rows := byTime(wanderers(30, 1))
	rows[700].Y, rows[900].X = math.NaN(), math.Inf(1)
	for _, path := range []string{wanderFile(t, "bad.parquet", rows), wanderFile(t, "bad.csv", rows)} {
		_, _, want := input.Read(t.Context(), path, inSpace)
		db, got := flyby.Open(t.Context(), wanderData(t, inSpace, path), inSlabs(flyby.Options{Device: "cpu", Tmp: t.TempDir()}))
		if got == nil {
			var h *flyby.Hits
			if h, got = db.Hits(t.Context(), flyby.Search{Distance: 1}); got == nil {
				_, got = h.Collect()
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("%v, want %v", got, want)
		}
		skipping := inSpace
		skipping.SkipBadRows = true
		memory := opened(t, flyby.Options{Device: "cpu", Method: flyby.MethodBruteForce}, wanderStore(t, skipping, path))
		wantAnswers(t, filepath.Base(path), slabDatabase(t, wanderData(t, skipping, path), flyby.Options{}), flyby.Search{Distance: 1.5}, memory, flyby.Search{Distance: 1.5})
	}
}
