package slabs_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
	"flyby/trajectory/format"
)

// walks returns rows of wandering objects on a grid of times, some with gaps, some of one row, in order of objects. Ids are integers; with names the last object's is a name.
func walks(r *rand.Rand, objects int, names bool) (rows []string) {
	for object := range objects {
		id := fmt.Sprint(object)
		if names && object == objects-1 {
			id = "last"
		}
		x, y, at := 6*r.Float64(), 6*r.Float64(), r.IntN(9)
		for range 1 + r.IntN(30) {
			x, y = x+r.Float64()-0.5, y+r.Float64()-0.5
			rows = append(rows, fmt.Sprintf("%s,%d,%v,%v,%d,%v", id, at, x, y, r.IntN(5), float64(object%3)/8))
			at += 1 + r.IntN(1+r.IntN(6))
		}
	}
	return rows
}

// fileOf writes rows to a file.
func fileOf(t testing.TB, folder, name string, rows []string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte("id,t,x,y,z,r\n"+strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// oneRun returns the file that one run writes.
func oneRun(t testing.TB, a job.Ask, end string) ([]byte, job.Report) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out"+end)
	r, err := job.Run(t.Context(), a, job.File(path))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, path), r
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return text
}

// planned returns a plan of an ask, in a folder of the test.
func planned(t testing.TB, a job.Ask, n int) (*slabs.Work, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "work")
	w, err := slabs.Plan(t.Context(), dir, a, slabs.PlanOptions{Slabs: n})
	if err != nil {
		t.Fatal(err)
	}
	return w, dir
}

// runAll runs all slabs in any order, some twice, on some threads.
func runAll(t testing.TB, r *rand.Rand, dir string) *slabs.Work {
	t.Helper()
	w, err := slabs.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range r.Perm(len(w.Slabs())) {
		o := flyby.Options{Device: "cpu", Threads: 1 + i%3, Method: []flyby.Method{"", flyby.MethodRTree, flyby.MethodBruteForce}[r.IntN(3)]}
		for again := range 1 + r.IntN(2) {
			p, err := w.Run(t.Context(), k, o)
			if err != nil || p.K != k || p.Before != (again > 0) || p.Bytes == 0 {
				t.Fatalf("slab %d: %+v, %v", k, p, err)
			}
		}
	}
	return w
}

// merged returns the file of a merge.
func merged(t testing.TB, w *slabs.Work, end string) ([]byte, job.Report) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out"+end)
	r, err := w.Merge(t.Context(), job.Range{}, slabs.MergeOptions{Machine: flyby.Options{Threads: 2}}, job.File(path))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, path), r
}

// wantOneRun wants the merged file of a plan to equal the file of one run, and returns the plan with all slabs run, its folder and the file.
func wantOneRun(t testing.TB, r *rand.Rand, name string, a job.Ask, n int, end string) (w *slabs.Work, dir string, whole result) {
	t.Helper()
	want, of := oneRun(t, a, end)
	_, dir = planned(t, a, n)
	w = runAll(t, r, dir)
	got, now := merged(t, w, end)
	if !bytes.Equal(got, want) {
		t.Fatalf("%s, %d of %d slabs, to %s: %d bytes, want %d:\n%.2000s\nwant\n%.2000s", name, len(w.Slabs()), n, end, len(got), len(want), got, want)
	}
	if now.Counts != of.Counts || now.Stats.Hits != of.Stats.Hits && a.Limit == 0 || now.Stats.AtVertical != of.Stats.AtVertical && a.Limit == 0 || now.Stats.Entries != of.Stats.Entries || now.Stats.Queries != of.Stats.Queries {
		t.Errorf("%s: counts %+v and stats %+v, want %+v and %+v", name, now.Counts, now.Stats, of.Counts, of.Stats)
	}
	return w, dir, result{got, now.Counts}
}

// A result is the file of a merge, and its counts.
type result struct {
	text   []byte
	counts job.Counts
}

// kinds counts plans by what their slabs are: of time, or pairs of ranges of trajectories.
type kinds [2]int

func (c *kinds) add(w *slabs.Work) {
	kind := 0
	if all := w.Slabs(); len(all) > 1 && all[0].From == all[1].From {
		kind = 1
	}
	c[kind]++
}

