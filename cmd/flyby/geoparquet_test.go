package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
)

// geoShips writes the ships of shipsOf as GeoParquet: points, and lines with M.
func geoShips(t *place) (points, lines string) {
	type row struct {
		ID       string  `parquet:"id"`
		T        float64 `parquet:"t"`
		Geometry []byte  `parquet:"geometry"`
	}
	var rows []row
	var travelled []formattest.Travelled
	var numbers []float64
	for _, line := range strings.Split(strings.TrimSpace(shipsOf("id,t,lon,lat")), "\n")[1:] {
		fields := strings.Split(line, ",")
		var v [3]float64
		for i := range v {
			v[i], _ = strconv.ParseFloat(fields[1+i], 64)
		}
		rows = append(rows, row{fields[0], v[0], formattest.Geometry(formattest.WKBPoint, nil, v[1], v[2])})
		if numbers = append(numbers, v[1], v[2], v[0]); len(numbers) == 3*30 {
			travelled = append(travelled, formattest.Travelled{ID: fields[0], Geometry: formattest.LineM(numbers...)})
			numbers = nil
		}
	}
	geo := formattest.GeoKey("WKB", "")
	return formattest.InGroups(t, rows, 40, geo), formattest.InGroups(t, travelled, 3, geo, parquetgo.Compression(&parquetgo.Zstd))
}

// TestGeoParquet: GeoParquet has the answer of the same rows in CSV, in memory and in slabs, alone and with
// another file, and a line that --quiet keeps, and the summary, name the columns taken.
func TestGeoParquet(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "ships.csv", shipsOf("id,t,lon,lat"))
	points, lines := geoShips(t)
	write(t, "points.parquet", points)
	write(t, "lines.parquet", lines)
	ask := words("join --distance 300m --level encounters --units ,s")
	want := ran(t, append(ask, "ships.csv", "--lonlat")...)
	if strings.Count(want, "\n") < 3 {
		t.Fatalf("few encounters\n%s", want)
	}
	for file, told := range map[string]string{
		"points.parquet": "x, y=geometry (points), OGC:CRS84, degrees",
		"lines.parquet":  "t, x, y=geometry (lines with M, t in s), OGC:CRS84, degrees",
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: outgrown}, append(ask, file, "--quiet")...)
			if line := "flyby: " + file + ": " + told + "\n"; r.out != want || r.err != line {
				t.Errorf("%s, outgrown %v: told %q, want %q\n%s", file, outgrown, r.err, line, r.out)
			}
			r = invokeOn(t, streams{outgrown: outgrown}, append(ask, file, "--json")...)
			var m summary
			if err := json.Unmarshal([]byte(lastLine(r)), &m); err != nil || m.EntryGeo != told {
				t.Errorf("%s, outgrown %v: %v, %q in the summary", file, outgrown, err, m.EntryGeo)
			}
		}
		if out := ran(t, "info", file, "--units", ",s"); !strings.Contains(out, "  geometry       "+told+"\n") {
			t.Errorf("info %s:\n%s", file, out)
		}
		search := append(words("search --distance 300m --level encounters --units ,s --lonlat --queries ships.csv --exclude-same-id --entries"), file)
		if got, plain := ran(t, search...), ran(t, append(search[:len(search)-1:len(search)-1], "ships.csv")...); got != plain || strings.Count(got, "\n") < 3 {
			t.Errorf("%s as entries:\n%s", file, got)
		}
	}
}

// TestGeoParquetRefused: a geometry of unknown CRS is refused with exit status 1 and the flags that declare
// it.
func TestGeoParquetRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	rows := []formattest.Placed{{ID: 1, T: 1, Geometry: formattest.Geometry(formattest.WKBPoint, nil, 1, 2)}}
	write(t, "points.parquet", formattest.InGroups(t, rows, 9, formattest.GeoKey("WKB", `,"crs":null`)))
	r := invoke(t, "", words("info points.parquet")...)
	if r.status != 1 || !strings.Contains(r.err, "--lonlat") || !strings.Contains(r.err, "--units") {
		t.Errorf("%+v", r)
	}
}
