package spool

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
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

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/internal/output"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/testing/slabtest"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A line is a row of a file.
type line struct {
	id                string
	t, x, y, z, r     float64
	v                 [3]float64
	stamp, hasZ, hasR bool
}

// A kind holds the properties of a random file.
type kind struct {
	names          int // 0: integers, 1: names, 2: integers first and some names late
	flat, radius   bool
	stamps         bool // times are timestamps, as text
	order          int  // 0: by trajectory, 1: by time, 2: at random
	bad            int  // one row in bad, 0: none
	spread         float64
	objects, least int
}

func randomKind(r *rand.Rand) kind {
	return kind{
		names: r.IntN(3), stamps: r.IntN(4) == 0, flat: r.IntN(2) == 0, radius: r.IntN(3) == 0, order: r.IntN(3),
		bad: []int{0, 0, 0, 9, 60}[r.IntN(5)], spread: []float64{0.01, 1, 80}[r.IntN(3)],
		objects: 1 + r.IntN(12), least: r.IntN(30),
	}
}

// lines makes the rows of a file: times on a small grid, so that samples meet each other, gaps and edges; trajectories of one sample, and segments
// that last long.
func (k kind) lines(r *rand.Rand) []line {
	var all []line
	for object := range k.objects {
		id := strconv.Itoa(object*7 - 20)
		if k.names == 1 || k.names == 2 && object > k.objects/2 {
			id = "car " + id
		}
		t, radius := float64(r.IntN(9)-4), float64(r.IntN(3))
		for range 1 + r.IntN(2+k.least) {
			if t == 0 && r.IntN(2) == 0 {
				t = math.Copysign(0, -1)
			}
			all = append(all, line{
				v: [3]float64{k.coordinate(r) / 9, k.coordinate(r) / 9, 0.5}, id: id, t: t, stamp: k.stamps, x: k.coordinate(r), y: k.coordinate(r), z: float64(r.IntN(9)), r: radius, hasZ: !k.flat, hasR: k.radius,
			})
			t += []float64{0.25, 1, 1, 2, 9, 60}[r.IntN(6)]
		}
	}
	switch k.order {
	case 1:
		slices.SortStableFunc(all, func(a, b line) int { return cmp.Compare(a.t, b.t) })
	case 2:
		all = interleaved(r, all)
	}
	if k.names == 2 { // late
		slices.SortStableFunc(all, func(a, b line) int { return min(len(a.id), 5) - min(len(b.id), 5) })
	}
	if k.bad > 0 {
		k.spoil(r, all)
	}
	return all
}

func (k kind) coordinate(r *rand.Rand) float64 {
	switch r.IntN(5) {
	case 0:
		return math.Copysign(0, -1)
	case 1:
		return float64(r.IntN(3)) * k.spread
	}
	return (r.Float64() - 0.5) * k.spread
}

// interleaved keeps the order of each trajectory's rows.
func interleaved(r *rand.Rand, all []line) []line {
	byID := map[string][]line{}
	var ids []string
	for _, l := range all {
		if byID[l.id] == nil {
			ids = append(ids, l.id)
		}
		byID[l.id] = append(byID[l.id], l)
	}
	out := make([]line, 0, len(all))
	for len(ids) > 0 {
		at := r.IntN(len(ids))
		id := ids[at]
		for n := 1 + r.IntN(3); n > 0 && len(byID[id]) > 0; n-- {
			out, byID[id] = append(out, byID[id][0]), byID[id][1:]
		}
		if len(byID[id]) == 0 {
			ids = slices.Delete(ids, at, at+1)
		}
	}
	return out
}

// spoil makes some rows bad, and some repeats of the rows before them.
func (k kind) spoil(r *rand.Rand, all []line) {
	for i := range all {
		if r.IntN(k.bad) > 0 {
			continue
		}
		switch l := &all[i]; r.IntN(5) {
		case 0:
			l.t -= 100
		case 3:
			*l = all[max(0, i-1)]
		case 1:
			l.x = math.Inf(1)
		case 2:
			l.y = 1e4
		default:
			l.r += 1
			l.v[1] = math.Inf(1)
		}
	}
}

