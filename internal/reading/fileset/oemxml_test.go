package fileset

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"flyby/trajectory/format"
)

// inXML writes a message in key-value notation as an <oem>: a tag a line, or all in one line.
func inXML(message string) string {
	names := []string{"EPOCH", "X", "Y", "Z", "X_DOT", "Y_DOT", "Z_DOT", "X_DDOT", "Y_DDOT", "Z_DDOT"}
	var s strings.Builder
	s.WriteString("<oem id=\"CCSDS_OEM_VERS\" version=\"2.0\">\n<header>\n")
	segments, around := 0, "header"
	for line := range strings.Lines(message) {
		key, value, pair := strings.Cut(strings.TrimSpace(line), "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case key == "" || key == "CCSDS_OEM_VERS":
		case key == "META_START" && segments == 0:
			s.WriteString("</header>\n<body>\n<segment>\n<metadata>\n")
			segments++
		case key == "META_START":
			s.WriteString("</data>\n</segment>\n<segment>\n<metadata>\n")
		case key == "META_STOP":
			s.WriteString("</metadata>\n<data>\n")
			around = "data"
		case key == "COVARIANCE_START":
			s.WriteString("<covarianceMatrix>\n")
			around = "covarianceMatrix"
		case key == "COVARIANCE_STOP":
			s.WriteString("</covarianceMatrix>\n")
			around = "data"
		case strings.HasPrefix(key, "COMMENT"):
			fmt.Fprintf(&s, "<COMMENT>%s</COMMENT>\n", key[len("COMMENT"):])
		case pair:
			fmt.Fprintf(&s, "<%s>%s</%s>\n", key, value, key)
		case around == "covarianceMatrix":
			s.WriteString("<CX_X units=\"km**2\">1</CX_X>\n")
		default:
			s.WriteString("<stateVector>\n")
			for i, number := range strings.Fields(key) {
				fmt.Fprintf(&s, "<%s> %s </%[1]s>\n", names[i], number)
			}
			s.WriteString("</stateVector>\n")
		}
	}
	if segments > 0 {
		s.WriteString("</data>\n</segment>\n</body>\n</oem>\n")
	}
	return s.String()
}

// inOneNDM puts documents in one <ndm>.
func inOneNDM(documents ...string) string {
	return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- all of them -->\n<ndm xmlns:n=\"urn:ccsds\">\n<MESSAGE_ID>1</MESSAGE_ID>\n<COMMENT>two</COMMENT>\n" + strings.Join(documents, "") + "</ndm>\n"
}

