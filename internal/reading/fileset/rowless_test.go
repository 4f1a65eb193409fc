package fileset

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// TestRowlessFiles: files of a folder that are read to their end and have no usable row are left out and named; a file that is named, a file
// that is cut, and a folder of such files alone are errors.
func TestRowlessFiles(t *testing.T) {
	const head, tail = `<gpx><trk><trkseg>`, `</trkseg></trk></gpx>`
	texts := map[string]string{
		"track.gpx":  head + `<trkpt lat="1" lon="2"><time>2024-05-01T12:00:00Z</time></trkpt><trkpt lat="1" lon="2.1"><time>2024-05-01T12:00:01Z</time></trkpt>` + tail,
		"gym.gpx":    head + tail,
		"route.gpx":  head + `<trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"/>` + tail,
		"header.csv": "id,t,lon,lat\n",
		"mixed.gpx":  head + `<trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"><time>2024-05-01T12:00:00Z</time></trkpt>` + tail,
		"cut.gpx":    head,
		"other.csv":  "a,b\n1,2\n",
	}
	for _, c := range []struct {
		name    string
		files   []string
		skip    bool
		rowless string // files left out
		cause   string
	}{
		{"all are usable", []string{"track.gpx"}, false, "", ""},
		{"left out", []string{"track.gpx", "gym.gpx", "route.gpx", "header.csv"}, false, "gym.gpx header.csv route.gpx", ""},
		{"left out with bad rows", []string{"track.gpx", "gym.gpx", "route.gpx"}, true, "gym.gpx route.gpx", ""},
		{"some points have no time", []string{"track.gpx", "mixed.gpx"}, false, "", `mixed.gpx:1: column time: "": missing`},
		{"cut", []string{"track.gpx", "cut.gpx"}, false, "", "cut.gpx"},
		{"without columns", []string{"track.gpx", "other.csv"}, false, "", "no id, time and place"},
		{"none is usable", []string{"gym.gpx", "route.gpx"}, false, "", "gym.gpx: no <trkpt>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			for _, name := range c.files {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(texts[name]), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			files, err := ListIn("", folder)
			if err != nil {
				t.Fatal(err)
			}
			o := format.Options{Height: format.NoHeight}
			o.LonLat, o.SkipBadRows = true, c.skip
			_, report, err := ReadFiles(context.Background(), files, o)
			if (err == nil) != (c.cause == "") || err != nil && !strings.Contains(err.Error(), c.cause) {
				t.Fatalf("%v, want %q", err, c.cause)
			}
			for i, name := range report.Rowless {
				report.Rowless[i] = filepath.Base(name)
			}
			slices.Sort(report.Rowless)
			if got := strings.Join(report.Rowless, " "); err == nil && got != c.rowless {
				t.Errorf("left out %q, want %q", got, c.rowless)
			}
		})
	}
}

// TestPlannedRoute: a file that is named, and whose points all lack a time, is an error that says what it is.
func TestPlannedRoute(t *testing.T) {
	path := filepath.Join(t.TempDir(), "route.gpx")
	if err := os.WriteFile(path, []byte("<gpx><trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err := Read(context.Background(), path, format.Options{})
	if want := `route.gpx:2: column time: "": missing, as in every <trkpt>: a planned route has no times`; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
