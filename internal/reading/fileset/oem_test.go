package fileset

import (
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// oemFile returns a message of segments.
func oemFile(segments ...string) string {
	return "CCSDS_OEM_VERS = 2.0\nCREATION_DATE = 2020-01-01T00:00:00\nORIGINATOR = US\n\n" + strings.Join(segments, "\n")
}

// oemSegment returns a segment of an object; its lines have velocities.
func oemSegment(id, scale string, lines ...string) string {
	return "META_START\nOBJECT_NAME = ANY\nOBJECT_ID = " + id + "\nCENTER_NAME = EARTH\nREF_FRAME = EME2000\nTIME_SYSTEM = " + scale +
		"\nSTART_TIME = 2020-01-01T00:00:00\nSTOP_TIME = 2020-01-02T00:00:00\nMETA_STOP\nCOMMENT by hand\n" + strings.Join(lines, "\n") + "\n"
}

func TestReadOEM(t *testing.T) {
	a := oemSegment("1998-067-A", "UTC", "2020-01-01T00:00:00.000 6700.5 -1.0E2  0.25 1 2 3", "2020-001T00:01:00.5Z 6701 0 0")
	goesOn := oemSegment("1998-067-A", "UTC", "2020-01-01T00:01:00.5 6701 0 0 9 9 9", "2020-01-01T00:02:00 6702 0 0 1 2 3 4 5 6")
	apart := oemSegment("1998-067-A", "UTC", "2020-01-01T00:03:00 6703 0 0 1 2 3")
	other := oemSegment("2000-001-B", "UTC", "2020-01-01T00:00:00 1 2 3 1 2 3") + "COVARIANCE_START\nEPOCH = 2020-01-01T00:00:00\n1 2\nCOVARIANCE_STOP\n2020-01-01T00:00:01 1 2 4 1 2 3\n"
	const head, b = "id,t,x,y,z\n", "2000-001-B,2020-01-01T00:00:00Z,1,2,3\n2000-001-B,2020-01-01T00:00:01Z,1,2,4\n"
	const one = "1998-067-A,2020-01-01T00:00:00Z,6700.5,-100,0.25\n1998-067-A,2020-01-01T00:01:00.5Z,6701,0,0\n"
	const two, three = "1998-067-A,2020-01-01T00:02:00Z,6702,0,0\n", "1998-067-A,2020-01-01T00:03:00Z,6703,0,0\n"
	for _, c := range []struct {
		name, text, want string
		segments         int
	}{
		{"one", oemFile(a), head + one, 1},
		{"CRLF", strings.ReplaceAll(oemFile(a), "\n", "\r\n"), head + one, 1},
		{"two objects", oemFile(a, other), head + one + b, 2},
		{"goes on", oemFile(a, goesOn), head + one + two, 2},
		{"a gap", oemFile(a, goesOn, apart), head + one + two + three, 3},
		{"others between", oemFile(a, other, goesOn), head + one + two + b, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, report, err := readText(t, "iss.oem", c.text, format.Options{})
			if err != nil || dump(t, s) != strings.TrimPrefix(c.want, head) || s.Segments() != c.segments || report.Units != (format.Units{Length: "km", Time: "s"}) {
				t.Errorf("%v, %d segments, %+v\n%s", err, s.Segments(), report, dump(t, s))
			}
		})
	}
	// Times of another scale than UTC are seconds of it since 1970.
	s, report, err := readText(t, "a.oem", oemFile(oemSegment("m", "TDB", "1970-01-02T00:00:00 1 2 3")), format.Options{Height: format.NoHeight})
	if err != nil || dump(t, s) != "m,86400,1,2\n" || report.Units.Scale != "TDB" {
		t.Errorf("%v, %+v", err, report)
	}
}

