package fileset

import (
	"fmt"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// travelled returns rows with a line each.
func travelled() []formattest.Travelled {
	return []formattest.Travelled{
		{ID: "a", Geometry: formattest.LineM(1, 2, 1714564800, 3, 4, 1714564810.5), Kind: "bus"},
		{ID: "b", Geometry: formattest.GeometryBig(formattest.WKBLineM, []uint32{1}, 5, 6, 1714564800), Kind: "tram"},
		{ID: "a", Geometry: formattest.LineM(3, 4, 1714564811, 5, 5, 1714564812, 7, 5, 1714564813), Kind: "bus"},
	}
}

// travelledText has the same rows in CSV.
const travelledText = "id,t,x,y\na,2024-05-01T12:00:00Z,1,2\na,2024-05-01T12:00:10.5Z,3,4\nb,2024-05-01T12:00:00Z,5,6\n" +
	"a,2024-05-01T12:00:11Z,3,4\na,2024-05-01T12:00:12Z,5,5\na,2024-05-01T12:00:13Z,7,5\n"

// TestGeometryLines: a row with a line becomes its samples, at seconds since 1970 unless the options have
// another unit.
func TestGeometryLines(t *testing.T) {
	file := formattest.InGroups(t, travelled(), 2, formattest.GeoKey("WKB", utm()))
	wantSame(t, "lines.parquet", file, format.Options{}, travelledText, format.Options{})
	_, report, err := readText(t, "lines.parquet", file, format.Options{})
	if want := "t, x, y=geometry (lines with M, t in seconds since 1970), UTM 32N (EPSG:32632), m"; err != nil || report.Geometry != want || report.Rows != 6 {
		t.Errorf("%q, %d rows, %v; want %q", report.Geometry, report.Rows, err, want)
	}
	numbers := format.Options{Units: format.Units{Time: "s"}}
	seconds := "id,t,x,y\na,1714564800,1,2\na,1714564810.5,3,4\nb,1714564800,5,6\na,1714564811,3,4\na,1714564812,5,5\na,1714564813,7,5\n"
	wantSame(t, "lines.parquet", file, numbers, seconds, numbers)
	wantSame(t, "lines.parquet", file, format.Options{ColumnUnits: map[string]string{"t": "unixms"}}, seconds, format.Options{ColumnUnits: map[string]string{"t": "unixms"}})
}

// TestGeometryLinesWithHeights: z of lines is the z of their vertices, or a column that the options name.
func TestGeometryLinesWithHeights(t *testing.T) {
	type row struct {
		ID       int64   `parquet:"id"`
		Geometry []byte  `parquet:"geometry"`
		Height   float32 `parquet:"height"`
		R        float64 `parquet:"r"`
	}
	rows := []row{{7, formattest.Geometry(formattest.WKBLineZM, []uint32{2}, 1, 2, 30, 1, 3, 4, 40, 2), 99, 0.5}}
	file := formattest.InGroups(t, rows, 2, formattest.GeoKey("WKB", utm()))
	s := format.Options{Units: format.Units{Time: "s"}}
	wantSame(t, "lines.parquet", file, s, "id,t,x,y,z,r\n7,1,1,2,30,0.5\n7,2,3,4,40,0.5\n", s)
	flat, column := s, s
	flat.Height, column.Columns = format.NoHeight, map[string]string{"z": "height"}
	wantSame(t, "lines.parquet", file, flat, "id,t,x,y,r\n7,1,1,2,0.5\n7,2,3,4,0.5\n", s)
	wantSame(t, "lines.parquet", file, column, "id,t,x,y,z,r\n7,1,1,2,99,0.5\n7,2,3,4,99,0.5\n", s)
}

// TestGeometryLinesAsked: conditions and attributes are about the rows that lines come from.
func TestGeometryLinesAsked(t *testing.T) {
	file := formattest.InGroups(t, travelled(), 2, formattest.GeoKey("WKB", utm()))
	o := format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "kind", Operator: "!=", Value: "tram"}}}, Attributes: []string{"kind"}}
	s, report, err := readText(t, "lines.parquet", file, o)
	if err != nil || s.Samples() != 5 || report.Missed != 1 || report.Rows != 6 || fmt.Sprint(report.Attributes.Of("kind", s)) != "[bus]" {
		t.Errorf("%v, %+v, %v", s, report, err)
	}
}

// TestGeometryBadLines: the error about a bad line names its row, and the row, or the sample, can be left
// out.
func TestGeometryBadLines(t *testing.T) {
	for _, c := range []struct {
		geometry []byte
		id, want string
	}{
		{nil, "c", `column geometry: "": missing`},
		{formattest.LineM(), "c", `column geometry: "LINESTRING EMPTY": no place`},
		{formattest.Geometry(2, []uint32{1}, 1, 2), "c", `column geometry: "LINESTRING": a line without M, which are its times`},
		{formattest.Geometry(1, nil, 1, 2), "c", `column geometry: "POINT": not a line`},
		{formattest.Geometry(formattest.WKBLineM, []uint32{1 << 31}, 1, 2, 3), "c", `column geometry: "LINESTRING M": 2147483648 positions, which are 51539607552 bytes, in 24`},
		{formattest.LineM(1, 2, 1714564800), "", `column id: "": missing`},
		{formattest.LineM(1, 2, 1e15), "c", `column geometry.m: "1000000000000000": as seconds since 1970 outside the years 0 to 9999; microseconds are --units t=unixus`},
		{formattest.LineM(1, 2, 1714564790), "a", `column geometry.m: "2024-05-01T11:59:50Z": earlier than the row before it in its trajectory (2024-05-01T12:00:10.5Z); --sort-times puts rows in order`},
	} {
		rows := travelled()[:2]
		rows = append(rows, formattest.Travelled{ID: c.id, Geometry: c.geometry})
		file := formattest.InGroups(t, rows, 2, formattest.GeoKey("WKB", utm()))
		wantBadRows(t, "lines.parquet", format.Options{}, 3, []badFile{{file, "lines.parquet: row 2 (row group 1): " + c.want}})
	}
}

// TestGeometryLinesRefused: times of lines are M, and row groups of lines are not read one by one.
func TestGeometryLinesRefused(t *testing.T) {
	file := formattest.InGroups(t, travelled(), 2, formattest.GeoKey("WKB", utm()))
	const want = "lines.parquet: column geometry has lines, whose M are times, and --columns says t=kind"
	if _, _, err := readText(t, "lines.parquet", file, format.Options{Columns: map[string]string{"t": "kind"}}); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	path := t.TempDir() + "/lines.parquet"
	writeFile(t, path, file)
	if g, ok := OpenGroups(path, format.Options{}); ok {
		g.Close()
		t.Error("row groups of lines are opened")
	}
	if rows, ok := EstimateRows(path, format.Options{}); !ok || rows < 3 || rows > 60 {
		t.Errorf("%d rows are expected, %v", rows, ok)
	}
}
