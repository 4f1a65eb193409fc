package format

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"flyby/internal/geo"
	"flyby/internal/output"
	"flyby/points"
)

// write writes a file into a folder of the test's own.
func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readText reads text as CSV in small blocks and again from a file, and fails where the results differ.
func readText(t *testing.T, text string, o Options) (*points.Store, Report, error) {
	t.Helper()
	path := write(t, "p.csv", []byte(text))
	s, r, err := Read(context.Background(), path, o)
	o.Stdin = strings.NewReader(text)
	again, _, err1 := Read(context.Background(), "-", o)
	if (err == nil) != (err1 == nil) || err == nil && shown(s) != shown(again) {
		t.Errorf("%q: a file: %v, %v; standard input: %v, %v", text, s, err, again, err1)
	}
	if err != nil {
		err = errors.New(strings.TrimPrefix(err.Error(), path))
	}
	return s, r, err
}

// shown returns a store as text: id=coordinates for each point.
func shown(s *points.Store) string {
	var all []string
	for row := range s.Len() {
		all = append(all, fmt.Sprintf("%s=%v", s.IDs().ID(row), s.Append(nil, row)))
	}
	return strings.Join(all, " ")
}

// TestReadCSV: ids, coordinates, separators and quotes are read, and other columns are left out.
func TestReadCSV(t *testing.T) {
	named := map[string]string{"x1": "b", "x2": "a"}
	for _, c := range []struct {
		text    string
		o       Options
		want    string
		ignored []string
	}{
		{"x,y\n1,2\n-0.5,1e3\n", Options{}, "0=[1 2] 1=[-0.5 1000]", nil},
		{"x\n1\n2", Options{}, "0=[1] 1=[2]", nil},
		{"id;x1;x2\nb;1;2\na;3;4\n", Options{}, "b=[1 2] a=[3 4]", nil},
		{"x1\tid\tx2\n1\t7\t2\n3\t-3\t4\n", Options{}, "7=[1 2] -3=[3 4]", nil},
		{"id|x1\r\n1|2\r\n\"a|b\"|3\r\n", Options{}, "1=[2] a|b=[3]", nil},
		{"# a comment\nid,x1\n\"a \"\"b\"\"\",\" 3\"\n", Options{}, `a "b"=[3]`, nil},
		{"\xef\xbb\xbfid,name,a,b,when\n5,joe,1,2,2024-05-01\n6,sue,3,4,2024-05-02\n", Options{}, "5=[1 2] 6=[3 4]", []string{"name", "when"}},
		{",a,b\n0,1,2\n1,3,4\n", Options{}, "0=[1 2] 1=[3 4]", nil},
		{"id,a,b\nx,1,2\nx,3,4\n", Options{Columns: named}, "0=[2 1] 1=[4 3]", nil},
		{"id,a,b\nx,1,2\ny,3,4\n", Options{Columns: map[string]string{"id": "a", "x1": "b"}}, "1=[2] 3=[4]", nil},
		{"id,name,a,b\n,joe,1,2\n", Options{Columns: named}, "0=[2 1]", nil},
		{"a;b\n1;2\n", Options{Columns: named}, "0=[2 1]", nil},
		{"0,1\n5,6\n", Options{Columns: map[string]string{"x1": "1"}}, "0=[6]", nil},
		{"x,y\n1,2\n\n3,4\n", Options{}, "0=[1 2] 1=[3 4]", nil},
		{"traj_id,stops,length\n17,3,4\n12,5,6\n", Options{}, "17=[3 4] 12=[5 6]", nil},
		{"traj_id,id,x\n17,a,3\n17,b,4\n", Options{}, "a=[17 3] b=[17 4]", nil},
		{"x,y\n1,2\n3\nb,4\n5,1e400\n7,8\n", Options{Reading: Reading{SkipBadRows: true}}, "0=[1 2] 1=[7 8]", nil},
		{"id,x\na,1\nb,2\na,3\n", Options{Reading: Reading{SkipBadRows: true}}, "a=[1] b=[2]", nil},
		{"id,x\n1,1\n2,2\n1,3\n", Options{Reading: Reading{SkipBadRows: true}}, "1=[1] 2=[2]", nil},
		{"x\n1.0715086071862673e301\n-1.0715086071862673e301\n4.9e-324\n-0\n", Options{}, "0=[1.0715086071862673e+301] 1=[-1.0715086071862673e+301] 2=[5e-324] 3=[-0]", nil},
	} {
		s, r, err := readText(t, c.text, c.o)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := shown(s); got != c.want || !slices.Equal(r.Ignored, c.ignored) || r.Rows-r.Skipped != s.Len() {
			t.Errorf("%q: %s, ignored %v, report %+v; want %s, ignored %v", c.text, got, r.Ignored, r, c.want, c.ignored)
		}
	}
}

