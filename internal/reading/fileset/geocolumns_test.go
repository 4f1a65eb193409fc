package fileset

import (
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// A boxed is a row of GeoParquet with other columns that look like positions, and the bounds of its geometry.
type boxed struct {
	MMSI     int64   `parquet:"MMSI"`
	Time     string  `parquet:"BaseDateTime"`
	Lon      float64 `parquet:"LON"`
	Lat      float64 `parquet:"LAT"`
	Geometry []byte  `parquet:"geometry"`
	BBox     *box    `parquet:"bbox,optional"`
}

type box struct {
	XMin float64  `parquet:"xmin"`
	YMin *float64 `parquet:"ymin,optional"`
}

// boxedRows returns rows whose geometry, columns and bounds have different places.
func boxedRows() []boxed {
	rows := []boxed{{1, "2024-05-01T12:00:00", 10, 50, nil, nil}, {1, "2024-05-01T12:00:09", 10.001, 50, nil, nil}, {2, "2024-05-01T12:00:00", 11, 51, nil, nil}}
	for i := range rows {
		r := &rows[i]
		y := r.Lat + 2
		r.Geometry, r.BBox = formattest.Geometry(1, nil, r.Lon+1, r.Lat+1), &box{r.Lon + 2, &y}
	}
	return rows
}

// boxedText returns the same rows in CSV, with places moved by a distance.
func boxedText(moved int) string {
	return [...]string{
		"id,t,lon,lat\n1,2024-05-01T12:00:00Z,10,50\n1,2024-05-01T12:00:09Z,10.001,50\n2,2024-05-01T12:00:00Z,11,51\n",
		"id,t,lon,lat\n1,2024-05-01T12:00:00Z,11,51\n1,2024-05-01T12:00:09Z,11.001,51\n2,2024-05-01T12:00:00Z,12,52\n",
		"id,t,lon,lat\n1,2024-05-01T12:00:00Z,12,52\n1,2024-05-01T12:00:09Z,12.001,52\n2,2024-05-01T12:00:00Z,13,53\n",
	}[moved]
}

// TestGeometryBesideColumns: places come from the geometry where the options name ids and times, unless they name x and y; without options
// a preset takes all its columns.
func TestGeometryBesideColumns(t *testing.T) {
	file := formattest.InGroups(t, boxedRows(), 2, formattest.GeoKey("WKB", ""))
	utc := format.Reading{Zone: "UTC"}
	for _, c := range []struct {
		o     format.Options
		moved int
	}{
		{format.Options{}, 0},
		{format.Options{Preset: "marinecadastre"}, 0},
		{format.Options{Reading: utc, Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime"}}, 1},
		{format.Options{Reading: utc, Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime", "x": "geometry.x", "y": "geometry.y"}}, 1},
		{format.Options{Reading: format.Reading{Zone: "UTC", LonLat: true}, Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime", "x": "LON", "y": "LAT"}}, 0},
		{format.Options{Reading: format.Reading{Zone: "UTC", LonLat: true}, Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime", "x": "bbox.xmin", "y": "bbox.ymin"}}, 2},
	} {
		wantSame(t, "ships.parquet", file, c.o, boxedText(c.moved), format.Options{Reading: format.Reading{LonLat: true}})
	}
}

// TestGeometryLacks: the error about a file with a geometry and without ids and times has columns that may be meant and the columns of the
// geometry.
func TestGeometryLacks(t *testing.T) {
	type row struct {
		Name     string `parquet:"name"`
		Time     string `parquet:"time"`
		Geometry []byte `parquet:"geometry"`
	}
	file := formattest.InGroups(t, []row{{"a", "2024-05-01T12:00:00", formattest.Geometry(1, nil, 1, 2)}}, 9, formattest.GeoKey("WKB", ""))
	const want = `points.parquet: no id and time in "name", "time", "geometry", "geometry.x", "geometry.y"; try: --tz UTC --columns id=name,t=time,x=geometry.x,y=geometry.y`
	if _, _, err := readText(t, "points.parquet", file, format.Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestPartsOfStructs: fields of structs can be used in conditions and attributes, and are null where the struct is; a struct itself
// cannot.
func TestPartsOfStructs(t *testing.T) {
	rows := boxedRows()
	rows[0].BBox.YMin = nil
	rows[2].BBox = nil
	file := formattest.InGroups(t, rows, 2, formattest.GeoKey("WKB", ""))
	for where, want := range map[string]int{"bbox.xmin>12": 1, "bbox.xmin=12": 1, "bbox.ymin=52": 1, "bbox.ymin=": 2, "bbox.xmin=": 1} {
		condition, err := format.ParseCondition(where)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := readText(t, "ships.parquet", file, format.Options{Reading: format.Reading{Where: []format.Condition{condition}}, Attributes: []string{"bbox.xmin"}})
		if err != nil || s.Samples() != want {
			t.Errorf("%s: %v, %v; want %d rows", where, s, err, want)
		}
	}
	condition, _ := format.ParseCondition("bbox=1")
	if _, _, err := readText(t, "ships.parquet", file, format.Options{Reading: format.Reading{Where: []format.Condition{condition}}}); err == nil {
		t.Error("a condition on a struct is taken")
	}
}
