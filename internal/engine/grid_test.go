package engine

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"testing"

	"flyby/interaction"
	"flyby/internal/memory"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	cpu "flyby/kernel/host"
	"flyby/trajectory"
)

// grid is the method that docs/add-a-method.md adds: entries in the cells of a grid over
// time and the x axis, searched on one core of the host. It is for reading: an entry that
// lasts long or moves far is in many cells.
type grid struct{}

func (grid) name() string { return "grid" }

func (grid) onHost() {}

func (grid) index(x *indexes) (index, error) {
	n := x.entries.Segments()
	if err := memory.Need("cells of "+memory.Count(n)+" segments", memory.Of(n, 8*side*side)); err != nil {
		return nil, err
	}
	s := x.entries
	c := &cells{entries: s, t: axis{slices.Min(s.T()), slices.Max(s.T())}, x: axis{slices.Min(s.X()), slices.Max(s.X())}}
	for row, e := range s.Rows() {
		c.radius = max(c.radius, e.R)
		for i := range c.of(&e, 0) {
			c.rows[i] = append(c.rows[i], row)
		}
	}
	return c, nil
}

// side is the number of cells along each axis.
const side = 16

// cells is the index of grid.
type cells struct {
	entries *trajectory.Store
	t, x    axis
	rows    [side * side][]int // rows of the entries in each cell
	radius  float64            // the largest radius of an entry
}

// run compares each query segment once with each entry in the cells within the threshold
// of it. The sum of d and the radii is rounded up.
func (c *cells) run(ctx context.Context, t task, _ stage, out *kernel.Hits) (stats kernel.Stats, err error) {
	var list []interaction.HitRow
	seen := make([]int, c.entries.Samples()) // 1 + the last query row that each entry row was compared with
	for row, q := range t.Queries.Rows() {
		for i := range c.of(&q, (t.Distance+q.R+c.radius)*(1+0x1p-50)) {
			for _, e := range c.rows[i] {
				if seen[e] == 1+row || !wanted(&t, c.entries, row, e) {
					continue
				}
				seen[e] = 1 + row
				stats.Interactions++
				if enter, exit, hit := t.Window.Decide(q, c.entries.Segment(e), t.Distance); hit {
					list = append(list, interaction.HitRow{Query: uint32(row), Entry: uint32(e), Enter: enter, Exit: exit})
				}
			}
		}
	}
	stats.Hits = uint64(len(list))
	out.Add(kernel.HitList{List: list})
	return stats, ctx.Err()
}

// wanted reports whether the rule has the segments of two rows compared.
func wanted(t *task, entries *trajectory.Store, query, entry int) bool {
	q, e := uint32(t.Queries.Owner(query)), uint32(entries.Owner(entry))
	return !(t.Join && q > e) && !t.Excludes(q, e)
}

// of yields the cells in which a segment is, or comes within reach of along x.
func (c *cells) of(s *trajectory.Segment, reach float64) func(yield func(int) bool) {
	from := math.Nextafter(min(s.P0[0], s.P1[0])-reach, math.Inf(-1))
	to := math.Nextafter(max(s.P0[0], s.P1[0])+reach, math.Inf(1))
	return func(yield func(int) bool) {
		for t := c.t.cell(s.T0); t <= c.t.cell(s.T1); t++ {
			for x := c.x.cell(from); x <= c.x.cell(to); x++ {
				if !yield(side*t + x) {
					return
				}
			}
		}
	}
}

// axis is the extent of the entries along an axis.
type axis struct{ from, to float64 }

// cell returns the cell of a value; a value outside has the first or the last cell. The
// cell never falls as the value grows.
func (a axis) cell(v float64) int {
	if !(v > a.from) {
		return 0
	}
	return int(min(side*((v-a.from)/(a.to-a.from)), side-1))
}

// TestGrid: the method grid, which no package but this knows, finds the hits of the
// oracle's scenes.
func TestGrid(t *testing.T) {
	pruned := 0
	for _, s := range kerneltest.Scenes(t) {
		t.Run(s.Name, func(t *testing.T) {
			e := openGrid(t, s.Entries)
			found, err := e.Search(t.Context(), Task{Rule: s.Rule, Queries: s.Queries})
			if err != nil {
				t.Fatal(err)
			}
			var hits []kerneltest.Hit
			for _, h := range found.Hits {
				hits = append(hits, kerneltest.Hit(h))
			}
			if d := s.Difference(hits, s.BruteForce()); d != "" {
				t.Error(d)
			}
			if all := uint64(s.Queries.Segments()) * uint64(s.Entries.Segments()); 2*found.Stats.Interactions < all {
				pruned++
			}
		})
	}
	if pruned < 10 {
		t.Errorf("%d scenes in which the grid leaves out half of all pairs: it does not prune", pruned)
	}
}

// TestGridIsNotChosen: auto takes spatiotemporal, whatever other methods there are.
func TestGridIsNotChosen(t *testing.T) {
	c := gridConfig()
	c.Method = Auto
	s := kerneltest.Scenes(t)[0]
	e, err := Open(t.Context(), s.Entries, []Device{{Driver: cpu.New(1)}}, c)
	if err != nil {
		t.Fatal(err)
	}
	defer closeEngine(t, e)
	if got := e.Choice().Method; got != (spatiotemporal{}).name() {
		t.Errorf("auto chose %q", got)
	}
}

// openGrid opens an engine with the method grid, to be closed after the test.
func openGrid(t *testing.T, entries *trajectory.Store) *Engine {
	t.Helper()
	e, err := Open(t.Context(), entries, []Device{{Driver: cpu.New(1)}}, gridConfig())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeEngine(t, e) })
	return e
}

func closeEngine(t *testing.T, e *Engine) {
	t.Helper()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

// gridConfig returns a configuration with all methods and grid.
func gridConfig() Config {
	return Config{Method: "grid", Threads: 1, Logger: slog.New(slog.DiscardHandler), methods: append([]method{grid{}}, methods()...)}
}