// text returns the rows as CSV.
func text(all []line) []byte {
	var b bytes.Buffer
	b.WriteString("id,t,x,y")
	if all[0].hasZ {
		b.WriteString(",z")
	}
	if all[0].hasR {
		b.WriteString(",r")
	}
	b.WriteString(",vx,vy,vz")
	for _, l := range all {
		t := fmt.Sprint(l.t)
		if l.stamp {
			t = trajectory.Timestamp.Format(l.t)
		}
		fmt.Fprintf(&b, "\n%s,%s,%v,%v", l.id, t, l.x, l.y)
		if l.hasZ {
			fmt.Fprintf(&b, ",%v", l.z)
		}
		if l.hasR {
			fmt.Fprintf(&b, ",%v", l.r)
		}
		fmt.Fprintf(&b, ",%v,%v,%v", l.v[0], l.v[1], l.v[2])
	}
	return b.Bytes()
}

// fcd returns the rows as SUMO writes them, a timestep a row.
func fcd(all []line) []byte {
	var b bytes.Buffer
	b.WriteString("<fcd-export>\n")
	for _, l := range all {
		fmt.Fprintf(&b, `<timestep time="%v"><vehicle id="%s" x="%v" y="%v"`, l.t, l.id, l.x, l.y)
		if l.hasZ {
			fmt.Fprintf(&b, ` z="%v"`, l.z)
		}
		b.WriteString("/></timestep>\n")
	}
	b.WriteString("</fcd-export>\n")
	return b.Bytes()
}

// gpx returns the rows as a GPS receiver writes them, a track for each id, with gaps here and there.
func gpx(r *rand.Rand, all []line) []byte {
	const near = 100 // makes small degrees of large coordinates: long ways are split into many samples
	var b bytes.Buffer
	b.WriteString("<gpx>\n")
	for i, l := range grouped(all) {
		switch {
		case i == 0:
			fmt.Fprintf(&b, "<trk><name>%s</name><trkseg>", l.id)
		case l.id != grouped(all)[i-1].id:
			fmt.Fprintf(&b, "</trkseg></trk>\n<trk><name>%s</name><trkseg>", l.id)
		case r.IntN(4) == 0:
			b.WriteString("</trkseg><trkseg>")
		}
		fmt.Fprintf(&b, `<trkpt lon="%v" lat="%v"><time>%s</time>`, l.x/near, l.y/near, trajectory.Timestamp.Format(l.t))
		if l.hasZ {
			fmt.Fprintf(&b, "<ele>%v</ele>", l.z)
		}
		b.WriteString("</trkpt>\n")
	}
	b.WriteString("</trkseg></trk></gpx>\n")
	return b.Bytes()
}

