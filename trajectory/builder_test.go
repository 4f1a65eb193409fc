package trajectory_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/curve"
	"flyby/internal/geo"
	"flyby/trajectory"
)

// drawing is random input of a Builder: rows of some objects in any order, and the options for building them.
type drawing struct {
	c       trajectory.Columns // columns without ids
	ids     []int64
	options trajectory.BuildOptions
	path    func() trajectory.Path // a Path serves once
	spliced bool                   // its store has splices
}

// draw draws rows on a small grid, so that they repeat, go back and meet limits, and options.
func draw(r *rand.Rand) drawing {
	var d drawing
	objects, step := 1+r.IntN(4), 1.0
	d.path = func() trajectory.Path { return nil }
	if r.IntN(3) == 0 {
		d.options.MaxGap = 2.5
	}
	if r.IntN(3) == 0 {
		d.options.MaxSpeed = 2
	}
	kind, clock := r.IntN(6), make([]float64, objects)
	rows, sorted := 1+r.IntN(24), r.IntN(2) == 0
	for range rows {
		id := r.IntN(objects)
		clock[id] += step * float64([]int{0, 1, 1, 1, 1, 2, 4, -1, 0, 1, 1, 1, 1, 2, 4, -1, 12}[r.IntN(17)])
		d.ids, d.c.T = append(d.ids, int64(3*id+1)), append(d.c.T, clock[id])
		d.c.X, d.c.Y = append(d.c.X, float64(r.IntN(5))), append(d.c.Y, float64(r.IntN(2)))
		d.c.Z, d.c.R = append(d.c.Z, float64(r.IntN(2))), append(d.c.R, float64(1+id+r.IntN(20)/19))
		d.c.Piece = append(d.c.Piece, uint32(r.IntN(9)/8))
		for k := range d.c.V {
			d.c.V[k] = append(d.c.V[k], float64(r.IntN(3)-1))
		}
	}
	if sorted { // trajectory after trajectory
		d.sort()
	}
	if r.IntN(2) == 0 {
		d.c.R = nil
	}
	switch r.IntN(4) {
	case 0, 1:
		d.c.Piece = nil
	case 2:
		d.splice(r)
	}
	d.bend(r, kind)
	if r.IntN(4) == 0 {
		d.spoil(r)
	}
	return d
}

// splice turns repeated times into splices, and gives most rows a piece of their own.
func (d *drawing) splice(r *rand.Rand) {
	d.c.Splices = true
	last := map[int64]int{}
	for row, id := range d.ids {
		before, seen := last[id]
		switch {
		case seen && r.IntN(2) == 0:
			d.c.T[row] = d.c.T[before]
			d.c.Piece[row] = d.c.Piece[before] + uint32(r.IntN(4))
		case seen:
			d.c.Piece[row] = d.c.Piece[before]
		}
		last[id] = row
	}
}

// sort sorts the rows by id.
func (d *drawing) sort() {
	order := make([]int, len(d.ids))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(d.ids[a] - d.ids[b]) })
	old := *d
	d.ids = nil
	columns, from := floats(&d.c), floats(&old.c)
	for k := range columns {
		*columns[k] = nil
	}
	d.c.Piece = nil
	for _, row := range order {
		d.ids, d.c.Piece = append(d.ids, old.ids[row]), append(d.c.Piece, old.c.Piece[row])
		for k := range columns {
			*columns[k] = append(*columns[k], (*from[k])[row])
		}
	}
}

// floats returns the columns of numbers.
func floats(c *trajectory.Columns) []*[]float64 {
	return []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.R, &c.V[0], &c.V[1], &c.V[2]}
}

