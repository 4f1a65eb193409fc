package fileset

import (
	"fmt"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// gpxFile puts tracks into a document.
func gpxFile(tracks string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>all</name><time>2020-01-01T00:00:00Z</time></metadata>
<wpt lat="1" lon="2"><ele>3</ele><time>2020-01-01T00:00:00Z</time></wpt>
` + tracks + "</gpx>\n"
}

// trkpt is a track point; ele is left out where it is empty.
func trkpt(lat, lon, ele, clock string) string {
	if ele != "" {
		ele = "<ele>" + ele + "</ele>"
	}
	return fmt.Sprintf(`<trkpt lon="%s" lat="%s">%s<time>2020-01-01T%s</time></trkpt>`, lon, lat, ele, clock) + "\n"
}

func TestReadGPX(t *testing.T) {
	two := trkpt("1", "2", "", "00:00:00Z") + trkpt("1.00001", "2", "", "00:00:01Z")
	high := trkpt("1", "2", "5.5", "00:00:00Z") + trkpt("1.00001", "2", "-6", "00:00:01Z")
	const head = "id,t,lon,lat\n"
	row := func(id, rest string) string { return id + ",2020-01-01T" + rest + "\n" }
	flat := func(id string) string { return row(id, "00:00:00Z,2,1") + row(id, "00:00:01Z,2,1.00001") }
	for _, c := range []struct {
		name, file, tracks string
		options            format.Options
		want               string
	}{
		{"one track", "walk.gpx", "<trk><name>Morning</name><trkseg>" + two + "</trkseg></trk>", format.Options{}, head + flat("walk")},
		{"an id that is a number", "20200101.GPX", "<trk><trkseg>" + two + "</trkseg></trk>", format.Options{}, head + flat("20200101")},
		{"an id of the caller", "walk.gpx", "<trk><name>a</name><trkseg>" + two + "</trkseg></trk>", format.Options{ID: "may/walk"}, head + flat("may/walk")},
		{"heights", "walk.gpx", "<trk><trkseg>" + high + "</trkseg></trk>", format.Options{},
			"id,t,lon,lat,z\n" + row("walk", "00:00:00Z,2,1,5.5") + row("walk", "00:00:01Z,2,1.00001,-6")},
		{"heights left out", "walk.gpx", "<trk><trkseg>" + high + "</trkseg></trk>", format.Options{Height: format.NoHeight}, head + flat("walk")},
		{"some heights left out", "walk.gpx", "<trk><trkseg>" + two + trkpt("1", "2", "3", "00:00:02Z") + "</trkseg></trk>", format.Options{Height: format.NoHeight},
			head + flat("walk") + row("walk", "00:00:02Z,2,1")},
		{"names", "walk.gpx", "<trk><name> a&amp;b </name><trkseg>" + two + "</trkseg></trk><trk><trkseg/></trk><trk><trkseg>" + two + "</trkseg><name><![CDATA[c]]></name></trk>", format.Options{},
			head + flat("a&b") + flat("c")},
		{"names that are numbers", "walk.gpx", "<trk><name>12</name><trkseg>" + two + "</trkseg></trk><trk><name>7</name><trkseg>" + two + "</trkseg></trk>", format.Options{},
			head + flat("12") + flat("7")},
		{"names below an id of the caller", "walk.gpx", "<trk><name>12</name><trkseg>" + two + "</trkseg></trk><trk><name>7</name><trkseg>" + two + "</trkseg></trk>", format.Options{ID: "w"},
			head + flat("w/12") + flat("w/7")},
		{"equal names", "walk.gpx", "<trk><name>a</name><trkseg>" + two + "</trkseg></trk><trk><name>a</name><trkseg>" + two + "</trkseg></trk>", format.Options{},
			head + flat("walk-1") + flat("walk-2")},
		{"a name is missing", "walk.gpx", "<trk/><trk><name>a</name><trkseg>" + two + "</trkseg></trk><trk><name/><trkseg>" + two + "</trkseg></trk>", format.Options{},
			head + flat("walk-2") + flat("walk-3")},
		{"no zone, an offset and a fraction", "walk.gpx", "<trk><trkseg>" + trkpt("1", "2", "", "00:00:00") + trkpt("1", "2", "", "02:00:00.25+02:00") + "</trkseg></trk>", format.Options{},
			head + row("walk", "00:00:00Z,2,1") + row("walk", "00:00:00.25Z,2,1")},
		{"extensions, comments and a prefix", "walk.gpx", `<trk><trkseg><trkpt lat="1" lon="2"><time>2020-01-01T00:00:00Z</time><extensions><x:time>9</x:time><x:ele>8</x:ele></extensions><!-- a --></trkpt></trkseg></trk>`, format.Options{},
			head + row("walk", "00:00:00Z,2,1")},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := wantSame(t, c.file, gpxFile(c.tracks), c.options, c.want, format.Options{Reading: format.Reading{LonLat: true}})
			if s.Segments() > s.Samples() {
				t.Error(s.Segments())
			}
		})
	}
}

// TestGPXSegments: there is a gap between segments of a track, however short.
func TestGPXSegments(t *testing.T) {
	text := gpxFile("<trk><trkseg>" + trkpt("1", "2", "", "00:00:00Z") + trkpt("1", "2", "", "00:00:01Z") +
		"</trkseg><trkseg>" + trkpt("1", "2", "", "00:00:02Z") + "</trkseg><trkseg>" + trkpt("50", "2", "", "00:00:03Z") + trkpt("50", "2", "", "00:00:04Z") + "</trkseg></trk>")
	s, report, err := readText(t, "walk.gpx", text, format.Options{})
	if err != nil || s.Samples() != 5 || s.Segments() != 3 || report.Split != 0 {
		t.Errorf("%v, %d samples, %d segments, %+v", err, s.Samples(), s.Segments(), report)
	}
	if want := (format.Units{Length: "m", Time: "s"}); report.Units != want {
		t.Errorf("%+v", report.Units)
	}
	if got, want := handedRows(t, "walk.gpx", text, format.Options{}), "piece 3\n"; !strings.HasSuffix(got, want) || !strings.Contains(got, "piece 2\n") {
		t.Errorf("ReadRows hands on\n%s", got)
	}
}

func TestReadGPXErrors(t *testing.T) {
	good := trkpt("1", "2", "", "00:00:00Z")
	track := func(points string) string { return gpxFile("<trk><trkseg>\n" + good + points + "</trkseg></trk>") }
	wantFaults(t, "walk.gpx", format.Options{}, []badFile{
		{"", "walk.gpx: empty file"},
		{"<kml/>", "walk.gpx:1: not a GPX file: its root is <kml>"},
		{"id,t,x,y\n", "walk.gpx:1: text outside of any element: this is not XML"},
		{gpxFile(""), "walk.gpx: no <trkpt> in any <trkseg>: there are no tracks"},
		{gpxFile("<rte><rtept lat=\"1\" lon=\"2\"/></rte>"), "walk.gpx: no <trkpt> in any <trkseg>: there are no tracks"},
		{gpxFile("<trk>" + good + "</trk>"), "walk.gpx:5: a <trkpt> outside of any <trkseg> of a <trk>"},
		{track("")[:330], "walk.gpx:6: truncated: <trkpt> of line 6 does not end"},
		{gpxFile("<trk>\n<name>\xff</name></trk>"), "walk.gpx:6: column name: \"\\xff\": not UTF-8"},
		{gpxFile("<trk><name>" + strings.Repeat("a", 70_000) + "</name></trk>"), "walk.gpx:5: a text longer than 65536 bytes"},
	})
	wantBadRows(t, "walk.gpx", format.Options{}, 1, []badFile{
		{track(`<trkpt lat="1" lon="2"/>`), `walk.gpx:7: column time: "": missing`},
		{track(`<trkpt lat="1"><time>2020-01-01T00:00:01Z</time></trkpt>`), `walk.gpx:7: column lon: "": missing`},
		{track(trkpt("91", "2", "", "00:00:01Z")), `walk.gpx:7: column lat: "91": latitude outside -90 to 90 degrees`},
		{track(trkpt("1", "1,5", "", "00:00:01Z")), `walk.gpx:7: column lon: "1,5": a decimal comma: numbers are written with a point`},
		{track(trkpt("1", "2", "", "25:00:01Z")), `walk.gpx:7: column time: "2020-01-01T25:00:01Z": no such time of day`},
		{track(trkpt("1", "2", "7", "00:00:01Z")), `walk.gpx:7: column ele: "7": there, but the first row, of line 6, has none; --height none leaves heights out`},
		{track(trkpt("1", "2", "x", "00:00:01Z")), `walk.gpx:7: column ele: "x": not a number`},
		{track(strings.Replace(trkpt("1", "2", "", "00:00:01Z"), "<time>", "<time>2020-01-01T00:00:01Z</time><time>", 1)), `walk.gpx:7: column time: "2020-01-01T00:00:01Z": twice in one <trkpt>`},
		{track(trkpt("1", "3", "", "00:00:00Z")), `walk.gpx:7: column time: "2020-01-01T00:00:00Z": repeated time within its trajectory`},
	})
	if _, _, err := readText(t, "walk.gpx", track(""), format.Options{Columns: map[string]string{"id": "name"}}); err == nil || !strings.HasSuffix(err.Error(), "GPX has no columns to name") {
		t.Error(err)
	}
}

// TestGPXTouching wants no gap between two segments of a track where the second begins with the
// last point of the first; the point counts once.
func TestGPXTouching(t *testing.T) {
	at := func(lon, clock string) string { return trkpt("1", lon, "", clock) }
	for second, pieces := range map[string]int{at("3", "00:00:01Z") + at("4", "00:00:02Z"): 1, at("3", "00:00:02Z") + at("4", "00:00:03Z"): 2} {
		s, report, err := readText(t, "walk.gpx", gpxFile("<trk><trkseg>"+at("2", "00:00:00Z")+at("3", "00:00:01Z")+"</trkseg><trkseg>"+second+"</trkseg></trk>"), format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range s.Pieces() {
			n++
		}
		if n != pieces || report.Repeats != 2-pieces || report.Rows != 4 {
			t.Errorf("%d pieces, want %d; %+v", n, pieces, report)
		}
	}
}

func FuzzGPX(f *testing.F) {
	f.Add([]byte(gpxFile("<trk><name>a</name><trkseg>" + trkpt("1", "2", "3", "00:00:00Z") + "</trkseg></trk><trk><name>7</name><trkseg>" + trkpt("1", "2", "3", "00:00:00Z") + "</trkseg></trk>")))
	f.Add([]byte(`<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2020-01-01T00:00:00</time></trkpt></trkseg><trkseg/></trk></gpx>`))
	fuzzReader(f, "fuzz.gpx", format.Options{}, format.Options{Reading: format.Reading{SkipBadRows: true}}, format.Options{Height: format.NoHeight, Reading: format.Reading{SkipBadRows: true}})
}
