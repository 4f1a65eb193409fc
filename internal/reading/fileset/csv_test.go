package fileset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// readText reads a file with some content. Paths in errors are cut to the name.
func readText(t testing.TB, name, content string, o format.Options) (*trajectory.Store, format.Report, error) {
	t.Helper()
	return readTextAs(t, name, content, reading.Options{Options: o})
}

// readTextAs is readText with options of a reader.
func readTextAs(t testing.TB, name, content string, o reading.Options) (*trajectory.Store, format.Report, error) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s, report, err := ReadAs(context.Background(), path, o)
	for i, r := range report.Reasons {
		report.Reasons[i] = strings.ReplaceAll(r, folder+string(filepath.Separator), "")
	}
	var e *format.Error
	if errors.As(err, &e) {
		short := *e
		short.File = name
		short.Cause = strings.ReplaceAll(short.Cause, folder+string(filepath.Separator), "")
		return s, report, &short
	}
	return s, report, err
}

// dump writes a store as CSV text without its header.
func dump(t testing.TB, s *trajectory.Store) string {
	t.Helper()
	var out strings.Builder
	if err := output.WriteStore(context.Background(), "-", s, output.WriteOptions{Stdout: &out}); err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(out.String(), "\n")
	return rows
}

func TestReadCSV(t *testing.T) {
	for _, c := range []struct {
		name, text string
		options    format.Options
		want       string
	}{
		{"plain", "traj_id,t,x,y\n1,0,1,2\n1,1,3,4\n", format.Options{}, "1,0,1,2\n1,1,3,4\n"},
		{"no last newline", "traj_id,t,x,y\n1,0,1,2\n1,1,3,4", format.Options{}, "1,0,1,2\n1,1,3,4\n"},
		{"any order, more columns", "y,note,t,x,id,z\n2,,0,1,7,3\n4,hey,1,3,7,5\n", format.Options{}, "7,0,1,2,3\n7,1,3,4,5\n"},
		{"CRLF", "id,t,x,y,r\r\n1,0,1,2,0.5\r\n1,1,3,4,0.5\r\n", format.Options{}, "1,0,1,2,0.5\n1,1,3,4,0.5\n"},
		{"BOM", "\xef\xbb\xbfid,t,x,y\n1,0,1,2\n", format.Options{}, "1,0,1,2\n"},
		{"spaces", "id , t, x, y\n1, 0,\t1 , 2\n", format.Options{}, "1,0,1,2\n"},
		{"empty lines", "id,t,x,y\n\n1,0,1,2\n\r\n1,1,1,2\n\n", format.Options{}, "1,0,1,2\n1,1,1,2\n"},
		{"interleaved", "id,t,x,y\n2,0,1,2\n1,0,3,4\n2,1,5,6\n1,1,7,8\n", format.Options{}, "1,0,3,4\n1,1,7,8\n2,0,1,2\n2,1,5,6\n"},
		{"quoted", "\"id\",t,x,\"y\"\n\"a,b\",0,\"1\",2\r\n\"say \"\"hi\"\"\",\" 1\",3,4\n\"two\nlines\",2,5,\"6\"\n", format.Options{},
			"\"a,b\",0,1,2\n\"say \"\"hi\"\"\",1,3,4\n\"two\nlines\",2,5,6\n"},
		{"quoted note", "id,note,t,x,y\n1,\"a\n\n\"\"b, c\",0,1,2\n1,,1,3,4\n", format.Options{}, "1,0,1,2\n1,1,3,4\n"},
		{"integers sort as numbers", "id,t,x,y\n10,0,1,2\n9,0,1,2\n-1,0,1,2\n", format.Options{}, "-1,0,1,2\n9,0,1,2\n10,0,1,2\n"},
		{"one leading zero makes all names", "id,t,x,y\n10,0,1,2\n9,0,1,2\n09,0,1,2\n", format.Options{}, "09,0,1,2\n10,0,1,2\n9,0,1,2\n"},
		{"names are not trimmed", "id,t,x,y\n a,0,1,2\na,0,1,2\n", format.Options{}, " a,0,1,2\na,0,1,2\n"},
		{"beyond int64", "id,t,x,y\n9223372036854775808,0,1,2\n9223372036854775807,0,1,2\n", format.Options{}, "9223372036854775807,0,1,2\n9223372036854775808,0,1,2\n"},
		{"timestamps", "id,t,x,y\n1,2024-01-01T00:00:00.25+01:00,1,2\n1,\"2024-01-01 00:00:00Z\",1,2\n", format.Options{},
			"1,2023-12-31T23:00:00.25Z,1,2\n1,2024-01-01T00:00:00Z,1,2\n"},
		{"spellings", "id,t,x,y\n1,+0.,.5,25e-2\n1,1e0,-0,1E+2\n", format.Options{}, "1,0,0.5,0.25\n1,1,-0,100\n"},
		{"mapped", "vehicle,time,lon,lat,x,y\ncar,0,1,2,8,9\n", format.Options{Columns: map[string]string{"id": "vehicle", "t": "time", "x": "lon", "y": "lat"}}, "car,0,1,2\n"},
		{"mapped radius", "id,t,x,y,size\n1,0,1,2,3\n", format.Options{Columns: map[string]string{"r": "size"}}, "1,0,1,2,3\n"},
		{"both id names", "id,traj_id,t,x,y\n1,2,0,1,2\n", format.Options{Columns: map[string]string{"id": "traj_id"}}, "2,0,1,2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, report, err := readText(t, "points.csv", c.text, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if got := dump(t, s); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if report.Rows != s.Samples() || report.Skipped != 0 || report.Bytes != int64(len(c.text)) {
				t.Errorf("report %+v", report)
			}
		})
	}
}

