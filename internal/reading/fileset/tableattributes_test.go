package fileset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// An attributeRow is a row of a table with a column of each type.
type attributeRow struct {
	id   int64
	t    float64
	name string
	mag  int16 // 99: none
	par  float32
	flux float64 // NaN: none
	flag byte    // T, F, or 0: none
}

// attributeNames returns the columns that are attributes; attributeRow.says has their values.
func attributeNames() []string { return []string{"name", "mag", "par", "flux", "flag", "id"} }

func (r attributeRow) says() []string {
	mag, flux, flag := strconv.Itoa(int(r.mag)), strconv.FormatFloat(r.flux, 'g', -1, 64), strings.Trim(string(r.flag), "\x00")
	if r.mag == 99 {
		mag = ""
	}
	if math.IsNaN(r.flux) {
		flux = ""
	}
	return []string{r.name, mag, strconv.FormatFloat(float64(r.par), 'g', -1, 32), flux, flag, strconv.FormatInt(r.id, 10)}
}

// attributeFiles returns rows as FITS, and as VOTable in all encodings.
func attributeFiles(rows []attributeRow) map[string]string {
	const fields = `<FIELD name="id" datatype="long"/><FIELD name="t" datatype="double"/><FIELD name="x" datatype="double"/><FIELD name="y" datatype="double"/>
<FIELD name="name" datatype="char" arraysize="*"/><FIELD name="mag" datatype="short"><VALUES null="99"/></FIELD><FIELD name="par" datatype="float"/>
<FIELD name="flux" datatype="double"/><FIELD name="flag" datatype="boolean"/><FIELD name="two" datatype="double" arraysize="2"/>`
	var text []string
	var plain, flagged []byte
	var fits [][]any
	for i, r := range rows {
		says := r.says()
		flag := map[byte]string{'T': []string{"T", "true", "1"}[i%3], 'F': []string{"f", "false", "0"}[i%3], 0: []string{"", "?", " "}[i%3]}[r.flag]
		flux := strconv.FormatFloat(r.flux, 'g', -1, 64) // NaN, too
		text = append(text, strings.Join([]string{says[5], strconv.FormatFloat(r.t, 'g', -1, 64), "1", "2", strings.ReplaceAll(r.name, "&", "&amp;"), fmt.Sprintf("0x%x", uint16(r.mag)), says[2], flux, flag, "1 2"}, ","))
		if r.mag < 0 {
			text[i] = strings.Replace(text[i], fmt.Sprintf("0x%x", uint16(r.mag)), says[1], 1)
		}
		cells := packedCells(r.id, r.t, 1.0, 2.0, uint32(len(r.name)), r.name, r.mag, r.par, r.flux, r.flag, 1.0, 2.0)
		plain = append(plain, cells...)
		nulls := uint16(0)
		if math.IsNaN(r.flux) && i%2 == 0 {
			nulls = 1 << (15 - 7)
		}
		flagged = append(binary.BigEndian.AppendUint16(flagged, nulls), cells...)
		fits = append(fits, []any{r.id, r.t, 1.0, 2.0, fmt.Sprintf("%-8s", r.name), r.mag, r.par, r.flux, string(r.flag), [2]float64{1, 2}})
	}
	cards := starColumns("TTYPE5  = 'name'", "TFORM5  = '8A'", "TTYPE6  = 'mag'", "TFORM6  = 'I'", "TNULL6  = 99", "TTYPE7  = 'par'", "TFORM7  = 'E'", "TTYPE8  = 'flux'", "TFORM8  = 'D'",
		"TTYPE9  = 'flag'", "TFORM9  = 'L'", "TTYPE10 = 'two'", "TFORM10 = '2D'")
	return map[string]string{
		"a.fits": fitsFile(fitsTable{cards: cards, rows: fits}.bytes()), "text.vot": voTable(fields, tabledata(text...)),
		"binary.vot": voTable(fields, binaryData("BINARY", 76, plain)), "binary2.xml": voTable(fields, binaryData("BINARY2", 64, flagged)),
	}
}

// randomAttributes returns interleaved rows of some objects.
func randomAttributes(r *rand.Rand, rows int) (all []attributeRow) {
	for i := range rows {
		all = append(all, attributeRow{
			id: int64(i % 7), t: float64(i), name: []string{"Sirius", "A & B", "", "x"}[r.IntN(4)], mag: int16(90 + r.IntN(12) - 100*r.IntN(2)), par: float32(r.IntN(100)) / 10,
			flux: []float64{0, 12.5, -1e30, math.NaN(), r.NormFloat64()}[r.IntN(5)], flag: []byte{'T', 'F', 0}[r.IntN(3)],
		})
	}
	return all
}

