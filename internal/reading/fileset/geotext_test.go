package fileset

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// hexPoint returns a point as PostgreSQL prints it.
func hexPoint(srid uint32, x, y float64) string {
	return fmt.Sprintf("%X", formattest.Geometry(1|1<<29, []uint32{srid}, x, y))
}

// TestGeometryInText: text with a column of geometry is read like text with x and y, in degrees where the geometry says so, or the options.
func TestGeometryInText(t *testing.T) {
	degrees := format.Options{Reading: format.Reading{LonLat: true}}
	zoned := format.Options{Reading: format.Reading{LonLat: true, Zone: "UTC"}}
	lengths := format.Options{Units: format.Units{Length: "m", Time: "s"}}
	const flat = "id,t,x,y\n1,0,1.5,-2\n1,1,2,3\n7,0,0.1,4\n"
	const high = "id,t,x,y,z\n1,0,1.5,-2,10\n1,1,2,3,20\n"
	for _, c := range []struct {
		name, text string
		o          format.Options
		want       string
		as         format.Options
	}{
		{"WKT", "id,t,geometry\n1,0,POINT (1.5 -2)\n1,1,POINT(2 3)\n7,0,POINT (0.1 4)\n", lengths, flat, lengths},
		{"WKT in degrees", "id;t;geometry\n1;0;POINT (1.5 -2)\n1;1;POINT(2 3)\n7;0;POINT (0.1 4)\n", degrees, flat, degrees},
		{"EWKT", "id,t,geometry\n1,0,SRID=4326;POINT(1.5 -2)\n1,1,SRID=4326;POINT(2 3)\n7,0,SRID=4326;POINT(0.1 4)\n", format.Options{}, flat, degrees},
		{"EWKB", "id,t,g\n1,0," + hexPoint(4326, 1.5, -2) + "\n1,1," + hexPoint(4326, 2, 3) + "\n7,0," + hexPoint(4326, 0.1, 4) + "\n", format.Options{}, flat, degrees},
		{"heights", "id\tt\tg\n1\t0\tPOINT Z (1.5 -2 10)\n1\t1\tPOINT Z (2 3 20)\n", lengths, high, lengths},
		{"no heights", "id,t,g\n1,0,POINT Z (1.5 -2 10)\n1,1,POINT (2 3)\n7,0,POINT (0.1 4)\n", format.Options{Height: format.NoHeight, Units: lengths.Units}, flat, format.Options{Height: format.NoHeight, Units: lengths.Units}},
		{"names, times, a column between", "# by hand\ntraj_id,note,t,geometry\na b,\"x,\ny\",2020-01-01 00:00:00,\"POINT (10.0 55.0)\"\n\nc,,2020-01-01 01:00:00,POINT (10.1 55.0)\n", zoned,
			"id,t,x,y\na b,2020-01-01 00:00:00,10.0,55.0\nc,2020-01-01 01:00:00,10.1,55.0\n", zoned},
		{"lines with M", "id,track\n5,\"LINESTRING M (1 2 10, 3 4 20)\"\n6,\"LINESTRING M (0 0 10,1 1 11)\"\n", lengths, "id,t,x,y\n5,10,1,2\n5,20,3,4\n6,10,0,0\n6,11,1,1\n", format.Options{Units: lengths.Units}},
		{"one of two", "id,t,a,b\n1,0,POINT (9 9),POINT (1.5 -2)\n1,1,POINT (9 9),POINT(2 3)\n7,0,POINT (9 9),POINT (0.1 4)\n", format.Options{Units: lengths.Units, Columns: map[string]string{"x": "b.x", "y": "b.y"}}, flat, lengths},
		{"beside x and y", "id,t,x,y,g\n1,0,1.5,-2,POINT (9 9)\n1,1,2,3,POINT (9 9)\n7,0,0.1,4,POINT (9 9)\n", lengths, flat, lengths},
		{"instead of x and y", "id,t,x,y,g\n1,0,9,9,POINT (1.5 -2)\n1,1,9,9,POINT (2 3)\n7,0,9,9,POINT (0.1 4)\n", format.Options{Units: lengths.Units, Columns: map[string]string{"x": "g.x", "y": "g.y"}}, flat, lengths},
		{"times of a layout", "id,t,g\n1,20200101,POINT (1 2)\n", format.Options{Units: lengths.Units, Reading: format.Reading{Zone: "UTC", TimeLayout: "YYYYMMDD"}}, "id,t,x,y\n1,2020-01-01T00:00:00Z,1,2\n", lengths},
		{"conditions", "id,t,kind,g\n1,0,a,POINT (1.5 -2)\n1,1,a,POINT(2 3)\n7,0,b,POINT (0.1 4)\n", format.Options{Units: lengths.Units, Reading: format.Reading{Where: []format.Condition{{Column: "kind", Operator: "=", Value: "a"}}}}, flat[:strings.Index(flat, "7,0")], lengths},
	} {
		for _, threads := range []int{1, 3} {
			c.o.Threads = threads
			if c.name == "lines with M" {
				c.o.ColumnUnits, c.as.ColumnUnits = map[string]string{"t": "unix"}, map[string]string{"t": "unix"}
			}
			t.Run(fmt.Sprint(c.name, threads), func(t *testing.T) { wantSame(t, "a.csv", c.text, c.o, c.want, c.as) })
		}
	}
}

