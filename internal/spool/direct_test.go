package spool

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	footer "github.com/parquet-go/parquet-go/format"

	"flyby/internal/reading/fileset"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// rowsOf returns rows of objects that take turns, or stand one after the other.
func rowsOf(objects, each int, inTurn bool) (all []line) {
	r := rand.New(rand.NewPCG(5, uint64(objects)))
	for object := range objects {
		for step := range each {
			all = append(all, line{id: fmt.Sprint(object * 3), t: float64(step) + float64(object%4)/4, x: r.Float64(), y: r.Float64()})
		}
	}
	if inTurn {
		slices.SortStableFunc(all, func(a, b line) int { return cmp.Compare(a.t, b.t) })
	}
	return all
}

// fileOf writes a file and returns its path.
func fileOf(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readAs reads a file by a way of Options.
func readAs(t testing.TB, path string, o Options) *Spool {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	o.Folder, o.Memory = folder, cmp.Or(o.Memory, 64<<20)
	s, _, err := Read(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// coarse is a grain of some reels, for files of some thousand rows.
var coarse = grain{page: 64, sample: 16, least: 512, most: 512}

// TestRowGroups: a file in order of time, in row groups of 100 rows, is read by row groups: rows near edges are read twice, and nothing
// is spilled; a file in order of trajectories is not.
func TestRowGroups(t *testing.T) {
	for _, c := range []struct{ inTurn, skip bool }{{true, false}, {true, true}, {false, false}} {
		path := fileOf(t, columnar(t, rowsOf(40, 100, c.inTurn), 100))
		groups, ok := fileset.OpenGroups(path, format.Options{})
		if !ok || (&direct{groups: groups}).promises(625) != c.inTurn || groups.Close() != nil {
			t.Errorf("%+v: row groups promise to tell times apart: %v", c, !c.inTurn)
		}
		if !c.inTurn {
			continue
		}
		o := Options{Format: format.Options{Reading: format.Reading{SkipBadRows: c.skip}}, grain: coarse, Memory: 64 << 20}
		want, wantReport, err := input.Read(context.Background(), path, o.Format)
		if err != nil {
			t.Fatal(err)
		}
		s, report, err := Read(context.Background(), path, o)
		if err != nil || !s.Direct() || s.Path() != path || s.Spilled() > 0 || report.Rows != wantReport.Rows || report.Bytes != wantReport.Bytes {
			t.Fatalf("%+v: %v, %v, %+v", c, err, s, report)
		}
		plan, err := Cut(20_000, s)
		if err != nil || len(plan.Edges) < 5 || !s.TellsApart(plan.Edges) {
			t.Errorf("%+v: %v, %+v", c, err, plan)
		}
		checkSlabs(t, rand.New(rand.NewPCG(1, 7)), fmt.Sprint(c), s, want)
		every := make([]float64, 1000)
		for i := range every {
			every[i] = float64(i) / 10
		}
		if s.TellsApart(every) {
			t.Errorf("%+v: slabs shorter than row groups read the file twice at most", c)
		}
		if s.Bytes() == 0 || s.Gathering() < LeastGathering {
			t.Errorf("%+v: %d bytes, %d for gathering", c, s.Bytes(), s.Gathering())
		}
		s.Close()
	}
}

// TestRowGroupsInNoOrder: rows of a trajectory out of order are an error or left out, as in memory, and make no segments.
func TestRowGroupsInNoOrder(t *testing.T) {
	for _, skip := range []bool{false, true} {
		rows := rowsOf(5, 60, true)
		rows[101].t = rows[96].t - 3 // the row before it of the same object, in the same row group
		path := fileOf(t, columnar(t, rows, 50))
		o := Options{Format: format.Options{Reading: format.Reading{SkipBadRows: skip}}, grain: coarse, Memory: 64 << 20, way: always}
		want, wantReport, wantErr := input.Read(context.Background(), path, o.Format)
		if (wantErr == nil) != skip || skip && wantReport.Skipped == 0 {
			t.Fatalf("skip %t: %v, %+v", skip, wantErr, wantReport)
		}
		var err error
		if o.Folder, err = spill.Open(t.TempDir(), 0); err != nil {
			t.Fatal(err)
		}
		s, report, err := Read(context.Background(), path, o)
		if err == nil {
			defer s.Close()
		}
		switch {
		case (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error():
			t.Errorf("skip %t: %v, want %v", skip, err, wantErr)
		case err == nil && report.Skipped != wantReport.Skipped:
			t.Errorf("skip %t: %d rows left out, want %d", skip, report.Skipped, wantReport.Skipped)
		case err == nil:
			checkSlabs(t, rand.New(rand.NewPCG(1, 7)), "in no order", s, want)
		}
	}
}

// doctored returns a file whose footer was changed.
func doctored(t testing.TB, content []byte, change func(*footer.FileMetaData)) []byte {
	t.Helper()
	end := len(content) - 8
	begin := end - int(binary.LittleEndian.Uint32(content[end:]))
	var meta footer.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), content[begin:end], &meta); err != nil {
		t.Fatal(err)
	}
	change(&meta)
	text, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		t.Fatal(err)
	}
	out := append(slices.Clone(content[:begin]), text...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(text))), "PAR1"...)
}