// TestAttributesOfTables: FITS and VOTable in each encoding have the same attributes from the first row of each trajectory, in
// memory and row by row, from the row of the least time with SortTimes, and from rows that pass conditions; arrays are no
// attributes.
func TestAttributesOfTables(t *testing.T) {
	r := rand.New(rand.NewPCG(49, 1))
	for n := range 12 {
		rows := randomAttributes(r, 8+r.IntN(30))
		if n == 0 {
			rows = randomAttributes(r, reading.FeedBlock+100)
		}
		o := format.Options{Attributes: append(attributeNames(), "two", "lacking"), SortTimes: n%3 == 1}
		if n%3 == 1 {
			r.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
		}
		if n%3 == 2 {
			o.Where = []format.Condition{{Column: "flag", Operator: "!=", Value: "F"}}
		}
		first := map[string]attributeRow{}
		for _, row := range rows {
			id := strconv.FormatInt(row.id, 10)
			if before, known := first[id]; n%3 == 2 && row.flag == 'F' || known && before.t <= row.t {
				continue
			}
			first[id] = row
		}
		for name, content := range attributeFiles(rows) {
			s, report, err := readText(t, name, content, o)
			if err != nil || s.Trajectories() != len(first) {
				t.Fatalf("%s: %v", name, err)
			}
			paths := writeAll(t, t.TempDir(), map[string]string{name: content})
			o := o
			o.SortTimes = false // row by row nothing is sorted
			_, handed, err := ReadRows(t.Context(), paths[0], o, passOver)
			if err != nil {
				t.Fatal(err)
			}
			for i, column := range attributeNames() {
				told, again := report.Attributes.Of(column, s), handed.Attributes.Of(column, s)
				for traj, got := range told {
					if want := first[s.ID(traj)].says()[i]; got != want || n%3 != 1 && again[traj] != want {
						t.Fatalf("case %d, %s: %s of %s is %q, handed on %q, want %q", n, name, column, s.ID(traj), got, again[traj], want)
					}
				}
			}
			if a := report.Attributes; a.Has("two") || a.Has("lacking") || slices.Contains(a.Columns(), "two") || !slices.Contains(a.Columns(), "flag") {
				t.Errorf("%s: there is %q", name, a.Columns())
			}
		}
	}
}

// TestWhereLogical: logicals compare as T and F, other bytes have no value, and arrays of logicals are refused by name.
func TestWhereLogical(t *testing.T) {
	rows := []attributeRow{{id: 1, flag: 'T'}, {id: 2, flag: 'F'}, {id: 3}, {id: 4, flag: 'T'}}
	for name, content := range attributeFiles(rows) {
		for where, want := range map[string]string{"flag=T": "1 4", "flag!=T": "2 3", "flag=": "3", "flag<T": "2", "flag>=F": "1 2 4"} {
			condition, err := format.ParseCondition(where)
			if err != nil {
				t.Fatal(err)
			}
			s, _, err := readText(t, name, content, format.Options{Reading: format.Reading{Where: []format.Condition{condition}}})
			if err != nil {
				t.Fatalf("%s, %s: %v", name, where, err)
			}
			if got := strings.Join(idsOf(s), " "); got != want {
				t.Errorf("%s, %s: %s, want %s", name, where, got, want)
			}
		}
		_, _, err := readText(t, name, content, format.Options{Columns: map[string]string{"y": "flag"}})
		if err == nil || !strings.Contains(err.Error(), "column flag holds neither numbers nor text") {
			t.Errorf("%s: a logical as a place: %v", name, err)
		}
	}
	arrays := fitsFile(fitsTable{cards: starColumns("TTYPE5  = 'm'", "TFORM5  = '2L'"), rows: [][]any{{int64(1), 2.0, 3.0, 4.0, "TF"}}}.bytes())
	if _, _, err := readText(t, "a.fits", arrays, format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "m", Operator: "=", Value: "T"}}}}); err == nil || err.Error() != `a.fits: column "m", which --where m=T names, holds neither text nor one number a row` {
		t.Errorf("an array: %v", err)
	}
}