// TestGeometryInTextErrors: what is wrong with geometries in text, and in which row.
func TestGeometryInTextErrors(t *testing.T) {
	lengths := format.Options{Units: format.Units{Length: "m", Time: "s"}}
	wantFaults(t, "a.csv", format.Options{}, []badFile{
		{"id,t,geometry\n1,0,POINT (1 2)\n", "a.csv: column geometry has no CRS: --lonlat says that its numbers are degrees, --units that they are lengths, such as --units m,s"},
		{"id,t,geometry\n1,0,SRID=25832;POINT (1 2)\n", "a.csv: column geometry is in SRID 25832: neither degrees of WGS 84 (OGC:CRS84, EPSG:4326) nor lengths of a projection in a unit of flyby's"},
		{"id,t,geometry\n\n1,0,\n1,0,\"POLYGON ((0 0, 1 0, 1 1, 0 0))\"\n", `a.csv:4: column geometry: "POLYGON": a polygon is no position but a zone, for flyby visits --zones; --columns x=NAME,y=NAME takes places from other columns`},
		{"id,t,geometry\n1,0,\"LINESTRING (0 0, 1 0)\"\n", `a.csv:2: column geometry: "LINESTRING": neither a point nor a line with M, which are its times; --columns x=NAME,y=NAME takes places from other columns`},
		{"id,t,a,b\n1,0,POINT (1 2),POINT (1 2)\n", `a.csv:1: no place in "id", "t", "a", "b"; try: --columns x=NAME,y=NAME (left to say: a column for each NAME)`},
		{"id,t,geometry\n1,0,POINTS (1 2)\n", `a.csv:1: no place in "id", "t", "geometry"; try: --columns x=NAME,y=NAME (left to say: a column for each NAME)`},
	})
	wantBadRows(t, "a.csv", lengths, 1, []badFile{
		{"id,t,g\n1,0,POINT (1 2)\n1,1,POINT EMPTY\n", `a.csv:3: column g: "POINT EMPTY": no place`},
		{"id,t,g\n1,0,POINT (1 2)\n1,1,\n", `a.csv:3: column g: "": missing`},
		{"id,t,g\n1,0,POINT (1 2)\n1,1,POINT (1)\n", `a.csv:3: column g: "POINT (1)": 1 numbers in a position of a POINT`},
		{"id,t,g\n1,0,POINT (1 2)\n1,1,SRID=4326;POINT (1 2)\n", `a.csv:3: column g: "SRID=4326;POINT (1 2)": a geometry of SRID 4326, where the first has none`},
		{"id,t,g\n1,0,POINT (1 2)\n1,1,LINESTRING (1 2)\n", `a.csv:3: column g: "LINESTRING": not a point`},
		{"id,t,g\n1,0,POINT (1 2)\n1,one,POINT (3 4)\n", `a.csv:3: column t: "one": not a number`},
		{"id,t,g\n1,0,POINT (1 2)\n1,1\n", `a.csv:3: 2 columns where the header has 3`},
		{"id,t,g\n1,0,POINT (1 2)\n1,0,POINT (3 4)\n", `a.csv:3: column t: "0": repeated time within its trajectory`},
	})
}
