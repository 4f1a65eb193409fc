package fileset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/codec/fits"
	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// fitsTable is a binary table: its header cards, and its columns and rows before they are encoded.
type fitsTable struct {
	cards []string // beside the cards of every table
	rows  [][]any  // strings as they are, numbers by their types
	heap  int
}

// bytes returns the table as a file has it.
func (f fitsTable) bytes() []byte {
	var data bytes.Buffer
	width := 0
	for _, row := range f.rows {
		for _, v := range row {
			if s, ok := v.(string); ok {
				data.WriteString(s)
			} else if err := binary.Write(&data, binary.BigEndian, v); err != nil {
				panic(err)
			}
		}
		if width == 0 {
			width = data.Len()
		}
	}
	data.Write(make([]byte, f.heap))
	fields := 0
	for _, c := range f.cards {
		if strings.HasPrefix(c, "TFORM") {
			fields++
		}
	}
	cards := append([]string{"XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", fmt.Sprintf("NAXIS1  = %d", width), fmt.Sprintf("NAXIS2  = %d", len(f.rows)),
		fmt.Sprintf("PCOUNT  = %d", f.heap), "GCOUNT  = 1", fmt.Sprintf("TFIELDS = %d", fields)}, f.cards...)
	return append(fitsCards(cards), paddedBlock(data.Bytes(), 0)...)
}

// fitsCards returns a header.
func fitsCards(cards []string) []byte {
	var b bytes.Buffer
	for _, c := range append(cards, "END") {
		fmt.Fprintf(&b, "%-80s", c)
	}
	return paddedBlock(b.Bytes(), ' ')
}

// paddedBlock returns bytes filled up to a whole block.
func paddedBlock(b []byte, with byte) []byte {
	for len(b)%fits.Block != 0 {
		b = append(b, with)
	}
	return b
}

// fitsFile returns a file: the empty part that files begin with, then other parts.
func fitsFile(parts ...[]byte) string {
	all := fitsCards([]string{"SIMPLE  =                    T / standard", "BITPIX  = 8", "NAXIS   = 0", "EXTEND  = T"})
	return string(append(all, bytes.Join(parts, nil)...))
}

// starColumns returns the cards of the columns of a table of int64, float64 and three float64 in
// kpc.
func starColumns(more ...string) []string {
	return append([]string{"TTYPE1  = 'id      '", "TFORM1  = 'K       '", "TTYPE2  = 't'", "TFORM2  = '1D'", "TUNIT2  = 'Myr'",
		"TTYPE3  = 'x'", "TFORM3  = 'D'", "TUNIT3  = 'kpc'", "TTYPE4  = 'y'", "TFORM4  = 'D'", "TUNIT4  = 'kpc'"}, more...)
}

func stars() [][]any {
	return [][]any{{int64(-3), 0.5, 4.0, 5.0}, {int64(7), 0.0, 1.5, -2.25}, {int64(7), 1.0, 1e-300, 0.1}}
}