func TestReadOEMErrors(t *testing.T) {
	good := oemFile(oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6"))
	other := func(from, to string) string {
		return good + strings.Replace(oemSegment("b", "UTC", "2020-01-01T00:00:00 1 2 3"), from, to, 1)
	}
	wantFaults(t, "a.oem", format.Options{}, []badFile{
		{"", "a.oem: empty file"},
		{"oem\n", "a.oem:1: not an OEM in key-value notation, which begins with CCSDS_OEM_VERS"},
		{oemFile(), "a.oem: no ephemeris lines after any META_STOP"},
		{oemFile(oemSegment("a", "UTC")), "a.oem: no ephemeris lines after any META_STOP"},
		{oemFile("1 2 3"), `a.oem:5: "1 2 3" where it does not belong`},
		{strings.Replace(good, "OBJECT_ID = a\n", "", 1), "a.oem:12: no OBJECT_ID between META_START and META_STOP"},
		{good[:strings.Index(good, "STOP_TIME")], "a.oem:11: truncated: no META_STOP"},
		{good + "COVARIANCE_START\n1\n", "a.oem:17: truncated: no COVARIANCE_STOP"},
		{good + "STOP_TIME = 1\n", `a.oem:16: "STOP_TIME = 1" where it does not belong`},
		{other("EARTH", "MARS"), "a.oem:24: CENTER_NAME is MARS, and EARTH in a segment before: give each a file of its own"},
		{other("EME2000", "ITRF"), "a.oem:24: REF_FRAME is ITRF, and EME2000 in a segment before: give each a file of its own"},
		{other("UTC", "GPS"), "a.oem:24: TIME_SYSTEM is GPS, and UTC in a segment before: give each a file of its own"},
	})
	wantBadRows(t, "a.oem", format.Options{}, 1, []badFile{
		{good + "2020-01-01T00:00:01 1 2\n", "a.oem:16: 3 columns: an ephemeris line has an epoch, a position and perhaps velocities"},
		{good + "2020-01-01T00:00:01 1 two 3\n", `a.oem:16: column Y: "two": not a number`},
		{good + "2020-367T00:00:01 1 2 3\n", `a.oem:16: column epoch: "2020-367T00:00:01": no such date`},
		{good + "1.5 1 2 3\n", `a.oem:16: column epoch: "1.5": no epoch such as 2006-01-02T15:04:05.5 or 2006-002T15:04:05.5`},
		{good + "2020-01-01T24:00:01 1 2 3\n", `a.oem:16: column epoch: "2020-01-01T24:00:01": no such time of day`},
		{good + "2020-01-01T00:00:00 9 2 3\n", `a.oem:16: column epoch: "2020-01-01T00:00:00Z": repeated time within its trajectory`},
		{good + oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 4"), `a.oem:26: column epoch: "2020-01-01T00:00:00Z": repeated time within its trajectory`},
	})
	if _, _, err := readText(t, "a.oem", good, format.Options{Reading: format.Reading{LonLat: true}}); err == nil || !strings.Contains(err.Error(), "--lonlat needs degrees") {
		t.Error(err)
	}
}

func FuzzOEM(f *testing.F) {
	f.Add([]byte(oemFile(oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6", "2020-001T00:01:00 1 2 3"), oemSegment("a", "UTC", "2020-001T00:01:00 1 2 3"))))
	f.Add([]byte(oemFile(oemSegment("a", "TDB", "2020-01-01T00:00:00 1 2 3"))))
	f.Add([]byte(oemFile(oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 3 40 50 60", "2020-001T00:01:00 1 2 3 4 5 6"), oemSegment("a", "UTC", "2020-001T00:01:00 1 2 3 4 5 7"))))
	message := oemFile(oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6", "2020-001T00:01:00 1 2 3 4 5 6 7 8 9"), oemSegment("a", "UTC", "2020-001T00:01:00 1 2 3 4 5 7"))
	f.Add([]byte(inXML(message)))
	f.Add([]byte(inOneNDM(inXML(message), inXML(oemFile(oemSegment("b", "UTC", "2020-01-01T00:00:00 1 2 3"))))))
	fuzzReader(f, "fuzz.oem", format.Options{}, format.Options{Reading: format.Reading{SkipBadRows: true}}, format.Options{Reading: format.Reading{SkipBadRows: true}, Curve: 100}, format.Options{OrbitCurve: 100}, format.Options{Reading: format.Reading{SkipBadRows: true}, OrbitCurve: 100})
}
