package votable

import (
	"encoding/base64"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/testing/codectest"
)

// document returns a document of tables.
func document(tables ...string) string {
	return "<VOTABLE><RESOURCE><TIMESYS ID=\"ts\" timescale=\"TDB\"/>\n" + strings.Join(tables, "\n") + "</RESOURCE></VOTABLE>"
}

// fields has a column of each kind.
const fields = `<FIELD name="n" datatype="int"><VALUES null="-1"/></FIELD><FIELD name="x" datatype="double" unit="kpc" ref="ts"/>
<FIELD name="name" datatype="char" arraysize="*"/><FIELD name="ok" datatype="boolean"/><FIELD name="list" datatype="short" arraysize="2"/>`

// packed returns rows of fixed columns as a stream.
func packed(name, raw string) string {
	return "<TABLE>" + `<FIELD name="n" datatype="short"/><FIELD name="b" datatype="unsignedByte"/>` + "<DATA><" + name + "><STREAM encoding=\"base64\">\n" + base64.StdEncoding.EncodeToString([]byte(raw)) + "\n</STREAM></" + name + "></DATA></TABLE>"
}

// varied returns rows of text and list as a stream.
func varied(raw string) string {
	return `<TABLE><FIELD name="s" datatype="char" arraysize="*"/><FIELD name="l" datatype="short" arraysize="*"/><FIELD name="b" datatype="bit" arraysize="9"/>` + "<DATA><BINARY><STREAM encoding=\"base64\">" +
		base64.StdEncoding.EncodeToString([]byte(raw)) + "</STREAM></BINARY></DATA></TABLE>"
}

// everything returns a document with data of all encodings.
func everything() string {
	text := "<TABLE>" + fields + `<DATA><TABLEDATA>
<TR><TD>0x10</TD><TD>1.50</TD><TD> a b </TD><TD>true</TD><TD>1 2</TD></TR>
<TR><TD >-1</TD><TD>&#50;</TD><TD>c&amp;d</TD><TD>f</TD><TD/></TR>
<TR><TD>1.5</TD><TD></TD><TD></TD><TD></TD><TD>3 4 5</TD></TR>
<TR><TD>1</TD><TD>2</TD></TR>
</TABLEDATA></DATA></TABLE>`
	return document(text, packed("BINARY", "\x00\x01\x02\xff\xff\x03"), packed("BINARY2", "\x80\x00\x01\x02\x40\x00\x02\x03"), varied("\x00\x00\x00\x02ab\x00\x00\x00\x01\x00\x07xx\x00\x00\x00\x00\x00\x00\x00\x00yy"))
}

// TestTables: the tables of a document, their columns and rows, in each encoding, also where each batch is a row.
func TestTables(t *testing.T) {
	want := [][][]string{
		{{"16", "1.5", "a b", "T", "[1 2]"}, {"!missing", "2", "c&d", "F", ""}, {"!not an integer of 64 bits", "", "", "", "[3 4 5]"}, {"2 cells where the table has 5 columns"}},
		{{"1", "2"}, {"-1", "3"}},
		{{"", "2"}, {"2", ""}},
		{{"ab", "[7]", ""}, {"", "[]", ""}},
	}
	for _, small := range []bool{false, true} {
		src := codectest.Source("a.vot", []byte(everything()))
		if small {
			src.Total = 1
		}
		tables, err := codectest.Read(Open, src)
		if err != nil || len(tables) != len(want) {
			t.Fatalf("%d tables, %v", len(tables), err)
		}
		for i, w := range want {
			if !reflect.DeepEqual(tables[i].Rows, w) {
				t.Errorf("table %d: %q, want %q", i, tables[i].Rows, w)
			}
		}
		if c := tables[0].Columns[1]; c.Kind != codec.Digits || c.Unit != "kpc" || c.Scale != "TDB" || !reflect.DeepEqual(tables[0].Places, []string{"a.vot:4", "a.vot:5", "a.vot:6", "a.vot:7"}) {
			t.Errorf("%+v, %q", c, tables[0].Places)
		}
		if tables[1].Places[1] != "a.vot: row 2" {
			t.Errorf("%q", tables[1].Places)
		}
	}
}

// TestBrokenRowsMiss: a row of too few cells misses a condition if a cell that is there does.
func TestBrokenRowsMiss(t *testing.T) {
	for value, want := range map[string]bool{"1": false, "2": true} {
		missed, err := codectest.Missed(Open, codectest.Source("a.vot", []byte(everything())), "n", value)
		if err != nil || missed[3] != want {
			t.Errorf("n=%s: %v, %v", value, missed, err)
		}
	}
}

func FuzzVOTable(f *testing.F) {
	f.Add([]byte(everything()))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip()
		}
		codectest.Read(Open, codectest.Source("a.vot", data)) //nolint:errcheck // any error is good
	})
}