// asks are changes of an ask, by name; s marks changes for a search alone.
var asks = map[string]func(*job.Ask){
	"hits":            func(a *job.Ask) { a.Level = question.Hits },
	"hits, limit":     func(a *job.Ask) { a.Level, a.Limit = question.Hits, 9 },
	"encounters":      func(*job.Ask) {},
	"merged":          func(a *job.Ask) { a.MergeGap, a.MinDuration = 4, 1 },
	"merged, all":     func(a *job.Ask) { a.MergeGap, a.Read.MaxGap = math.Inf(1), math.Inf(1) },
	"parts":           func(a *job.Ask) { a.Parts = true },
	"pairs":           func(a *job.Ask) { a.Level = question.Pairs },
	"pairs, top":      func(a *job.Ask) { a.Level, a.MergeGap, a.Top = question.Pairs, 3, 6 },
	"encounters, top": func(a *job.Ask) { a.Top = 7 },
	"count":           func(a *job.Ask) { a.Count, a.MinDuration = true, 0.5 },
	"vertical":        func(a *job.Ask) { v := 1.0; a.Search.Vertical = &v },
	"vertical, pairs": func(a *job.Ask) {
		v := 2.0
		a.Level, a.Search.Vertical, a.Search.VerticalStrict = question.Pairs, &v, true
	},
	"window":       func(a *job.Ask) { from, to := 7.5, 30.0; a.Search.From, a.Search.To = &from, &to },
	"objects":      func(a *job.Ask) { a.Level, a.MinDuration = question.Objects, 0.5 },
	"objects, top": func(a *job.Ask) { a.Level, a.Top = question.Objects, 4 },
	"having":       func(a *job.Ask) { a.Having, a.Limit = conditions("d_min<=0.8", "query_traj!=3"), 20 },
	"hits, having": func(a *job.Ask) { a.Level, a.Having = question.Hits, conditions("t_enter>5") },
	"units": func(a *job.Ask) {
		a.Read.Units, a.Answer = format.Units{Length: "km", Time: "s"}, format.AnswerUnits{Length: "m", Speed: "m/s"}
	},
	"units, having": func(a *job.Ask) {
		a.Read.Units, a.Having = format.Units{Length: "km", Time: "s"}, conditions("d_min<900m")
	},
	"same ids":    func(a *job.Ask) { a.Search.ExcludeSameID = true },
	"exact times": func(a *job.Ask) { a.Search.ExactTimes, a.Read.MaxGap = true, 4 },
	"flat":        func(a *job.Ask) { a.Level, a.Read.Height = question.Hits, format.NoHeight },
}

// conditions returns the conditions of Having.
func conditions(all ...string) (having []format.Condition) {
	for _, text := range all {
		c, err := format.ParseCondition(text)
		if err != nil {
			panic(err)
		}
		having = append(having, c)
	}
	return having
}

// TestOneRun: searches and joins of each level and stage, in 1 to 24 slabs, run in any order, some twice, by any method on any number of threads, are merged to the file that one
// run writes; so are ranges of the merge, one after the other, in 2 to 5 ranges and in more ranges than trajectories.
func TestOneRun(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	oneRunOf(t, rand.New(rand.NewPCG(33, 1)), []int{1, 2, 3, 5, 8, 12, 24}, false)
}

// oneRunOf is TestOneRun in some numbers of slabs, of all asks both as a join and as a search in each number of ranges, or as one of the two in some numbers.
func oneRunOf(t *testing.T, r *rand.Rand, counts []int, both bool) {
	t.Helper()
	var of kinds
	for i, name := range slices.Sorted(maps.Keys(asks)) {
		for _, search := range []bool{false, true} {
			folder := t.TempDir()
			a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, folder, "entries.csv", walks(r, 14, i%2 == 0))}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
			if search {
				a.Queries = []string{fileOf(t, folder, "queries.csv", walks(r, 9, i%3 == 0))}
			}
			if asks[name](&a); !both && search != (i%2 == 0) && (a.Level != question.Objects || a.Top > 0) {
				continue
			}
			end := []string{".csv", ".parquet", ".ndjson"}[i%3]
			w, _, whole := wantOneRun(t, r, fmt.Sprintf("%s, search %v", name, search), a, counts[i%len(counts)], end)
			of.add(w)
			for k, n := range []int{2, 3, 4, 5, 30} {
				if !uncut(&a) && (both || (i/3+k)%3 == 0) {
					wantRanges(t, fmt.Sprintf("%s, search %v", name, search), w, whole, n, end)
				}
			}
		}
	}
	t.Logf("%d in slabs of time, %d of ranges", of[0], of[1])
}