// TestOEMInXML: an OEM in XML, named .oem or told by its root, alone or with others, in lines or in one, has the bits of the same message in key-value notation.
func TestOEMInXML(t *testing.T) {
	conjunction, err := os.ReadFile("../../../docs/fields/data/conjunction.oem")
	if err != nil {
		t.Fatal(err)
	}
	a := oemSegment("1998-067-A", "UTC", "2020-01-01T00:00:00.000 6700.5 -1.0E2  0.25 1 2 3", "2020-001T00:01:00.5Z 6701 0 0 4 5 6")
	goesOn := oemSegment("1998-067-A", "UTC", "2020-01-01T00:01:00.5 6701 0 0 9 9 9", "2020-01-01T00:02:00 6702 0 0 1 2 3 4 5 6")
	other := oemSegment("2000-001-B", "UTC", "2020-01-01T00:00:00 1 2 3", "2020-01-01T00:00:09 1 2 4") + "COVARIANCE_START\nEPOCH = 2020-01-01T00:00:00\n1\nCOVARIANCE_STOP\n2020-01-01T00:00:10 1 2 4\n"
	linear := strings.Replace(oemSegment("c", "UTC", "2020-01-01T00:00:00 1 2 3 1 2 3", "2020-01-01T00:00:09 1 2 4 1 2 3"), "META_STOP", "INTERPOLATION = LINEAR\nMETA_STOP", 1)
	tdb := oemFile(oemSegment("m", "TDB", "1970-01-02T00:00:00 1 2 3", "1970-01-02T00:00:01 1 2 3"))
	for name, message := range map[string]string{"goes on": oemFile(a, other, goesOn), "linear": oemFile(a, linear), "another scale": tdb, "of docs": string(conjunction)} {
		document := inXML(message)
		spaced := strings.NewReplacer("</", "</n:", "<?", "<?", "<", "<n:").Replace(strings.ReplaceAll(document, "<X>", `<X units="KM">`))
		for kind, text := range map[string]string{"a tag a line": document, "one line": strings.ReplaceAll(document, "\n", ""), "prefixed": spaced, "in an NDM": inOneNDM(document), "CRLF": "\xef\xbb\xbf" + strings.ReplaceAll(document, "\n", "\r\n")} {
			for _, o := range []format.Options{{}, {OrbitCurve: 0.01}, {Height: format.NoHeight}, {Reading: format.Reading{Where: []format.Condition{{Column: "OBJECT_ID", Operator: "!=", Value: "2000-001-B"}, {Column: "X", Operator: ">", Value: "0"}}}, Attributes: []string{"OBJECT_NAME", "Z_DOT"}}} {
				want, of, err := readText(t, "a.oem", message, o)
				if err != nil {
					t.Fatal(err)
				}
				for _, file := range []string{"a.oem", "a.xml"} {
					got, report, err := readText(t, file, text, o)
					if err != nil {
						t.Fatalf("%s, %s: %v", name, kind, err)
					}
					report.Bytes, report.Attributes = of.Bytes, of.Attributes
					if dump(t, got) != dump(t, want) || got.Segments() != want.Segments() || !reflect.DeepEqual(report, of) {
						t.Errorf("%s, %s, %s, %+v: %+v, want %+v\n%s", name, kind, file, o, report, of, dump(t, got))
					}
				}
			}
		}
	}
	one, two := oemFile(a), oemFile(other)
	want, _, err := readText(t, "a.oem", oemFile(a, other), format.Options{OrbitCurve: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := readText(t, "a.xml", inOneNDM(inXML(one), inXML(two)), format.Options{OrbitCurve: 1}); err != nil || dump(t, got) != dump(t, want) {
		t.Errorf("two messages: %v", err)
	}
}

// TestOEMInXMLErrors: what is wrong in an OEM in XML is told with its line and column.
func TestOEMInXMLErrors(t *testing.T) {
	good := inXML(oemFile(oemSegment("a", "UTC", "2020-01-01T00:00:00 1 2 3 4 5 6")))
	with := func(from, to string) string { return strings.Replace(good, from, to, 1) }
	const omm = "<omm><body/></omm>\n"
	wantFaults(t, "a.oem", format.Options{}, []badFile{
		{"<other/>", "a.oem:1: no OEM: the root is neither <oem> nor <ndm>"},
		{"<oem/>", "a.oem: no <stateVector> after any <metadata>"},
		{inOneNDM(good, omm), "a.oem:37: a message <omm> among OEMs: give it a file of its own"},
		{good[:strings.Index(good, "</data>")], "a.oem:28: truncated: <data> of line 17 does not end"},
		{with("<OBJECT_ID>a</OBJECT_ID>\n", ""), "a.oem:15: no OBJECT_ID in the <metadata>"},
		{with("<X>", "<stateVector>"), "a.oem:21: </X> closes nothing"},
		{with("</data>", "</data>\n</segment>\n<segment>\n<data>\n<stateVector>\n</stateVector>\n</data>"), "a.oem:32: a <stateVector> where it does not belong: <metadata> comes before"},
		{with("</data>", strings.NewReplacer("EARTH", "MARS").Replace("</data>\n</segment>\n"+good[strings.Index(good, "<segment>"):strings.Index(good, "</segment>")])), "a.oem:39: CENTER_NAME is MARS, and EARTH in a segment before: give each a file of its own"},
		{with("<Y>", "<WIDTH>1</WIDTH><Y>"), "a.oem:22: <WIDTH> where it does not belong"},
		{with("<Y>", "<X>1</X><Y>"), "a.oem:22: <X> where it does not belong"},
		{with("<X>", `<X units="m">`), `a.oem:21: column X: "m": no unit of an OEM, which is km`},
		{with("<Z_DOT>", `<Z_DOT units="km">`), `a.oem:26: column Z_DOT: "km": no unit of an OEM, which is km/s`},
	})
	vector := good[strings.Index(good, "<stateVector>"):strings.Index(good, "</data>")]
	second := func(from, to string) string {
		return with("</data>", strings.NewReplacer("00:00:00", "00:00:01", from, to).Replace(vector)+"</data>")
	}
	wantBadRows(t, "a.oem", format.Options{}, 1, []badFile{
		{second("> 2 <", "> two <"), `a.oem:31: column Y: "two": not a number`},
		{second("2020-01-01T", "2020-367T"), `a.oem:29: column epoch: "2020-367T00:00:01": no such date`},
		{second("<Y> 2 </Y>\n", ""), `a.oem:28: column Y: "": missing`},
		{second("<X_DOT> 4 </X_DOT>\n", ""), `a.oem:28: column X_DOT: "": missing`},
		{second("<Z_DOT> 6 </Z_DOT>\n", "<Z_DOT/>\n"), `a.oem:28: column Z_DOT: "": missing`},
		{second("<EPOCH> 2020-01-01T00:00:00 </EPOCH>\n", ""), `a.oem:28: column epoch: "": missing`},
		{second("<X> 1 </X>\n<Y> 2 </Y>\n<Z> 3 </Z>\n<X_DOT> 4 </X_DOT>\n<Y_DOT> 5 </Y_DOT>\n<Z_DOT> 6 </Z_DOT>\n", ""), `a.oem:28: column X: "": missing`},
	})
	if _, _, err := readText(t, "a.xml", inOneNDM(omm, good), format.Options{Sets: true, Reading: format.Reading{SkipBadRows: true}}); err == nil || !strings.Contains(err.Error(), "a message <oem> among OMMs: give it a file of its own") {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "a.xml")
	writeFile(t, path, good)
	if !CurvesOrbits(&format.Options{OrbitCurve: 1}, []File{{Path: path}}) {
		t.Error("an OEM in .xml is no ephemeris")
	}
}