// badCSV lists bad rows with the error of each.
func badCSV() []struct{ text, want string } {
	long := strings.Repeat("9", 70)
	return []struct{ text, want string }{
		{"id,t,x,y\n1,0,abc,2\n", `points.csv:2: column x: "abc": not a number`},
		{"id,t,x,y\n1,0,,2\n", `points.csv:2: column x: "": missing`},
		{"id,t,x,y\n1,0,1,2\n1,1,NaN,2\n", `points.csv:3: column x: "NaN": not a finite number`},
		{"id,t,x,y\n1,0,1_000,2\n", `points.csv:2: column x: "1_000": not a decimal number: underscores are no digits`},
		{"id,t,x,y\n1,0,2e1_0,2\n", `points.csv:2: column x: "2e1_0": not a decimal number: underscores are no digits`},
		{"id,t,x,y\n1,0x1p4,1,2\n", `points.csv:2: column t: "0x1p4": not a decimal number: hexadecimal is not read`},
		{"id,t,x,y\n1,0,1,2\n1,Infinity,1,2\n", `points.csv:3: column t: "Infinity": not a finite number`},
		{"id,t,x,y\n1,0,1,2\n1,1,1,-inf\n", `points.csv:3: column y: "-inf": not a finite number`},
		{"id,t,x,y\n1,0,1,2\n1,1,1,1e999\n", `points.csv:3: column y: "1e999": too large for float64`},
		{"id,t,x,y\n1,0,1,2\n1,1,1," + long + "e999\n", `points.csv:3: column y: "` + long[:60] + `...": too large for float64`},
		{"id,t,x,y\n1,0,1,2\n\n1,1,1,2x\n", `points.csv:4: column y: "2x": not a number`},
		{"id,t,x,y\n1,0,1,2\n1,1,1\n", `points.csv:3: 3 columns where the header has 4`},
		{"id,t,x,y\n1,0,1,2,\n", `points.csv:2: 5 columns where the header has 4`},
		{"id,t,x,y\n1,0,1,2\n,1,1,2\n", `points.csv:3: column id: "": missing`},
		{"id,t,x,y\n1,0,1,2\na\xff,1,1,2\n", `points.csv:3: column id: "a\xff": not UTF-8`},
		{"id,t,x,y\n\"\xfe\",0,1,2\n", `points.csv:2: column id: "\xfe": not UTF-8`},
		{"id,t,x,y\nb,0,1,2\n\xc3\x28,1,1,2\n", `points.csv:3: column id: "\xc3(": not UTF-8`},
		{"id,t,x,y\n1,0,1,2\n1,0,1,3\n", `points.csv:3: column t: "0": repeated time within its trajectory`},
		{"id,t,x,y\n1,5,1,2\n2,0,1,2\n1,4.5,1,2\n", `points.csv:4: column t: "4.5": earlier than the row before it in its trajectory (5); --sort-times puts rows in order`},
		{"id,t,x,y\n1,5,\"1\n\",2\n2,0,1,2\n", "points.csv:2: column x: \"1\\n\": not a number"},
		{"id,note,t,x,y\n1,\"a\nb\",5,1,2\n1,c,4,1,2\n", `points.csv:4: column t: "4": earlier than the row before it in its trajectory (5); --sort-times puts rows in order`},
		{"id,t,x,y,r\n1,0,1,2,-1\n", `points.csv:2: column r: "-1": negative radius`},
		{"id,t,x,y,r\n1,0,1,2,1\n1,1,1,2,1.5\n", `points.csv:3: column r: "1.5": differs from the radius of its trajectory (1)`},
		{"id,t,x,y,z\n1,0,1,2,1\n1,1,1,2,\n", `points.csv:3: column z: "": missing`},
		{"id,t,x,y\n1,yesterday,1,2\n", `points.csv:2: column t: "yesterday": not a number`},
		{"id,t,x,y\n1,2024-01-01T00:00:00,1,2\n", `points.csv:2: column t: "2024-01-01T00:00:00": no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does`},
		{"id,t,x,y\n1,2024-01-01,1,2\n", `points.csv:2: column t: "2024-01-01": a date, whose midnight is that of a zone: tell it as --tz UTC does`},
		{"id,t,x,y\n1,0,1,2\n1,2024-01-01T00:00:00Z,1,2\n", `points.csv:3: column t: "2024-01-01T00:00:00Z": a timestamp among numbers`},
		{"id,t,x,y\n1,2024-01-01T00:00:00Z,1,2\n1,7,1,2\n", `points.csv:3: column t: "7": a number among timestamps`},
		{"id,t,x,y\n1,2016-12-31T23:59:59Z,1,2\n1,2016-12-31T23:59:60Z,1,2\n", `points.csv:3: column t: "2016-12-31T23:59:60Z": a leap second has no Unix time of its own`},
		{"id,t,x,y\n1,2024-01-01T00:00:00Z,1,2\n1,2024-01-01T00:00:00Z,1,3\n", `points.csv:3: column t: "2024-01-01T00:00:00Z": repeated time within its trajectory`},
		{"id,t,x,y\n\"a\"b,0,1,2\n", `points.csv:2: text after the closing quote of a field`},
		{"id,t,x,y\na\"b,0,1,2\n", `points.csv:2: a quote inside a field that is not quoted`},
		{"id,t,x,y\n1,0,1,2\n\"a,1,1,2\n1,2,1,2\n", `points.csv:3: a quoted field does not end`},
		{"id,t,x,y\n1,0,1,2\r1,1,1,2\n", `points.csv:2: 7 columns where the header has 4`},
	}
}

