package fileset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/internal/tier"
	"flyby/trajectory/format"
)

// inQuotes writes a field, now and then in quotes where it need not be.
func inQuotes(r *rand.Rand, field, sep string) string {
	if strings.ContainsAny(field, sep+"\"\n") || r.IntN(9) == 0 {
		return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// TestWhereCSV: random CSV of all dialects, with quotes, line breaks in fields, empty lines and bad rows, is
// read like a file of only the rows that pass. Lines in messages are the file's.
func TestWhereCSV(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(15, 5))
	kinds := []string{"car", "bus", "", "a \"big\" one", "two\nlines", "7", "nan"}
	skipped, missed := 0, 0
	for n := range 300 {
		sep := []string{",", ";", "\t", "|"}[r.IntN(4)]
		end := []string{"\n", "\r\n"}[r.IntN(2)]
		head := strings.Join([]string{"kind", "id", "t", "x", "y", "speed"}, sep) + end
		whole, kept := strings.Repeat("# by hand\n", r.IntN(3)), ""
		kept = whole + head
		whole += head
		kind, least := kinds[r.IntN(len(kinds))], float64(r.IntN(10))
		rows, left, bad := 1+r.IntN(200), 0, 0
		for i := range rows {
			is, speed := kinds[r.IntN(len(kinds))], float64(r.IntN(40))/4
			x := fmt.Sprint(r.IntN(100))
			holds := is == kind && speed >= least
			wrong := r.IntN(30) == 0
			if wrong {
				x = "no number"
			}
			line := strings.Join([]string{inQuotes(r, is, sep), fmt.Sprint(i % 5), fmt.Sprint(i), x, " 1 ", fmt.Sprint(speed)}, sep) + end
			if r.IntN(20) == 0 {
				line += end
			}
			if whole += line; holds {
				kept, left = kept+line, left+1
				if wrong {
					bad++
				}
			}
		}
		o := format.Options{Reading: format.Reading{SkipBadRows: true, Threads: 1 + r.IntN(3), Where: []format.Condition{{Column: "kind", Operator: "=", Value: kind}, {Column: "speed", Operator: ">=", Value: fmt.Sprint(least)}}}}
		got, report, err := readText(t, "rows.csv", whole, o)
		if left == bad {
			if err == nil {
				t.Errorf("case %d: no row is left, and no error", n)
			}
			continue
		}
		if err != nil || report.Rows != rows || report.Missed != rows-left || report.Skipped != bad {
			t.Fatalf("case %d: %v, %+v, want %d of %d rows, %d bad\n%s", n, err, report, left, rows, bad, whole)
		}
		skipped, missed = skipped+bad, missed+report.Missed
		want, _, err := readText(t, "kept.csv", kept, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil {
			t.Fatal(err)
		}
		formattest.SameStore(t, got, want)
		path := filepath.Join(t.TempDir(), "rows.csv")
		if err := os.WriteFile(path, []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		checkRows(t, path, o)
		for _, reason := range report.Reasons {
			var line int
			if _, err := fmt.Sscanf(reason, "rows.csv:%d:", &line); err != nil || !strings.Contains(strings.Join(strings.Split(whole, "\n")[line-1:line+1], ""), "no number") {
				t.Errorf("case %d: %q is not of line %d", n, reason, line)
			}
		}
	}
	if skipped == 0 || missed == 0 {
		t.Errorf("%d bad rows, %d that do not hold", skipped, missed)
	}
}

// TestWhereFar: the first row that passes decides the kind of times, however far behind the header, and in a
// preset the first such row with a position.
func TestWhereFar(t *testing.T) {
	var b strings.Builder
	b.WriteString("MMSI,BaseDateTime,LAT,LON\n")
	for range 40_000 {
		b.WriteString("1,5,9,9\n")
	}
	b.WriteString("2,2020-01-01T00:00:00,,\n")
	for range 60_000 {
		b.WriteString("1,never,north,\n")
	}
	b.WriteString("2,2020-01-01T00:00:01,1,2\n1,5,9,9\n2,2020-01-01T00:00:02,1,bad\n")
	o := format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "MMSI", Operator: "=", Value: "2"}}, SkipBadRows: true}}
	s, report, err := readText(t, "a.csv", b.String(), o)
	if err != nil || dump(t, s) == "" || s.Samples() != 1 || s.Times().String() != "timestamps" {
		t.Fatalf("%v, %+v", err, report)
	}
	if report.Rows != 100_004 || report.Missed != 100_001 || report.Preset.Absent != 1 || report.Skipped != 1 || !strings.HasPrefix(report.Reasons[0], "a.csv:100005: column LON: \"bad\"") {
		t.Errorf("%+v", report)
	}
	o.SkipBadRows = false
	if _, _, err := readText(t, "a.csv", b.String(), o); err == nil || !strings.HasPrefix(err.Error(), "a.csv:100005: column LON") {
		t.Errorf("without --skip-bad-rows: %v", err)
	}
}

