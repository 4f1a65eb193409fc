package fits

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"flyby/internal/testing/codectest"
)

// part returns a part of a file: its header, and data filled up to a whole block.
func part(data string, cards ...string) string {
	var b strings.Builder
	for _, card := range append(cards, "END") {
		fmt.Fprintf(&b, "%-80s", card)
	}
	padded := func(s, with string) string { return s + strings.Repeat(with, (Block-len(s)%Block)%Block) }
	return padded(b.String(), " ") + padded(data, "\x00")
}

// table returns a binary table of rows of some bytes.
func table(rows, width int, data string, cards ...string) string {
	all := []string{"XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", fmt.Sprintf("NAXIS1  = %d", width), fmt.Sprintf("NAXIS2  = %d", rows), "GCOUNT  = 1",
		fmt.Sprintf("TFIELDS = %d", strings.Count(strings.Join(cards, ""), "TFORM"))}
	return part(data, append(all, cards...)...)
}

// file returns a file of two tables, with an image before each.
func file() string {
	first := part("", "SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0")
	image := part(strings.Repeat("i", 4800), "XTENSION= 'IMAGE   '", "BITPIX  = -32", "NAXIS   = 2", "NAXIS1  = 30", "NAXIS2  = 40")
	one := table(3, 6, "a T\x00\x01\x02bcF\x00\x03\x04d ?\x00\x09\x05", "TTYPE1  = 'name'", "TFORM1  = '2A'", "TTYPE2  = 'ok'", "TFORM2  = 'L'", "TTYPE3  = 'n'", "TFORM3  = 'I'", "TNULL3  = 9",
		"TTYPE4  = 'b'", "TFORM4  = 'B'", "TSCAL4  = 0.5", "TUNIT4  = 'km'", "TIMESYS = 'TDB'")
	other := table(2, 5, "\x00\x01\x00\x02x\x00\x03\x00\x04y", "TTYPE1  = 'list'", "TFORM1  = '2I'", "TTYPE2  = 'bits'", "TFORM2  = '8X'")
	return first + image + one + image + other
}

// TestTables: the tables of a file, their columns and rows, also where each batch is a row.
func TestTables(t *testing.T) {
	for _, small := range []bool{false, true} {
		src := codectest.Source("a.fits", []byte(file()))
		if small {
			src.Total = 4 // of which blocks are as large
		}
		tables, err := codectest.Read(Open, src)
		if err != nil || len(tables) != 2 {
			t.Fatalf("%d tables, %v", len(tables), err)
		}
		if want := [][]string{{"a", "T", "1", "1"}, {"bc", "F", "3", "2"}, {"d", "", "", "2.5"}}; !reflect.DeepEqual(tables[0].Rows, want) {
			t.Errorf("%q", tables[0].Rows)
		}
		if want := [][]string{{"[1 2]", ""}, {"[3 4]", ""}}; !reflect.DeepEqual(tables[1].Rows, want) {
			t.Errorf("%q", tables[1].Rows)
		}
		if c := tables[0].Columns[3]; c.Unit != "km" || c.Scale != "TDB" || tables[0].Places[2] != "a.fits: row 3" {
			t.Errorf("%+v, %q", c, tables[0].Places)
		}
	}
}

func FuzzFITS(f *testing.F) {
	f.Add([]byte(file()))
	f.Add(bytes.Replace([]byte(file()), []byte("NAXIS2  = 3"), []byte("NAXIS2  = 9"), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			t.Skip()
		}
		codectest.Read(Open, codectest.Source("a.fits", data)) //nolint:errcheck // any error is good
	})
}
