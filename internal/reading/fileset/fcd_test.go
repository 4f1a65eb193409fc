package fileset

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func TestReadSUMO(t *testing.T) {
	s, report, err := Read(context.Background(), "../../../datasets/testdata/sumo.fcd.xml.gz", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Trajectories() != 250 || s.Samples() != 21191 || s.Dim() != 2 || report.Rows != 21191 || report.Bytes != 393798 {
		t.Errorf("%d trajectories, %d samples, %+v", s.Trajectories(), s.Samples(), report)
	}
	car, ok := s.Find("car0")
	first, _ := s.Range(car)
	if !ok || s.T()[first] != 0 || s.X()[first] != 756.77 || s.Y()[first] != 321.57 || s.T()[first+1] != 1 || s.X()[first+1] != 755.39 {
		t.Errorf("car0 begins at %v (%v, %v)", s.T()[first], s.X()[first], s.Y()[first])
	}
}

// fcdFile puts timesteps into a document.
func fcdFile(steps string) string {
	return `<?xml version="1.0"?>
<!-- a > b -->
<fcd-export xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
` + steps + `</fcd-export>
`
}

func TestReadFCD(t *testing.T) {
	for _, c := range []struct {
		name, text string
		options    format.Options
		want       string
	}{
		{"all kinds", fcdFile(`<timestep time="0.50"><vehicle id="car" x="1" y="2" speed="3"/><person id="jo" x='3' y = "4"></person>
			<container id="box" y="6" x="5"/></timestep><timestep time="1.50"/><timestep time="2"><vehicle id="car" x="7" y="8"/></timestep>`), format.Options{},
			"box,0.5,5,6\ncar,0.5,1,2\ncar,2,7,8\njo,0.5,3,4\n"},
		{"3-D, integer ids", fcdFile(`<timestep time="0"><vehicle id="10" x="1" y="2" z="3"/><vehicle id="9" x="1" y="2" z="-3"/></timestep>`), format.Options{}, "9,0,1,2,-3\n10,0,1,2,3\n"},
		{"entities", fcdFile(`<timestep time="0"><vehicle id="a&amp;&lt;b&gt;&quot;&apos;&#65;&#x42;&#x1F697;" x="1" y="2"/></timestep>`), format.Options{}, "\"a&<b>\"\"'AB🚗\",0,1,2\n"},
		{"entities in text", fcdFile(`a &lt; b &#8364;<timestep time="0"><vehicle id="a" x="1" y="2">&amp;</vehicle></timestep>`), format.Options{}, "a,0,1,2\n"},
		{"instructions, comments and a declared encoding", `<?xml version="1.0" encoding="utf-8"?>` + "<!-- &foo; <a> --><?a b=c?><fcd-export><?d?><timestep time=\"0\"><vehicle id=\"a\" x=\"1\" y=\"2\"/></timestep></fcd-export>\n<!-- done --><?e?>\n", format.Options{}, "a,0,1,2\n"},
		{"BOM", "\xef\xbb\xbf" + fcdFile(`<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`), format.Options{}, "a,0,1,2\n"},
		{"a > in a value", fcdFile(`<timestep time="0"><vehicle lane=">" id="a" x="1" y="2" type='"/>'/></timestep>`), format.Options{}, "a,0,1,2\n"},
		{"doctype and CDATA", "<!DOCTYPE fcd [ <!ENTITY x \">\"> ]>" + fcdFile(`<![CDATA[ <timestep ]]><timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`), format.Options{}, "a,0,1,2\n"},
		{"mapped", fcdFile(`<timestep begin="0"><vehicle name="a" pos="1" lat="2" r="9"/></timestep>`),
			format.Options{Columns: map[string]string{"id": "name", "t": "begin", "x": "pos", "y": "lat"}}, "a,0,1,2,9\n"},
		{"names after numbers", fcdFile(`<timestep time="0"><vehicle id="1" x="1" y="2"/><vehicle id="1x" x="1" y="2"/></timestep>`), format.Options{}, "1,0,1,2\n1x,0,1,2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, err := readText(t, "cars.fcd.xml", c.text, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if got := dump(t, s); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestReadFCDErrors(t *testing.T) {
	good := `<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>` + "\n"
	for _, c := range []struct{ text, want string }{
		{"", `cars.xml: empty file`},
		{"id,t,x,y\n1,2,3,4\n", `cars.xml:1: text outside of any element: this is not XML`},
		{"\xff\xfe<\x00", `cars.xml: this is UTF-16 text; convert it to UTF-8`},
		{fcdFile(""), `cars.xml: no <vehicle> or <person> in any <timestep>: not floating-car data of SUMO`},
		{"<a/>", `cars.xml: no <vehicle> or <person> in any <timestep>: not floating-car data of SUMO`},
		{strings.TrimSuffix(fcdFile(good), "</fcd-export>\n"), `cars.xml:5: truncated: <fcd-export> of line 3 does not end`},
		{fcdFile(good)[:130], `cars.xml:4: truncated inside a tag`},
		{fcdFile(good)[:len(fcdFile(good))-26], `cars.xml:4: truncated: <timestep> of line 4 does not end`},
		{fcdFile("</timestep>"), `cars.xml:4: </timestep> closes nothing`},
		{fcdFile("<a></b>"), `cars.xml:4: </b> closes nothing`},
		{fcdFile("<>"), `cars.xml:4: a tag without a name: this is not XML`},
		{fcdFile(`<vehicle id="a" x="1" y="2"/>`), `cars.xml:4: a <vehicle> outside of any <timestep>`},
		{fcdFile(`<timestep time="0"><vehicle id="a" x="1"/></timestep>`), `cars.xml:4: no y in "time", "id", "x"`},
		{fcdFile(`<timestep time="0"><vehicle id="a" x="1" y/></timestep>`), `cars.xml:4: an attribute without a value`},
		{fcdFile(`<timestep time="0"><vehicle id="a" x=1 y="2"/></timestep>`), `cars.xml:4: an attribute value without quotes`},
		{strings.Repeat("<a>", 2000), `cars.xml:1: elements nested a thousand deep`},
	} {
		for _, skip := range []bool{false, true} {
			if _, _, err := readText(t, "cars.xml", c.text, format.Options{Reading: format.Reading{SkipBadRows: skip}}); err == nil || err.Error() != c.want {
				t.Errorf("%.90q:\n got %v\nwant %s", c.text, err, c.want)
			}
		}
	}
	for _, c := range []struct{ text, want string }{
		{`<timestep><vehicle id="a" x="1" y="2"/></timestep>`, `cars.xml:5: column time: "": missing`},
		{`<timestep time="00:00:01"><vehicle id="a" x="1" y="2"/></timestep>`, `cars.xml:5: column time: "00:00:01": a time of day among numbers`},
		{"<timestep time=\"1\">\n<vehicle id=\"a\" x=\"1,5\" y=\"2\"/></timestep>", `cars.xml:6: column x: "1,5": a decimal comma: numbers are written with a point`},
		{"<timestep time=\"1\">\n<vehicle id=\"a\" x=\"1\" y=\"nan\"/></timestep>", `cars.xml:6: column y: "nan": not a finite number`},
		{`<timestep time="1"><vehicle id="" x="1" y="2"/></timestep>`, `cars.xml:5: column id: "": missing`},
		{`<timestep time="1"><vehicle id="a" x="1"/></timestep>`, `cars.xml:5: column y: "": missing`},
		{"<timestep time=\"0\">\n\n<vehicle id=\"a\" x=\"1\" y=\"3\"/></timestep>", `cars.xml:7: column time: "0": repeated time within its trajectory`},
	} {
		text := fcdFile(good + c.text)
		if _, _, err := readText(t, "cars.xml", text, format.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
		s, report, err := readText(t, "cars.xml", text, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || s.Samples() != 1 || report.Rows != 2 || report.Skipped != 1 || len(report.Reasons) != 1 {
			t.Errorf("%s skipped: %v, %+v", c.text, err, report)
		}
	}
	packed := gzipped(t, fcdFile(good))
	if _, _, err := readText(t, "cars.xml.gz", packed[:len(packed)-9], format.Options{}); err == nil || err.Error() != "cars.xml.gz: the gzip archive is truncated" {
		t.Error(err)
	}
}

// TestReadFCDManyBlocks crosses every boundary: of blocks that are read at a time and of blocks
// that are merged at a time.
func TestReadFCDManyBlocks(t *testing.T) {
	var b strings.Builder
	for step := range 100 {
		b.WriteString("<timestep time=\"" + strings.Repeat(" ", step) + string(rune('0'+step/10)) + string(rune('0'+step%10)) + "\">\n")
		for car := range 500 {
			b.WriteString(`<vehicle id="c` + string(rune('a'+car%20)) + string(rune('a'+car/20)) + `" x="1.5" lane="` + strings.Repeat("x", car%37) + `" y="-2"/>` + "\n")
		}
		b.WriteString("</timestep>\n")
	}
	s, _, err := readText(t, "cars.xml", fcdFile(b.String()), format.Options{})
	if err != nil || s.Samples() != 50_000 || s.Trajectories() != 500 {
		t.Fatal(err)
	}
	bad := fcdFile(b.String() + "<timestep time=\"99\"><vehicle id=\"caa\" x=\"0\" y=\"0\"/></timestep>")
	_, _, err = readText(t, "cars.xml", bad, format.Options{})
	if want := `cars.xml:50204: column time: "99": repeated time within its trajectory`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestReadGeoFCD(t *testing.T) {
	text := fcdFile(`<timestep time="0"><vehicle id="a" x="180" y="0"/><vehicle id="b" x="-179.999" y="0"/></timestep>`)
	s, _, err := readText(t, "geo.fcd.xml", text, format.Options{Reading: format.Reading{LonLat: true}})
	if err != nil || s.Dim() != 3 {
		t.Fatal(err)
	}
	if d := math.Hypot(s.X()[0]-s.X()[1], s.Y()[0]-s.Y()[1]); math.Abs(d-111.32) > 0.01 {
		t.Errorf("%v m across the antimeridian", d)
	}
}

// TestNotXML wants text that is no XML refused with its line, also with bad rows skipped.
func TestNotXML(t *testing.T) {
	const good = `<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`
	for _, c := range []struct{ text, want string }{
		{fcdFile("<timestep time=\"0\">\n<vehicle id=\"a\" x=\"1\" y=\"2\" x=\"3\"/></timestep>"), `cars.xml:5: attribute x twice`},
		{fcdFile(`<timestep time="0" time="1"/>` + good), `cars.xml:4: attribute time twice`},
		{fcdFile("\n<param key=\"a\" key='a'/>" + good), `cars.xml:5: attribute key twice`},
		{fcdFile("<timestep time=\"0\">\n<vehicle id=\"&foo;\" x=\"1\" y=\"2\"/></timestep>"), `cars.xml:5: unknown entity &foo;`},
		{fcdFile("<param\nname=\"&\"/>" + good), `cars.xml:4: an & that begins no entity`},
		{fcdFile("\n\ntext &foo; text" + good), `cars.xml:6: unknown entity &foo;`},
		{fcdFile(good + "\nAT&T"), `cars.xml:5: an & that begins no entity`},
		{"<!DOCTYPE a [<!ENTITY foo \"car\">]>\n" + fcdFile(`<timestep time="0"><vehicle id="&foo;" x="1" y="2"/></timestep>`), `cars.xml:5: unknown entity &foo;`},
		{fcdFile(`<timestep time="0"><vehicle id="&#0;" x="1" y="2"/></timestep>`), `cars.xml:4: &#0; is no character of XML`},
		{fcdFile(`<timestep time="0"><vehicle id="&#xD800;" x="1" y="2"/></timestep>`), `cars.xml:4: &#xD800; is no character of XML`},
		{fcdFile(`<timestep time="0"><vehicle id="&#x110000;" x="1" y="2"/></timestep>`), `cars.xml:4: &#x110000; is no character of XML`},
		{fcdFile(`<timestep time="0"><vehicle id="&#1_0;" x="1" y="2"/></timestep>`), `cars.xml:4: &#1_0; is no character of XML`},
		{fcdFile(`&#xFFFE;` + good), `cars.xml:4: &#xFFFE; is no character of XML`},
		{fcdFile(good) + "<a/>", `cars.xml:5: a second root element <a>, after <fcd-export> of line 3`},
		{fcdFile(good) + fcdFile(good), `cars.xml:7: a second root element <fcd-export>, after <fcd-export> of line 3`},
		{"<a/>\n<a/>", `cars.xml:2: a second root element <a>, after <a> of line 1`},
		{fcdFile(good) + "rest", `cars.xml:5: text outside of any element: this is not XML`},
		{fcdFile(good) + "\n<![CDATA[rest]]>", `cars.xml:6: text outside of any element: this is not XML`},
		{fcdFile(good) + "<!DOCTYPE a>", `cars.xml:5: a DOCTYPE after the root element began`},
		{fcdFile("<!ELEMENT a>" + good), `cars.xml:4: <!ELEMENT a> is no markup of XML`},
		{fcdFile(`<timestep time="0"><vehicle id="a"x="1" y="2"/></timestep>`), `cars.xml:4: no space before an attribute`},
		{fcdFile(`<timestep time="0"><vehicle id="a<b" x="1" y="2"/></timestep>`), `cars.xml:4: a < inside of a tag`},
		{fcdFile(`<timestep time="0"><vehicle ="a" x="1" y="2"/></timestep>`), `cars.xml:4: an attribute without a name`},
		{fcdFile(`<timestep time="0"><vehicle id="a" x y="2"/></timestep>`), `cars.xml:4: an attribute without a value`},
		{fcdFile(`<timestep time="0"><vehicle id="a" x="1" y="2"></vehicle a="b"></timestep>`), `cars.xml:4: </vehicle> closes nothing`},
		{fcdFile("<a" + strings.Repeat(" b=''", 2) + "/>" + good), `cars.xml:4: attribute b twice`},
		{fcdFile("<a" + manyAttributes(xmlscan.MaxAttributes+1) + "/>" + good), `cars.xml:4: more than 1000 attributes`},
		{`<?xml version="1.0" encoding="ISO-8859-1"?>` + "<fcd-export>" + good + "</fcd-export>", `cars.xml:1: declares the encoding "ISO-8859-1"; convert it to UTF-8`},
		{"<?xml version='1.0'\n encoding='UTF-16' ?><fcd-export>" + good + "</fcd-export>", `cars.xml:1: declares the encoding "UTF-16"; convert it to UTF-8`},
	} {
		for _, skip := range []bool{false, true} {
			if _, _, err := readText(t, "cars.xml", c.text, format.Options{Reading: format.Reading{SkipBadRows: skip}}); err == nil || err.Error() != c.want {
				t.Errorf("%.200q:\n got %v\nwant %s", c.text, err, c.want)
			}
		}
	}
	if _, _, err := readText(t, "cars.xml", fcdFile("<a"+manyAttributes(xmlscan.MaxAttributes)+"/>"+good), format.Options{}); err != nil {
		t.Errorf("%d attributes: %v", xmlscan.MaxAttributes, err)
	}
}

func manyAttributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " a%d=''", i)
	}
	return b.String()
}

// TestMixedDimensions wants a height, or a radius, on some vehicles and not on
// others refused, whichever comes first: a height passed over would make neighbours
// of vehicles on a bridge and below.
func TestMixedDimensions(t *testing.T) {
	const flat, high = `<vehicle id="a" x="1" y="2"/>`, `<person id="b" x="1" y="2" z="100"/>`
	for _, c := range []struct{ text, want string }{
		{flat + "\n" + high, `cars.xml:5: column z: "100": <person> "b" has it, but the first <vehicle>, of line 4, has not`},
		{high + "\n" + flat, `cars.xml:5: column z: "": missing in <vehicle> "a", but the first <person>, of line 4, has it`},
		{flat + "\n" + `<vehicle id="c" x="1" y="2" z=""/>`, `cars.xml:5: column z: "": <vehicle> "c" has it, but the first <vehicle>, of line 4, has not`},
		{flat + "\n" + `<vehicle id="c" x="1" y="2" r="1"/>`, `cars.xml:5: column r: "1": <vehicle> "c" has it, but the first <vehicle>, of line 4, has not`},
	} {
		text := fcdFile(`<timestep time="0">` + c.text + `</timestep>`)
		if _, _, err := readText(t, "cars.xml", text, format.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
		s, report, err := readText(t, "cars.xml", text, format.Options{Reading: format.Reading{SkipBadRows: true}})
		if err != nil || s.Samples() != 1 || report.Skipped != 1 || report.Reasons[0] != c.want {
			t.Errorf("%s skipped: %v, %+v", c.text, err, report)
		}
	}
}

// TestEntitiesAcrossReads puts an entity at every distance from the boundary of two reads.
func TestEntitiesAcrossReads(t *testing.T) {
	for shift := range 12 {
		text := fcdFile(`<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`)
		pad := strings.Repeat(" ", infile.BlockSize-len(text)+24-shift)
		if _, _, err := readText(t, "cars.xml", strings.Replace(text, "<timestep", pad+"&#x20AC;<timestep", 1), format.Options{}); err != nil {
			t.Fatalf("shift %d: %v", shift, err)
		}
		head := infile.BlockSize - strings.Index(text, "<timestep") - shift
		_, _, err := readText(t, "cars.xml", strings.Replace(text, "<timestep", strings.Repeat(" ", head)+"&foobar;<timestep", 1), format.Options{})
		if want := "cars.xml:4: unknown entity &foobar;"; err == nil || err.Error() != want {
			t.Fatalf("shift %d: %v, want %s", shift, err, want)
		}
	}
}

// TestClockTimes: SUMO's --human-readable-time writes times of day, which are the seconds that it writes without; a file of both is refused.
func TestClockTimes(t *testing.T) {
	file := func(times ...string) string {
		text := "<fcd-export>\n"
		for i, at := range times {
			text += fmt.Sprintf("<timestep time=%q>\n<vehicle id=\"a\" x=\"%d\" y=\"0\"/>\n</timestep>\n", at, i)
		}
		return text + "</fcd-export>\n"
	}
	const head = "id,t,x,y\n"
	wantSame(t, "fcd.xml", file("00:00:02", "00:00:03.50", "24:00:00", "1:00:00:02"), format.Options{}, head+"a,2,0,0\na,3.5,1,0\na,86400,2,0\na,86402,3,0\n", format.Options{})
	into := format.Options{}
	into.IntoUnits(format.Units{Length: "m", Time: "min"}, trajectory.Number)
	wantSame(t, "fcd.xml", file("00:00:30", "00:01:00"), into, head+"a,0.5,0,0\na,1,1,0\n", format.Options{})
	for _, c := range []struct {
		times [2]string
		o     format.Options
		want  string
	}{
		{[2]string{"00:00:02", "3"}, format.Options{}, `fcd.xml:5: column time: "3": a number among times of day`},
		{[2]string{"2", "00:00:03"}, format.Options{}, `fcd.xml:5: column time: "00:00:03": a time of day among numbers`},
		{[2]string{"00:00:02", "noon"}, format.Options{}, `fcd.xml:5: column time: "noon": no time of day such as 00:00:02 or 1:00:00:02, as the times before it are`},
		{[2]string{"00:00", "3"}, format.Options{}, `fcd.xml:2: column time: "00:00": not a number`},
		{[2]string{"2024-05-01T12:00:00Z", "3"}, format.Options{}, `fcd.xml:2: column time: "2024-05-01T12:00:00Z": not a number`},
		{[2]string{"00:00:02", "00:00:03"}, format.Options{ColumnUnits: map[string]string{"t": "unix"}}, "fcd.xml: column time holds dates and times, and --units says t=unix"},
	} {
		if _, _, err := readText(t, "fcd.xml", file(c.times[:]...), c.o); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.times, err, c.want)
		}
	}
}
