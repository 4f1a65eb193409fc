package fileset

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

func TestReadLonLat(t *testing.T) {
	text := "id,t,lon,lat,z\n1,0,0,0,0\n1,1,0,90,10\n"
	s, report, err := readText(t, "geo.csv", text, format.Options{Reading: format.Reading{LonLat: true}})
	if err != nil {
		t.Fatal(err)
	}
	if report.Split != 1 || report.Added < 1400 || s.Segments() != report.Added+1 || report.Rows != 2 {
		t.Errorf("%+v, %d segments", report, s.Segments())
	}
	last := s.Samples() - 1
	if s.X()[0] != 6378137 || math.Abs(s.Z()[last]-6356762.314245179) > 1e-6 {
		t.Errorf("from %v to %v", s.X()[0], s.Z()[last])
	}
	s, report, err = readText(t, "geo.csv", text, format.Options{Reading: format.Reading{LonLat: true}, MaxGap: 0.5})
	if err != nil || report.Split != 0 || s.Samples() != 2 {
		t.Errorf("%v, %+v", err, report)
	}
}

func TestReadLonLatErrors(t *testing.T) {
	text := "id,t,lon,lat\n1,0,0,0\n\n1,1,0,91\n1,1,0,89\n1,2,361,0\n"
	_, _, err := readText(t, "geo.csv", text, format.Options{Reading: format.Reading{LonLat: true}, MaxGap: 0.1})
	if want := `geo.csv:4: column lat: "91": latitude outside -90 to 90 degrees`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	s, report, err := readText(t, "geo.csv", text, format.Options{Reading: format.Reading{LonLat: true, SkipBadRows: true}, MaxGap: 0.1})
	if err != nil || s.Samples() != 2 || report.Skipped != 2 || report.Rows != 4 {
		t.Fatalf("%v, %+v", err, report)
	}
	if want := "geo.csv:4: column lat: \"91\": latitude outside -90 to 90 degrees\ngeo.csv:6: column lon: \"361\": longitude outside -180 to 360 degrees"; strings.Join(report.Reasons, "\n") != want {
		t.Errorf("%q", report.Reasons)
	}
}

// TestLonLatBeyondRows wants the number of samples in the error, where it exceeds row numbers.
func TestLonLatBeyondRows(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,lon,lat,z\n")
	for i := range 300_000 { // with heights, a segment makes tens of thousands
		fmt.Fprintf(&b, "1,%d,%d,0,%d\n", i, i%2*179, i%2*1_000_000_000)
	}
	_, _, err := readText(t, "geo.csv", b.String(), format.Options{Reading: format.Reading{LonLat: true}})
	want := regexp.MustCompile(`^geo.csv: splitting 299999 long segments: [0-9]{10,} samples are more than the 4294967295 of a store: .*; a max gap splits fewer$`)
	if err == nil || !want.MatchString(err.Error()) {
		t.Errorf("%v, want %s", err, want)
	}
}
