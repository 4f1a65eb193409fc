package orbits

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"flyby/internal/elements"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/sgp4"
)

// A taken file is what a reading hands on.
type taken struct {
	sets   []elements.Set
	ids    reading.IDs
	t      []float64
	report format.Report
}

// readText reads a text.
func readText(text string, o format.Options) (all taken, err error) {
	own := &reading.Options{Options: o}
	own.Take = func(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
		all.sets, all.t = append(all.sets, rows.Sets...), append(all.t, rows.T...)
		return nil
	}
	if err := own.Prepare("sets"); err != nil {
		return all, err
	}
	src := &infile.Source{Name: "sets", Total: int64(len(text)), Data: strings.NewReader(text)}
	p, err := ReadTLE(context.Background(), src, own)
	if err != nil {
		return all, err
	}
	all.ids, all.report, err = p.HandedOn("sets")
	return all, err
}

// station is an element set of the International Space Station, as a TLE with a name.
const station = `ISS (ZARYA)
1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927
2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537
`

// stationSet is what station says.
func stationSet() elements.Set {
	return elements.Set{Number: 292, Elements: sgp4.Elements{
		Epoch: time.Date(2008, 9, 20, 12, 25, 40, 104192000, time.UTC), MeanMotion: 15.72125391, Eccentricity: 0.0006703,
		Inclination: 51.6416, Node: 247.4627, Perigee: 130.5360, Anomaly: 325.0288, BStar: -0.11606e-4,
	}}
}

// pairs are the fields of station in OMM.
func pairs() [][2]string {
	return [][2]string{
		{"OBJECT_NAME", "ISS (ZARYA)"}, {"OBJECT_ID", "1998-067A"}, {"CENTER_NAME", "EARTH"}, {"REF_FRAME", "TEME"}, {"TIME_SYSTEM", "UTC"}, {"MEAN_ELEMENT_THEORY", "SGP4"},
		{"EPOCH", "2008-09-20T12:25:40.104192"}, {"MEAN_MOTION", "15.72125391"}, {"ECCENTRICITY", ".0006703"}, {"INCLINATION", "51.6416"},
		{"RA_OF_ASC_NODE", "247.4627"}, {"ARG_OF_PERICENTER", "130.5360"}, {"MEAN_ANOMALY", "325.0288"},
		{"EPHEMERIS_TYPE", "0"}, {"NORAD_CAT_ID", "25544"}, {"ELEMENT_SET_NO", "292"}, {"BSTAR", "-.11606E-4"},
	}
}

// csvOf, jsonOf, kvnOf and xmlOf write fields, once or twice, in a notation.
func csvText(all [][2]string, times int) string {
	var names, values []string
	for _, p := range all {
		names, values = append(names, p[0]), append(values, p[1])
	}
	return strings.Join(names, ",") + "\n" + strings.Repeat(strings.Join(values, ",")+"\n", times)
}

func jsonText(all [][2]string, times int) string {
	var members []string
	for _, p := range all {
		members = append(members, `"`+p[0]+`": "`+p[1]+`"`)
	}
	one := "{" + strings.Join(members, ",\n") + "}"
	if times == 1 {
		return one
	}
	return "[" + strings.Join(slices.Repeat([]string{one}, times), ",\n") + "]"
}

func kvnText(all [][2]string, times int) string {
	text := kvnMagic + " = 2.0\nCOMMENT no more\nCREATION_DATE = 2008-264T00:00:00\nORIGINATOR =\n\n"
	for _, p := range all {
		text += p[0] + " = " + p[1] + "\n"
	}
	return strings.Repeat(text, times)
}

func xmlText(all [][2]string, times int) string {
	text := "<omm id=\"" + kvnMagic + "\" version=\"2.0\"><header><CREATION_DATE>2008-09-20</CREATION_DATE><ORIGINATOR/></header><body><segment><data>\n"
	text = strings.Replace(text, "2008-09-20<", "2008-09-20T00:00:00Z<", 1)
	for _, p := range all {
		text += "<" + p[0] + ">" + p[1] + "</" + p[0] + ">\n"
	}
	return "<?xml version=\"1.0\"?>\n<!-- two -->\n<ndm><COMMENT>x</COMMENT>" + strings.Repeat(text+"</data></segment></body></omm>\n", times) + "</ndm>"
}