// badFiles lists files that no option makes readable.
func badFiles() []struct{ name, text, want string } {
	return []struct{ name, text, want string }{
		{"points.csv", "", `points.csv: empty file`},
		{"points.csv", "id,t,x,y\n", `points.csv: no rows after the header`},
		{"points.csv", "id,t,x,y", `points.csv: no rows after the header`},
		{"points.csv", "id,t,x\n1,2,3\n", `points.csv:1: no y in "id", "t", "x"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{"points.csv", "vehicle,t,x,y\n1,2,3,4\n", `points.csv:1: no id in "vehicle", "t", "x", "y"; try: --columns id=vehicle`},
		{"points.csv", "id,traj_id,t,x,y\n1,2,0,1,2\n", `points.csv:1: columns traj_id and id: say which holds the ids, as --columns id=id does`},
		{"points.csv", "id,t,x,x,y\n1,2,3,4,5\n", `points.csv:1: two columns x`},
		{"points.csv", "1,0,2,3\n1,1,2,3\n", `points.csv:1: no header: the first line must name the columns (traj_id, t, x, y and, if there are any, z and r)`},
		{"points.csv", "id;t;x\n1;0;2;3\n", `points.csv:1: no y in "id", "t", "x"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{"points.csv", "id:t:x\n1:0:2:3\n", `points.csv:1: no id, time and place in "id:t:x"; try: --columns id=NAME,t=NAME,x=NAME,y=NAME (left to say: a column for each NAME)`},
		{"points.csv", "# id,t,x,y\n# more\n", `points.csv:3: no header after the lines that begin with #`},
		{"points.csv", "# a comment\nid,t,x\n", `points.csv:2: no y in "id", "t", "x"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{"points.csv", "id,t,x,y,z;id;t;x;y;a\n", `points.csv:1: columns appear both where ',' separates them and where ';' does`},
		{"points.csv", "\xff\xfei\x00d\x00,\x00", `points.csv: this is UTF-16 text; convert it to UTF-8`},
		{"points.csv", "\xfe\xff\x00i\x00d", `points.csv: this is UTF-16 text; convert it to UTF-8`},
		{"points.csv", "i\x00d\x00", `points.csv: this is binary data or UTF-16, not UTF-8 text`},
		{"points.csv", "\x7fELF\x01\x00", `points.csv: this is binary data or UTF-16, not UTF-8 text`},
		{"points.csv", "\x1f\x8b\x08", `points.csv: this is a gzip archive, which is read from a file whose name ends in .gz`},
		{"points.csv", "\x28\xb5\x2f\xfd", `points.csv: this is a zstd archive, which is read from a file whose name ends in .zst`},
		{"points.csv", "PAR1", `points.csv: this is Parquet data, which is read from a file whose name ends in .parquet`},
		{"points.csv", "\"id,t,x,y\n1,0,2,3\n", `points.csv:1: a quoted field does not end`},
		{"points.csv", "id,t,x,y\n" + strings.Repeat("1", infile.MaxRecord+infile.BlockSize), `points.csv:2: a line longer than 1048576 bytes`},
		{"points.csv.gz", "id,t,x,y\n1,0,2,3\n", `points.csv.gz: not a gzip archive`},
		{"points.csv.gz", "", `points.csv.gz: the gzip archive is truncated`},
		{"points.csv.zst", "id,t,x,y\n1,0,2,3\n", `points.csv.zst: not a zstd archive`},
		{"points.csv.zst", "", `points.csv.zst: empty file`},
	}
}

func TestReadCSVErrors(t *testing.T) {
	for _, c := range badCSV() {
		if _, _, err := readText(t, "points.csv", c.text, format.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%.60q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	for _, c := range badFiles() {
		for _, skip := range []bool{false, true} {
			if _, _, err := readText(t, c.name, c.text, format.Options{Reading: format.Reading{SkipBadRows: skip}}); err == nil || err.Error() != c.want {
				t.Errorf("%.60q, skip %v:\n got %v\nwant %s", c.text, skip, err, c.want)
			}
		}
	}
}

// TestSkipBadRows puts every bad file between two good rows, which must survive.
func TestSkipBadRows(t *testing.T) {
	for _, c := range badCSV() {
		header, rows, _ := strings.Cut(c.text, "\n")
		good := "900000,%,1,2"
		good += strings.Repeat(",3", strings.Count(header, ",")-3)
		if strings.Contains(header, "note") {
			good = "900000,,%,1,2"
		}
		times := [2]string{"0", "1"}
		if strings.HasPrefix(rows, "1,2024-01-01T00:00:00Z") || strings.HasPrefix(rows, "1,2016") {
			times = [2]string{"2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"}
		}
		text := header + "\n" + strings.Replace(good, "%", times[0], 1) + "\n" + rows + strings.Replace(good, "%", times[1], 1) + "\n"
		s, report, err := readText(t, "points.csv", text, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil {
			t.Errorf("%.60q: %v", c.text, err)
			continue
		}
		traj, ok := s.Find("900000")
		first, last := s.Range(max(0, traj))
		if !ok || last-first != 2 || report.Skipped != 1 || len(report.Reasons) != 1 || report.Rows != s.Samples()+1 {
			t.Errorf("%.60q: found %v, %d samples, report %+v", c.text, ok, last-first, report)
		}
	}
}

func TestSkipBadRowsReasons(t *testing.T) {
	text := "id,t,x,y\n" + strings.Repeat("1,a,2,3\n", 9) + "1,0,1,2\n1,0,3,4\n"
	s, report, err := readText(t, "points.csv", text, format.Options{Reading: format.Reading{SkipBadRows: true}})
	if err != nil || s.Samples() != 1 || report.Rows != 11 || report.Skipped != 10 || len(report.Reasons) != infile.MostReasons {
		t.Fatalf("%v, %+v", err, report)
	}
	if want := `points.csv:2: column t: "a": not a number`; report.Reasons[0] != want {
		t.Errorf("%s, want %s", report.Reasons[0], want)
	}
	_, report, err = readText(t, "points.csv", "id,t,x,y\n2,0,1,2\n2,-1,1,2\n\n1,0,1,2\n1,0,3,4\n", format.Options{Reading: format.Reading{SkipBadRows: true}})
	want := `points.csv:3: column t: "-1": earlier than the row before it in its trajectory (0); --sort-times puts rows in order` + "\n" +
		`points.csv:6: column t: "0": repeated time within its trajectory`
	if got := strings.Join(report.Reasons, "\n"); err != nil || report.Skipped != 2 || got != want {
		t.Errorf("%v, %d rows skipped: %s, want %s", err, report.Skipped, got, want)
	}
	_, _, err = readText(t, "points.csv", "id,t,x,y\n1,a,2,3\n", format.Options{Reading: format.Reading{SkipBadRows: true}})
	if want := `points.csv: every one of 1 rows is bad, such as points.csv:2: column t: "a": not a number`; err == nil || err.Error() != want || !errors.Is(err, trajectory.ErrEmpty) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestFirstBadRowWins wants the first bad row of many blocks named, whichever goroutines parse
// them, and a bad row before a broken archive.
func TestFirstBadRowWins(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y\n")
	for i := range 200_000 {
		if i%1000 == 123 {
			b.WriteString("1,bad,0,0\n")
			continue
		}
		fmt.Fprintf(&b, "1,%d,0,0\n", i)
	}
	for range 5 {
		_, _, err := readText(t, "points.csv", b.String(), format.Options{Reading: format.Reading{Threads: 4}})
		if want := `points.csv:125: column t: "bad": not a number`; err == nil || err.Error() != want {
			t.Fatalf("%v, want %s", err, want)
		}
	}
	packed := gzipped(t, b.String())
	_, _, err := readText(t, "points.csv.gz", packed[:len(packed)/2], format.Options{Reading: format.Reading{Threads: 4}})
	if want := `points.csv.gz:125: column t: "bad": not a number`; err == nil || err.Error() != want {
		t.Fatalf("%v, want %s", err, want)
	}
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstded(t testing.TB, text string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

func TestArchives(t *testing.T) {
	text := "id,t,x,y\n" + strings.Repeat("1,0,2,3\n", 1)
	for i := range 1000 {
		text += "2," + strings.Repeat("1", 1+i%7) + "." + strings.Repeat("5", 1+i%13) + ",2,3\n"
	}
	options := format.Options{Reading: format.Reading{SkipBadRows: true}}
	plain, _, err := readText(t, "points.csv", text, options)
	if err != nil {
		t.Fatal(err)
	}
	members := gzipped(t, text[:1000]) + gzipped(t, text[1000:])
	frames := zstded(t, text[:1000]) + zstded(t, text[1000:])
	padded := members + gzipped(t, "") + strings.Repeat("\x00", 100_000)
	for name, packed := range map[string]string{"a.csv.gz": gzipped(t, text), "b.csv.gz": members, "c.csv.zst": zstded(t, text), "D.CSV.GZ": gzipped(t, text),
		"e.csv.gz": padded, "f.csv.zst": frames} {
		s, report, err := readText(t, name, packed, options)
		if err != nil || report.Bytes != int64(len(packed)) {
			t.Fatal(name, err, report)
		}
		formattest.SameStore(t, s, plain)
	}
	gz, zst := gzipped(t, text), zstded(t, text)
	for _, c := range []struct{ name, packed, want string }{
		{"a.csv.gz", gz[:len(gz)/2], "a.csv.gz: the gzip archive is truncated"},
		{"a.csv.gz", gz[:len(gz)-3], "a.csv.gz: the gzip archive is truncated"},
		{"a.csv.gz", gz[:len(gz)-8] + "\x00\x00\x00\x00" + gz[len(gz)-4:], "a.csv.gz: the gzip archive is corrupt (gzip: invalid checksum)"},
		{"a.csv.gz", gz + "x", fmt.Sprintf("a.csv.gz: the bytes after the gzip member that ends at byte %d are no gzip archive", len(gz))},
		{"a.csv.gz", gz + gz + text, fmt.Sprintf("a.csv.gz: the bytes after the gzip member that ends at byte %d are no gzip archive", 2*len(gz))},
		{"a.csv.gz", gz + "\x00\x00\x01", fmt.Sprintf("a.csv.gz: the bytes after the gzip member that ends at byte %d are no gzip archive", len(gz))},
		{"a.csv.gz", gz + gz[:5], "a.csv.gz: the gzip archive is truncated"},
		{"a.csv.gz", gz + gz[:len(gz)/2], "a.csv.gz: the gzip archive is truncated"},
		{"a.csv.zst", zst + text, "a.csv.zst: the bytes after the last zstd frame are no zstd archive"},
		{"a.csv.zst", zst[:len(zst)/2], "a.csv.zst: the zstd archive is truncated"},
		{"a.csv.zst", zst[:len(zst)-1] + "\x00", "a.csv.zst: the zstd archive is corrupt (CRC check failed)"},
	} {
		if _, _, err := readText(t, c.name, c.packed, options); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestLongRecords(t *testing.T) {
	note := strings.Repeat("no\"\"te,\n", 100_000) // 800 kB with newlines and quotes
	s, _, err := readText(t, "points.csv", "id,t,x,y,note\n1,0,1,2,\""+note+"\"\n1,1,1,2,\"\"\n1,2,1,2,\""+note+"\"\n", format.Options{})
	if err != nil || s.Samples() != 3 {
		t.Fatal(err)
	}
	text := "id,t,x,y,note\n1,0,1,2,\"" + note + note + "\"\n1,1,1,2,a\n"
	_, _, err = readText(t, "points.csv", text, format.Options{})
	if want := "points.csv:2: a quoted field does not end"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestReadMisuse(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		path    string
		options format.Options
		want    string
	}{
		{"points.pos", format.Options{}, "format: read points.pos: unknown extension (known: " + Formats().Known() + " from standard input)"},
		{"points.parquet.gz", format.Options{}, "format: read points.parquet.gz: unknown extension (known: " + Formats().Known() + " from standard input)"},
		{"none.csv", format.Options{}, "format: read: open none.csv: no such file or directory"},
		{"-", format.Options{}, "format: read -: there is no standard input"},
		{"points.csv", format.Options{MaxGap: -1}, "format: read points.csv: max gap -1: must be positive, or 0 for none"},
		{"points.csv", format.Options{Reading: format.Reading{Threads: -2}}, "format: read points.csv: -2 threads: must be positive, or 0 for one a core"},
		{"points.csv", format.Options{Columns: map[string]string{"w": "a"}}, `format: columns: unknown key "w" (known: id, t, x, y, z, r, vx, vy, vz, speed, course, climb, piece)`},
	} {
		if _, _, err := Read(context.Background(), c.path, c.options); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	os.Mkdir(filepath.Join(folder, "a.csv"), 0o700)
	if _, _, err := Read(context.Background(), filepath.Join(folder, "a.csv"), format.Options{}); err == nil || !strings.HasSuffix(err.Error(), "a.csv: is a folder") {
		t.Error(err)
	}
}

func TestReadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("id,t,x,y\n"+strings.Repeat("1,0,0,0\n", 100_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(ctx, path, format.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestParseColumns(t *testing.T) {
	m, err := format.ParseColumns("id=vehicle,t=time,x=lon,y=lat,z=alt,r=size")
	if err != nil || len(m) != 6 || m["id"] != "vehicle" || m["r"] != "size" {
		t.Errorf("%v, %v", m, err)
	}
	if m, err := format.ParseColumns(""); err != nil || len(m) != 0 {
		t.Errorf("%v, %v", m, err)
	}
	for text, want := range map[string]string{
		"id":          `format: columns "id": "id" is not of the form key=name`,
		"x=a,x=b":     `format: columns "x=a,x=b": key x twice`,
		"w=a":         `format: columns: unknown key "w" (known: id, t, x, y, z, r, vx, vy, vz, speed, course, climb, piece)`,
		"x=":          `format: columns: no name for x`,
		"x=a,y=a":     `format: columns: x and y are both "a"`,
		"x=a,":        `format: columns "x=a,": "" is not of the form key=name`,
		"traj_id=car": `format: columns: unknown key "traj_id" (known: id, t, x, y, z, r, vx, vy, vz, speed, course, climb, piece)`,
	} {
		if _, err := format.ParseColumns(text); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestFirstBadRow: the error is that of the first bad row of the file, whatever its fault and wherever blocks end, also where reading ends early or ids
// become names later.
func TestFirstBadRow(t *testing.T) {
	const back = `t.csv:4: column t: "0": earlier than the row before it in its trajectory (1); --sort-times puts rows in order`
	for text, want := range map[string]string{
		"1,0,1,1\n1,1,1,1\n1,0,1,1\n2,0,1,1\n2,1,z,1\n":                   back,
		"1,0,1,1\n1,1,1,1\n1,0,1,1\n2,0,1,1\nname,1,1,1\n2,0,2,1\n":       back,
		"7,0,1,1\n7,1,1,1\n7,0,1,1\n8,0,1,1\n7,0,1,1\n8,0,\xff\n":         back,
		"7,0,1,1\n7,1,1,1\n7,1,1,1\n8,0,1,1\n7,1,2,1\n8,0,3,1\n":          `t.csv:6: column t: "1": repeated time within its trajectory`,
		"7,0,1,1\n7,1,1,1\n7,1,1,1\n8,0,1,1\na,0,1,1\n7,1,2,1\n7,0,2,1\n": `t.csv:7: column t: "1": repeated time within its trajectory`,
	} {
		for _, size := range []int{1, 9, 20, 1000} {
			o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 3}}}
			p, err := csv.ReadBlocks(t.Context(), formattest.InMemory([]byte("id,t,x,y\n"+text)), &o, size)
			if err == nil {
				_, _, err = p.Build("t.csv", &o)
			}
			if err == nil || strings.Replace(err.Error(), "fuzz", "t.csv", 1) != want {
				t.Errorf("%q in blocks of %d: %v, want %s", text, size, err, want)
			}
		}
	}
}

// readerOf returns options as readers of formats take them.
func readerOf(o format.Options) *reading.Options { return &reading.Options{Options: o} }
