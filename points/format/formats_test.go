package format

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/points"
	"flyby/trajectory/format"
)

// tableRow is a row of the tables of TestFormats.
type tableRow struct {
	ID int64   `parquet:"mmsi"`
	A  float64 `parquet:"a"`
	B  float64 `parquet:"b"`
	W  string  `parquet:"w"`
}

// tables returns the same rows in every format of tables, by the names of their files.
func tables(t *testing.T, rows []tableRow) map[string][]byte {
	t.Helper()
	var csv, ecsv, vot, ndjson strings.Builder
	csv.WriteString("mmsi,a,b,w\n")
	ecsv.WriteString("# %ECSV 1.0\n# ---\n# datatype:\n# - {name: mmsi, datatype: int64}\n# - {name: a, datatype: float64}\n# - {name: b, datatype: float64}\n# - {name: w, datatype: string}\nmmsi a b w\n")
	vot.WriteString(`<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3"><RESOURCE><TABLE><FIELD name="mmsi" datatype="long"/><FIELD name="a" datatype="double"/>` +
		`<FIELD name="b" datatype="double"/><FIELD name="w" datatype="char" arraysize="*"/><DATA><TABLEDATA>`)
	cells := make([][]string, 4)
	for _, r := range rows {
		fmt.Fprintf(&csv, "%d,%v,%v,%s\n", r.ID, r.A, r.B, r.W)
		fmt.Fprintf(&ecsv, "%d %v %v %s\n", r.ID, r.A, r.B, r.W)
		fmt.Fprintf(&vot, "<TR><TD>%d</TD><TD>%v</TD><TD>%v</TD><TD>%s</TD></TR>", r.ID, r.A, r.B, r.W)
		fmt.Fprintf(&ndjson, `{"mmsi":%d,"a":%v,"b":%v,"w":%q}`+"\n", r.ID, r.A, r.B, r.W)
		for i, cell := range []any{r.ID, r.A, r.B, fmt.Sprintf("%q", r.W)} {
			cells[i] = append(cells[i], fmt.Sprint(cell))
		}
	}
	vot.WriteString("</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>")
	var columns []arrowCells
	for i, c := range []arrowCells{{name: "mmsi", typ: arrow.PrimitiveTypes.Int64}, {name: "a", typ: arrow.PrimitiveTypes.Float64}, {name: "b", typ: arrow.PrimitiveTypes.Float64}, {name: "w", typ: arrow.BinaryTypes.String}} {
		c.json = "[" + strings.Join(cells[i], ", ") + "]"
		columns = append(columns, c)
	}
	var packed bytes.Buffer
	if err := parquet.Write(&packed, rows); err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"p.csv": []byte(csv.String()), "p.ecsv": []byte(ecsv.String()), "p.vot": []byte(vot.String()), "p.xml": []byte(vot.String()), "p.ndjson": []byte(ndjson.String()),
		"p.arrows": arrowStream(t, arrowBatch(t, columns...)), "p.parquet": packed.Bytes(),
	}
}

