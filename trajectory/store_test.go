package trajectory_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"flyby/trajectory"
)

// row is one row of input.
type row struct {
	id            int64
	t, x, y, z, r float64
	piece         uint32
}

// shape describes the columns of input.
type shape struct {
	names, flat, radius bool // ids are names, no z, an r column
	maxGap              float64
	pieces              bool // a column of pieces
}

// columns makes input of rows. The order of the names differs from the order of the numbers, and the
// dictionary lists them backwards, with an unused one.
func (s shape) columns(rows []row) trajectory.Columns {
	c := trajectory.Columns{Frame: s.space().Frame}
	if s.names {
		for id := 99; id >= -1; id-- {
			c.ID.Name = append(c.ID.Name, strconv.Itoa(id))
		}
	}
	for _, r := range rows {
		if s.names {
			c.ID.Code = append(c.ID.Code, uint32(99-r.id))
		} else {
			c.ID.Int = append(c.ID.Int, r.id)
		}
		c.T, c.X, c.Y = append(c.T, r.t), append(c.X, r.x), append(c.Y, r.y)
		if !s.flat {
			c.Z = append(c.Z, r.z)
		}
		if s.radius {
			c.R = append(c.R, r.r)
		}
		if s.pieces {
			c.Piece = append(c.Piece, r.piece)
		}
	}
	return c
}

// random makes the interleaved rows of some trajectories.
func (s shape) random(r *rand.Rand) []row {
	var rows []row
	clock := map[int64]float64{}
	radius := map[int64]float64{}
	for range 1 + r.IntN(120) {
		id := int64(r.IntN(12))
		if _, ok := clock[id]; !ok {
			clock[id], radius[id] = float64(r.IntN(10)), float64(r.IntN(3))
		}
		rows = append(rows, row{id, clock[id], r.Float64(), r.Float64(), r.Float64(), radius[id], uint32(r.IntN(2))})
		clock[id] += float64(1 + r.IntN(4))
	}
	return rows
}

// model is the expected contents of a store, computed the plain way.
type model struct {
	ids      []string
	samples  [][]row   // by trajectory
	segments []segment // in row order
	pieces   []trajectory.Piece
}

// segment is a segment with its place.
type segment struct {
	row, traj, id int
	trajectory.Segment
}

func (s shape) model(rows []row) model {
	var m model
	byID := map[int64][]row{}
	for _, r := range rows {
		byID[r.id] = append(byID[r.id], r)
	}
	var ids []int64
	for id := range byID {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b int64) int {
		if s.names {
			return cmp.Compare(strconv.FormatInt(a, 10), strconv.FormatInt(b, 10))
		}
		return cmp.Compare(a, b)
	})
	at := 0
	for traj, id := range ids {
		m.ids = append(m.ids, strconv.FormatInt(id, 10))
		m.samples = append(m.samples, byID[id])
		m.cut(s, traj, at)
		at += len(byID[id])
	}
	return m
}

// cut lists the pieces and segments of a trajectory whose rows begin at at.
func (m *model) cut(s shape, traj, at int) {
	samples := m.samples[traj]
	number := 0
	for first := 0; first < len(samples); {
		last := first
		for last+1 < len(samples) && (s.maxGap == 0 || samples[last+1].t-samples[last].t <= s.maxGap) && !(s.pieces && samples[last+1].piece != samples[last].piece) {
			last++
		}
		m.pieces = append(m.pieces, trajectory.Piece{Traj: traj, First: at + first, Samples: last + 1 - first})
		for i := first; i < max(last, first+1); i++ {
			a, b := samples[i], samples[min(i+1, last)]
			g := trajectory.Segment{T0: a.t, T1: b.t, P0: [3]float64{a.x, a.y, a.z}, P1: [3]float64{b.x, b.y, b.z}, Last: i+1 >= last}
			if s.flat {
				g.P0[2], g.P1[2] = 0, 0
			}
			if s.radius {
				g.R = a.r
			}
			m.segments = append(m.segments, segment{at + i, traj, number, g})
			number++
		}
		first = last + 1
	}
}

// space returns the space of a shape: in 3-D, named ids go with the earth's frame.
func (s shape) space() trajectory.Space {
	switch {
	case s.flat:
		return trajectory.Space{Dim: 2}
	case s.names:
		return trajectory.Space{Dim: 3, Frame: trajectory.EarthCentred}
	}
	return trajectory.Space{Dim: 3}
}