// TestNotationsSayTheSame: a set is the same in all notations, with its id and its name.
func TestNotationsSayTheSame(t *testing.T) {
	created := time.Date(2008, 9, 20, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, text string
		times      int
		created    time.Time
	}{
		{"tle", station, 1, time.Time{}},
		{"tle with comments", "# c\n\n" + strings.Repeat("0 "+station, 3), 3, time.Time{}},
		{"csv", csvText(pairs(), 2), 2, time.Time{}},
		{"semicolons", strings.ReplaceAll(csvText(pairs(), 2), ",", ";"), 2, time.Time{}},
		{"json", jsonText(pairs(), 2), 2, time.Time{}},
		{"one object", jsonText(pairs(), 1), 1, time.Time{}},
		{"kvn", kvnText(pairs(), 3), 3, created},
		{"kvn with units", strings.ReplaceAll(kvnText(pairs(), 1), "51.6416", "51.6416 [deg]"), 1, created},
		{"xml", xmlText(pairs(), 3), 3, created},
	} {
		got, err := readText(c.text, format.Options{Attributes: []string{"OBJECT_NAME"}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want := stationSet()
		want.Created = c.created
		if !slices.Equal(got.sets, slices.Repeat([]elements.Set{want}, c.times)) {
			t.Errorf("%s: %+v, want %d of %+v", c.name, got.sets, c.times, want)
		}
		if !slices.Equal(got.ids.Int, []int64{25544}) || got.t[0] != 1221913540.104192 {
			t.Errorf("%s: ids %v, t %v", c.name, got.ids, got.t)
		}
	}
}

// withPair returns the fields of station with another value of one of them, and without it for "".
func withPair(name, value string) (all [][2]string) {
	for _, p := range pairs() {
		if p[0] == name {
			p[1] = value
		}
		if p[1] != "" {
			all = append(all, p)
		}
	}
	return all
}

// replaced returns station with other text, and checksums that are right.
func replaced(old, text string) string {
	return summed(strings.Replace(station, old, text, 1))
}

// summed returns lines of sets with checksums that are right.
func summed(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) != lineSize {
			continue
		}
		sum := 0
		for _, c := range []byte(line[:lineSize-1]) {
			if c == '-' {
				sum++
			} else if c >= '0' && c <= '9' {
				sum += int(c - '0')
			}
		}
		lines[i] = line[:lineSize-1] + string(byte('0'+sum%10))
	}
	return strings.Join(lines, "\n")
}

