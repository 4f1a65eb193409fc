package spool

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// partsOf deals rows out to files: in order of time if follow is set, else at random. Some rows dealt out at random stand in two files; if
// clash is set, some of these at different places.
func partsOf(r *rand.Rand, all []line, files int, follow, clash bool) [][]line {
	parts := make([][]line, files)
	for _, l := range all {
		at := r.IntN(files)
		if follow {
			at = min(files-1, max(0, int(l.t+5)*files/80))
		}
		parts[at] = append(parts[at], l)
		if !follow && r.IntN(9) == 0 && files > 1 {
			if clash && r.IntN(3) == 0 {
				l.x++
			}
			other := (at + 1) % files
			parts[other] = append(parts[other], l)
		}
	}
	return slices.DeleteFunc(parts, func(part []line) bool { return len(part) == 0 })
}

// writeParts writes files, some as Parquet, and returns them in order of names.
func writeParts(t *testing.T, r *rand.Rand, parts [][]line) (files []input.File) {
	t.Helper()
	folder := t.TempDir()
	for i, part := range parts {
		name, content := fmt.Sprintf("%02d.csv", i), text(part)
		if !part[0].stamp && r.IntN(3) == 0 {
			name, content = fmt.Sprintf("%02d.parquet", i), columnar(t, part, 7)
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, input.File{Path: path})
	}
	return files
}

// TestFiles: random files, which follow one another or do not, give the slabs, reports and errors of input.ReadFiles.
func TestFiles(t *testing.T) {
	tier.Full(t)
	filesAgree(t, 40)
}

func filesAgree(t *testing.T, seeds uint64) {
	t.Helper()
	good, bad, repeats := 0, 0, 0
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 15))
		k := randomKind(r)
		follow, clash := r.IntN(3) == 0, r.IntN(3) == 0
		files := writeParts(t, r, partsOf(r, k.lines(r), 1+r.IntN(9), follow, clash))
		o, g := randomOptions(r, k)
		o.Where = randomWhere(r, "any table")
		o.SortTimes = r.IntN(3) == 0
		what := fmt.Sprintf("seed %d, %d files, follow %v, clash %v, %+v, %+v", seed, len(files), follow, clash, k, o)
		want, wantReport, wantErr := input.ReadFiles(context.Background(), files, o)
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		s, report, err := ReadFiles(context.Background(), files, Options{Format: o, Memory: 16 << 20, Folder: folder, grain: g, way: byReels})
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("%s:\ngot  %v\nwant %v", what, err, wantErr)
		}
		if err != nil {
			bad++
			continue
		}
		good++
		repeats += report.Repeats
		if !reflect.DeepEqual(report, wantReport) {
			t.Fatalf("%s:\nreport %+v\nwant   %+v", what, report, wantReport)
		}
		if w := slab.Of(want); !reflect.DeepEqual(s.Whole(), w) {
			t.Fatalf("%s:\ngot  %+v\nwant %+v", what, s.Whole(), w)
		}
		checkSlabs(t, r, what, s, want)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if good < int(seeds)/4 || bad < int(seeds)/9 || repeats < int(seeds) {
		t.Errorf("%d data sets were read, with %d repeats, and %d refused", good, repeats, bad)
	}
}

// TestHeldFiles: two state vectors of an object at one place and time, in two files, are one row whatever their heights, as
// input.ReadFiles has them, whichever files are beside; a row of a file of another format is not.
func TestHeldFiles(t *testing.T) {
	const header = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,alert,spi,squawk,baroaltitude,geoaltitude,lastposupdate,lastcontact\n"
	state := func(height int) string {
		return fmt.Sprintf(header+"1000,a,47.1,8.1,,,,,false,false,false,,,%d,999,\n", height)
	}
	plain := func(id string) string {
		return "id,t,lon,lat,height\n" + id + ",1970-01-01T00:16:39Z,8.1,47.1,320\n"
	}
	for _, texts := range [][]string{
		{state(300), plain("b"), state(310)}, {state(300), state(310), plain("b")}, {plain("b"), state(300), state(310)},
		{state(300), plain("a")}, {plain("a"), state(300)}, {state(320), plain("a")},
	} {
		folder := t.TempDir()
		var files []input.File
		for i, text := range texts {
			path := filepath.Join(folder, fmt.Sprintf("%d.csv", i))
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, input.File{Path: path})
		}
		o := format.Options{Reading: format.Reading{LonLat: true}}
		_, want, wantErr := input.ReadFiles(t.Context(), files, o)
		spills, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		s, report, err := ReadFiles(t.Context(), files, Options{Format: o, Memory: 16 << 20, Folder: spills})
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && (report.Repeats != 1 || !reflect.DeepEqual(report, want)) {
			t.Errorf("%q:\ngot  %v, %+v\nwant %v, %+v", texts, err, report, wantErr, want)
		}
		if err == nil {
			s.Close()
		}
	}
}