// TestWhereOtherFormats: conditions on the column names of formats without a header.
func TestWhereOtherFormats(t *testing.T) {
	steps := `<timestep time="0.00"><vehicle id="a" x="1" y="2" speed="5"/><person id="p" x="1" y="2" slope="x"/><vehicle id="b" x="no" y="2" speed="9"/></timestep>` +
		`<timestep time="1.00"><vehicle id="a" x="3" y="2" speed="0.5"/><person id="p" x="4" y="2" slope="&amp;"/></timestep>`
	walk := gpxFile("<trk><name>go</name><trkseg>" + `<trkpt lat="1" lon="2"><ele>5</ele><time>2020-01-01T00:00:00Z</time><hdop>9</hdop></trkpt>` +
		`<trkpt lat="1" lon="2.00001"><time>2020-01-01T00:00:01Z</time><hdop>0.5</hdop><sat>7</sat></trkpt>` + "</trkseg></trk>" +
		"<trk><name>back</name><trkseg>" + `<trkpt lat="8" lon="2"><time>2020-01-01T00:00:00Z</time><hdop>0.9</hdop></trkpt></trkseg></trk>`)
	const track = geoLife + "1,2,0,-777,39744,2008-10-23,02:53:15\n1,2,0,30,39745,2008-10-24,02:53:15\n1,2,0,bad,39746,2008-10-25,soon\n"
	orbits := oemFile(oemSegment("A", "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6", "2020-01-01T00:00:01 bad 2 3 4 5 7"),
		strings.ReplaceAll(oemSegment("B", "TDB", "2020-01-01T00:00:00 7 8 9"), "EARTH", "MARS"))
	for _, c := range []struct{ name, text, where, want string }{
		{"a.xml", fcdFile(steps), "speed<=5", "id,t,x,y\na,0,1,2\na,1,3,2\n"},
		{"a.xml", fcdFile(steps), "slope!=", "id,t,x,y\np,0,1,2\np,1,4,2\n"},
		{"a.xml", fcdFile(steps), "slope=&", "id,t,x,y\np,1,4,2\n"},
		{"a.xml", fcdFile(steps), "time>0", "id,t,x,y\na,1,3,2\np,1,4,2\n"},
		{"a.gpx", walk, "hdop<1", "id,t,lon,lat\ngo,2020-01-01T00:00:01Z,2.00001,1\nback,2020-01-01T00:00:00Z,2,8\n"},
		{"a.gpx", walk, "name=go|ele=", "id,t,lon,lat\na,2020-01-01T00:00:01Z,2.00001,1\n"},
		{"a.gpx", walk, "ele>4", "id,t,lon,lat,z\na,2020-01-01T00:00:00Z,2,1,5\n"},
		{"a.gpx", walk, "lat=8.0", "id,t,lon,lat\na,2020-01-01T00:00:00Z,2,8\n"},
		{"a.gpx", walk, "time>=2020-01-01T00:00:01", "id,t,lon,lat\na,2020-01-01T00:00:01Z,2.00001,1\n"},
		{"a.plt", track, "altitude=-777", "id,t,lon,lat\na,2008-10-23T02:53:15Z,2,1\n"},
		{"a.plt", track, "date=2008-10-23|latitude<2|latitude>0", "id,t,lon,lat\na,2008-10-23T02:53:15Z,2,1\n"},
		{"a.oem", orbits, "OBJECT_ID=A|Z_DOT<7", "id,t,x,y,z\nA,2020-01-01T00:00:00Z,1,2,3\n"},
		{"a.oem", orbits, "CENTER_NAME!=EARTH", "id,t,x,y,z\nB,1577836800,7,8,9\n"},
		{"a.oem", orbits, "X=7", "id,t,x,y,z\nB,1577836800,7,8,9\n"},
		{"a.vot", voTable(`<FIELD name="id" datatype="char" arraysize="*"/><FIELD name="t" datatype="double"/><FIELD name="x" datatype="double"/><FIELD name="y" datatype="double"/><FIELD name="n" datatype="int"><VALUES null="-1"/></FIELD>`,
			tabledata("a,1,2,3,0x10", "a,2,2,3,-1", "b,3,,3,17")), "n=16", "id,t,x,y\na,1,2,3\n"},
		{"a.ecsv", ecsvFile("", "a 1 2 3 \"good one\"\nb 1 2 x \"\"\n", "id '' string", "t '' float64", "x '' float64", "y '' float64", "note '' string"), "note!=", "id,t,x,y\na,1,2,3\n"},
		{"a.csv", "vehicle_id;timestep_time;vehicle_x;vehicle_y;person_id;person_x;person_y\nv;1;2;3;;;\n;1;;;p;4;5\n", "person_id=p", "id,t,x,y\np,1,4,5\n"},
	} {
		var o format.Options
		for text := range strings.SplitSeq(c.where, "|") {
			condition, err := format.ParseCondition(text)
			if err != nil {
				t.Fatal(err)
			}
			o.Where = append(o.Where, condition)
		}
		as := format.Options{Reading: format.Reading{LonLat: strings.Contains(c.want, "lon")}}
		want, _, err := readText(t, "neutral.csv", c.want, as)
		if err != nil {
			t.Fatal(err)
		}
		got, report, err := readText(t, c.name, c.text, o)
		if err != nil {
			t.Errorf("%s, %s: %v", c.name, c.where, err)
			continue
		}
		if dump(t, got) != dump(t, want) || report.Rows-report.Missed != got.Samples() || report.Missed == 0 {
			t.Errorf("%s, %s: %+v\n%swant\n%s", c.name, c.where, report, dump(t, got), dump(t, want))
		}
	}
}