// fits returns the rows as a binary table: ids as text, times as text where they are timestamps.
func fits(all []line) []byte {
	var data bytes.Buffer
	columns := []string{"id 12A", "t D", "x D", "y D"}
	if all[0].stamp {
		columns[1] = "t 40A"
	}
	if all[0].hasZ {
		columns = append(columns, "z D")
	}
	if all[0].hasR {
		columns = append(columns, "r D")
	}
	for _, l := range all {
		numbers := []float64{l.x, l.y}
		fmt.Fprintf(&data, "%-12s", l.id)
		if l.stamp {
			fmt.Fprintf(&data, "%-40s", trajectory.Timestamp.Format(l.t))
		} else {
			numbers = append([]float64{l.t}, numbers...)
		}
		if l.hasZ {
			numbers = append(numbers, l.z)
		}
		if l.hasR {
			numbers = append(numbers, l.r)
		}
		for _, v := range numbers {
			data.Write(binary.BigEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	cards := []string{"XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", fmt.Sprintf("NAXIS1  = %d", data.Len()/len(all)), fmt.Sprintf("NAXIS2  = %d", len(all)),
		"GCOUNT  = 1", fmt.Sprintf("TFIELDS = %d", len(columns))}
	for i, c := range columns {
		name, form, _ := strings.Cut(c, " ")
		cards = append(cards, fmt.Sprintf("TTYPE%d  = '%s'", i+1, name), fmt.Sprintf("TFORM%d  = '%s'", i+1, form))
	}
	var b bytes.Buffer
	for _, part := range [][]string{{"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0"}, cards} {
		for _, card := range append(part, "END") {
			fmt.Fprintf(&b, "%-80s", card)
		}
		b.WriteString(strings.Repeat(" ", (2880-b.Len()%2880)%2880))
	}
	b.Write(data.Bytes())
	return b.Bytes()
}

// grouped puts the rows of each trajectory together.
func grouped(all []line) []line {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b line) int { return cmp.Compare(a.id, b.id) })
	return all
}

// columnar returns the rows as Parquet, in row groups of some rows. Ids are integers where all are.
func columnar(t testing.TB, all []line, perGroup int) []byte {
	t.Helper()
	group := parquet.Group{"t": parquet.Leaf(parquet.DoubleType), "x": parquet.Leaf(parquet.DoubleType), "y": parquet.Leaf(parquet.DoubleType)}
	integers := !slices.ContainsFunc(all, func(l line) bool { return strings.HasPrefix(l.id, "car") })
	group["id"] = parquet.String()
	if integers {
		group["id"] = parquet.Leaf(parquet.Int64Type)
	}
	if all[0].hasZ {
		group["z"] = parquet.Leaf(parquet.DoubleType)
	}
	if all[0].hasR {
		group["r"] = parquet.Leaf(parquet.DoubleType)
	}
	for _, name := range []string{"vx", "vy", "vz"} {
		group[name] = parquet.Leaf(parquet.DoubleType)
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[map[string]any](&b, parquet.NewSchema("rows", group))
	for i, l := range all {
		row := map[string]any{"id": any(l.id), "t": l.t, "x": l.x, "y": l.y, "vx": l.v[0], "vy": l.v[1], "vz": l.v[2]}
		if integers {
			n, _ := strconv.ParseInt(l.id, 10, 64)
			row["id"] = n
		}
		if l.hasZ {
			row["z"] = l.z
		}
		if l.hasR {
			row["r"] = l.r
		}
		if _, err := w.Write([]map[string]any{row}); err != nil {
			t.Fatal(err)
		}
		if (i+1)%perGroup == 0 {
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// files returns the rows in all formats, by name.
func files(t testing.TB, r *rand.Rand, all []line) map[string][]byte {
	t.Helper()
	csv := text(all)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(csv); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"a.csv": csv, "a.csv.gz": packed.Bytes(), "a.fcd.xml": fcd(all), "a.gpx": gpx(r, all), "a.fits": fits(all), "-": csv,
		"a.parquet": columnar(t, all, []int{1, 7, 100, 1 << 20}[r.IntN(4)]),
	}
}

// optionsOf returns options for one of the files, and its path.
func optionsOf(t testing.TB, name string, content []byte, o format.Options) (path string, again func() format.Options) {
	t.Helper()
	if name == "-" {
		return name, func() format.Options {
			o.Stdin = bytes.NewReader(content)
			return o
		}
	}
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, func() format.Options { return o }
}

// randomOptions returns options of reading and a grain.
func randomOptions(r *rand.Rand, k kind) (format.Options, grain) {
	o := format.Options{
		MaxGap: []float64{0, 0, 1, 8}[r.IntN(4)], Reading: format.Reading{SkipBadRows: r.IntN(3) > 0, LonLat: k.spread < 80 && r.IntN(3) == 0, Threads: 1 + r.IntN(3)},
		Radius: []float64{0, 0, 2.5}[r.IntN(3)],
	}
	if r.IntN(2) == 0 { // in metres, for degrees or for hundredths of them
		o.MaxSpeed = []float64{0.2, 1, 200, 2e4, 1e5}[r.IntN(5)] * k.spread
	}
	if r.IntN(5) == 0 {
		o.Curve = k.spread * []float64{0.5, 0.2, 0.1, 1e-12}[r.IntN(4)]
	}
	o.KeepDegrees = o.LonLat && r.IntN(4) == 0
	g := grain{page: 1 + r.IntN(9), sample: 1 + r.IntN(4), least: 1 + r.IntN(9)}
	g.most = g.least + []int{0, 5, 100, 1e6}[r.IntN(4)]
	return o, g
}

// randomWhere returns now and then a condition on a column that files of a name have.
func randomWhere(r *rand.Rand, name string) []format.Condition {
	column := map[string]string{"a.gpx": "lon", "a.fcd.xml": "x"}[name]
	if column == "" {
		column = []string{"id", "t", "x", "y"}[r.IntN(4)]
	}
	if r.IntN(3) > 0 {
		return nil
	}
	return []format.Condition{{Column: column, Operator: infile.Operators()[1+r.IntN(5)], Value: fmt.Sprint(r.IntN(20) - 5)}}
}

// TestSlabs: for each format and option, the slabs of random files, cut at random edges or where
// they must be to fit, have the segments of the store that input.Read makes; or the error is the same.
func TestSlabs(t *testing.T) {
	tier.Full(t)
	slabsAgree(t, 25)
}

func slabsAgree(t *testing.T, seeds uint64) {
	t.Helper()
	good, bad, spilled, direct := 0, 0, 0, 0
	var left trajectory.LeftOut
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 14))
		k := randomKind(r)
		all := k.lines(r)
		contents := files(t, r, all)
		for _, name := range slices.Sorted(maps.Keys(contents)) { // sorted, so that a seed decides everything
			o, g := randomOptions(r, k)
			o.Where = randomWhere(r, name)
			if seed%6 == 2 { // by row groups, which curves do not go with
				o.Curve = 0
			}
			o.Upright = r.IntN(6) == 0 && len(all) > 0 && all[0].hasZ
			o.SortTimes = r.IntN(4) == 0
			path, options := optionsOf(t, name, contents[name], o)
			want, wantReport, wantErr := input.Read(context.Background(), path, options())
			folder, err := spill.Open(t.TempDir(), 0)
			if err != nil {
				t.Fatal(err)
			}
			s, report, err := Read(context.Background(), path, Options{Format: options(), Memory: 16 << 20, Folder: folder, grain: g, way: way(seed % 3)})
			what := fmt.Sprintf("seed %d, %s, %+v, %+v, %+v", seed, name, k, o, g)
			if err == nil && wantErr != nil && s.Direct() { // faults of positions are found by slabs
				err = errorOfSlabs(s, Range{Edges: []float64{0, 2, 5}, Ahead: seed%2 == 0})
				direct++
				s.Close()
			}
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				t.Fatalf("%s:\ngot  %v\nwant %v", what, err, wantErr)
			}
			if err != nil {
				bad++
				continue
			}
			good++
			left.Add(report.LeftOut)
			if s.Spilled() > 0 {
				spilled++
			}
			if s.Direct() {
				direct++
			}
			if !reflect.DeepEqual(report, wantReport) {
				t.Fatalf("%s: report %+v, want %+v", what, report, wantReport)
			}
			got, w := s.Whole(), slab.Of(want) // checkSlabs compares the extents
			if got.Extent = w.Extent; !reflect.DeepEqual(got, w) {
				t.Fatalf("%s:\ngot  %+v\nwant %+v", what, got, w)
			}
			checkSlabs(t, r, what, s, want)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if good < int(seeds) || bad < int(seeds)/4 || spilled < int(seeds)/2 || direct < int(seeds)/10 {
		t.Errorf("%d files were read, %d of them spilled, %d read again by row groups, and %d refused", good, spilled, direct, bad)
	}
	if left.SpeedGaps < 4*int(seeds) || left.CutOff < 4*int(seeds) {
		t.Errorf("left out: %+v", left)
	}
}

// errorOfSlabs returns the error that slabs end with.
func errorOfSlabs(s *Spool, r Range) error {
	for _, err := range s.Slabs(context.Background(), r) {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkExtent: the spool has the extent of the store, or the extent of the statistics, which count bad rows, and rows that conditions leave out, too.
func checkExtent(t *testing.T, what string, s *Spool, want trajectory.Extent) {
	t.Helper()
	got := s.Whole().Extent
	if !s.Direct() && got != want {
		t.Errorf("%s: extent %+v, want %+v", what, got, want)
	}
	for k := range want.Min {
		if got.Min[k] > want.Min[k] || got.Max[k] < want.Max[k] {
			t.Errorf("%s: extent %+v does not hold %+v", what, got, want)
		}
	}
}

// checkSlabs compares the slabs of a spool with the slabs of a store, cut in some ways.
func checkSlabs(t *testing.T, r *rand.Rand, what string, s *Spool, want *trajectory.Store) {
	t.Helper()
	checkExtent(t, what, s, want.Extent())
	n := want.Trajectories()
	ranges := []Range{{}, {Edges: planned(t, r, s)}, {Edges: slabtest.Edges(r, want), Ahead: true}, {Edges: slabtest.Edges(r, want)}}
	first := r.IntN(n)
	ranges = append(ranges, Range{Edges: slabtest.Edges(r, want), First: first, Last: first + 1 + r.IntN(n-first), Ahead: r.IntN(2) == 0})
	for _, cut := range ranges {
		named := fmt.Sprintf("%s, %+v", what, cut) // once: there may be thousands of edges
		var oracle []*slab.Slab
		for b, err := range slabtest.Cut(want, cut.Edges) {
			if err != nil {
				t.Fatal(err)
			}
			oracle = append(oracle, b)
		}
		at := 0
		for b, err := range s.Slabs(context.Background(), cut) {
			if err != nil {
				t.Fatalf("%s, %+v: %v", what, cut, err)
			}
			if at >= len(oracle) {
				t.Fatalf("%s, %+v: more slabs than %d", what, cut, at)
			}
			sameSlab(t, fmt.Sprintf("%s, slab %d", named, at), b, within(oracle[at], cut))
			at++
		}
		if at != len(oracle) {
			t.Fatalf("%s, %+v: %d slabs, want %d", what, cut, at, len(oracle))
		}
	}
}

// planned returns edges between slabs that take no more than some bytes.
func planned(t *testing.T, r *rand.Rand, s *Spool) []float64 {
	t.Helper()
	p, err := Cut(0, s)
	if len(candidates([]*Spool{s})) > 2 && !errors.Is(err, memory.ErrNoRoom) {
		t.Fatalf("slabs of no bytes: %v", err)
	}
	if p, err = Cut(p.Least+uint64(r.IntN(3000)), s); err != nil {
		t.Fatalf("slabs of the least bytes: %v", err)
	}
	borders := append(append([]float64{math.Inf(-1)}, p.Edges...), math.Inf(1))
	at := 0
	for b, err := range s.Slabs(context.Background(), Range{Edges: p.Edges}) {
		if err != nil {
			t.Fatal(err)
		}
		if most := s.most(borders[at], borders[at+1]); uint64(b.Store.Segments()) > most || s.slabBytes(uint64(b.Store.Segments())) > p.Bytes {
			t.Fatalf("%d segments in the slab [%v, %v), planned at most %d, %+v", b.Store.Segments(), borders[at], borders[at+1], most, p)
		}
		samples := uint64(b.Store.Samples() * 8 * (1 + b.Store.Dim()))
		if took := samples + trajectoryBytes*uint64(b.Store.Trajectories()); took > s.slabBytes(uint64(b.Store.Segments())) {
			t.Fatalf("a slab of %d segments takes %d bytes", b.Store.Segments(), took)
		}
		at++
	}
	return p.Edges
}

// within returns a slab's part of the trajectories of a range.
func within(b *slab.Slab, cut Range) *slab.Slab {
	if cut.Last == 0 {
		return b
	}
	first, _ := slices.BinarySearch(b.Traj, uint32(cut.First))
	last, _ := slices.BinarySearch(b.Traj, uint32(cut.Last))
	return &slab.Slab{Store: b.Store.Slice(first, last), Start: b.Start, End: b.End, Traj: b.Traj[first:last], Before: b.Before[first:last]}
}

// sameSlab compares slabs to the bit, but for ids.
func sameSlab(t *testing.T, what string, got, want *slab.Slab) {
	t.Helper()
	g, w := got.Store, want.Store
	if got.Start != want.Start || got.End != want.End || !slices.Equal(got.Traj, want.Traj) || !slices.Equal(got.Before, want.Before) {
		t.Fatalf("%s: [%v, %v) with %v after %v, want [%v, %v) with %v after %v", what, got.Start, got.End, got.Traj, got.Before, want.Start, want.End, want.Traj, want.Before)
	}
	if g.Samples() != w.Samples() || g.Segments() != w.Segments() || g.Space() != w.Space() || g.Times() != w.Times() || w.Samples() > 0 && g.HasRadius() != w.HasRadius() {
		t.Fatalf("%s: %d samples, %d segments in %v, want %d, %d in %v", what, g.Samples(), g.Segments(), g.Space(), w.Samples(), w.Segments(), w.Space())
	}
	for k, pair := range [][2][]float64{{g.T(), w.T()}, {g.X(), w.X()}, {g.Y(), w.Y()}, {g.Z(), w.Z()}} {
		for i := range pair[1] {
			if math.Float64bits(pair[0][i]) != math.Float64bits(pair[1][i]) {
				t.Fatalf("%s: column %d, sample %d: %v, want %v", what, k, i, pair[0][i], pair[1][i])
			}
		}
	}
	if w.Samples() > 0 && g.Extent() != w.Extent() {
		t.Fatalf("%s: extent %v, want %v", what, g.Extent(), w.Extent())
	}
	gotPieces, wantPieces := slices.Collect(g.Pieces()), slices.Collect(w.Pieces())
	if !slices.Equal(gotPieces, wantPieces) {
		t.Fatalf("%s: pieces %v, want %v", what, gotPieces, wantPieces)
	}
	for traj := range w.Trajectories() {
		if g.Radius(traj) != w.Radius(traj) {
			t.Fatalf("%s: radius %v, want %v", what, g.Radius(traj), w.Radius(traj))
		}
	}
	for row, segment := range w.Rows() {
		if traj := w.Owner(row); g.Segment(row) != segment || got.Segment(traj, row) != want.Segment(traj, row) {
			t.Fatalf("%s: row %d: %+v, want %+v", what, row, g.Segment(row), segment)
		}
	}
}

// TestFrame: a Parquet file that declares earth-centred positions in metres has that frame in slabs too, and is refused where degrees are expected.
func TestFrame(t *testing.T) {
	want, err := trajectory.New(trajectory.Columns{
		ID: trajectory.Names([]string{"b", "b", "a", "a"}), T: []float64{0, 1, 0, 2},
		X: []float64{1, 2, 3, 4}, Y: []float64{1, 2, 3, 4}, Z: []float64{5, 6, 7, 8}, Frame: trajectory.EarthCentred,
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.parquet")
	if err := output.WriteStore(context.Background(), path, want, output.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	s, _, err := Read(context.Background(), path, Options{Memory: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if w := slab.Of(want); !reflect.DeepEqual(s.Whole(), w) {
		t.Errorf("got %+v, want %+v", s.Whole(), w)
	}
	checkSlabs(t, rand.New(rand.NewPCG(1, 1)), "earth-centred", s, want)
	degrees := format.Options{Reading: format.Reading{LonLat: true}}
	_, _, wantErr := input.Read(context.Background(), path, degrees)
	if _, _, err = Read(context.Background(), path, Options{Memory: 16 << 20, Format: degrees}); wantErr == nil || err == nil || err.Error() != wantErr.Error() {
		t.Errorf("as degrees: %v, want %v", err, wantErr)
	}
}