// statisticsOf calls do with the statistics of the times of each row group.
func statisticsOf(meta *footer.FileMetaData, do func(group int, s *footer.Statistics)) {
	for i := range meta.RowGroups {
		for k := range meta.RowGroups[i].Columns {
			if m := &meta.RowGroups[i].Columns[k].MetaData; slices.Equal(m.PathInSchema, []string{"t"}) {
				do(i, &m.Statistics)
			}
		}
	}
}

func double(v float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)) }

// TestStatistics: where row groups lack statistics of times, the file is read to reels. Where statistics lie, slabs are still right, and
// are found to read too much.
func TestStatistics(t *testing.T) {
	tier.Full(t)
	inTurn, inRow := columnar(t, rowsOf(20, 50, true), 100), columnar(t, rowsOf(20, 50, false), 100)
	for name, c := range map[string]struct {
		content []byte
		change  func(group int, s *footer.Statistics)
		direct  bool
	}{
		"as they are": {inTurn, func(int, *footer.Statistics) {}, true},
		"missing":     {inTurn, func(_ int, s *footer.Statistics) { *s = footer.Statistics{} }, false},
		"one missing": {inTurn, func(i int, s *footer.Statistics) {
			if i == 7 {
				*s = footer.Statistics{}
			}
		}, false},
		"old": {inTurn, func(_ int, s *footer.Statistics) {
			*s = footer.Statistics{Min: s.MinValue, Max: s.MaxValue}
		}, true},
		"too short":  {inTurn, func(_ int, s *footer.Statistics) { s.MinValue = s.MinValue[:4] }, false},
		"no numbers": {inTurn, func(_ int, s *footer.Statistics) { s.MaxValue = double(math.NaN()) }, false},
		"turned":     {inTurn, func(_ int, s *footer.Statistics) { s.MinValue, s.MaxValue = s.MaxValue, s.MinValue }, false},
		"lies": {inRow, func(i int, s *footer.Statistics) {
			s.MinValue, s.MaxValue = double(float64(5*i)), double(float64(5*i)+0.5)
		}, true},
		"all the same": {inTurn, func(_ int, s *footer.Statistics) { s.MinValue, s.MaxValue = double(3), double(3) }, true},
	} {
		path := fileOf(t, doctored(t, c.content, func(m *footer.FileMetaData) { statisticsOf(m, c.change) }))
		want, _, err := input.Read(context.Background(), path, format.Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		s := readAs(t, path, Options{grain: coarse})
		if s.Direct() != c.direct {
			t.Errorf("%s: by row groups %v, want %v", name, s.Direct(), c.direct)
		}
		plan, err := Cut(8_000, s)
		if err != nil {
			t.Fatal(name, err)
		}
		if apart := s.TellsApart(plan.Edges); apart != (name != "lies") {
			t.Errorf("%s: slabs tell row groups apart: %v", name, apart)
		}
		checkSlabs(t, rand.New(rand.NewPCG(1, 8)), name, s, want)
	}
}

// TestSpill: a spool that was to be read by row groups can be read to reels after all.
func TestSpill(t *testing.T) {
	path := fileOf(t, columnar(t, rowsOf(40, 100, true), 100))
	want, _, err := input.Read(context.Background(), path, format.Options{MaxGap: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	s := readAs(t, path, Options{Format: format.Options{MaxGap: 0.9}, grain: coarse})
	whole := s.Whole()
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	again := Options{Format: format.Options{MaxGap: 0.9}, grain: coarse, Memory: 64 << 20, Folder: folder}
	for range 2 { // a second time does nothing
		if err := s.Spill(context.Background(), again); err != nil || s.Direct() || s.Path() != "" || s.Spilled() == 0 {
			t.Fatalf("%v, %v", err, s)
		}
	}
	if w := slab.Of(want); w.Segments != whole.Segments || s.Whole().Segments != whole.Segments {
		t.Errorf("%d segments, before %d, want %d", s.Whole().Segments, whole.Segments, w.Segments)
	}
	checkSlabs(t, rand.New(rand.NewPCG(1, 9)), "spilled", s, want)
}

// TestChanged: a file that changed after the first reading is an error that says so, however it changed and however it is read again.
func TestChanged(t *testing.T) {
	content := columnar(t, rowsOf(40, 100, true), 100)
	for name, change := range map[string]func(t *testing.T, path string) error{
		"longer": func(_ *testing.T, path string) error {
			return os.WriteFile(path, append(slices.Clone(content), 0), 0o600)
		},
		"shorter":  func(_ *testing.T, path string) error { return os.Truncate(path, 1000) },
		"touched":  func(_ *testing.T, path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) },
		"replaced": func(t *testing.T, path string) error { return os.Rename(fileOf(t, content), path) },
	} {
		for _, spilled := range []bool{false, true} {
			path := fileOf(t, content)
			s := readAs(t, path, Options{grain: coarse})
			if err := change(t, path); err != nil {
				t.Fatal(err)
			}
			var err error
			if spilled {
				err = s.Spill(context.Background(), Options{Memory: 64 << 20})
			} else {
				err = errorOfSlabs(s, Range{Edges: []float64{20, 40}})
			}
			if name == "replaced" && !spilled { // the opened file still exists
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
			} else if err == nil || !strings.HasPrefix(err.Error(), path+": the file changed while it was read") || !errors.Is(err, format.ErrChanged) {
				t.Errorf("%s, spilled %v: %v", name, spilled, err)
			}
		}
	}
}

// TestOtherRows: other rows than in the first reading are an error, even where the change of the file cannot be seen.
func TestOtherRows(t *testing.T) {
	few, many := columnar(t, rowsOf(40, 100, true), 100), columnar(t, rowsOf(41, 100, true), 100)
	fewer, sparse := columnar(t, rowsOf(39, 100, true), 100), columnar(t, rowsOf(20, 199, true), 100)
	for name, content := range map[string][]byte{"an id more": many, "an id less": fewer, "other times": sparse} {
		s, now := readAs(t, fileOf(t, few), Options{grain: coarse}), readAs(t, fileOf(t, content), Options{grain: coarse})
		then := s.direct.groups
		defer then.Close()
		s.direct.groups = now.direct.groups
		s.direct.spans = now.direct.spans
		err := errorOfSlabs(s, Range{Edges: []float64{20, 40}})
		if err == nil || !strings.HasSuffix(err.Error(), "the file changed while it was read") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCorruptPositions: a fault that the first reading does not look at is reported as input.Read reports it, which looks at everything:
// the first fault in the file, not the first in time.
func TestCorruptPositions(t *testing.T) {
	rows := rowsOf(40, 100, true)
	rows[3777].x = math.Inf(1)
	rows[3555].y = math.NaN()
	content := columnar(t, rows, 100)
	flipped := slices.Clone(content)
	begin := bytes.Index(flipped, double(rows[2000].x))
	if begin < 0 {
		t.Fatal("the positions are not found in the file")
	}
	for i := range 8 {
		flipped[begin+i] ^= 0x55
	}
	for _, c := range [][]byte{content, flipped} {
		path := fileOf(t, c)
		_, _, want := input.Read(context.Background(), path, format.Options{})
		s := readAs(t, path, Options{grain: coarse})
		for _, edges := range [][]float64{nil, {20, 40, 90}, {95}} {
			if err := errorOfSlabs(s, Range{Edges: edges, Ahead: len(edges) == 1}); !s.Direct() || want == nil || err == nil || err.Error() != want.Error() {
				t.Errorf("%v: %v, want %v", edges, err, want)
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, err := range s.Slabs(ctx, Range{}) {
			if err != context.Canceled {
				t.Errorf("cancelled: %v", err)
			}
		}
	}
}

// TestIndirect: files whose times do not fit in memory, or whose rows are not in order, go to reels.
func TestIndirect(t *testing.T) {
	rows := rowsOf(40, 100, true)
	ctx := context.Background()
	read := func(all []line, o Options) (direct bool) {
		s, _, ok := readTimes(ctx, fileOf(t, columnar(t, all, 100)), o)
		if ok {
			s.Close()
		}
		return ok
	}
	skip := format.Options{Reading: format.Reading{SkipBadRows: true}}
	if !read(rows, Options{Memory: 64 << 20, Format: skip}) || !read(rows, Options{Memory: 64 << 20, Format: format.Options{MaxGap: 0.5}}) {
		t.Fatal("not read by row groups")
	}
	late := slices.Clone(rows)
	late[2000].t = 0
	broken := rowsOf(400, 100, true)
	for i := range broken {
		broken[i].t += math.Floor(broken[i].t / 2) // every other step is longer
	}
	if !read(broken, Options{Memory: 64 << 20, Format: format.Options{MaxGap: 1.5}}) {
		t.Fatal("gaps that fit are not read by row groups")
	}
	for name, o := range map[string]format.Options{"speed": {MaxSpeed: 1}} {
		if !read(rows, Options{Memory: 64 << 20, Format: o}) {
			t.Errorf("%s: not read by row groups", name)
		}
	}
	named := slices.Clone(rows)
	for i := range named {
		named[i].id = "car " + named[i].id
	}
	if !read(named, Options{Memory: 25 << 20}) {
		t.Fatal("names that fit are not read by row groups")
	}
	for name, direct := range map[string]bool{
		"late":        read(late, Options{Memory: 64 << 20, Format: skip}),
		"degrees":     read(rows, Options{Memory: 64 << 20, Format: format.Options{Reading: format.Reading{LonLat: true}}}),
		"no memory":   read(rows, Options{Memory: 100 << 10, way: always}),
		"many gaps":   read(broken, Options{Memory: 300 << 10, way: always, grain: coarse, Format: format.Options{MaxGap: 1.5}}),
		"a gap of -1": read(rows, Options{Memory: 64 << 20, Format: format.Options{MaxGap: -1}}),
		"a gatherer":  read(rows, Options{Memory: 20 << 20}),
		"many names":  read(named, Options{Memory: 24<<20 + 1000}),
	} {
		if direct {
			t.Errorf("%s: read by row groups", name)
		}
	}
}

// mostFuzzed is the most segments of a fuzzed file: small pages and slabs of many, which curves make, take seconds.
const mostFuzzed = 2000

// FuzzRowGroups: of any Parquet file, wherever its row groups end, the slabs are the store's, or the error is the same.
func FuzzRowGroups(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(1+seed*seed), seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64, perGroup uint8, options uint64) {
		r := rand.New(rand.NewPCG(seed, 17))
		k := randomKind(r)
		all := k.lines(r)
		path := fileOf(t, columnar(t, all, 1+int(perGroup)))
		o, g := randomOptions(rand.New(rand.NewPCG(options, 18)), k)
		o.Upright = options%5 == 0 && all[0].hasZ
		want, _, wantErr := input.Read(context.Background(), path, o)
		if wantErr == nil && want.Segments() > mostFuzzed {
			return
		}
		folder, err := spill.Open(t.TempDir(), 0) // rows go there if row groups do not tell times apart
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := Read(context.Background(), path, Options{Format: o, Memory: 16 << 20, Folder: folder, grain: g, way: always})
		if err == nil {
			defer s.Close()
		}
		if err == nil && wantErr != nil {
			err = errorOfSlabs(s, Range{Edges: []float64{1, 2, 4, 8}})
		}
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("got  %v\nwant %v", err, wantErr)
		}
		if err == nil {
			checkSlabs(t, r, fmt.Sprintf("%+v, %+v, %+v", k, o, g), s, want)
		}
	})
}