// TestWhereFiles: files of a data set without a row left are ignored, unless no file has one.
func TestWhereFiles(t *testing.T) {
	paths := writeAll(t, t.TempDir(), map[string]string{
		"a.csv": "id,t,x,y,k\n1,0,5,6,u\n2,1,0,0,v\n",
		"b.csv": "id,t,x,y,k\n1,2,6,6,v\n2,2,bad,1,u\n",
		"c.csv": "id,t,x,y,k\n1,3,6,6,v\n",
	})
	s, report, err := ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "k", Operator: "=", Value: "v"}}}})
	if err != nil || dump(t, s) != "1,2,6,6\n1,3,6,6\n2,1,0,0\n" || report.Missed != 2 || report.Rows != 5 || report.Files != 3 {
		t.Errorf("%v, %+v", err, report)
	}
	s, report, err = ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "x", Operator: "=", Value: "5"}}}})
	if err != nil || dump(t, s) != "1,0,5,6\n" || report.Missed != 4 {
		t.Errorf("%v, %+v", err, report)
	}
	_, _, err = ReadFiles(context.Background(), filesAt(paths...), format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "k", Operator: "=", Value: "w"}}}})
	if err == nil || err.Error() != "3 files: none of 5 rows holds the conditions of --where" {
		t.Errorf("no row: %v", err)
	}
	more := writeAll(t, t.TempDir(), map[string]string{"d.csv": "id,t,x,y\n1,9,6,6\n"})
	if _, _, err = ReadFiles(context.Background(), filesAt(append(paths, more...)...), format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "k", Operator: "=", Value: "v"}}}}); err == nil || !strings.Contains(err.Error(), `no column "k"`) {
		t.Errorf("a file without the column: %v", err)
	}
}