// idsOf returns the ids of a store.
func idsOf(s *trajectory.Store) (ids []string) {
	for traj := range s.Trajectories() {
		ids = append(ids, s.ID(traj))
	}
	return ids
}

// rowFiles returns files of formats without a header, and the attributes of each trajectory's first row.
func rowFiles() []struct {
	name, text string
	ids        []string
	want       map[string][]string
} {
	cars := fcdFile(`<timestep time="0.50"><vehicle id="a" x="1" y="2" speed="5.10" type="bus &amp; tram"/><person id="p" x="bad" y="2" slope="x"/></timestep>` +
		`<timestep time="1"><vehicle id="a" x="3" y="2" speed="0.5" lane="e_0"/><person id="p" x="4" y="2" slope="9"/><container id="c" x="4" y="3" type=""/></timestep>`)
	walks := gpxFile("<trk><name>go</name><type> walk </type><trkseg>" + `<trkpt lat="1" lon="2.50"><ele>bad</ele><time>2020-01-01T00:00:00Z</time><hdop>9</hdop></trkpt>` +
		`<trkpt lat="1" lon="2.00001"><ele>5.0</ele><time>2020-01-01T00:00:01Z</time><hdop>0.5</hdop><name>gate</name></trkpt>` + "</trkseg></trk><trk><name>none</name></trk>" +
		"<trk><name>12</name><trkseg>" + `<trkpt lat="8" lon="2"><ele>7</ele><time>2020-01-01T00:00:00Z</time><sat>4</sat></trkpt></trkseg></trk>`)
	alone := gpxFile("<trk><desc>by hand</desc><trkseg>" + trkpt("1", "2", "", "00:00:00Z") + "</trkseg></trk>")
	track := geoLife + "91,2,0,-777,39744,2008-10-23,02:53:15\n1, 2 ,0,-777,39745,2008-10-24,02:53:15\n"
	orbits := oemFile(oemSegment("A", "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6"), strings.ReplaceAll(oemSegment("B", "UTC", "2020-01-01T00:00:00 7 bad 9", "2020-01-01T00:00:01 7 8 9.50"), "ANY", "ISS (ZARYA)"),
		strings.ReplaceAll(oemSegment("A", "UTC", "2020-01-01T00:00:02 1 2 3"), "ANY", "LATER"))
	return []struct {
		name, text string
		ids        []string
		want       map[string][]string
	}{
		{"a.xml", cars, []string{"a", "c", "p"}, map[string][]string{"type": {"bus & tram", "", ""}, "speed": {"5.10", "", ""}, "lane": {"", "", ""}, "slope": {"", "", "9"}, "time": {"0.50", "1", "1"}, "x": {"1", "4", "4"}}},
		{"a.gpx", walks, []string{"12", "go"}, map[string][]string{"name": {"12", "gate"}, "type": {"", "walk"}, "hdop": {"", "0.5"}, "ele": {"7", "5.0"}, "lon": {"2", "2.00001"}, "sat": {"4", ""}, "time": {"2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z"}}},
		{"one.gpx", alone, []string{"one"}, map[string][]string{"desc": {"by hand"}, "name": {""}, "lat": {"1"}}},
		{"a.plt", track, []string{"a"}, map[string][]string{"date": {"2008-10-24"}, "longitude": {"2"}, "altitude": {"-777"}, "days": {"39745"}}},
		{"a.oem", orbits, []string{"A", "B"}, map[string][]string{"OBJECT_NAME": {"ANY", "ISS (ZARYA)"}, "CENTER_NAME": {"EARTH", "EARTH"}, "Z": {"3", "9.50"}, "X_DOT": {"4", ""}, "epoch": {"2020-01-01T00:00:00", "2020-01-01T00:00:01"}}},
	}
}

