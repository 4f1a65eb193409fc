package fileset

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestFileID: the id is the name of a file without folder, packing and extension, or Options.ID.
func TestFileID(t *testing.T) {
	kind, _ := Formats().Choose("a.gpx", "")
	for path, want := range map[string]string{
		"a.gpx": "a", "may/a.GPX": "a", "a.gpx.gz": "a", "a.b.gpx.zst": "a.b", "a": "a", ".gpx": ".gpx", "a.gpx/": "a", "7.gpx": "7",
	} {
		if got, err := new(reading.Options).FileID(path, kind.Extensions); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
		if got, err := readerOf(format.Options{ID: "b/c"}).FileID(path, kind.Extensions); got != "b/c" || err != nil {
			t.Errorf("%s with an id: %q, %v", path, got, err)
		}
	}
	if _, err := new(reading.Options).FileID("a\xff.gpx", kind.Extensions); err == nil || !strings.Contains(err.Error(), "not UTF-8") {
		t.Error(err)
	}
}

// TestHeightOption: only known heights are accepted, and not together with a column.
func TestHeightOption(t *testing.T) {
	const text = "id,t,x,y,z\n1,0,1,2,nan\n1,1,1,2,3\n"
	s, _, err := readText(t, "a.csv", text, format.Options{Height: format.NoHeight})
	if err != nil || s.Dim() != 2 || s.Samples() != 2 {
		t.Errorf("%v, %v", s, err)
	}
	for _, o := range []format.Options{{Height: "geoid"}, {Height: format.NoHeight, Columns: map[string]string{"z": "z"}}} {
		if _, _, err := readText(t, "a.csv", text, o); err == nil || !strings.HasPrefix(err.Error(), "format: ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestTracksOfManyBlocks: tracks that span blocks that are read and merged at a time are read as one;
// the first bad row is named wherever it is, and can be left out.
func TestTracksOfManyBlocks(t *testing.T) {
	const points = 3*reading.FeedBlock/2 + 7
	var b strings.Builder
	for track := range 2 {
		fmt.Fprintf(&b, "<trk><name>%s</name><trkseg>\n", strings.Repeat("n", 1+track))
		for i := range points {
			if i%10_000 == 9_999 {
				b.WriteString("</trkseg><trkseg>")
			}
			b.WriteString(trkpt("1", "2", "", trajectory.Timestamp.Format(1577836800 + float64(i))[11:]))
		}
		b.WriteString("</trkseg></trk>\n")
	}
	text := gpxFile(b.String())
	s, report, err := readText(t, "walk.gpx", text, format.Options{})
	if err != nil || s.Trajectories() != 2 || s.Samples() != 2*points || report.Rows != 2*points || s.Segments() != 2*(points-3) {
		t.Fatalf("%v: %v, %+v", err, s, report)
	}
	if n := strings.Count(handedRows(t, "walk.gpx", text, format.Options{}), "\nnn "); n != points {
		t.Errorf("ReadRows hands %d points of the second track on", n)
	}
	at := strings.LastIndex(text, `lat="1"`)
	bad := text[:at] + `lat="1e2"` + text[at+len(`lat="1"`):]
	line := strings.Count(text[:at], "\n") + 1
	want := fmt.Sprintf(`walk.gpx:%d: column lat: "100": latitude outside -90 to 90 degrees`, line)
	if _, _, err := readText(t, "walk.gpx", bad, format.Options{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if s, report, err := readText(t, "walk.gpx", bad, format.Options{Reading: format.Reading{SkipBadRows: true}}); err != nil || s.Samples() != 2*points-1 || report.Reasons[0] != want {
		t.Errorf("%v, %+v", err, report)
	}
}

// TestEstimateOfPoints: the rows of GPX are its track points, not all its elements.
func TestEstimateOfPoints(t *testing.T) {
	text := gpxFile("<trk><trkseg>" + strings.Repeat(trkpt("1", "2", "3", "00:00:00Z"), 1000) + "</trkseg></trk>")
	if n, ok := estimateRows(formattest.InMemory([]byte(text)), "<trkpt"); !ok || n != 1000 {
		t.Errorf("%d, %v", n, ok)
	}
}