// A typedRow has a column of each type that conditions know.
type typedRow struct {
	ID    string    `parquet:"id"`
	T     float64   `parquet:"t"`
	X     float64   `parquet:"x"`
	Y     float64   `parquet:"y"`
	Bool  bool      `parquet:"bool"`
	Maybe *bool     `parquet:"maybe"`
	Dict  string    `parquet:"dict,dict"`
	Text  *string   `parquet:"text"`
	Small int8      `parquet:"small"`
	Wide  uint64    `parquet:"wide"`
	Float float32   `parquet:"float"`
	Price int64     `parquet:"price,decimal(2:10)"`
	Stamp time.Time `parquet:"stamp,timestamp(microsecond)"`
	Nano  int64     `parquet:"nano,timestamp(nanosecond)"`
	Day   int32     `parquet:"day,date"`
	Parts []int32   `parquet:"parts,list"`
}

func TestWhereParquetTypes(t *testing.T) {
	yes, no, name, none := true, false, "Åse", ""
	noon := time.Date(2021, 3, 20, 12, 0, 0, 0, time.UTC)
	rows := []typedRow{
		{"a", 0, 1, 1, true, &yes, "car", &name, -5, 1 << 63, 0.5, 1250, noon, 1616241600123456789, 18706, nil},
		{"a", 1, 1, 1, false, &no, "bus", &none, 0, 7, 0.25, -5, noon.Add(500 * time.Millisecond), 1616241600250000000, -1, nil},
		{"a", 2, 1, 1, true, nil, "car", nil, 100, 9, 0.1, 0, noon.Add(-time.Hour), 1616241600123456788, 0, nil},
	}
	for _, version := range []int{1, 2} {
		file := formattest.InGroups(t, rows, 2, parquetgo.DataPageVersion(version))
		for where, want := range map[string]string{
			"bool=true": "02", "bool!=true": "1", "bool=1": "",
			"maybe=": "2", "maybe=false": "1", "maybe!=false": "02",
			"dict=car": "02", "dict<c": "1", "dict!=car": "1",
			"text=Åse": "0", "text=": "12", "text!=": "0", "text>A": "0",
			"small<0": "0", "small>=0": "12", "small=-5.0": "0",
			"wide=9223372036854775808": "0", "wide<=9": "12", "wide>1e19": "",
			"float=0.5": "0", "float=0.1": "", "float>0.1": "012", "float<0.3": "12",
			"price=12.5": "0", "price<0": "1", "price=-0.05": "1",
			"stamp=2021-03-20T12:00:00Z": "0", "stamp>=2021-03-20T12:00:00": "01", "stamp=2021-03-20T12:00:00.5Z": "1", "stamp<2021-03-20T12": "2",
			"nano=2021-03-20T12:00:00.123456789Z": "0", "nano<2021-03-20T12:00:00.123456789Z": "2", "nano=2021-03-20T12:00:00.25Z": "1",
			"day=2021-03-20T00:00:00Z": "0", "day<1970-01-01": "1", "day>1970": "02",
			"t>0": "12", "id=a": "012", "id=b": "",
		} {
			condition, err := format.ParseCondition(where)
			if err != nil {
				t.Fatal(err)
			}
			s, report, err := readText(t, "a.parquet", file, format.Options{Reading: format.Reading{Where: []format.Condition{condition}}})
			got := ""
			if err == nil {
				for _, at := range s.T() {
					got += fmt.Sprint(at)
				}
			}
			if got != want || err == nil && report.Missed != 3-len(want) || err != nil && want != "" {
				t.Errorf("version %d, %s: rows %q, %v, %+v, want %q", version, where, got, err, report, want)
			}
		}
		_, _, err := readText(t, "a.parquet", file, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "parts", Operator: "=", Value: "1"}}}})
		if err == nil || err.Error() != `a.parquet: column "parts", which --where parts=1 names, holds neither text nor one number a row` {
			t.Errorf("a list: %v", err)
		}
	}
}