// TestReadCSVErrors: bad files are errors with cause and place.
func TestReadCSVErrors(t *testing.T) {
	const noHeader = ":1: no header: the first line must name the columns (id, if there is one, and the coordinates); --no-header reads numbers without one, as columns x1, x2 and so on"
	headerless := Options{NoHeader: true}
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{"", Options{}, ": empty file"},
		{"# only\n", Options{}, ":2: no header after the lines that begin with #"},
		{"x,y\n", Options{}, ": no rows after the header"},
		{"id\n1\n", Options{}, `:1: no coordinates: no column but "id"`},
		{"id,name\n1,joe\n", Options{}, `:1: no coordinates: none of the columns "name" holds numbers`},
		{"1,2\n3,4\n", Options{}, noHeader}, {"0,2\n3,4\n", Options{}, noHeader}, {"0,01\n3,4\n", Options{}, noHeader}, {"joe,0,1\n", Options{}, noHeader}, {",1,2\n0,3,4\n", Options{}, noHeader},
		{"5\n", Options{}, noHeader}, {"1.5 -2e-1\n3 4\n", Options{}, noHeader}, {"  1.5\t2  \n", Options{}, noHeader}, {"# savetxt\n0.000000000000000000e+00 1.000000000000000000e+00\n", Options{}, strings.Replace(noHeader, "1", "2", 1)},
		{"0,1\n", Options{}, ": no rows after the header"}, {"0,1\n5,6\n", Options{Columns: map[string]string{"id": "2"}}, `:1: no column 2; there is "0", "1"`},
		{"", headerless, ": empty file"}, {"# only\n", headerless, ":2: no rows after the lines that begin with #"}, {"1 2\n3\n", headerless, ":2: 1 columns where the first row has 2"},
		{"1 2\n3 b\n", headerless, `:2: column x2: "b": not a number`}, {"# a\njoe sue\n", headerless, `:2: no coordinates: none of the columns "x1", "x2" holds numbers`},
		{"1,5;2,5\n", headerless, ":1: fields appear both where ',' separates them and where ';' does"}, {"1,5 2,5\n", headerless, ":1: fields appear both where ',' separates them and where blanks do"},
		{"1 2\n", Options{NoHeader: true, Columns: map[string]string{"x1": "x3"}}, `:1: no column x3; there is "x1", "x2"`}, {"1 2 3 4\n", Options{NoHeader: true, Reading: Reading{LonLat: true}}, ":1: 4 coordinates a row: degrees have a longitude, a latitude, and perhaps a height"},
		{"1 2\n0 90.5\n", Options{NoHeader: true, Reading: Reading{LonLat: true}}, `:2: column x2: "90.5": latitude outside -90 to 90 degrees`}, {"1,\"2\n", headerless, ":1: a quote inside a field that is not quoted"},
		{"x,y\n1,2\n3,b\n", Options{}, `:3: column y: "b": not a number`},
		{"x,y\n1,2\n3,\n", Options{}, `:3: column y: "": missing`},
		{"x,y\n1,NaN\n3,\n", Options{Columns: map[string]string{"x1": "y"}}, `:2: column y: "NaN": not a finite number`},
		{"x,y\nnan,2\n3,4\n", Options{}, `:2: column x: "nan": not a finite number`},
		{"x,y\n1,-Infinity\n3,4\n", Options{}, `:2: column y: "-Infinity": not a finite number`},
		{"x,y\n1e999,1\n", Options{}, `:2: column x: "1e999": too large for float64`},
		{"x,y\n1,2\n3,inf\n", Options{}, `:3: column y: "inf": not a finite number`},
		{"x,y\n1,2\n-1e302,1\n", Options{}, `:3: column x: "-1e302": magnitude over 2^1000`},
		{"x,y\n1,2\n1e999,1\n", Options{}, `:3: column x: "1e999": too large for float64`},
		{"x,y\n1,2\n1\n", Options{}, ":3: 1 columns where the header has 2"},
		{"x,y\n1,2\n1,2,3\n", Options{}, ":3: 3 columns where the header has 2"},
		{"x;y\n1,5;2\n", Options{Columns: map[string]string{"x1": "x"}}, `:2: column x: "1,5": a decimal comma: numbers are written with a point`},
		{"id,x\na,1\nb,2\na,3\n", Options{}, `:4: column id: "a": the id of line 2 too, and ids are there once; --columns x1=x reads points that share theirs, as pings do: the number of the row is the id then`},
		{"traj_id,t,x,y,z,speed\n5,0,1,2,3,4\n5,1,1,2,3,4\n", Options{}, `:3: column traj_id: "5": the id of line 2 too, and ids are there once; --columns x1=t,x2=x,x3=y,x4=z,x5=speed reads points that share theirs, as pings do: the number of the row is the id then; --columns x1=traj_id,x2=t,x3=x,x4=y,x5=z,x6=speed takes it for a coordinate`},
		{"id,x\na,1\n,2\n", Options{}, `:3: column id: "": missing`},
		{"id,x\na,1\n\xff,2\n", Options{}, ":3: column id: \"\\xff\": not UTF-8"},
		{"id,id,x\n1,2,3\n", Options{}, ":1: two columns id"},
		{"x,y,x\n1,2,3\n", Options{Columns: map[string]string{"x1": "x"}}, ":1: two columns x"},
		{"x,y\n1,2\n", Options{Columns: map[string]string{"x1": "z"}}, `:1: no column z; there is "x", "y"`},
		{"a,b;a\n1,2\n", Options{Columns: map[string]string{"x1": "a"}}, ":1: columns appear both where ',' separates them and where ';' does"},
		{"x,y\n1,\"2\n", Options{}, ":2: a quoted field does not end"},
		{"x,y\nb\n", Options{Reading: Reading{SkipBadRows: true}}, ": every one of 1 rows is bad, such as "},
		{output.ArrayMagic + "\n", Options{}, ": this is NPY data, which is read from a file whose name ends in .npy"},
		{"PAR1\n", Options{}, ": this is Parquet data, which is read from a file whose name ends in .parquet"},
		{"x\x00\n", Options{}, ": this is binary data or UTF-16, not UTF-8 text"},
	} {
		s, _, err := readText(t, c.text, c.o)
		if err == nil {
			if c.want != "" {
				t.Errorf("%q: %s, want %s", c.text, shown(s), c.want)
			}
			continue
		}
		if got := err.Error(); c.want != "" && !(got == c.want || strings.HasSuffix(c.want, " such as ") && strings.HasPrefix(got, c.want)) {
			t.Errorf("%q: %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestErrorPlace: the fields of an Error give its place to programs.
func TestErrorPlace(t *testing.T) {
	path := write(t, "p.csv", []byte("x,y\n1,2\n3,b\n"))
	_, _, err := Read(context.Background(), path, Options{})
	var bad *Error
	if !errors.As(err, &bad) || bad.File != path || bad.Line != 3 || bad.Column != "y" || bad.Value != "b" {
		t.Errorf("%+v", bad)
	}
	if _, _, err := Read(context.Background(), write(t, "e.csv", nil), Options{}); !errors.Is(err, ErrEmpty) {
		t.Error(err)
	}
}

// TestNoRows: a header alone and an array of no points are ErrNoRows; rows that are all bad or all left out are ErrEmpty
// alone.
func TestNoRows(t *testing.T) {
	for _, c := range []struct {
		path string
		o    Options
		none bool
	}{
		{write(t, "h.csv", []byte("id,x\n")), Options{}, true},
		{write(t, "a.npy", array("<f8", false, 1, []int{0, 2}, nil)), Options{}, true},
		{write(t, "b.csv", []byte("id,x\n1,nan\n")), Options{Reading: Reading{SkipBadRows: true}}, false},
		{write(t, "w.csv", []byte("id,x\n1,2\n")), Options{Reading: Reading{Where: conditions(t, "x>5")}}, false},
	} {
		if _, _, err := Read(context.Background(), c.path, c.o); !errors.Is(err, ErrEmpty) || errors.Is(err, ErrNoRows) != c.none {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

// TestReadMisuse: bad names and bad options are errors.
func TestReadMisuse(t *testing.T) {
	npy := write(t, "p.npy", array("<f8", false, 1, []int{1, 2}, []float64{1, 2}))
	for _, c := range []struct {
		path string
		o    Options
		want string
	}{
		{"p.docx", Options{}, "format: read p.docx: unknown extension (known: .csv, .tsv, .txt, no extension, .parquet, .arrows, .arrow, .feather, .xml, .gpx, .plt, .fits, .vot, .ecsv, .json, .ndjson, .jsonl, .geojson, .oem, .npy; all but .parquet and .arrows also with .gz or .zst; - for CSV or NPY from standard input)"},
		{"-", Options{}, "format: read -: there is no standard input"},
		{"p.csv", Options{Reading: Reading{Threads: -1}}, "format: read p.csv: -1 threads: must be positive, or 0 for one a core"},
		{npy, Options{Columns: map[string]string{"x1": "a"}}, "format: read " + npy + ": columns are named, and those of NPY have no names"},
		{"p.csv", Options{Columns: map[string]string{"x2": "a"}}, "format: columns: no x1: coordinates are x1, x2 and so on"},
		{"p.csv", Options{Columns: map[string]string{"x1": "a"}, Reading: Reading{LonLat: true}}, "format: columns: 1 coordinates: degrees have x1, the longitude, x2, the latitude, and perhaps x3, the height"},
	} {
		if _, _, err := Read(context.Background(), c.path, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
	}
	for path, want := range map[string]string{"a.CSV.zst": "CSV", "a.parquets": "", "a.npy.gz": "NPY", "a.parquet": "Parquet", "-": "CSV"} {
		if f, ok := Formats().Choose(path, ""); f.Name != want || ok != (want != "") || f.Fixed != (want == "NPY") {
			t.Errorf("%s: %q, %v, want %q", path, f.Name, ok, want)
		}
	}
}

// TestParseColumns: the mapping of --columns is parsed, and bad mappings are refused.
func TestParseColumns(t *testing.T) {
	m, err := ParseColumns("id=mmsi,x1=lon,x2=lat")
	if err != nil || len(m) != 3 || m["x2"] != "lat" {
		t.Errorf("%v, %v", m, err)
	}
	if m, err := ParseColumns("id=mmsi"); err != nil || len(m) != 1 {
		t.Errorf("ids alone: %v, %v", m, err)
	}
	if m, err := ParseColumns(""); err != nil || len(m) != 0 {
		t.Errorf("%v, %v", m, err)
	}
	for text, want := range map[string]string{
		"x1":          `format: columns "x1": "x1" is not of the form key=name`,
		"x1=a,x1=b":   `format: columns "x1=a,x1=b": key x1 twice`,
		"x=a":         `format: columns: unknown key "x" (known: id, x1, x2 and so on to x4096)`,
		"x0=a":        `format: columns: unknown key "x0" (known: id, x1, x2 and so on to x4096)`,
		"x01=a":       `format: columns: unknown key "x01" (known: id, x1, x2 and so on to x4096)`,
		"x4097=a":     `format: columns: unknown key "x4097" (known: id, x1, x2 and so on to x4096)`,
		"x1=":         "format: columns: no name for x1",
		"x1=a,x2=a":   `format: columns: x1 and x2 are both "a"`,
		"id=a,x2=b":   "format: columns: no x1: coordinates are x1, x2 and so on",
		"x1=a,x3=b":   "format: columns: no x2: coordinates are x1, x2 and so on",
		"id=a,x1=a,y": `format: columns "id=a,x1=a,y": "y" is not of the form key=name`,
	} {
		if _, err := ParseColumns(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestLonLat: degrees become earth-centred metres, and degrees out of range are errors.
func TestLonLat(t *testing.T) {
	s, _, err := readText(t, "id,speed,lat,lon\n1,3,55.5,12.5\n2,4,-90,180\n", Options{Reading: Reading{LonLat: true}})
	if err != nil {
		t.Fatal(err)
	}
	for row, place := range []geo.Place{{Lon: 12.5, Lat: 55.5}, {Lon: 180, Lat: -90}} {
		if m := place.Metres(); !slices.Equal(s.Append(nil, row), m[:]) {
			t.Errorf("%v, want %v", s.Append(nil, row), m)
		}
	}
	s, _, err = readText(t, "a,b,c\n10,20,300\n", Options{Reading: Reading{LonLat: true}, Columns: map[string]string{"x1": "b", "x2": "a", "x3": "c"}})
	if m := (geo.Place{Lon: 20, Lat: 10, Height: 300}).Metres(); err != nil || !slices.Equal(s.Append(nil, 0), m[:]) {
		t.Errorf("%v, %v", s, err)
	}
	for text, want := range map[string]string{
		"lon,lat\n1,2\n3,91\n":  `:3: column lat: "91": `,
		"lon,lat\n1,2\n361,1\n": `:3: column lon: "361": `,
		"x,y\n1,2\n":            `:1: no column lon; there is "x", "y"`,
	} {
		if _, _, err := readText(t, text, Options{Reading: Reading{LonLat: true}}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s...", text, err, want)
		}
	}
}

// TestPacked: packed files are read as the files inside, and cut ones are errors.
func TestPacked(t *testing.T) {
	plain := map[string][]byte{
		".csv": []byte("id,x\n1,2\n3,4\n"),
		".npy": array("<f8", false, 1, []int{2, 1}, []float64{2, 4}),
	}
	for ext, data := range plain {
		want, _, err := Read(context.Background(), write(t, "p"+ext, data), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(data) //nolint:errcheck // a buffer
		z.Close()     //nolint:errcheck // a buffer
		e, err := zstd.NewWriter(nil)
		if err != nil {
			t.Fatal(err)
		}
		for packing, data := range map[string][]byte{".gz": packed.Bytes(), ".zst": e.EncodeAll(data, nil)} {
			got, _, err := Read(context.Background(), write(t, "p"+ext+packing, data), Options{})
			if err != nil || shown(got) != shown(want) {
				t.Errorf("%s%s: %v, %v", ext, packing, got, err)
			}
			if _, _, err := Read(context.Background(), write(t, "p"+ext+packing, data[:len(data)-6]), Options{}); err == nil {
				t.Errorf("%s%s cut short is read", ext, packing)
			}
		}
	}
}

// TestBlocks: points, ids, lines and errors do not depend on where blocks end or on the number of threads.
func TestBlocks(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,x1,name,x2\n")
	for row := range 3000 {
		if row%700 == 699 {
			fmt.Fprintf(&text, "%d,bad,\"a\nb\",%d\n", row, row)
			continue
		}
		id := fmt.Sprint(row)
		if row > 2000 {
			id = "p" + id
		}
		fmt.Fprintf(&text, "%s,%v,\"a, b\",%v\n", id, float64(row)/7, -row)
	}
	path := write(t, "p.csv", []byte(text.String()))
	for _, threads := range []int{1, 3} {
		for _, size := range []int{40, 1000, 1 << 20} {
			src, o := open(t, path), Options{Reading: Reading{SkipBadRows: true, Threads: threads}}
			p, err := readCSVBlocks(context.Background(), src, &o, size)
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.build(&o)
			if err != nil || s.Len() != 2996 || p.report.Skipped != 4 || s.IDs().ID(2995) != "p2999" || s.IDs().ID(0) != "0" || s.IDs().IntIDs() {
				t.Fatalf("blocks of %d: %v, %v, %+v", size, s, err, p.report)
			}
			if s.Column(0)[2995] != float64(2999)/7 || s.Column(1)[1] != -1 || !strings.Contains(p.report.Reasons[1], ":1402: column x1") {
				t.Errorf("blocks of %d: %v", size, p.report.Reasons)
			}
			o.SkipBadRows = false
			if _, err := readCSVBlocks(context.Background(), open(t, path), &o, size); err == nil || !strings.HasPrefix(err.Error(), path+`:701: column x1: "bad"`) {
				t.Errorf("blocks of %d: %v", size, err)
			}
		}
	}
}

// TestManyColumns: the greatest number of coordinates of a point is read, and one more is an error.
func TestManyColumns(t *testing.T) {
	for _, n := range []int{points.MaxDimensions, points.MaxDimensions + 1} {
		names, values := make([]string, n), make([]string, n)
		for k := range n {
			names[k], values[k] = fmt.Sprint("c", k), fmt.Sprint(k)
		}
		s, _, err := readText(t, strings.Join(names, ",")+"\n"+strings.Join(values, ",")+"\n", Options{})
		switch {
		case n <= points.MaxDimensions && (err != nil || s.Dimensions() != n || s.Column(n - 1)[0] != float64(n-1)):
			t.Errorf("%d columns: %v", n, err)
		case n > points.MaxDimensions && (err == nil || err.Error() != ":1: 4097 coordinates: a point has at most 4096"):
			t.Errorf("%d columns: %v", n, err)
		}
	}
}

// TestCancelled: the end of the context ends the reading.
func TestCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, path := range []string{
		write(t, "p.csv", []byte("x\n"+strings.Repeat("1\n", 1<<20))),
		write(t, "p.npy", array("<f8", false, 1, []int{1, 1}, []float64{math.Pi})),
	} {
		if _, _, err := Read(ctx, path, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
