package fileset

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// rowsOf reads rows of files as text, a line each, with the ids of their numbers.
func rowsOf(t *testing.T, files []File, o format.Options) (lines []string, report format.Report) {
	t.Helper()
	type seen struct {
		number uint32
		line   string
	}
	var all []seen
	ids, report, err := ReadFileRows(context.Background(), files, o, func(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
		if bad != nil || len(rows.Piece) != len(rows.T) || len(rows.ID.Code) != len(rows.T) {
			t.Errorf("%d rows, %d pieces, %d numbers", len(rows.T), len(rows.Piece), len(rows.ID.Code))
		}
		for i, number := range rows.ID.Code {
			if int(number) >= rows.Trajectories {
				t.Errorf("number %d of %d", number, rows.Trajectories)
			}
			all = append(all, seen{number, fmt.Sprintf("%d %v %v %v %d", rows.File, rows.T[i], rows.X[i], rows.Y[i], rows.Piece[i])})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		lines = append(lines, ids.Text(s.number)+" "+s.line)
	}
	return lines, report
}

// TestReadFileRows: rows come file after file, under one set of numbers, without repeats and bad rows of a file.
func TestReadFileRows(t *testing.T) {
	paths := writeAll(t, t.TempDir(), map[string]string{
		"a.csv": "id,t,x,y\n7,1,0,0\n-3,1,1,1\n7,1,0,0\n7,2,0,1\n",
		"b.csv": "id,t,x,y\n7,0,0,0\n-3,nan,1,1\n7,-1,5,5\n7,1,0,1\n",
		"c.csv": "id,t,x,y\nship,1,2,3\n7,9,0,0\n",
	})
	for _, threads := range []int{1, 4} {
		got, report := rowsOf(t, filesAt(paths...), format.Options{Reading: format.Reading{SkipBadRows: true, Threads: threads}})
		want := []string{"7 0 1 0 0 0", "-3 0 1 1 1 0", "7 0 2 0 1 0", "7 1 0 0 0 0", "7 1 1 0 1 0", "ship 2 1 2 3 0", "7 2 9 0 0 0"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if report.Files != 3 || report.Rows != 10 || report.Skipped != 2 || report.Repeats != 1 || len(report.Reasons) != 2 {
			t.Errorf("%+v", report)
		}
		if !strings.Contains(report.Reasons[0], "b.csv:3") || !strings.Contains(report.Reasons[1], "b.csv:4") {
			t.Errorf("%q", report.Reasons)
		}
	}
}

// TestReadFileRowsPieces: no two files share a piece, unless they have none.
func TestReadFileRowsPieces(t *testing.T) {
	point := func(day int) string {
		return fmt.Sprintf(`<trkpt lat="1" lon="2"><time>2024-01-%02dT00:00:00Z</time></trkpt>`, day)
	}
	gpx := func(points ...string) string {
		return `<gpx version="1.1"><trk><trkseg>` + strings.Join(points, "</trkseg><trkseg>") + "</trkseg></trk></gpx>"
	}
	paths := writeAll(t, t.TempDir(), map[string]string{
		"a.gpx": gpx(point(1)+point(2), point(3)), "b.gpx": gpx(point(4), point(5)), "c.csv": "id,t,lon,lat\nb,2024-01-09T00:00:00Z,1,2\n",
	})
	got, _ := rowsOf(t, filesAt(paths...), format.Options{Reading: format.Reading{LonLat: true}})
	pieces := map[string]string{}
	for _, line := range got {
		fields := strings.Fields(line)
		pieces[fields[1]] += " " + fields[5]
	}
	if len(got) != 6 || pieces["2"] != " 0" {
		t.Errorf("%q", got)
	}
	for _, piece := range strings.Fields(pieces["0"]) {
		if slices.Contains(strings.Fields(pieces["1"]+pieces["2"]), piece) {
			t.Errorf("two files have piece %s: %v", piece, pieces)
		}
	}
}

// TestReadFileRowsNeedsFiles: of several files, one that has to be read twice must be a regular file.
func TestReadFileRowsNeedsFiles(t *testing.T) {
	paths := writeAll(t, t.TempDir(), map[string]string{"a.csv": "id,t,lon,lat\nb,2024-01-09T00:00:00Z,1,2\n", "empty.gpx": ""})
	_, _, err := ReadFileRows(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{LonLat: true}}, passOver)
	if err == nil || !strings.Contains(err.Error(), "empty.gpx: is no regular file") {
		t.Error(err)
	}
	for cause, o := range map[string]format.Options{"max gap": {MaxGap: math.NaN()}, "-1 threads": {Reading: format.Reading{Threads: -1}}, "height": {Height: "tall"}} {
		if _, _, err := ReadFiles(context.Background(), filesAt(paths[0], paths[0]+"x.csv"), o); err == nil || !strings.Contains(err.Error(), cause) {
			t.Errorf("%v, want %s", err, cause)
		}
	}
}

// FuzzReadFiles: two files of any text give the same data in either order, or one error.
func FuzzReadFiles(f *testing.F) {
	for _, seed := range [][2]string{
		{"id,t,x,y\n1,1,0,0\n", "id,t,x,y\n1,2,0,0\n"}, {"id,t,x,y\n1,1,0,0\n1,3,0,0\n", "id,t,x,y\n1,2,0,0\n1,1,0,0\n"},
		{"id,t,x,y,r\na,1,0,0,1\n", "id,t,x,y,r\na,2,0,0,2\n"}, {"id,t,x,y\n1,1,0,0\n", "id;t;x;y\n1;1;0;1\n"}, {"id,t,x,y\n", ""},
	} {
		f.Add(seed[0], seed[1], true)
		f.Add(seed[0], seed[1], false)
	}
	f.Fuzz(func(t *testing.T, a, b string, skip bool) {
		folder := t.TempDir()
		for name, text := range map[string]string{"a.csv": a, "b.csv": b} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		files, err := ListIn("", folder)
		if err != nil || len(files) != 2 {
			t.Fatalf("%v, %v", files, err)
		}
		var texts [2]string
		for i := range texts {
			store, report, err := ReadFiles(context.Background(), files, format.Options{Reading: format.Reading{SkipBadRows: skip, Threads: 1 + i}, MaxSpeed: float64(len(a) % 3)})
			if texts[i] = fmt.Sprint(err); err == nil {
				texts[i] = storeText(store) + fmt.Sprintf("%+v", report)
				if n := store.Samples() + report.Skipped + report.Repeats + report.CutOff + report.Preset.Omitted(); n != report.Rows {
					t.Errorf("%d rows are told of, of %d", n, report.Rows)
				}
			}
			slices.Reverse(files)
		}
		if texts[0] != texts[1] {
			t.Errorf("%s\nin the other order %s", texts[0], texts[1])
		}
	})
}
