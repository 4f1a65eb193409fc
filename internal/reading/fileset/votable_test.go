package fileset

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// voTable returns a document of one table: its fields, and its data unchanged.
func voTable(fields, data string) string {
	return `<?xml version="1.0" encoding="utf-8"?>
<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">
<RESOURCE><TIMESYS ID="ts" timescale="TDB" timeorigin="JD-origin" refposition="BARYCENTER"/>
<TABLE>
` + fields + `
<DATA>
` + data + `
</DATA></TABLE></RESOURCE></VOTABLE>
`
}

// voFields are an integer id, a time and two places.
const voFields = `<FIELD name="id" datatype="long"><DESCRIPTION>who</DESCRIPTION><VALUES null="-1"/></FIELD>
<FIELD name="t" datatype="double" unit="Myr" ref="ts"/><FIELD name="x" datatype="float" unit="kpc"/><FIELD name="y" datatype="double" unit="kpc"/>`

// tabledata returns rows of text, a line each.
func tabledata(rows ...string) string {
	for i, row := range rows {
		rows[i] = "<TR><TD>" + strings.ReplaceAll(row, ",", "</TD><TD>") + "</TD></TR>"
	}
	return "<TABLEDATA>\n" + strings.Join(rows, "\n") + "\n</TABLEDATA>"
}

// packedCells returns values as BINARY has them: numbers by their types, strings unchanged.
func packedCells(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		if s, ok := v.(string); ok {
			b.WriteString(s)
		} else if err := binary.Write(&b, binary.BigEndian, v); err != nil {
			panic(err)
		}
	}
	return b.Bytes()
}

// binaryData returns a stream, in lines of some characters.
func binaryData(name string, width int, raw []byte) string {
	text := base64.StdEncoding.EncodeToString(raw)
	var b strings.Builder
	fmt.Fprintf(&b, "<%s><STREAM encoding=\"base64\">\n", name)
	for at := 0; at < len(text); at += width {
		b.WriteString(" " + text[at:min(at+width, len(text))] + "\r\n")
	}
	fmt.Fprintf(&b, "</STREAM></%s>", name)
	return b.String()
}

func TestReadVOTable(t *testing.T) {
	const want = "id,t,x,y\n-7,1,0.5,1e-300\n8,0,1,2\n8,0.25,3,-4\n"
	row := func(id int64, clock float64, x float32, y float64) []byte { return packedCells(id, clock, x, y) }
	rows := [][]byte{row(-7, 1, 0.5, 1e-300), row(8, 0, 1, 2), row(8, 0.25, 3, -4)}
	joined, flagged := bytes.Join(rows, nil), []byte("\x00"+string(rows[0])+"\x00"+string(rows[1])+"\x00"+string(rows[2]))
	odd := `<FIELD name="flags" datatype="bit" arraysize="9"/><FIELD name="who" datatype="unicodeChar" arraysize="*"/><FIELD name="w" datatype="double" arraysize="2x*"/>
<FIELD name="t" datatype="char" arraysize="24*"/><FIELD name="ok" datatype="boolean"/><FIELD name="x" datatype="short"/><FIELD name="y" datatype="unsignedByte"/><FIELD name="c" datatype="floatComplex"/>`
	oddRow := func(flags string) []byte {
		return packedCells(flags, "bb", uint32(2), "\x00a\x03\xb2", uint32(2), 1.0, 2.0, uint32(20), "2020-01-01T00:00:00Z", "T", int16(-300), uint8(7), float32(1), float32(2))
	}
	oddWant := "id,t,x,y\naβ,2020-01-01T00:00:00Z,-300,7\n"
	mapped := format.Options{Columns: map[string]string{"id": "who"}}
	for _, c := range []struct {
		name, text string
		options    format.Options
		want       string
	}{
		{"TABLEDATA", voTable(voFields, tabledata("-7,1,0.5, 1e-300 ", "0x8,0,1,2", "8,0.25,3,\n-4")), format.Options{}, want},
		{"BINARY", voTable(voFields, binaryData("BINARY", 64, joined)), format.Options{}, want},
		{"BINARY2", voTable(voFields, binaryData("BINARY2", 7, flagged)), format.Options{}, want},
		{"types of BINARY", voTable(odd, binaryData("BINARY", 1000, oddRow(""))), mapped, oddWant},
		{"types of BINARY2", voTable(odd, binaryData("BINARY2", 1, oddRow("\x80"))), mapped, oddWant},
		{"text", voTable(odd, tabledata("0,a&#946;,1 2,2020-01-01T00:00:00Z,T,-300,7,1 2")), mapped, oddWant},
		{"the right one of several", strings.Replace(voTable(voFields, binaryData("BINARY", 64, joined)), "<TABLE>", `<TABLE><FIELD name="a" datatype="int"/><DATA>`+tabledata("1", "2")+
			`</DATA></TABLE><TABLE><FIELD name="b" datatype="int"/></TABLE><TABLE>`, 1), format.Options{}, want},
		{"a prefix", strings.NewReplacer("<?", "<?", "</", "</v:", "<", "<v:").Replace(voTable(voFields, tabledata("-7,1,0.5,1e-300", "8,0,1,2", "8,0.25,3,-4"))), format.Options{}, want},
	} {
		for _, name := range []string{"stars.vot", "stars.xml"} {
			t.Run(c.name+" as "+name, func(t *testing.T) { wantSame(t, name, c.text, c.options, c.want, format.Options{}) })
		}
	}
	_, report, err := readText(t, "stars.vot", voTable(voFields, tabledata("1,2,3,4")), format.Options{})
	if want := (format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}); err != nil || report.Units != want {
		t.Errorf("%v, %+v", err, report.Units)
	}
}

