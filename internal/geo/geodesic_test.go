package geo

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"
)

// geodesics returns the rows of a recorded table: longitude, latitude, course, metres, and the place that another program found.
func geodesics(t *testing.T, path string) (all [][6]float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		var v [6]float64
		for i, text := range row {
			if v[i], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		all = append(all, v)
	}
	return all
}

// apart returns the distance of two places on the ellipsoid, through space.
func apart(a, b Place) float64 {
	p, q := a.Foot(), b.Foot()
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// TestAheadAgreesWithGeographicLib: places ahead are within 1 mm of the places that GeographicLib 2.0 in Python found. GEODESICS names a longer table.
func TestAheadAgreesWithGeographicLib(t *testing.T) {
	path := "testdata/geodesics.csv"
	if longer := os.Getenv("GEODESICS"); longer != "" {
		path = longer
	}
	worst := 0.0
	all := geodesics(t, path)
	for _, g := range all {
		got, want := Place{Lon: g[0], Lat: g[1], Height: 7}.Ahead(g[2], g[3]), Place{Lon: g[4], Lat: g[5]}
		worst = max(worst, apart(got, want))
		if off := apart(got, want); !(off < 1e-3) || got.Height != 7 || !(got.Lon > -180 && got.Lon <= 180) {
			t.Errorf("from %v at %v for %v m: %+v, want %+v, %v m apart", g[:2], g[2], g[3], got, want, off)
		}
	}
	if len(all) < 400 {
		t.Errorf("%d rows of %s", len(all), path)
	}
	t.Logf("%d places are at most %.3g mm off", len(all), worst*1e3)
}

// TestCourseLeadsBack: a geodesic of the course and the length that Course finds, backwards from its end, leads to its start, and forwards from there as far again, on the same geodesic.
func TestCourseLeadsBack(t *testing.T) {
	for _, g := range geodesics(t, "testdata/geodesics.csv") {
		if math.Abs(g[3]) < 1 || math.Abs(g[1]) > 89 || math.Abs(g[5]) > 89 { // a course at a pole depends on the longitude there
			continue
		}
		from, to := Place{Lon: g[0], Lat: g[1]}, Place{Lon: g[4], Lat: g[5]}
		metres, course := from.Course(to)
		if off := apart(to.Ahead(course, -metres), from); !(off < 1e-3) {
			t.Errorf("back from %+v at %v for %v m: %v m off %+v", to, course, metres, off, from)
		}
	}
}

// TestAheadOfRest: nothing moves a place by 0 m, not even rounding, and no course leads from a place to itself.
func TestAheadOfRest(t *testing.T) {
	at := Place{T: 3, Lon: 181.12345678912, Lat: 55.98765432198, Height: 2}
	if got := at.Ahead(77, 0); got != at {
		t.Errorf("0 m ahead of %+v is %+v", at, got)
	}
	if metres, course := at.Course(at); metres != 0 || course != 0 {
		t.Errorf("%v m at %v from a place to itself", metres, course)
	}
}
