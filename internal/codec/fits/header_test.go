package fits

import (
	"fmt"
	"strings"
	"testing"

	"flyby/internal/codec/bigendian"
)

// headerOf reads cards.
func headerOf(t *testing.T, cards ...string) header {
	t.Helper()
	h := header{}
	for _, c := range cards {
		if last, cause := h.add([]byte(fmt.Sprintf("%-80s", c))); last || cause != "" {
			t.Fatalf("%s: %v, %s", c, last, cause)
		}
	}
	return h
}

// TestFitsCards: values as the standard writes them.
func TestFitsCards(t *testing.T) {
	for card, want := range map[string]string{
		"KEY     =                   12 / how many": "12",
		"KEY     = 12":                         "12",
		"KEY     = 'it''s'           / whose":  "it's",
		"KEY     = 'a / b   '":                 "a / b",
		"KEY     = '  a'":                      "  a",
		"KEY     = ''":                         "",
		"KEY     = '''' / a quote":             "'",
		"KEY     =                    T / yes": "T",
		"KEY     =  -1.5D+03":                  "-1.5D+03",
		"KEY     = / none":                     "",
	} {
		if got := headerOf(t, card)["KEY"]; got != want {
			t.Errorf("%s: %q, want %q", card, got, want)
		}
	}
	h := headerOf(t, "COMMENT = 'no value'", "HISTORY as it was", "", "KEY      12", "CONTINUE  'more'")
	if len(h) != 1 || h["COMMENT"] != "no value" {
		t.Errorf("%q", h)
	}
	if last, cause := h.add([]byte(fmt.Sprintf("%-80s", "END"))); !last || cause != "" {
		t.Errorf("%v, %s", last, cause)
	}
}

// TestFitsSize: the sizes of the data of all kinds of parts.
func TestFitsSize(t *testing.T) {
	for _, c := range []struct {
		cards []string
		want  uint64
		cause string
	}{
		{nil, 0, ""},
		{[]string{"BITPIX  = 8", "NAXIS   = 0"}, 0, ""},
		{[]string{"BITPIX  = -64", "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 5"}, 120, ""},
		{[]string{"BITPIX  = 16", "NAXIS   = 1", "NAXIS1  = 0"}, 0, ""},
		{[]string{"BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 3", "NAXIS2  = 5", "PCOUNT  = 7", "GCOUNT  = 1"}, 22, ""},
		{[]string{"BITPIX  = 32", "NAXIS   = 2", "NAXIS1  = 0", "NAXIS2  = 5", "GROUPS  = T", "PCOUNT  = 2", "GCOUNT  = 10"}, 280, ""},
		{[]string{"BITPIX  = 7", "NAXIS   = 1", "NAXIS1  = 1"}, 0, `BITPIX is "7" and NAXIS 1`},
		{[]string{"NAXIS   = 1", "NAXIS1  = 1"}, 0, `BITPIX is "" and NAXIS 1`},
		{[]string{"BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 1"}, 0, `NAXIS2 is "", no number of things`},
		{[]string{"BITPIX  = 8", "NAXIS   = x"}, 0, `NAXIS is "x", no number of things`},
		{[]string{"BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = 1", "PCOUNT  = -1"}, 0, `PCOUNT is "-1", no number of things`},
		{[]string{"BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 4294967296", "NAXIS2  = 4294967296"}, 0, "data of more bytes than 62 bits count"},
		{[]string{"BITPIX  = 64", "NAXIS   = 1", "NAXIS1  = 4611686018427387903"}, 0, "data of more bytes than 62 bits count"},
	} {
		if got, cause := headerOf(t, c.cards...).size(); got != c.want || cause != c.cause {
			t.Errorf("%q: %d, %q, want %d, %q", c.cards, got, cause, c.want, c.cause)
		}
	}
}

// TestFitsColumns: the forms of columns.
func TestFitsColumns(t *testing.T) {
	for form, want := range map[string]bigendian.Field{
		"K":       {Type: bigendian.Int64, Size: 8, Count: 1},
		"1J":      {Type: bigendian.Int32, Size: 4, Count: 1},
		"3I":      {Type: bigendian.Int16, Size: 2, Count: 3},
		"0B":      {Type: bigendian.Uint8, Size: 1, Count: 0},
		"12A":     {Type: bigendian.Text, Size: 1, Count: 12},
		"9A3":     {Type: bigendian.Text, Size: 1, Count: 9},
		"17X":     {Type: bigendian.Other, Size: 1, Count: 3},
		"L":       {Type: bigendian.Logical, Size: 1, Count: 1},
		"E":       {Type: bigendian.Float32, Size: 4, Count: 1},
		"D":       {Type: bigendian.Float64, Size: 8, Count: 1},
		"2M":      {Type: bigendian.Other, Size: 16, Count: 2},
		"1PE(30)": {Type: bigendian.Other, Size: 8, Count: 1},
		"QD(3)":   {Type: bigendian.Other, Size: 16, Count: 1},
	} {
		want.Name, want.Padded, want.Factor = "a b", true, 1
		got, cause := headerOf(t, "TTYPE7  = 'a b'", "TFORM7  = '"+form+"'").column("7")
		if got != want || cause != "" {
			t.Errorf("%s: %+v, %q, want %+v", form, got, cause, want)
		}
	}
	for want, cards := range map[string][]string{
		`TFORM7 is ""`:                             nil,
		`TFORM7 is "3"`:                            {"TFORM7  = '3'"},
		`TFORM7 is "1000000000A"`:                  {"TFORM7  = '1000000000A'"},
		`TFORM7 is "99999999A"`:                    {"TFORM7  = '99999999A'"},
		`TFORM7 is "-1A"`:                          {"TFORM7  = '-1A'"},
		`TSCAL7 is "x": not a number`:              {"TFORM7  = 'I'", "TSCAL7  = x"},
		`TZERO7 is "1D999": too large for float64`: {"TFORM7  = 'I'", "TZERO7  = 1D999"},
		`TNULL7 is "1.5", no integer`:              {"TFORM7  = 'I'", "TNULL7  = 1.5"},
	} {
		if _, cause := headerOf(t, cards...).column("7"); cause != want && !strings.HasPrefix(cause, want) {
			t.Errorf("%q: %q, want %q", cards, cause, want)
		}
	}
}