// shapes returns all kinds of input.
func shapes() []shape {
	var all []shape
	for i := range 32 {
		s := shape{names: i&1 != 0, flat: i&2 != 0, radius: i&4 != 0, pieces: i&16 != 0}
		if i&8 != 0 {
			s.maxGap = 3 // some neighbours are exactly as far apart
		}
		all = append(all, s)
	}
	return all
}

// TestStoreHoldsItsInput: from interleaved rows of any shape, the store's trajectories, samples,
// pieces, segments, segment ids and owners equal the plain model's.
func TestStoreHoldsItsInput(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range shapes() {
		for range 60 {
			rows := s.random(r)
			store, err := trajectory.New(s.columns(rows), trajectory.BuildOptions{MaxGap: s.maxGap})
			if err != nil {
				t.Fatal(err)
			}
			check(t, fmt.Sprintf("%+v", s), s, store, s.model(rows))
		}
	}
}

func check(t *testing.T, name string, s shape, store *trajectory.Store, m model) {
	t.Helper()
	if store.Trajectories() != len(m.ids) || store.Segments() != len(m.segments) {
		t.Fatalf("%s: %d trajectories of %d segments, want %d of %d", name, store.Trajectories(), store.Segments(), len(m.ids), len(m.segments))
	}
	if dim := store.Dim(); s.flat != (dim == 2) || s.flat != (store.Z() == nil) || store.HasRadius() != s.radius || store.IntIDs() == s.names {
		t.Fatalf("%s: dim %d, z %v, radius %v, integer ids %v", name, dim, store.Z() != nil, store.HasRadius(), store.IntIDs())
	}
	if store.Space() != s.space() {
		t.Fatalf("%s: space %+v, want %+v", name, store.Space(), s.space())
	}
	checkSamples(t, name, s, store, m)
	if got := slices.Collect(store.Pieces()); !slices.Equal(got, m.pieces) {
		t.Fatalf("%s: pieces %v, want %v", name, got, m.pieces)
	}
	checkSegments(t, name, store, m)
	checkExtent(t, name, s, store, m)
}

func checkSamples(t *testing.T, name string, s shape, store *trajectory.Store, m model) {
	t.Helper()
	at := 0
	for traj, id := range m.ids {
		first, last := store.Range(traj)
		found, ok := store.Find(id)
		if store.ID(traj) != id || !ok || found != traj || first != at || last-first != len(m.samples[traj]) {
			t.Fatalf("%s: trajectory %d is %q, found at %d, rows [%d, %d); want %q, %d rows from %d", name, traj, store.ID(traj), found, first, last, id, len(m.samples[traj]), at)
		}
		for i, r := range m.samples[traj] {
			got := row{r.id, store.T()[first+i], store.X()[first+i], store.Y()[first+i], r.z, r.r, r.piece}
			if !s.flat {
				got.z = store.Z()[first+i]
			}
			if s.radius {
				got.r = store.Radius(traj)
			}
			if got != r || store.Owner(first+i) != traj {
				t.Fatalf("%s: row %d is %v of trajectory %d, want %v of %d", name, first+i, got, store.Owner(first+i), r, traj)
			}
		}
		at = last
	}
	if store.Samples() != at {
		t.Fatalf("%s: %d samples, want %d", name, store.Samples(), at)
	}
	if _, ok := store.Find("no such id"); ok {
		t.Fatalf("%s: found an id that is not there", name)
	}
}

func checkSegments(t *testing.T, name string, store *trajectory.Store, m model) {
	t.Helper()
	i := 0
	for at, g := range store.Rows() {
		if i == len(m.segments) {
			t.Fatalf("%s: more than %d rows", name, i)
		}
		want := m.segments[i]
		if at != want.row || g != want.Segment {
			t.Fatalf("%s: row %d is %+v, want row %d: %+v", name, at, g, want.row, want.Segment)
		}
		if store.Segment(at) != g || store.SegmentAt(want.traj, at) != g {
			t.Fatalf("%s: Segment(%d) is %+v, want %+v", name, at, store.Segment(at), g)
		}
		if store.SegmentID(at) != want.id || store.SegmentIDIn(want.traj, at) != want.id {
			t.Fatalf("%s: row %d is segment %d, want %d", name, at, store.SegmentID(at), want.id)
		}
		i++
	}
	if i != len(m.segments) {
		t.Fatalf("%s: %d rows, want %d", name, i, len(m.segments))
	}
	for _, p := range m.pieces {
		for at := p.First; at < p.First+p.Segments(); at++ {
			if store.SegmentOf(p, at) != store.Segment(at) || store.StartsPiece(p.Traj, at) != (at == p.First) {
				t.Fatalf("%s: row %d of piece %+v is %+v, starts it %v", name, at, p, store.SegmentOf(p, at), store.StartsPiece(p.Traj, at))
			}
		}
	}
}