// TestEstimateXML: rows of text are counted, rows of bytes computed, whatever the file's name.
func TestEstimateXML(t *testing.T) {
	var raw []byte
	var lines []string
	for i := range 5000 {
		raw = append(raw, packedCells(int64(1), float64(i), float32(0), 0.0)...)
		lines = append(lines, fmt.Sprintf("1,%d,0,0", i))
	}
	for name, text := range map[string]string{"binary": voTable(voFields, binaryData("BINARY", 64, raw)), "text": voTable(voFields, tabledata(lines...))} {
		if n, ok := estimateXML(formattest.InMemory([]byte(text)), readerOf(format.Options{})); !ok || n < 4900 || n > 5600 {
			t.Errorf("%s: %d, %v, want 5000 or so", name, n, ok)
		}
	}
	if n, ok := estimateXML(formattest.InMemory([]byte(fcdFile("<timestep time=\"0\"/>"))), readerOf(format.Options{})); !ok || n != 5 {
		t.Errorf("SUMO: %d, %v", n, ok)
	}
	if _, ok := estimateXML(formattest.InMemory([]byte(voTable("", binaryData("BINARY", 64, raw)))), readerOf(format.Options{})); ok {
		t.Error("the rows of a table without columns are estimated")
	}
}

func TestReadVOTableErrors(t *testing.T) {
	raw := packedCells(int64(8), 1.0, float32(1), 2.0)
	good := voTable(voFields, tabledata("8,1,1,2"))
	coded := voTable(voFields, binaryData("BINARY", 64, raw))
	text := func(from, to string) string { return strings.Replace(good, from, to, 1) }
	long := `<FIELD name="n" datatype="char" arraysize="*"/>`
	wantFaults(t, "a.vot", format.Options{}, []badFile{
		{"", "a.vot: empty file"},
		{"<fcd-export/>", "a.vot:1: not a VOTable: its root is <fcd-export>"},
		{"<VOTABLE/>", "a.vot: no table with data in the file"},
		{text(`name="y"`, `name="why"`), `a.vot: no y in "id", "t", "x", "why"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{text(`datatype="double" unit="kpc"`, `datatype="double" unit="pc"`), "a.vot: column x is in kpc, column y in pc"},
		{text(`datatype="float"`, `datatype="real"`), `a.vot:6: column x of datatype "real" and arraysize ""`},
		{text(`datatype="float"`, `datatype="float" arraysize="2y3"`), `a.vot:6: column x of datatype "float" and arraysize "2y3"`},
		{text(`datatype="float"`, `datatype="float" arraysize="999999x999999"`), `a.vot:6: column x of datatype "float" and arraysize "999999x999999"`},
		{text(`null="-1"`, `null="none"`), `a.vot:5: column id: null is "none", no integer`},
		{voTable(voFields, "<FITS/>"), "a.vot:8: data as FITS in a VOTable are not read: make a .fits file of them"},
		{voTable(voFields, `<BINARY><STREAM href="http://x/y"/></BINARY>`), `a.vot:8: the data are not in the file but at "http://x/y"`},
		{voTable(voFields, `<BINARY><STREAM encoding="gzip"/></BINARY>`), `a.vot:8: a stream of encoding "gzip": base64 is read`},
		{voTable(voFields, "<TABLEDATA/>"), "a.vot: no rows in the table"},
		{strings.Replace(coded, "</STREAM>", "<x/>AAAA</STREAM>", 1), "a.vot:10: <x> inside of data"},
		{strings.Replace(coded, "</STREAM>", "<!-- -->AAAA</STREAM>", 1), "a.vot:10: corrupt base64: text after its end"},
		{strings.Replace(coded, "</STREAM>", "!!!!</STREAM>", 1), "a.vot:10: corrupt base64"},
		{voTable(voFields, "<BINARY><STREAM encoding=\"base64\">A?==</STREAM></BINARY>"), "a.vot:8: corrupt base64"},
		{voTable(voFields, binaryData("BINARY", 64, append(raw, 1, 2))), "a.vot: row 2: truncated"},
		{voTable(voFields, binaryData("BINARY", 64, raw[:20])), "a.vot: row 1: truncated"},
		{voTable(long+voFields, binaryData("BINARY", 64, packedCells(uint32(math.MaxUint32)))), `a.vot: row 1: column n: "": corrupt: an array of 4294967295 elements`},
		{strings.Replace(good, "<TABLE>", "<TABLE>"+voFields+"<DATA>"+tabledata("1,2,3,4")+"</DATA></TABLE>\n<TABLE>", 1), "a.vot:12: tables 1 and 2 both have the columns: give each a file of its own"},
		{good[:len(good)-30], "a.vot:11: truncated: <TABLE> of line 4 does not end"},
	})
	wantBadRows(t, "a.vot", format.Options{}, 1, []badFile{
		{voTable(voFields, tabledata("8,1,1,2", "8,2,1")), "a.vot:10: 3 cells where the table has 4 columns"},
		{voTable(voFields, tabledata("8,1,1,2", "8,2,one,2")), `a.vot:10: column x: "one": not a number`},
		{voTable(voFields, tabledata("8,1,1,2", "8,2,NaN,2")), `a.vot:10: column x: "NaN": not a finite number`},
		{voTable(voFields, tabledata("8,1,1,2", "8,2,1,")), `a.vot:10: column y: "": missing`},
		{voTable(voFields, tabledata("8,1,1,2", "-1,2,1,2")), `a.vot:10: column id: "-1": missing`},
		{voTable(voFields, tabledata("8,1,1,2", "1.5,2,1,2")), `a.vot:10: column id: "1.5": not an integer of 64 bits`},
		{voTable(voFields, tabledata("8,1,1,2", ",2,1,2")), `a.vot:10: column id: "": missing`},
		{voTable(voFields, tabledata("8,1,1,2", "8,1,1,3")), `a.vot:10: column t: "1": repeated time within its trajectory`},
		{voTable(voFields, binaryData("BINARY", 64, append(packedCells(int64(-1), 1.0, float32(1), 2.0), raw...))), `a.vot: row 1: column id: "": missing`},
		{voTable(voFields, binaryData("BINARY2", 64, append(append([]byte{0x10}, raw...), append([]byte{0}, raw...)...))), `a.vot: row 1: column y: "": missing`},
		{voTable(voFields, binaryData("BINARY2", 64, append(append([]byte{0}, raw...), append([]byte{0x80}, raw...)...))), `a.vot: row 2: column id: "": missing`},
	})
}

func FuzzVOTable(f *testing.F) {
	raw := packedCells(int64(8), 1.0, float32(1), 2.0)
	f.Add([]byte(voTable(voFields, tabledata("8,1,1,2", "8,2,1,2"))))
	f.Add([]byte(voTable(voFields, binaryData("BINARY", 64, append(raw, raw...)))))
	f.Add([]byte(voTable(`<FIELD name="n" datatype="char" arraysize="*"/>`+voFields, binaryData("BINARY2", 64, append(packedCells(uint8(0), uint32(1), "n"), raw...)))))
	f.Add([]byte(fcdFile(`<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`)))
	fuzzReader(f, "fuzz.xml", format.Options{}, format.Options{Reading: format.Reading{SkipBadRows: true}})
}