// bend gives the rows a path, or heights, or turns them into places.
func (d *drawing) bend(r *rand.Rand, kind int) {
	v := d.c.V
	d.c.V = [3][]float64{}
	switch kind {
	case 0:
		d.path = geo.GreatCircles
		d.scale(0.05)
		d.options.MaxSpeed *= 4000
	case 1:
		d.path = geo.Degrees
		d.options.MaxSpeed *= 1e5
	case 2:
		within := []float64{0.02, 1e-13}[r.IntN(2)]
		d.path = func() trajectory.Path { return curve.Path(within) }
		d.c.V = v
		if d.c.Loose = r.IntN(2) == 0; d.c.Loose {
			for row := range d.c.T {
				if r.IntN(4) == 0 {
					d.c.V[r.IntN(3)][row] = math.NaN()
				}
			}
		}
	case 3:
		until := 5.0
		d.options.Until = &until
		d.options.MaxGap, d.options.MaxSpeed = 0, 0
		for row := range d.c.T {
			d.c.T[row] = []float64{2, 2, 2, 5}[d.ids[row]/3]
		}
	}
	switch r.IntN(3) {
	case 0:
		d.c.Z = nil
	case 1:
		d.c.Z, d.c.H = nil, d.c.Z
	}
}

// scale turns the grid into degrees.
func (d *drawing) scale(by float64) {
	for row := range d.c.X {
		d.c.X[row] *= by
		d.c.Y[row] *= by
	}
}

// spoil makes some rows bad by themselves.
func (d *drawing) spoil(r *rand.Rand) {
	for range 1 + r.IntN(2) {
		d.c.X[r.IntN(len(d.ids))] = []float64{math.NaN(), 0x1p1001, math.Inf(-1)}[r.IntN(3)]
	}
}

// columns returns a copy of the rows, with ids that are numbers, or names in the order of numbers.
func (d *drawing) columns(names bool) trajectory.Columns {
	c := d.c
	for _, col := range []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H, &c.R, &c.V[0], &c.V[1], &c.V[2]} {
		*col = slices.Clone(*col)
	}
	c.Piece = slices.Clone(c.Piece)
	if !names {
		c.ID.Int = slices.Clone(d.ids)
		return c
	}
	for _, id := range d.ids {
		c.ID.Code = append(c.ID.Code, uint32(id))
	}
	for code := range uint32(12) {
		c.ID.Name = append(c.ID.Name, string(rune('a'+code)))
	}
	return c
}

// agree builds the drawing in all ways and compares each with the reference, of which it returns the rows left out and the
// samples added.
func (d *drawing) agree(t *testing.T, r *rand.Rand) (left trajectory.LeftOut, added int) {
	t.Helper()
	o := d.options
	o.SkipBadRows = true
	if o.Path = d.path(); o.Path != nil {
		c := d.columns(true)
		if err := o.Path.Begin(&c); err != nil {
			t.Fatal(err)
		}
	}
	var want []built
	var bad []trajectory.RowError
	want, left, added, bad = reference(&d.c, d.ids, o)
	for o.Path != nil && o.Path.Err() != nil {
		if !o.Path.Widen() {
			d.refused(t, o.Path.Err())
			return left, 0
		}
		want, left, added, bad = reference(&d.c, d.ids, o)
	}
	var total int
	for _, b := range want {
		for _, p := range b.pieces {
			total += len(p)
		}
	}
	o.Path = d.path()
	s, err := trajectory.New(d.columns(r.IntN(2) == 0), o)
	if total == 0 {
		if !errors.Is(err, trajectory.ErrEmpty) {
			t.Fatalf("%v, want ErrEmpty", err)
		}
		return left, 0
	}
	if err != nil {
		t.Fatal(err)
	}
	d.spliced = s.HasSplices()
	if _, n := s.Split(); s.LeftOut() != left || s.Skipped() != len(bad) || n != added {
		t.Fatalf("New: %+v, %d bad rows, %d samples added, want %+v, %d, %d", s.LeftOut(), s.Skipped(), n, left, len(bad), added)
	}
	if got := pieces(s); got != drawnOf(want, s) {
		t.Fatalf("New: %s\nwant %s", got, drawnOf(want, s))
	}
	if len(bad) > 0 {
		o.Path, o.SkipBadRows = d.path(), false
		var first *trajectory.RowError
		if _, err := trajectory.New(d.columns(false), o); !errors.As(err, &first) || *first != bad[0] {
			t.Fatalf("New: %v, want %v", err, bad[0])
		}
	}
	d.stream(t, r, want, left, len(bad), s.FarApart())
	return left, added
}