// TestBadSetsAreNamed: a bad set is an error of one line with its place, its field and its value.
func TestBadSetsAreNamed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Replace(station, "2927", "2928", 1), `sets:2: line 1 of a set: its checksum is 7, and the line says '8'`},
		{strings.Replace(station, "15.72125391563537", "15.721253", 1), `sets:3: line 2 of a set is cut short: 61 of 69 characters`},
		{strings.Replace(station, "563537", "563537 0.0", 1), `sets:3: line 2 of a set has 73 characters, and 69 are its own`},
		{replaced("08264.51782528", "08000.51782528"), `sets:2: column EPOCH: "08000.51782528": no such day: 2008 has days 1 to 366`},
		{replaced("08264.51782528", "08367.51782528"), `sets:2: column EPOCH: "08367.51782528": no such day: 2008 has days 1 to 366`},
		{replaced("08264.51782528", "09366.51782528"), `sets:2: column EPOCH: "09366.51782528": no such day: 2009 has days 1 to 365`},
		{replaced("1 25544", "1 I5544"), `sets:3: line 2 is of object 25544, and line 1 of object I5544`},
		{summed(strings.ReplaceAll(station, " 25544", " O5544")), `sets:2: column NORAD_CAT_ID: "O5544": the letters I and O are not in Alpha-5: they look like digits`},
		{replaced("-11606-4 0", "-11606-4 4"), `sets:2: column EPHEMERIS_TYPE: "4": SGP4-XP, whose elements SGP4 does not propagate: must be 0`},
		{replaced("15.72125391", "-5.72125391"), `sets:3: column MEAN_MOTION: "-5.72125391": must be positive, in revolutions a day`},
		{replaced("51.6416 247", "51.64165247"), `sets:3: line 2 of a set: '5' where column 17 is blank: the line is shifted, or damaged`},
		{station[:strings.Index(station, "\n2 ")+1], `sets:2: line 1 of a set, and no line 2 behind it`},
		{"ISS\n" + station, `sets:1: "ISS": neither a line of a TLE, which begins with 1 or 2 and a blank, nor a name before such lines`},
		{station[strings.Index(station, "2 2554"):], `sets:1: line 2 of a set, and no line 1 before it`},
		{"No GP data found", `sets: CelesTrak's answer in place of data: "No GP data found"`},
		{"<!DOCTYPE html>\n<html></html>", `sets: a page of HTML, not data: a server answered with it in place of the file`},
		{`{"error":"You must be logged in to complete this action"}`, `sets: a server's error in place of data: {"error":"You must be logged in to complete this action"}`},
		{csvText(withPair("REF_FRAME", "EME2000"), 1), `sets:2: column REF_FRAME: "EME2000": must be TEME: other elements are not propagated`},
		{jsonText(withPair("TIME_SYSTEM", "TAI"), 2), `sets: row 0: column TIME_SYSTEM: "TAI": must be UTC: other elements are not propagated`},
		{kvnText(withPair("CENTER_NAME", "MARS"), 1), `sets:8: column CENTER_NAME: "MARS": must be EARTH: other elements are not propagated`},
		{xmlText(withPair("MEAN_ELEMENT_THEORY", "DSST"), 1), `sets:9: column MEAN_ELEMENT_THEORY: "DSST": must be SGP4: other elements are not propagated`},
		{csvText(withPair("BSTAR", ""), 1), `sets: no column BSTAR: missing: SGP4 needs the drag term (0 says that there is no drag)`},
		{kvnText(withPair("MEAN_MOTION", ""), 1) + "SEMI_MAJOR_AXIS = 6800\n", `sets:1: column MEAN_MOTION: "": missing: SEMI_MAJOR_AXIS does not take its place, for SGP4 is made for the mean motion`},
		{kvnText(withPair("NORAD_CAT_ID", ""), 1), `sets:1: column NORAD_CAT_ID: "": missing: it is the id; --columns id=OBJECT_ID takes another`},
		{kvnText(withPair("NORAD_CAT_ID", "1234567890"), 1), `sets:20: column NORAD_CAT_ID: "1234567890": must be a number of at most nine digits`},
		{kvnText(withPair("ECCENTRICITY", "1"), 1), `sets:14: column ECCENTRICITY: "1": must be 0 to below 1`},
		{kvnText(withPair("EPOCH", "2009-366T00:00:00"), 1), `sets:12: column EPOCH: "2009-366T00:00:00": no such time: day-of-year is out of range`},
		{kvnText(withPair("EPOCH", "yesterday"), 1), `sets:12: column EPOCH: "yesterday": no time such as 2006-01-02T15:04:05.5 or 2006-002T15:04:05.5, in UTC`},
		{kvnText(pairs(), 1) + "NODE\n", `sets:23: "NODE": no line KEY = VALUE`},
		{kvnText(pairs(), 1) + "BSTAR = 0\n", `sets:23: column BSTAR: "0": twice in one element set, before with -.11606E-4`},
		{strings.Replace(xmlText(pairs(), 1), "</ndm>", "<oem/></ndm>", 1), `sets:22: a message <oem> among OMMs: give it a file of its own`},
	} {
		_, err := readText(c.text, format.Options{})
		if err == nil || err.Error() != c.want {
			t.Errorf("%.80q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestBadSetsAreLeftOut: where bad rows are left out, a set with a fault is one of them, and the sets beside it stay.
func TestBadSetsAreLeftOut(t *testing.T) {
	bad := strings.Replace(station, "2927", "2928", 1)
	for _, text := range []string{
		station + bad + station,
		station + bad[:100] + "\n" + station,
		station + "a name\n" + station,
		csvText(pairs(), 1) + strings.SplitN(csvText(withPair("EPOCH", "x"), 1), "\n", 2)[1] + strings.SplitN(csvText(pairs(), 1), "\n", 2)[1],
		kvnText(pairs(), 1) + kvnText(withPair("EPOCH", "x"), 1) + kvnText(pairs(), 1),
	} {
		got, err := readText(text, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || len(got.sets) != 2 || got.report.Skipped != 1 || got.report.Rows != 3 {
			t.Errorf("%q: %d sets, %+v, %v", text, len(got.sets), got.report.Tally, err)
		}
	}
}

// TestAlpha5: a letter stands for 10 to 33, without I and O.
func TestAlpha5(t *testing.T) {
	for text, want := range map[string]string{
		"A0000": "100000", "Z9999": "339999", "H9999": "179999", "J0000": "180000", "N9999": "229999", "P0000": "230000", "00005": "5", "    5": "5", "I0000": "", "O0000": "", "AA000": "", "a0000": "", "     ": "",
	} {
		if got, cause := alpha5([]byte(text)); got != want || (cause == "") != (want != "") {
			t.Errorf("%s: %q, %s, want %q", text, got, cause, want)
		}
	}
}

// TestYearsOfTwoDigits: 57 to 99 are of the century before.
func TestYearsOfTwoDigits(t *testing.T) {
	for text, want := range map[string]string{
		"57001.00000000": "1957-01-01T00:00:00", "99365.50000000": "1999-12-31T12:00:00", "00366.00000001": "2000-12-31T00:00:00.000864", "56001.25000000": "2056-01-01T06:00:00", "08  1.50000000": "2008-01-01T12:00:00",
	} {
		if got, cause := epochOf([]byte(text)); got != want {
			t.Errorf("%s: %s, %s, want %s", text, got, cause, want)
		}
	}
}

// TestConditionsAndIDs: the id is the column that options name, and sets that miss a condition are counted.
func TestConditionsAndIDs(t *testing.T) {
	other := strings.ReplaceAll(strings.ReplaceAll(station, "25544", "00005"), "98067A", "58002B")
	other = summed(strings.Replace(other, "ISS (ZARYA)", "VANGUARD 1", 1))
	got, err := readText(station+other, format.Options{Columns: map[string]string{"id": "OBJECT_ID"}})
	if err != nil || !slices.Equal(got.ids.Name, []string{"1998-067A", "1958-002B"}) {
		t.Errorf("%v, %v", got.ids, err)
	}
	o := format.Options{Reading: format.Reading{Where: []format.Condition{{Column: "OBJECT_NAME", Operator: "=", Value: "VANGUARD 1"}}}}
	if got, err = readText(station+other, o); err != nil || !slices.Equal(got.ids.Int, []int64{5}) || got.report.Missed != 1 {
		t.Errorf("%v, %+v, %v", got.ids, got.report.Tally, err)
	}
	if _, err = readText(station, format.Options{Columns: map[string]string{"x": "MEAN_MOTION"}}); err == nil || !strings.Contains(err.Error(), "only the id may be named") {
		t.Error(err)
	}
}

// TestToldByContent: text that is not of element sets is not told.
func TestToldByContent(t *testing.T) {
	for _, text := range []string{"", "t,id,x,y\n0,1,2,3\n", "1 2 3\n2 3 4\n", "id t x y\n1 0.25 10.5 20.25\n2 0.25 10.5 20.25\n", "# " + station[:20], `[{"t":1,"EPOCH":2}]`, "<kml/>", "<ndm><oem/></ndm>", "EPOCH,X,Y\n"} {
		if Told([]byte(text)) {
			t.Errorf("%q is told", text)
		}
	}
	if !Told([]byte("\xef\xbb\xbf\n"+station)) || !Told(bytes.TrimSpace([]byte(csvText(pairs(), 0)))) {
		t.Error("not told")
	}
}
