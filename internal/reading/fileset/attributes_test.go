package fileset

import (
	"bytes"
	"context"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ships returns rows of CSV with attributes that change, some quoted, and ids that are integers until a name comes.
func ships(rng *rand.Rand, rows int, names bool) string {
	var text strings.Builder
	text.WriteString("name,id,t,x,y,length,\"odd, one\"\n")
	for i := range rows {
		id := strconv.Itoa(rng.IntN(40))
		if names && i > rows/2 && rng.IntN(9) == 0 {
			id = "ship " + id
		}
		name := []string{"", "Ann", `"Otto, Max"`, `"say ""hi"""`, "Zoë"}[rng.IntN(5)]
		fmt.Fprintf(&text, "%s,%s,%d,%d,1.5,%d,%d\n", name, id, i, i, rng.IntN(300), i)
	}
	return text.String()
}

// firstOfEach is a naive reader: it returns for each id the row that comes first in time, of equal times the row of the
// first file.
func firstOfEach(t *testing.T, files ...string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, text := range files {
		records, err := stdcsv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records[1:] {
			now, _ := strconv.Atoi(r[2])
			if before, known := all[r[1]]; known {
				if then, _ := strconv.Atoi(before[2]); then <= now {
					continue
				}
			}
			all[r[1]] = r
		}
	}
	return all
}

// wantAttributes compares attributes with the rows that they come from.
func wantAttributes(t *testing.T, a *format.Attributes, s *trajectory.Store, want map[string][]string) {
	t.Helper()
	if s.Trajectories() != len(want) {
		t.Fatalf("%d trajectories, want %d", s.Trajectories(), len(want))
	}
	for name, column := range map[string]int{"name": 0, "length": 5, "odd, one": 6, "id": 1} {
		if !a.Has(name) {
			t.Fatalf("no column %s", name)
		}
		for traj, got := range a.Of(name, s) {
			if row := want[s.ID(traj)]; got != row[column] {
				t.Fatalf("%s of %s: %q, want %q", name, s.ID(traj), got, row[column])
			}
		}
	}
	if a.Has("lacking") || slices.ContainsFunc(a.Of("lacking", s), func(v string) bool { return v != "" }) {
		t.Error("a column that lacks")
	}
}

// attributeOptions returns options with the columns that tests ask for.
func attributeOptions(threads int) format.Options {
	return format.Options{Reading: format.Reading{Threads: threads}, Attributes: []string{"name", "length", "lacking", "odd, one", "id"}}
}

// TestAttributes: each trajectory has the values of its first row, with any blocks and threads, in memory and row by row,
// from one file and from several, with rows interleaved or not.
func TestAttributes(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 2))
	for _, names := range []bool{false, true} {
		text := ships(rng, 40_000, names)
		folder := t.TempDir()
		one := filepath.Join(folder, "all.csv")
		lines := strings.SplitAfter(text, "\n")
		if err := os.WriteFile(one, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want := firstOfEach(t, text)
		for _, threads := range []int{1, 3} {
			s, report, err := Read(t.Context(), one, attributeOptions(threads))
			if err != nil {
				t.Fatal(err)
			}
			wantAttributes(t, report.Attributes, s, want)
			most := 0
			_, handed, err := ReadRows(t.Context(), one, attributeOptions(threads), func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
				most = rows.IDBytes
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			wantAttributes(t, handed.Attributes, s, want)
			if most < handed.Attributes.Bytes() || handed.Attributes.Bytes() < 40*len(want) {
				t.Errorf("%d bytes told, attributes take %d", most, handed.Attributes.Bytes())
			}
		}
		for _, cut := range []func(i int) int{func(i int) int { return 2 - i*3/len(lines) }, func(i int) int { return i % 3 }} {
			var parts [3]strings.Builder
			for i, line := range lines[1 : len(lines)-1] {
				part := &parts[cut(i)]
				if part.Len() == 0 {
					part.WriteString(lines[0])
				}
				part.WriteString(line)
			}
			var files []File
			for k := range parts {
				path := filepath.Join(folder, fmt.Sprintf("part%d.csv", k))
				if err := os.WriteFile(path, []byte(parts[k].String()), 0o600); err != nil {
					t.Fatal(err)
				}
				files = append(files, File{Path: path})
			}
			s, report, err := ReadFiles(t.Context(), files, attributeOptions(2))
			if err != nil {
				t.Fatal(err)
			}
			wantAttributes(t, report.Attributes, s, want)
		}
	}
}

// TestFirstGoodRows: bad rows, and rows that a preset leaves out, are no first rows; of two files with one time the first
// counts, and a file without the column gives no value, however early its rows are.
func TestFirstGoodRows(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) File {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return File{Path: path}
	}
	for name, c := range map[string]struct {
		files []File
		want  []string
	}{
		"bad rows":    {[]File{file("bad.csv", "id,t,x,y,name\n1,x,0,0,no\n1,1,0,0,yes\n1,0,0,0,no\n2,0,NaN,0,no\n2,4,0,0,no\xff\n2,5,0,0,also\n")}, []string{"yes", "also"}},
		"left out":    {[]File{file("ais.csv", "MMSI,BaseDateTime,LAT,LON,name\n1,2020-01-01T00:00:00,,,no\n1,2020-01-01T00:01:00,1,2,yes\n")}, []string{"yes"}},
		"equal times": {[]File{file("a.csv", "id,t,x,y,name\n1,0,0,0,yes\n2,1,0,0,no\n"), file("b.csv", "id,t,x,y,name\n1,0,0,0,no\n2,0,0,0,yes\n")}, []string{"yes", "yes"}},
		"one lacks":   {[]File{file("c.csv", "id,t,x,y,name\n1,5,0,0,yes\n2,1,0,0,yes\n"), file("d.csv", "id,t,x,y\n1,0,0,0\n")}, []string{"yes", "yes"}},
		"none has":    {[]File{file("f.csv", "id,t,x,y,name\n2,1,0,0,\n3,0,0,0,yes\n"), file("g.csv", "id,t,x,y\n1,0,0,0\n2,0,0,0\n"), file("h.csv", "id,t,x,y,name\n2,2,0,0,no\n")}, []string{"", "", "yes"}},
		"ecsv":        {[]File{file("e.ecsv", "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: id, datatype: int64}\n# - {name: t, datatype: float64}\n# - {name: x, datatype: float64}\n# - {name: y, datatype: float64}\n# - {name: name, datatype: string}\n# schema: astropy-2.0\nid t x y name\n1 0 0 0 yes\n1 1 0 0 no\n")}, []string{"yes"}},
	} {
		s, report, err := ReadFiles(t.Context(), c.files, format.Options{Reading: format.Reading{SkipBadRows: true}, Attributes: []string{"name"}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := report.Attributes.Of("name", s); !slices.Equal(got, c.want) || !report.Attributes.Has("name") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	_, report, err := Read(context.Background(), filepath.Join(folder, "a.csv"), format.Options{})
	if err != nil || report.Attributes != nil || report.Attributes.Has("name") {
		t.Errorf("%v, attributes that nobody asked for: %v", err, report.Attributes)
	}
}

// labelled writes two encounters with columns of text and of numbers, and returns the file.
func labelled(t *testing.T, ending string) []byte {
	t.Helper()
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	path := filepath.Join(t.TempDir(), "met."+ending)
	codes, numbers := []uint32{2, 0}, []float64{math.NaN(), 12.5}
	long := "a name, \"quoted\", that takes more than a cell of text has room for"
	o := output.WriteOptions{Threads: 1, Further: []output.Column{output.TextColumn("query_name", &codes, []string{"", "Ann", "Otto, \"Max\""}), output.NumberColumn(long, &numbers), output.TextColumn(long+"2", &codes, []string{"", "", "ü"})}}
	lon, lat := output.DegreeColumn("lon", &[]float64{1, 2}), output.DegreeColumn("lat", &[]float64{3, 4})
	o.Point = []output.Column{lon, lat}
	w, err := output.CreateEncounters(path, s, s, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(formattest.FewEncounters()), w.Close()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTextColumns: text is quoted as each format requires, names of columns too, and a missing text is empty or null.
func TestTextColumns(t *testing.T) {
	const long = `a name, ""quoted"", that takes more than a cell of text has room for`
	wantCSV := `query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open,query_name,"` + long + `","` + long + `2"` + "\n" +
		`1,2,-0.25,1,0.5,0,2,both,"Otto, ""Max""",,ü` + "\n" + `2,1,1,2,1.5,0.1,3e-09,,,12.5,` + "\n"
	if got := string(labelled(t, "csv")); got != wantCSV {
		t.Errorf("%s\nwant\n%s", got, wantCSV)
	}
	inJSON := strings.ReplaceAll(long, `""`, `\"`)
	rest := `"query_name":"Otto, \"Max\"","` + inJSON + `":null,"` + inJSON + `2":"ü"}`
	for _, ending := range []string{"ndjson", "geojson"} {
		if got := string(labelled(t, ending)); strings.Count(got, rest) != 1 || strings.Count(got, `"query_name":null,"`+inJSON+`":12.5,"`+inJSON+`2":null}`) != 1 {
			t.Errorf("%s\nwant %s", got, rest)
		}
	}
}

// TestTextColumnsInParquet: another reader finds text, numbers and nulls.
func TestTextColumnsInParquet(t *testing.T) {
	b := labelled(t, "parquet")
	f, err := parquetgo.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]parquetgo.Row, 3)
	r := parquetgo.NewReader(f)
	defer r.Close()
	n, _ := r.ReadRows(rows)
	if n != 2 {
		t.Fatalf("%d rows", n)
	}
	got := fmt.Sprintf("%v %v %v %v %v %v", rows[0][8], rows[0][9], rows[0][10], rows[1][8], rows[1][9], rows[1][10])
	if want := `Otto, "Max" <null> ü <null> 12.5 <null>`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if typ := f.Schema().Fields()[8]; !typ.Optional() || typ.Type().String() != "STRING" {
		t.Errorf("the column is %v", typ)
	}
}

// TestAttributesOfFITS: cells of text and of one number are attributes, numbers in the fewest digits, from the first row of
// each id.
func TestAttributesOfFITS(t *testing.T) {
	var rows [][]any
	for i := range 20_000 { // more than a block of rows
		id := int64(i % 3)
		rows = append(rows, []any{id, float64(i), 1.0, 2.0, fmt.Sprintf("%-8s", []string{"Sirius", "a, b", ""}[id]), int16(-7 + i), float32(0.1) + float32(i), 12.5 * float64(i), uint8(i), "T", [2]float64{1, 2}, int64(math.MinInt64 + 9 + i)})
	}
	rows[2][7], rows[1][5] = math.NaN(), int16(99)
	table := fitsTable{cards: starColumns("TTYPE5  = 'name'", "TFORM5  = '8A'", "TTYPE6  = 'mag'", "TFORM6  = 'I'", "TNULL6  = 99", "TTYPE7  = 'par'", "TFORM7  = 'E'", "TTYPE8  = 'flux'", "TFORM8  = 'D'",
		"TTYPE9  = 'byte'", "TFORM9  = 'B'", "TZERO9  = -128", "TTYPE10 = 'flag'", "TFORM10 = 'L'", "TTYPE11 = 'two'", "TFORM11 = '2D'", "TTYPE12 = 'big'", "TFORM12 = 'K'", "TZERO12 = 9223372036854775808"), rows: rows}
	path := filepath.Join(t.TempDir(), "stars.fits")
	if err := os.WriteFile(path, []byte(fitsFile(table.bytes())), 0o600); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"name": {"Sirius", "a, b", ""}, "mag": {"-7", "", "-5"}, "par": {"0.1", "1.1", "2.1"}, "flux": {"0", "12.5", ""}, "flag": {"T", "T", "T"}, "byte": {"-128", "-127", "-126"},
		"big": {"9", "10", "11"}, "id": {"0", "1", "2"},
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	s, report, err := Read(t.Context(), path, format.Options{Attributes: append(names, "two", "lacking")})
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range want {
		if got := report.Attributes.Of(name, s); !report.Attributes.Has(name) || !slices.Equal(got, values) {
			t.Errorf("%s: %q, want %q", name, got, values)
		}
	}
	for _, name := range []string{"two", "lacking"} {
		if report.Attributes.Has(name) {
			t.Errorf("column %s is told", name)
		}
	}
}