// refused wants New to refuse the path with the reference's error.
func (d *drawing) refused(t *testing.T, want error) {
	t.Helper()
	o := d.options
	o.SkipBadRows, o.Path = true, d.path()
	if _, err := trajectory.New(d.columns(false), o); err == nil || err.Error() != want.Error() {
		t.Fatalf("%v, want %v", err, want)
	}
}

// pieces writes the samples of a store, piece by piece.
func pieces(s *trajectory.Store) string {
	var text strings.Builder
	for p := range s.Pieces() {
		fmt.Fprintf(&text, "\n%s r=%v:", s.ID(p.Traj), s.Radius(p.Traj))
		for row := p.First; row < p.First+p.Samples; row++ {
			at := []float64{s.X()[row], s.Y()[row]}
			if s.Z() != nil {
				at = append(at, s.Z()[row])
			}
			if s.H() != nil {
				at = append(at, s.H()[row])
			}
			fmt.Fprintf(&text, " %v%x", s.T()[row], at)
		}
	}
	return text.String()
}

// drawnOf writes the expected trajectories as pieces writes a store.
func drawnOf(all []built, like *trajectory.Store) string {
	var text strings.Builder
	width := like.Dim()
	if like.H() != nil {
		width++
	}
	for _, b := range all {
		id := fmt.Sprint(b.id)
		if !like.IntIDs() {
			id = string(rune('a' + b.id))
		}
		for _, p := range b.pieces {
			fmt.Fprintf(&text, "\n%s r=%v:", id, b.radius)
			for _, s := range p {
				fmt.Fprintf(&text, " %v%x", s.t, s.at[:width])
			}
		}
	}
	return text.String()
}

// listing is a Collector that keeps all it is handed, by trajectory.
type listing struct {
	segments map[uint32][]trajectory.BuiltSegment
	closed   map[uint32][]trajectory.BuiltSegment
}

func (l *listing) Segment(s *trajectory.BuiltSegment) error {
	one := *s
	one.T0, one.T1 = one.T0+0, one.T1+0
	l.segments[s.Traj] = append(l.segments[s.Traj], one)
	return nil
}

func (l *listing) Close(s *trajectory.BuiltSegment) error {
	one := *s
	one.P0, one.P1 = trajectory.Position{}, trajectory.Position{}
	l.closed[s.Traj] = append(l.closed[s.Traj], one)
	return nil
}

// stream hands rows to a Builder some at a time, and compares the segments.
func (d *drawing) stream(t *testing.T, r *rand.Rand, want []built, left trajectory.LeftOut, bad int, far trajectory.FarApart) {
	t.Helper()
	c := d.columns(true)
	got, o := &listing{map[uint32][]trajectory.BuiltSegment{}, map[uint32][]trajectory.BuiltSegment{}}, d.options
	o.Path = d.path()
	rules := trajectory.Rules{}
	if o.Path != nil {
		rules.Limits = o.Path.Limits()
	}
	b, err := trajectory.NewBuilder(c.Times, o, got)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for from := 0; from < len(d.ids); {
		to := min(len(d.ids), from+1+r.IntN(7))
		block := part(&c, from, to, rules, &wrong)
		if err := b.Grow(&block, 12); err != nil {
			t.Fatal(err)
		}
		if err := b.Add(&block, func(*trajectory.RowError) error { wrong++; return nil }); err != nil {
			t.Fatal(err)
		}
		from = to
	}
	if err := b.End(); err != nil {
		var refused *curve.Error
		if d.c.Loose && errors.As(err, &refused) {
			return // a Builder cannot begin anew
		}
		t.Fatal(err)
	}
	if made := b.Report(); made.LeftOut != left || wrong != bad || made.FarApart != far {
		t.Fatalf("Builder: %+v, %d bad rows, want %+v, %+v, %d", made, wrong, left, far, bad)
	}
	for _, one := range want {
		got.compare(t, &one)
	}
}