func checkExtent(t *testing.T, name string, s shape, store *trajectory.Store, m model) {
	t.Helper()
	inf := math.Inf(1)
	want := trajectory.Extent{Start: inf, End: -inf, Min: [3]float64{inf, inf, inf}, Max: [3]float64{-inf, -inf, -inf}}
	largest := 0.0
	for _, samples := range m.samples {
		for _, r := range samples {
			want.Start, want.End = min(want.Start, r.t), max(want.End, r.t)
			for k, v := range [3]float64{r.x, r.y, r.z} {
				want.Min[k], want.Max[k] = min(want.Min[k], v), max(want.Max[k], v)
			}
			largest = max(largest, r.r)
		}
	}
	if s.flat {
		want.Min[2], want.Max[2] = 0, 0
	}
	if !s.radius {
		largest = 0
	}
	if store.Extent() != want || store.MaxRadius() != largest {
		t.Fatalf("%s: extent %+v, largest radius %v; want %+v, %v", name, store.Extent(), store.MaxRadius(), want, largest)
	}
}

// TestSubsetAndSlice: a subset or slice of trajectories equals the store of their rows.
func TestSubsetAndSlice(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, s := range shapes() {
		for range 40 {
			rows := s.random(r)
			store, err := trajectory.New(s.columns(rows), trajectory.BuildOptions{MaxGap: s.maxGap})
			if err != nil {
				t.Fatal(err)
			}
			var some []int
			for traj := range store.Trajectories() {
				if r.IntN(2) == 0 {
					some = append(some, traj)
				}
			}
			if len(some) > 0 {
				check(t, fmt.Sprintf("subset, %+v", s), s, store.Subset(some), s.model(of(store, rows, some)))
			}
			first := r.IntN(store.Trajectories())
			last := first + 1 + r.IntN(store.Trajectories()-first)
			some = some[:0]
			for traj := first; traj < last; traj++ {
				some = append(some, traj)
			}
			check(t, fmt.Sprintf("slice, %+v", s), s, store.Slice(first, last), s.model(of(store, rows, some)))
		}
	}
}

// of returns the rows of some trajectories of a store.
func of(store *trajectory.Store, rows []row, some []int) []row {
	var kept []row
	for _, r := range rows {
		if traj, ok := store.Find(strconv.FormatInt(r.id, 10)); ok && slices.Contains(some, traj) {
			kept = append(kept, r)
		}
	}
	return kept
}

// TestSubsetCopies: a subset shares no memory with its store, a slice all of it.
func TestSubsetCopies(t *testing.T) {
	s := shape{}
	store, err := trajectory.New(s.columns([]row{{id: 1, t: 0}, {id: 1, t: 1}, {id: 2, t: 0}}), trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if &store.Subset([]int{1}).T()[0] == &store.T()[2] {
		t.Error("the subset shares memory")
	}
	if &store.Slice(1, 2).T()[0] != &store.T()[2] {
		t.Error("the slice copies")
	}
	defer func() {
		if recover() == nil {
			t.Error("a subset out of order is taken")
		}
	}()
	store.Subset([]int{1, 0})
}

// TestOrderOfIDs: integers sort as numbers, names bytewise, and all are found.
func TestOrderOfIDs(t *testing.T) {
	ints := []int64{10, -3, 9, 0, 100, math.MaxInt64, math.MinInt64}
	var rows []row
	for _, id := range ints {
		rows = append(rows, row{id: id})
	}
	store, err := trajectory.New(shape{}.columns(rows), trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(ints)
	for i, id := range ints {
		if store.IntID(i) != id {
			t.Errorf("trajectory %d is %d, want %d", i, store.IntID(i), id)
		}
	}
	for _, id := range []string{"010", "+10", "1e1", " 10", "9223372036854775808", ""} {
		if traj, ok := store.Find(id); ok {
			t.Errorf("%q is found at %d", id, traj)
		}
	}
	names := []string{"b", "B", "a10", "a9", "", "ä", "a"}
	c := trajectory.Columns{ID: trajectory.IDColumn{Name: slices.Clone(names)}}
	for i := range names {
		c.ID.Code = append(c.ID.Code, uint32(i))
	}
	c.T, c.X, c.Y = make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
	if store, err = trajectory.New(c, trajectory.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	for i, name := range names {
		if traj, ok := store.Find(name); store.ID(i) != name || !ok || traj != i {
			t.Errorf("trajectory %d is %q, want %q, found at %d", i, store.ID(i), name, traj)
		}
	}
}