func TestReadFITS(t *testing.T) {
	const want = "id,t,x,y\n-3,0.5,4,5\n7,0,1.5,-2.25\n7,1,1e-300,0.1\n"
	image := append(fitsCards([]string{"XTENSION= 'IMAGE   '", "BITPIX  = -32", "NAXIS   = 2", "NAXIS1  = 30", "NAXIS2  = 40"}), paddedBlock(make([]byte, 4800), 0)...)
	other := fitsTable{cards: []string{"TTYPE1  = 'flux'", "TFORM1  = 'E'"}, rows: [][]any{{float32(1)}}}.bytes()
	table := fitsTable{cards: starColumns("TIMESYS = 'TDB'"), rows: stars()}
	narrow := fitsTable{cards: []string{"TTYPE1  = 'ok'", "TFORM1  = 'L'", "TTYPE2  = 'traj_id'", "TFORM2  = 'I'", "TTYPE3  = 't'", "TFORM3  = 'J'", "TTYPE4  = 'bits'", "TFORM4  = '9X'",
		"TTYPE5  = 'x'", "TFORM5  = 'E'", "TTYPE6  = 'y'", "TFORM6  = 'B'", "TZERO6  = -128", "TTYPE7  = 'w'", "TFORM7  = '2D'", "TTYPE8  = 'z'", "TFORM8  = 'I'", "TSCAL8  = 2.5D-1", "TZERO8  = 10.0"},
		rows: [][]any{{"T", int16(-2), int32(3), "bb", float32(0.1), uint8(200), [2]float64{1, 2}, int16(6)}}}
	text := fitsTable{cards: []string{"TTYPE1  = 'name'", "TFORM1  = '6A'", "TTYPE2  = 'when'", "TFORM2  = '20A'", "TTYPE3  = 'x'", "TFORM3  = 'D'", "TTYPE4  = 'it''s y'", "TFORM4  = 'D'"},
		rows: [][]any{{"a b   ", "2020-01-01T00:00:00Z", 1.0, 2.0}, {"c\x00\x00\x00  ", "2020-01-01T00:00:01Z", 3.0, 4.0}}}
	unsigned := fitsTable{cards: append(starColumns("TZERO1  = 9223372036854775808"), "TNULL1  = 5"), rows: [][]any{{int64(math.MinInt64 + 7), 0.0, 1.0, 2.0}, {int64(0), 0.0, 1.0, 2.0}}}
	for _, c := range []struct {
		name, text string
		options    format.Options
		want       string
	}{
		{"plain", fitsFile(table.bytes()), format.Options{}, want},
		{"the right one of several", fitsFile(image, other, table.bytes(), image), format.Options{}, want},
		{"a heap, nothing to fill up the last block", strings.TrimRight(fitsFile(fitsTable{starColumns(), stars(), 4}.bytes()), "\x00") + "\x00\x00", format.Options{}, want},
		{"special records", fitsFile(table.bytes()) + strings.Repeat("?", fits.Block), format.Options{}, want},
		{"types and scales", fitsFile(narrow.bytes()), format.Options{}, "id,t,x,y,z\n-2,3,0.10000000149011612,72,11.5\n"},
		{"no heights", fitsFile(narrow.bytes()), format.Options{Height: format.NoHeight}, "id,t,x,y\n-2,3,0.10000000149011612,72\n"},
		{"text", fitsFile(text.bytes()), format.Options{Columns: map[string]string{"id": "name", "t": "when", "y": "it's y"}},
			"id,t,x,y\na b,2020-01-01T00:00:00Z,1,2\nc,2020-01-01T00:00:01Z,3,4\n"},
		{"unsigned ids", fitsFile(unsigned.bytes()), format.Options{}, "id,t,x,y\n7,0,1,2\n9223372036854775808,0,1,2\n"},
	} {
		t.Run(c.name, func(t *testing.T) { wantSame(t, "stars.fits", c.text, c.options, c.want, format.Options{}) })
	}
	_, report, err := readText(t, "stars.FITS", fitsFile(table.bytes()), format.Options{})
	if want := (format.Units{Length: "kpc", Time: "Myr", Scale: "TDB"}); err != nil || report.Units != want {
		t.Errorf("%v, %+v", err, report.Units)
	}
	if n, ok := claims(fits.Open)(formattest.InMemory([]byte(fitsFile(image, table.bytes()))), &reading.Options{}); !ok || n != 3 {
		t.Errorf("%d rows are estimated, %v", n, ok)
	}
}