// catalogueRows returns rows of objects that exist from the first time to the last.
func catalogueRows(r *rand.Rand, objects, first int) (rows []string) {
	for object := range objects {
		for _, at := range []int{0, 100} {
			rows = append(rows, fmt.Sprintf("%d,%d,%v,%v,%v,0", first+object, at, 9*r.Float64(), 9*r.Float64(), 9*r.Float64()))
		}
	}
	return rows
}

// TestRanges: where segments last as long as the data, slabs are pairs of ranges of trajectories, N or more, and each range has one file.
func TestRanges(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 2))
	for i, n := range []int{2, 3, 7, 40} {
		folder := t.TempDir()
		a := job.Ask{Inputs: job.Inputs{Entries: []string{fileOf(t, folder, "entries.csv", catalogueRows(r, 25, 0))}}, Question: question.Question{Search: flyby.Search{Distance: 2}}, Machine: flyby.Options{Device: "cpu"}}
		if i%2 == 0 {
			a.Queries, a.Search.ExcludeSameID = []string{fileOf(t, folder, "queries.csv", catalogueRows(r, 12, 20))}, true
		}
		if i >= 2 {
			a.Level = question.Hits
		}
		w, dir, _ := wantOneRun(t, r, fmt.Sprintf("%d slabs", n), a, n, ".csv")
		if got := len(w.Slabs()); got < n {
			t.Errorf("%d slabs, want %d or more", got, n)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "entries-*")); len(files) == 0 || len(files) > 25 {
			t.Errorf("%d slabs: files %v", n, files)
		}
		planFiles := filesOf(t, dir)
		maps.DeleteFunc(planFiles, func(name, _ string) bool { return strings.HasPrefix(name, "part-") })
		wantSameOutgrown(t, a, n, planFiles)
	}
}

// gridRows returns rows of trajectories on a small grid of times and positions.
func gridRows(r *rand.Rand, objects int) (all []string) {
	for object := range objects {
		at := r.IntN(6)
		for range 1 + r.IntN(7) {
			all = append(all, fmt.Sprintf("%d,%d,%d,%d,%d,%v", object, at, r.IntN(4), r.IntN(4), r.IntN(3), 0.5))
			at += 1 + r.IntN(1+r.IntN(9))
		}
	}
	return all
}

// TestGrids is TestOneRun of trajectories on a small grid of times, so that samples, gaps and edges coincide, also in more slabs than instants, and of catalogues, whose slabs
// are pairs of ranges.
func TestGrids(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	grids(t, 12)
}

// grids is TestGrids with some seeds.
func grids(t *testing.T, seeds uint64) {
	t.Helper()
	var of kinds
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 33))
		folder := t.TempDir()
		a := job.Ask{Question: question.Question{Search: flyby.Search{Distance: float64(r.IntN(3))}, Level: []question.Level{question.Hits, question.Encounters, question.Pairs}[r.IntN(3)]}, Machine: flyby.Options{Device: "cpu"}}
		if a.Read.MaxGap = float64(r.IntN(3) * 4); a.Level != question.Hits {
			a.MergeGap, a.Parts = float64(r.IntN(2)*3), a.Level == question.Encounters
		}
		rows := gridRows
		if seed%3 == 0 {
			rows = func(r *rand.Rand, objects int) []string { return catalogueRows(r, objects, 0) }
			a.Read.MaxGap = 0
		}
		if a.Entries = []string{fileOf(t, folder, "a.csv", rows(r, 2+r.IntN(20)))}; r.IntN(2) == 0 {
			a.Queries = []string{fileOf(t, folder, "b.csv", rows(r, 1+r.IntN(9)))}
		}
		end := []string{".csv", ".parquet", ".ndjson"}[r.IntN(3)]
		w, _, whole := wantOneRun(t, r, fmt.Sprintf("seed %d", seed), a, 1+r.IntN(30), end)
		wantRanges(t, fmt.Sprintf("seed %d", seed), w, whole, 1+r.IntN(5), end)
		of.add(w)
	}
	t.Logf("%d in slabs of time, %d of ranges", of[0], of[1])
}