// TestFilesOnce: files that cannot be read twice, such as a pipe, are sorted in the first reading.
func TestFilesOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.csv")
	if err := os.WriteFile(path, []byte("id,t,x,y\n7,2,1,0\n7,4,1,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	read := func(rows string) (*Spool, format.Report, error) {
		o := Options{Format: format.Options{Reading: format.Reading{Stdin: strings.NewReader("id,t,x,y\n" + rows)}}, Memory: 16 << 20, Folder: folder}
		return ReadFiles(context.Background(), []input.File{{Path: "-"}, {Path: path}}, o)
	}
	s, report, err := read("7,1,0,0\n7,3,0,0\n8,0,0,0\n")
	if err != nil || report.Rows != 5 || s.Whole().Segments != 4 {
		t.Fatalf("%v, %+v", err, report)
	}
	s.Close()
	if _, _, err := read("7,4,0,0\n"); err == nil || !strings.HasSuffix(err.Error(), `b.csv:3: column t: "4": trajectory 7 is at another place at this time in standard input`) {
		t.Error(err)
	}
}

// TestRowSorter: rows come out by time, then by trajectory, each once, in few bytes and many runs.
func TestRowSorter(t *testing.T) {
	for _, n := range []int{1, 900, 30000} {
		r := rand.New(rand.NewPCG(uint64(n), 3))
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		s := newRowSorter(folder, 1<<16, 0, byTime)
		seen, copies := map[[2]int]bool{}, 0
		for from := 0; from < n; from += 100 {
			rows := &reading.Rows{File: from % 7}
			for range min(100, n-from) {
				at := [2]int{r.IntN(n), r.IntN(9)}
				if seen[at] {
					copies++
				}
				seen[at] = true
				rows.T, rows.X, rows.Y = append(rows.T, float64(at[0])), append(rows.X, float64(at[1])), append(rows.Y, 1)
				rows.ID.Code, rows.Piece = append(rows.ID.Code, uint32(at[1])), append(rows.Piece, uint32(at[1]))
			}
			if err := s.take(rows, nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.End(); err != nil {
			t.Fatal(err)
		}
		var report format.Report
		s.clashes = &fileset.Clashes{Report: &report}
		last, got := [2]float64{math.Inf(-1)}, 0
		err = s.each(context.Background(), func(rows *reading.Rows) error {
			for i, at := range rows.T {
				now := [2]float64{at, float64(rows.ID.Code[i])}
				if slices.Compare(now[:], last[:]) <= 0 || rows.X[i] != now[1] || rows.Piece[i] != rows.ID.Code[i] || rows.Z != nil {
					return fmt.Errorf("%v after %v", now, last)
				}
				last = now
			}
			got += len(rows.T)
			return nil
		})
		if err != nil || got != len(seen) || report.Repeats != copies {
			t.Errorf("%d rows: %v, %d and %d repeats, want %d and %d", n, err, got, report.Repeats, len(seen), copies)
		}
		if spilled := s.Spilled(); spilled != (n > 1024) {
			t.Errorf("%d rows: spilled %v", n, spilled)
		}
		ctx, stop := context.WithCancel(context.Background())
		stop()
		if err := s.each(ctx, func(*reading.Rows) error { return nil }); err != context.Canceled {
			t.Error(err)
		}
		s.Close()
	}
}

// TestRowSorterRefuses: a folder without room, and ids that outgrow the memory, end a reading.
func TestRowSorterRefuses(t *testing.T) {
	folder, err := spill.Open(t.TempDir(), 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	s := newRowSorter(folder, 1<<16, 0, byTime)
	rows := &reading.Rows{Columns: trajectory.Columns{T: make([]float64, 4000), X: make([]float64, 4000), Y: make([]float64, 4000), Piece: make([]uint32, 4000)}}
	rows.ID.Code = make([]uint32, 4000)
	if err := s.take(rows, nil); err == nil || !strings.Contains(err.Error(), "limit of 1.0 KiB") {
		t.Error(err)
	}
	rows.IDBytes = 1 << 20
	if err := s.take(rows, nil); err == nil || !strings.Contains(err.Error(), "ids of the files") {
		t.Error(err)
	}
}

// TestFilesFail: missing files, a cancelled reading and too little memory are errors, in turn and in order, and nothing is left in
// the folder.
func TestFilesFail(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	k := kind{objects: 9, least: 40, spread: 1}
	for _, follow := range []bool{true, false} {
		files := writeParts(t, r, partsOf(r, k.lines(r), 4, follow, false))
		folder, err := spill.Open(t.TempDir(), 0)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Memory: 16 << 20, Folder: folder}
		gone := append(slices.Clone(files), input.File{Path: filepath.Join(t.TempDir(), "gone.csv")})
		if _, _, err := ReadFiles(context.Background(), gone, o); err == nil || !strings.Contains(err.Error(), "gone.csv") {
			t.Error(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		stop()
		if _, _, err := ReadFiles(ctx, files, o); err == nil || ctx.Err() == nil {
			t.Error(err)
		}
		o.Memory = 1 << 10
		if _, _, err := ReadFiles(context.Background(), files, o); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%d files", len(files))) {
			t.Error(err)
		}
		if free := folder.Room(); free == 0 {
			t.Error("the folder is full")
		}
	}
}