func TestReadFITSErrors(t *testing.T) {
	good := fitsFile(fitsTable{cards: starColumns(), rows: stars()}.bytes())
	with := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatal(from)
		}
		return strings.Replace(good, fmt.Sprintf("%-40s", from), fmt.Sprintf("%-40s", to), 1)
	}
	one := fitsTable{cards: starColumns(), rows: stars()[:1]}.bytes()
	wantFaults(t, "a.fits", format.Options{}, []badFile{
		{"", "a.fits: empty file"},
		{"SIMPLE  = T", "a.fits: truncated in the header of HDU 0"},
		{"\x1f\x8b", "a.fits: this is a gzip archive, which is read from a file whose name ends in .gz"},
		{"id,t,x,y\n", "a.fits: this is no FITS file"},
		{fitsFile(), "a.fits: no binary table (BINTABLE) in the file"},
		{good[:len(good)-fits.Block-100], "a.fits: truncated in the header of HDU 1"},
		{good[:len(good)-fits.Block], "a.fits: truncated: 0 of 3 rows"},
		{good[:len(good)-fits.Block+70], "a.fits: truncated: 2 of 3 rows"},
		{with("TTYPE4  = 'y'", "TTYPE4  = 'why'"), `a.fits: no y in "id", "t", "x", "why"; try: --columns y=NAME (left to say: a column for each NAME)`},
		{with("TUNIT4  = 'kpc'", "TUNIT4  = 'pc'"), "a.fits: column x is in kpc, column y in pc"},
		{with("TFORM1  = 'K       '", "TFORM1  = 'D'"), "a.fits: column id holds numbers that are not whole: ids are integers or text"},
		{with("TFORM4  = 'D'", "TFORM4  = '8A'"), "a.fits: column y holds text, no numbers"},
		{with("TFORM4  = 'D'", "TFORM4  = 'C'"), "a.fits: column y holds neither numbers nor text"},
		{with("TFORM4  = 'D'", "TFORM4  = '2E'"), "a.fits: column y holds several numbers a row"},
		{with("TFORM4  = 'D'", "TFORM4  = 'E'"), "a.fits: HDU 1: corrupt: rows of 32 bytes, whose columns take 28"},
		{with("TFORM4  = 'D'", "TFORM4  = 'Z'"), `a.fits: HDU 1: TFORM4 is "Z"`},
		{with("TFORM4  = 'D'", "TFORM4  = '"), "a.fits: HDU 1: the text of TFORM4 does not end"},
		{with("NAXIS2  = 3", "NAXIS2  = 0"), "a.fits: no rows in the table"},
		{with("NAXIS2  = 3", "NAXIS2  = -3"), `a.fits: HDU 1: NAXIS2 is "-3", no number of things`},
		{with("NAXIS2  = 3", "NAXIS2  = 9000000000000000000"), "a.fits: HDU 1: data of more bytes than 62 bits count"},
		{with("GCOUNT  = 1", "ZTABLE  = T"), `a.fits: HDU 1: a binary table whose GCOUNT is ""`},
		{strings.Replace(good, "TFIELDS = 4", "TF\tELDS = 4", 1), "a.fits: HDU 1: a header with bytes that are no text, in " + fmt.Sprintf("%q", fmt.Sprintf("%-80s", "TF\tELDS = 4"))},
		{fitsFile(one, one), "a.fits: HDUs 1 and 2 both have the columns: give each a file of its own"},
	})
	wantFaults(t, "a.fits", format.Options{Reading: format.Reading{LonLat: true}}, []badFile{{good, "a.fits: column x is in kpc: --lonlat needs degrees"}})
	bad := func(row ...any) string {
		return fitsFile(fitsTable{cards: starColumns("TNULL1  = -1"), rows: append(stars(), row)}.bytes())
	}
	wantBadRows(t, "a.fits", format.Options{}, 3, []badFile{
		{bad(int64(7), 2.0, math.NaN(), 1.0), `a.fits: row 4: column x: "NaN": not a finite number`},
		{bad(int64(7), 1.0, 1.0, 1.5), `a.fits: row 4: column t: "1": repeated time within its trajectory`},
		{bad(int64(-1), 1.0, 1.0, 1.0), `a.fits: row 4: column id: "": missing`},
	})
	named := fitsTable{cards: []string{"TTYPE1  = 'id'", "TFORM1  = '2A'", "TTYPE2  = 't'", "TFORM2  = '20A'", "TTYPE3  = 'x'", "TFORM3  = 'D'", "TTYPE4  = 'y'", "TFORM4  = 'J'", "TNULL4  = 9"}}
	for _, c := range []struct {
		row  []any
		want string
	}{
		{[]any{"  ", "2020-01-01T00:00:00Z", 1.0, int32(1)}, `a.fits: row 2: column id: "": missing`},
		{[]any{"\xff ", "2020-01-01T00:00:00Z", 1.0, int32(1)}, `a.fits: row 2: column id: "\xff": not UTF-8`},
		{[]any{"b ", "2020-01-01T00:00:00 ", 1.0, int32(1)}, `a.fits: row 2: column t: "2020-01-01T00:00:00": no offset from UTC: end it with Z or such as +01:00, or tell the zone of all as --tz UTC does`},
		{[]any{"b ", "                    ", 1.0, int32(1)}, `a.fits: row 2: column t: "": missing`},
		{[]any{"b ", "2020-01-01T00:00:00Z", 1.0, int32(9)}, `a.fits: row 2: column y: "": missing`},
	} {
		named.rows = [][]any{{"a ", "2020-01-01T00:00:00Z", 1.0, int32(1)}, c.row}
		wantBadRows(t, "a.fits", format.Options{}, 1, []badFile{{fitsFile(named.bytes()), c.want}})
	}
}

