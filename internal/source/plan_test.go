package source

import (
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/batching"
	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/spool"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/trajectory"
	"flyby/trajectory/input"
)

// config returns a reader's configuration on the cores of the host, within a quota.
func config(t *testing.T, bytes uint64, threads int) Config {
	t.Helper()
	debug.FreeOSMemory()
	return Config{Method: "spatiotemporal", Device: "cpu", Providers: []kernel.Provider{host.Provider{}}, Threads: threads, Quota: memory.NewQuota(bytes), Asked: true,
		Tmp: t.TempDir(), Logger: slog.New(slog.DiscardHandler)}
}

// reader returns a reader whose data go to its folder.
func reader(t *testing.T, c Config) *Reader {
	t.Helper()
	c.Outgrown = true
	r, err := NewReader(c, Input{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// columns returns objects that stand still for some samples, a step of time apart.
func columns(t *testing.T, objects, samples int, step float64) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	ids := make([]int64, 0, objects*samples)
	for object := range objects {
		for i := range samples {
			ids = append(ids, int64(object))
			c.T, c.X, c.Y = append(c.T, step*float64(i)), append(c.X, float64(object)), append(c.Y, 0)
		}
	}
	c.ID = trajectory.IDColumn{Int: ids}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// outgrown returns a set whose slabs are cut from a store.
func outgrown(r *Reader, s *trajectory.Store) *Set {
	return &Set{Store: s, reader: r, spool: spool.OfStore(s)}
}

// TestSlabsOfTime: slabs fill their part of the memory, with room for results beside them, for the next slab and the indexes of both.
func TestSlabsOfTime(t *testing.T) {
	store := columns(t, 2000, 600, 1)
	for _, c := range []struct {
		threads int
		join    bool
	}{{2, true}, {1, true}, {2, false}} {
		r := reader(t, config(t, 150<<20, c.threads))
		p := Pair{Reader: r, Entries: outgrown(r, store), Join: c.join}
		if p.Queries = p.Entries; !c.join {
			p.Queries = outgrown(r, columns(t, 500, 300, 2))
		}
		debug.FreeOSMemory()
		left := r.Quota.Remaining()
		plan, err := p.Plan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		const slack = 8 << 20 // of a page, and of the process's memory
		gathering := p.Entries.spool.Gathering()
		if !c.join {
			gathering += p.Queries.spool.Gathering()
		}
		if each := (left - gathering) * 2 / 3 / 4; plan.SlabBytes > each+slack/4 || plan.SlabBytes < each-slack {
			t.Errorf("%+v: slabs of %d bytes, want about %d of %d", c, plan.SlabBytes, each, left)
		}
		if plan.Slabs < 2 || len(plan.Edges) != plan.Slabs-1 || !slices.IsSorted(plan.Edges) || len(plan.SlabRows) != plan.Slabs || plan.Entries != nil {
			t.Errorf("%+v: plan %+v", c, plan)
		}
		if rows := slices.Max(plan.SlabRows); rows*16 > plan.SlabBytes {
			t.Errorf("%+v: %d rows in slabs of %d bytes", c, rows, plan.SlabBytes)
		}
		if merge := r.Quota.Remaining() / 2; plan.MergeBytes > merge+slack || plan.MergeBytes < merge-slack {
			t.Errorf("%+v: %d bytes to merge, want about %d", c, plan.MergeBytes, merge)
		}
		want := plan.SlabBytes / 4 * 3
		if c.threads == 1 {
			want = 0
		}
		if plan.AheadBytes != want {
			t.Errorf("%+v: %d bytes of an index that is made ahead, want %d", c, plan.AheadBytes, want)
		}
		if err := p.Check(&plan, [2]Facts{p.Entries.Facts(), p.Queries.Facts()}); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestOneSlab: data that fit are one slab, and no index is made ahead of it.
func TestOneSlab(t *testing.T) {
	r := reader(t, config(t, 400<<20, 2))
	set := outgrown(r, columns(t, 10, 10, 1))
	plan, err := Pair{Reader: r, Entries: set, Queries: set, Join: true}.Plan(t.Context())
	if err != nil || plan.Slabs != 1 || len(plan.Edges) > 0 || plan.AheadBytes > 0 {
		t.Errorf("%+v, %v", plan, err)
	}
}

// TestRangesOfTrajectories: segments that all last as long as the data are searched in pairs of ranges; both ranges of a pair fit where a
// slab does.
func TestRangesOfTrajectories(t *testing.T) {
	store := columns(t, 400_000, 2, 1)
	for _, join := range []bool{true, false} {
		r := reader(t, config(t, 120<<20, 1))
		p := Pair{Reader: r, Entries: outgrown(r, store), Join: join}
		if p.Queries = p.Entries; !join {
			p.Queries = outgrown(r, columns(t, 300_000, 2, 1))
		}
		debug.FreeOSMemory()
		left := r.Quota.Remaining()
		plan, err := p.Plan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		n, want := len(plan.Entries)-1, 0
		if want = n * (n + 1) / 2; !join {
			want = n * (len(plan.Queries) - 1)
		}
		if n < 2 || plan.Slabs != want || len(plan.Edges) > 0 || plan.SlabBytes > left*2/3/8 || plan.SlabBytes < left*2/3/8/2 {
			t.Errorf("join %v: %d ranges of entries, %d pairs, want %d, of %d bytes of %d", join, n, plan.Slabs, want, plan.SlabBytes, left)
		}
		if err := p.Check(&plan, [2]Facts{p.Entries.Facts(), p.Queries.Facts()}); err != nil {
			t.Error(err)
		}
	}
}

// TestLittle: a quota that is too little for slabs is refused, with one that is enough.
func TestLittle(t *testing.T) {
	store := columns(t, 1000, 100, 1)
	r := reader(t, config(t, 200<<20, 1))
	set := outgrown(r, store)
	p := Pair{Reader: r, Entries: set, Queries: set, Join: true}
	r.Quota = memory.NewQuota(1 << 20)
	_, err := p.Plan(t.Context())
	little, ok := err.(*memory.LittleError) //nolint:errorlint // returned unwrapped
	if !ok || little.Bytes != 1<<20 || little.Least < leastSearch(1)+set.spool.Gathering() {
		t.Fatalf("%v", err)
	}
	r.Quota = memory.NewQuota(little.Least + little.Least/10)
	if _, err := p.Plan(t.Context()); err != nil {
		t.Errorf("the least that would do, and a tenth more: %v", err)
	}
}

// A row is a row of a file in Parquet.
type row struct {
	ID int64   `parquet:"id"`
	T  float64 `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

// groups returns a Parquet file of objects that stand still, in order of time or of objects, in many row groups.
func groups(t *testing.T, byTime bool) Input {
	t.Helper()
	const objects, steps = 50, 40
	var rows []row
	for i := range objects * steps {
		if object, step := i/steps, i%steps; !byTime {
			rows = append(rows, row{int64(object), float64(step), float64(object), 0})
		} else {
			rows = append(rows, row{int64(i % objects), float64(i / objects), float64(i % objects), 0})
		}
	}
	path := filepath.Join(t.TempDir(), "rows.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := parquet.NewGenericWriter[row](f, parquet.MaxRowsPerRowGroup(objects))
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return Input{Files: []input.File{{Path: path}}, Name: "rows.parquet"}
}

// TestSpilled: rows of Parquet stay in their file as long as slabs read them twice at most; else they go to the folder, and so where there
// are no slabs of time.
func TestSpilled(t *testing.T) {
	many := []float64{4, 8, 12, 16, 20, 24, 28, 32, 36}
	for _, c := range []struct {
		byTime  bool
		edges   []float64
		planned bool
		spilled bool
	}{
		{true, nil, true, false}, {true, many, true, false}, {true, many, false, true}, {true, nil, false, true},
		{false, nil, true, false}, {false, many, true, true}, {false, nil, false, true},
	} {
		r := reader(t, config(t, 300<<20, 1))
		set, err := r.Read(t.Context(), groups(t, c.byTime))
		if err != nil {
			t.Fatal(err)
		}
		if !set.spool.Direct() {
			t.Fatalf("%+v: rows went to the folder as they were read", c)
		}
		p := Pair{Reader: r, Entries: set, Queries: set, Join: true}
		spilled, err := p.spill(t.Context(), c.edges, c.planned)
		if err != nil || spilled != c.spilled || spilled == set.spool.Direct() {
			t.Errorf("%+v: spilled %v, %v", c, spilled, err)
		}
		if n := set.Segments(); n != 50*39 {
			t.Errorf("%+v: %d segments", c, n)
		}
		if spilled {
			if again, err := p.spill(t.Context(), c.edges, c.planned); again || err != nil {
				t.Errorf("%+v: spilled twice, %v", c, err)
			}
		}
		if err := set.Close(); err != nil {
			t.Error(err)
		}
	}
}

// textInput returns a file of some rows, whose size is not known where it is packed.
func textInput(t *testing.T, name string, rows int) Input {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	text := "id,t,x,y\n" + strings.Repeat("1,1,1,1\n", rows)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Input{Files: []input.File{{Path: path}}, Name: name}
}

// unknown returns an input whose size is not known.
func unknown() Input { return Input{Files: []input.File{{Path: "-"}}, Name: "standard input"} }

// TestOutgrows: data go to the folder where a quota is too little for them, and where their size is not known and a quota was asked for; two
// inputs of the same files count once.
func TestOutgrows(t *testing.T) {
	small, large := textInput(t, "small.csv", 10), textInput(t, "large.csv", 1_000_000)
	const room = 150 << 20
	for i, c := range []struct {
		asked    bool
		bytes    uint64
		inputs   []Input
		outgrows bool
	}{
		{true, room, []Input{small}, false}, {true, room, []Input{small, small}, false},
		{true, room / 3 * 2, []Input{large}, true}, {true, room, []Input{large}, false}, {true, room, []Input{large, large}, false},
		{true, 2 * 96e6, []Input{large, textInput(t, "other.csv", 1_000_000)}, true},
		{true, room, []Input{unknown()}, true}, {false, room, []Input{unknown()}, false}, {true, room, nil, false},
	} {
		cfg := config(t, c.bytes, 1)
		cfg.Asked = c.asked
		r, err := NewReader(cfg, c.inputs...)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		if r.Outgrows() != c.outgrows || (r.Folder() != nil) != c.outgrows {
			t.Errorf("%d: outgrows %v, want %v", i, r.Outgrows(), c.outgrows)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBeside: a further data set goes to memory where it fits beside the first, else to a folder; and to the first's folder where there is
// one.
func TestBeside(t *testing.T) {
	small, large := textInput(t, "small.csv", 10), textInput(t, "large.csv", 1_000_000)
	for name, c := range map[string]struct {
		asked  bool
		in     Input
		folder bool
	}{
		"small": {true, small, false}, "large": {true, large, true}, "unknown": {true, unknown(), true}, "unknown, not asked": {false, unknown(), false},
	} {
		cfg := config(t, 100<<20, 1)
		cfg.Asked = c.asked
		r, err := NewReader(cfg, small)
		if err != nil {
			t.Fatal(err)
		}
		more, err := r.Beside(c.in)
		if err != nil || (more.folder != nil) != c.folder || (more == r) == c.folder || r.folder != nil {
			t.Errorf("%s: a folder %v, the same reader %v, %v", name, more.folder != nil, more == r, err)
		}
	}
	r := reader(t, config(t, 300<<20, 1))
	if more, err := r.Beside(small); err != nil || more != r {
		t.Errorf("beside data in the folder: another reader, %v", err)
	}
}

// TestCheck: a plan whose slabs or ranges leave out a part, or have it twice, is refused.
func TestCheck(t *testing.T) {
	r := reader(t, config(t, 300<<20, 1))
	entries, queries := outgrown(r, columns(t, 9, 3, 1)), outgrown(r, columns(t, 4, 3, 1))
	nan := math.NaN()
	for i, c := range []struct {
		plan Plan
		join bool
		good bool
	}{
		{Plan{}, true, true}, {Plan{Edges: []float64{1, 1.5, 2}}, true, true}, {Plan{Edges: []float64{1}}, false, true},
		{Plan{Entries: []int{0, 4, 9}}, true, true}, {Plan{Entries: []int{0, 9}, Queries: []int{0, 2, 4}}, false, true},
		{Plan{Edges: []float64{1, 1}}, true, false}, {Plan{Edges: []float64{2, 1}}, true, false}, {Plan{Edges: []float64{nan}}, true, false},
		{Plan{Edges: []float64{1, nan}}, true, false}, {Plan{Edges: []float64{math.Inf(1)}}, true, false}, {Plan{Edges: []float64{math.Inf(-1), 1}}, true, false},
		{Plan{Entries: []int{1, 9}}, true, false}, {Plan{Entries: []int{0, 8}}, true, false}, {Plan{Entries: []int{0, 5, 4, 9}}, true, false}, {Plan{Entries: []int{0, 0, 9}}, true, false}, {Plan{Entries: []int{0, 4, 4, 9}}, true, false},
		{Plan{Entries: []int{9}}, true, false}, {Plan{Entries: []int{}}, true, false}, {Plan{Entries: []int{0, 9}, Edges: []float64{1}}, true, false},
		{Plan{Entries: []int{0, 9}}, false, false}, {Plan{Queries: []int{0, 4}}, false, false}, {Plan{Entries: []int{0, 9}, Queries: []int{0, 9}}, false, false},
	} {
		p := Pair{Reader: r, Entries: entries, Queries: queries, Join: c.join}
		if c.join {
			p.Queries = entries
		}
		if err := p.Check(&c.plan, [2]Facts{p.Entries.Facts(), p.Queries.Facts()}); (err == nil) != c.good {
			t.Errorf("%d: %+v of a join %v: %v", i, c.plan, c.join, err)
		}
	}
}

// TestCutPair: where one of two data sets outgrows memory, slabs of the other are cut from its store, and the pair before Cut is unchanged.
func TestCutPair(t *testing.T) {
	r := reader(t, config(t, 300<<20, 1))
	large, small := outgrown(r, columns(t, 9, 3, 1)), SetOf(columns(t, 4, 3, 1))
	for _, p := range []Pair{{Entries: large, Queries: small}, {Entries: small, Queries: large}} {
		if !p.Outgrows() || small.Outgrows() {
			t.Fatal("nothing outgrows memory")
		}
		cut := p.Cut()
		if cut.Reader != r || cut.Entries.spool == nil || cut.Queries.spool == nil || len(cut.sets()) != 2 || small.Outgrows() {
			t.Errorf("%+v", cut)
		}
		for _, edges := range [][]float64{nil, {1}} {
			hits := 0
			s, err := cut.Sweep(t.Context(), Plan{Edges: edges, Slabs: len(edges) + 1}, interaction.Rule{Distance: 0.5, Window: interaction.Unbounded()}, batching.Periodic{Size: 120}, func(int, int) {})
			if err != nil {
				t.Fatal(err)
			}
			for h, err := range s.Hits(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				hits += h.Len()
			}
			if want := 4 * 2; hits != want { // four pairs of two segments each, and the segments of the same times meet
				t.Errorf("%d hits in slabs that meet at %v, want %d", hits, edges, want)
			}
		}
	}
}

// TestCutJoin: both sides of a join that is cut are one set, whose bytes count once.
func TestCutJoin(t *testing.T) {
	p := Pair{Entries: SetOf(columns(t, 4, 3, 1)), Join: true}
	p.Queries = p.Entries
	if cut := p.Cut(); cut.Entries != cut.Queries || len(cut.spools()) != 1 || p.Entries.Outgrows() {
		t.Errorf("%+v", cut)
	}
}