// TestFormats: a rule of reading gives the same points, counts and advice in every format of tables.
func TestFormats(t *testing.T) {
	rows := []tableRow{{7, 0.5, 10, "u"}, {8, 1.5, 20, "v"}, {9, -2, 95, "u"}}
	twice := []tableRow{{7, 0.5, 10, "u"}, {7, 1.5, 20, "v"}}
	where := func(column, operator, value string) Reading {
		return Reading{Where: []format.Condition{{Column: column, Operator: operator, Value: value}}}
	}
	for _, rule := range []struct {
		name string
		rows []tableRow
		o    Options
		want string // the points; or the end of an error
		id   string
	}{
		{"ids by name", rows, Options{}, "7=[0.5 10] 8=[1.5 20] 9=[-2 95]", "mmsi"},
		{"coordinates named", rows, Options{Columns: map[string]string{"x1": "b"}}, "0=[10] 1=[20] 2=[95]", ""},
		{"ids named", rows, Options{Columns: map[string]string{"id": "mmsi", "x1": "b", "x2": "a"}}, "7=[10 0.5] 8=[20 1.5] 9=[95 -2]", "mmsi"},
		{"a condition on text", rows, Options{Reading: where("w", "=", "u")}, "7=[0.5 10] 9=[-2 95]", "mmsi"},
		{"a condition on a number", rows, Options{Reading: where("a", ">", "0")}, "7=[0.5 10] 8=[1.5 20]", "mmsi"},
		{"bad rows", rows, Options{Columns: map[string]string{"x1": "a", "x2": "b"}, Reading: Reading{LonLat: true, SkipBadRows: true, Where: where("a", "<", "0").Where}}, "every one of 1 rows is bad, such as ", ""},
		{"no such column", rows, Options{Columns: map[string]string{"x1": "z"}}, `no column z; there is "mmsi", "a", "b", "w"`, ""},
		{"an id twice", twice, Options{}, " too, and ids are there once; --columns x1=a,x2=b reads points that share theirs, as pings do: the number of the row is the id then; --columns x1=mmsi,x2=a,x3=b takes it for a coordinate", ""},
		{"no rows that are wanted", rows, Options{Reading: where("w", "=", "z")}, "none of 3 rows holds the conditions", ""},
	} {
		for name, data := range tables(t, rule.rows) {
			s, r, err := Read(context.Background(), write(t, name, data), rule.o)
			switch {
			case err != nil && !strings.Contains(err.Error(), rule.want):
				t.Errorf("%s, %s: %v, want %s", rule.name, name, err, rule.want)
			case err == nil && (shown(s) != rule.want || r.ID != rule.id):
				t.Errorf("%s, %s: %s, ids %q, want %s, %q", rule.name, name, shown(s), r.ID, rule.want, rule.id)
			case err == nil && len(rule.o.Columns) == 0 && !slices.Equal(r.Ignored, []string{"w"}):
				t.Errorf("%s, %s: left out %q", rule.name, name, r.Ignored)
			}
		}
	}
}

// TestAddFormat: the codec of a format of trajectories that is added gives points, by the same line.
func TestAddFormat(t *testing.T) {
	const rows = "7 0 1 2\n8 1 1.5 2\n"
	for text, want := range map[string]string{rows: "7=[0 1 2] 8=[1 1.5 2]", rows + "9 1\n": "p.pos:3: 2 fields, want 4", rows + "9 1 x 2\n": `p.pos:3: column x: "x": not a number`} {
		src := formattest.InMemory([]byte(text))
		src.Name = "p.pos"
		var o Options
		if err := o.prepare(src.Name); err != nil {
			t.Fatal(err)
		}
		c, err := readerOf(formattest.Positions())(context.Background(), src, &o)
		if err == nil {
			var s *points.Store
			if s, err = c.build(&o); err == nil {
				text = shown(s)
			}
		}
		if err != nil {
			text = err.Error()
		}
		if text != want {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}

// TestTracks: the positions of formats that are no tables are points, in degrees where the format has them.
func TestTracks(t *testing.T) {
	folder := filepath.Join("..", "..", "cmd", "flyby", "testdata", "input")
	for name, want := range map[string]struct {
		columns string
		degrees bool
	}{"walk.gpx": {"lon lat height", true}, "20081023025304.plt": {"lon lat height", true}, "orbits.oem": {"x y z", false}, "cars.fcd.xml": {"x y", false}} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		s, r, err := Read(context.Background(), write(t, name, data), Options{})
		if err != nil || strings.Join(r.Columns, " ") != want.columns || r.Degrees != want.degrees || r.ID != "" || s.Len() == 0 || s.Len() != r.Rows || s.Dimensions() < len(r.Columns) {
			t.Errorf("%s: %v, %+v, %v", name, s, r, err)
		}
		flat, _, err := Read(context.Background(), write(t, name, data), Options{Flat: true})
		if err != nil || want.degrees == (flat.Dimensions() == 2) {
			t.Errorf("%s without heights: %v, %v", name, flat, err)
		}
		if _, _, err = Read(context.Background(), write(t, name, data), Options{Columns: map[string]string{"x1": "x"}}); err == nil || !strings.Contains(err.Error(), "have no names") {
			t.Errorf("%s with columns: %v", name, err)
		}
	}
}