// TestFITSZones: dates and times in text without a zone are in the zone of the options.
func TestFITSZones(t *testing.T) {
	named := fitsTable{cards: []string{"TTYPE1  = 'id'", "TFORM1  = '2A'", "TTYPE2  = 't'", "TFORM2  = '20A'", "TTYPE3  = 'x'", "TFORM3  = 'D'", "TTYPE4  = 'y'", "TFORM4  = 'J'"}}
	for _, text := range []string{"2020-01-01          ", "2020-01-01T00:00:00 ", "2019-12-31T23:00:00Z"} {
		named.rows = [][]any{{"a ", text, 1.0, int32(1)}}
		s, _, err := readText(t, "a.fits", fitsFile(named.bytes()), format.Options{Reading: format.Reading{Zone: "+01:00"}})
		if err != nil || s.Times().Format(s.T()[0]) != "2019-12-31T23:00:00Z" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzFITS(f *testing.F) {
	f.Add([]byte(fitsFile(fitsTable{cards: starColumns(), rows: stars()}.bytes())))
	small := fitsTable{cards: []string{"TTYPE1  = 'id'", "TFORM1  = '2A'", "TTYPE2  = 't'", "TFORM2  = 'E'", "TTYPE3  = 'x'", "TFORM3  = 'I'", "TSCAL3  = 0.5", "TTYPE4  = 'y'", "TFORM4  = 'B'", "TNULL4  = 9"}}
	small.rows = [][]any{{"a ", float32(1), int16(1), uint8(1)}, {"a ", float32(2), int16(1), uint8(9)}}
	f.Add([]byte(fitsFile(small.bytes())))
	fuzzReader(f, "fuzz.fits", format.Options{}, format.Options{Reading: format.Reading{SkipBadRows: true}})
}

// A randomColumn writes one column of random rows.
type randomColumn struct {
	name  string
	cards []string // beside TTYPE
	cell  func(r *rand.Rand) (stored any, text string)
}

// randomNumbers returns kinds of columns of numbers, each with its values as text.
func randomNumbers(name string) []randomColumn {
	full := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return []randomColumn{
		{name, []string{"TFORM# = 'D'"}, func(r *rand.Rand) (any, string) { v := r.NormFloat64(); return v, full(v) }},
		{name, []string{"TFORM# = 'E'"}, func(r *rand.Rand) (any, string) { v := float32(r.NormFloat64()); return v, full(float64(v)) }},
		{name, []string{"TFORM# = 'I'"}, func(r *rand.Rand) (any, string) { v := int16(r.Uint32()); return v, full(float64(v)) }},
		{name, []string{"TFORM# = 'J'", "TZERO# = 2147483648"}, func(r *rand.Rand) (any, string) {
			v := r.Uint32()
			return int32(v - 1<<31), full(float64(v))
		}},
		{name, []string{"TFORM# = 'B'", "TSCAL# = 0.25", "TZERO# = 1D1"}, func(r *rand.Rand) (any, string) {
			v := uint8(r.Uint32())
			return v, full(10 + float64(v)/4)
		}},
	}
}

// TestRandomFITS: tables of random columns in random order are read as the same numbers in CSV.
func TestRandomFITS(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 80))
	for range 60 {
		columns := []randomColumn{{"unused", []string{"TFORM# = '3A'"}, func(*rand.Rand) (any, string) { return "abc", "abc" }}}
		for _, name := range []string{"x", "y", "z"} {
			kinds := randomNumbers(name)
			columns = append(columns, kinds[r.IntN(len(kinds))])
		}
		clock := 0.0
		columns = append(columns,
			randomColumn{"t", []string{"TFORM# = 'D'"}, func(r *rand.Rand) (any, string) {
				clock += 1 + r.Float64()
				return clock, strconv.FormatFloat(clock, 'g', -1, 64)
			}},
			randomColumn{"id", []string{"TFORM# = 'J'"}, func(r *rand.Rand) (any, string) {
				id := int32(r.IntN(5) - 2)
				return id, strconv.Itoa(int(id))
			}})
		r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
		table, csv := fitsTable{heap: r.IntN(3) * 100}, ""
		for i, c := range columns {
			csv += "," + c.name
			for _, card := range append([]string{"TTYPE# = '" + c.name + "'"}, c.cards...) {
				key, value, _ := strings.Cut(card, "# = ")
				table.cards = append(table.cards, fmt.Sprintf("%-8s= %s", key+strconv.Itoa(i+1), value))
			}
		}
		csv = csv[1:] + "\n"
		for range 1 + r.IntN(300) {
			var row []any
			var line []string
			for _, c := range columns {
				stored, text := c.cell(r)
				row, line = append(row, stored), append(line, text)
			}
			table.rows = append(table.rows, row)
			csv += strings.Join(line, ",") + "\n"
		}
		wantSame(t, "random.fits", fitsFile(table.bytes()), format.Options{}, csv, format.Options{})
	}
}