// TestAttributesOfRows: formats that name the columns of each row have attributes from the first good row of each trajectory,
// in memory, row by row, from several files and packed; with conditions from the first row that passes them.
func TestAttributesOfRows(t *testing.T) {
	for _, c := range rowFiles() {
		o := format.Options{Reading: format.Reading{SkipBadRows: true}, Attributes: []string{"lacking"}}
		for column := range c.want {
			o.Attributes = append(o.Attributes, column)
		}
		check := func(how string, s *trajectory.Store, a *format.Attributes) {
			t.Helper()
			if got := idsOf(s); !slices.Equal(got, c.ids) {
				t.Fatalf("%s, %s: %q", c.name, how, got)
			}
			for column, want := range c.want {
				if got := a.Of(column, s); !a.Has(column) || !slices.Equal(got, want) {
					t.Errorf("%s, %s: %s is %q, want %q", c.name, how, column, got, want)
				}
			}
			if a.Has("lacking") {
				t.Errorf("%s, %s: a column that lacks", c.name, how)
			}
		}
		s, report, err := readText(t, c.name, c.text, o)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		check("in memory", s, report.Attributes)
		for column := range c.want {
			if !slices.Contains(report.Attributes.Columns(), column) {
				t.Errorf("%s: there is %q, and not %s", c.name, report.Attributes.Columns(), column)
			}
		}
		paths := writeAll(t, t.TempDir(), map[string]string{c.name: c.text, c.name + ".gz": gzipped(t, c.text)})
		most := 0
		_, handed, err := ReadRows(t.Context(), paths[1], o, func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
			most = rows.IDBytes
			return nil
		})
		if err != nil || most < handed.Attributes.Bytes()/2 {
			t.Fatalf("%s, row by row: %v, %d bytes told, attributes take %d", c.name, err, most, handed.Attributes.Bytes())
		}
		check("row by row", s, handed.Attributes)
		id := strings.TrimSuffix(c.name, filepath.Ext(c.name))
		for _, sorted := range []bool{false, true} {
			o.SortTimes = sorted
			files := []File{{Path: paths[0]}}
			if c.name != "a.gpx" { // whose ids would begin with the file's
				files[0].ID = id
			}
			s, report, err = ReadFiles(t.Context(), files, o)
			if err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprintf("as files, in any order %v", sorted), s, report.Attributes)
		}
	}
	o := format.Options{Attributes: []string{"speed"}, Reading: format.Reading{Where: []format.Condition{{Column: "lane", Operator: "!=", Value: ""}}}}
	s, report, err := readText(t, "a.xml", rowFiles()[0].text, o)
	if err != nil || report.Attributes.Of("speed", s)[0] != "0.5" {
		t.Errorf("the first that holds: %v, %q", err, report.Attributes.Of("speed", s))
	}
}

// TestAttributesOfFormats: files of several formats, and several of one, give attributes together, from the earliest row of
// each id.
func TestAttributesOfFormats(t *testing.T) {
	car := func(clock, id, kind string) string {
		return fmt.Sprintf(`<timestep time="%s"><vehicle id="%s" x="1" y="2" type="%s"/></timestep>`, clock, id, kind)
	}
	paths := writeAll(t, t.TempDir(), map[string]string{
		"a.xml": fcdFile(car("5", "1", "late") + car("6", "1", "later")), "b.xml": fcdFile(car("1", "1", "first") + car("2", "2", "bus")),
		"c.csv": "id,t,x,y,type,more\n2,0.5,1,2,tram,yes\n3,0,1,2,,no\n",
	})
	s, report, err := ReadFiles(t.Context(), filesAt(paths...), format.Options{Attributes: []string{"type", "more"}, Units: format.Units{Length: "m", Time: "s"}})
	if err != nil {
		t.Fatal(err)
	}
	a := report.Attributes
	if kinds, more := a.Of("type", s), a.Of("more", s); !slices.Equal(kinds, []string{"first", "tram", ""}) || !slices.Equal(more, []string{"", "yes", "no"}) {
		t.Errorf("%q, %q", kinds, more)
	}
	if want := []string{"time", "id", "x", "y", "type", "kind", "t", "more"}; !slices.Equal(a.Columns(), want) {
		t.Errorf("there is %q, want %q", a.Columns(), want)
	}
}

// TestPlainRowsTell: rows of TABLEDATA that are written plainly, and others, have the same attributes.
func TestPlainRowsTell(t *testing.T) {
	text := attributeFiles(randomAttributes(rand.New(rand.NewPCG(49, 2)), 40))["text.vot"]
	s, want, err := readText(t, "a.vot", strings.ReplaceAll(text, "<TR>", "<TR >"), format.Options{Attributes: attributeNames()})
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := readText(t, "a.vot", text, format.Options{Attributes: attributeNames()})
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	for _, name := range attributeNames() {
		fmt.Fprintln(&a, got.Attributes.Of(name, s))
		fmt.Fprintln(&b, want.Attributes.Of(name, s))
	}
	if a.String() != b.String() {
		t.Errorf("%s\nwant\n%s", &a, &b)
	}
}