// part returns rows of columns that are good by themselves.
func part(c *trajectory.Columns, from, to int, rules trajectory.Rules, wrong *int) (p trajectory.Columns) {
	p.ID.Code, p.Loose, p.Splices = []uint32{}, c.Loose, c.Splices
	columns := func(c *trajectory.Columns) []*[]float64 {
		return []*[]float64{&c.T, &c.X, &c.Y, &c.Z, &c.H, &c.R, &c.V[0], &c.V[1], &c.V[2]}
	}
	source, parts := columns(c), columns(&p)
	for row := from; row < to; row++ {
		if rules.Check(c.Sample(row)) != nil {
			*wrong++
			continue
		}
		p.ID.Code = append(p.ID.Code, c.ID.Code[row])
		if c.Piece != nil {
			p.Piece = append(p.Piece, c.Piece[row])
		}
	}
	for k, col := range source {
		if *col == nil {
			continue
		}
		*parts[k] = []float64{}
		for row := from; row < to; row++ {
			if rules.Check(c.Sample(row)) == nil {
				*parts[k] = append(*parts[k], (*col)[row])
			}
		}
	}
	if c.Piece != nil && p.Piece == nil {
		p.Piece = []uint32{}
	}
	return p
}

// compare compares the segments of a trajectory with its pieces.
func (l *listing) compare(t *testing.T, want *built) {
	t.Helper()
	traj := uint32(want.id)
	var segments, closed []trajectory.BuiltSegment
	for i, p := range want.pieces {
		for k := range max(1, len(p)-1) {
			s := trajectory.BuiltSegment{Traj: traj, Number: uint32(len(segments)), Begins: k == 0, Spliced: k == 0 && i > 0 && p[0].t == want.pieces[i-1][len(want.pieces[i-1])-1].t, Point: len(p) == 1, Parts: 1}
			to := p[min(k+1, len(p)-1)]
			s.T0, s.T1, s.P0, s.P1 = p[k].t, to.t, p[k].at, to.at
			segments = append(segments, s)
		}
		if last := segments[len(segments)-1]; i+1 < len(want.pieces) && !last.Point && want.pieces[i+1][0].t > last.T1 {
			last.Begins, last.Spliced, last.P0, last.P1 = false, false, trajectory.Position{}, trajectory.Position{}
			closed = append(closed, last)
		}
	}
	if !reflect.DeepEqual(l.segments[traj], segments) {
		t.Fatalf("segments of %d: %+v\nwant %+v", traj, l.segments[traj], segments)
	}
	if got := l.closed[traj]; len(got) != len(closed) || len(got) > 0 && !reflect.DeepEqual(got, closed) {
		t.Fatalf("gaps after %+v\nwant %+v", got, closed)
	}
}

// TestBuilder: the store of New and the segments of a Builder equal the reference, for every order of rows, every rule and
// every path.
func TestBuilder(t *testing.T) {
	var all trajectory.LeftOut
	split, spliced := 0, 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 31))
		d := draw(r)
		left, added := d.agree(t, r)
		if all.Add(left); added > 0 {
			split++
		}
		if d.spliced {
			spliced++
		}
	}
	if all.CutOff < 30 || all.SpeedGaps < 100 || all.Repeats < 60 || all.GapAlone < 8 || all.SpeedAlone < 10 || split < 50 || spliced < 30 {
		t.Errorf("%+v, %d with parts, %d with splices: some rule was hardly met", all, split, spliced)
	}
}

// FuzzBuilder: the property of TestBuilder holds for any seed.
func FuzzBuilder(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := rand.New(rand.NewPCG(a, b))
		d := draw(r)
		d.agree(t, r)
	})
}
