package format

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/geoparquet"
	"flyby/internal/infile"
	"flyby/trajectory/format"
)

// A fakeReader is a codec.Reader of rows in memory, in batches, whose values Rest makes.
type fakeReader struct {
	columns []codec.Column
	rows    [][]any // [rows][columns]: float64, int64, string, []float64, codec.Fault; nil: null
	step    int     // rows of a batch
	claims  int
	ahead   bool // batches say how many rows follow
	broken  map[int]string
	wrong   error // behind the last row; nil: io.EOF
	wrongAt int   // the batch whose Rest has an error; less than 0: none
	wanted  []int
	next    int
}

func (r *fakeReader) Columns() []codec.Column { return r.columns }

func (r *fakeReader) Note(string) (string, bool) { return "", false }

func (r *fakeReader) Claims() int { return r.claims }

func (r *fakeReader) Want(columns []int, _ []codec.Test) { r.wanted = slices.Clone(columns) }

func (r *fakeReader) Place(row int) infile.Error { return infile.Error{File: "fake", Record: row + 1} }

func (r *fakeReader) Close() error { return nil }

func (r *fakeReader) Next(_ context.Context, b *codec.Batch) error {
	first := r.next
	if first == len(r.rows) {
		return cmp.Or(r.wrong, io.EOF)
	}
	r.next = min(len(r.rows), first+r.step)
	b.First, b.Rows, b.Missed, b.Broken, b.Ahead = first, r.next-first, b.Missed[:0], b.Broken[:0], 0
	if r.ahead {
		b.Ahead = len(r.rows) - r.next
	}
	b.Rest = func() error {
		if r.wrongAt == first/r.step {
			return &Error{File: "fake", Cause: "a batch that is corrupt"}
		}
		b.Values = infile.Resized(b.Values, len(r.columns))
		for i := range b.Values {
			for _, text := range b.Values[i].Texts {
				clear(text) // memory that is used again
			}
			b.Values[i].Reset()
		}
		for row, cells := range r.rows[first : first+b.Rows] {
			if cause, ok := r.broken[first+row]; ok {
				b.Broken = append(b.Broken, codec.Fault{Row: row, Cause: cause})
			}
			for _, at := range r.wanted {
				r.put(&b.Values[at], at, row, cells[at])
			}
		}
		return nil
	}
	return nil
}

// put appends a value to the values of a column.
func (r *fakeReader) put(v *codec.Values, column, row int, cell any) {
	if f, ok := cell.(codec.Fault); ok {
		f.Row = row
		v.Faults, cell = append(v.Faults, f), nil
	} else if cell == nil {
		v.Nulls.Add(row)
	}
	switch r.columns[column].Kind {
	case codec.Float:
		x, ok := cell.(float64)
		if !ok {
			x = math.NaN() // which nobody may look at
		}
		v.Floats = append(v.Floats, x)
	case codec.Whole:
		n, _ := cell.(int64)
		v.Wholes = append(v.Wholes, n)
	case codec.Text, codec.Bytes:
		text, _ := cell.(string)
		v.Texts = append(v.Texts, []byte(text))
	case codec.Numbers:
		list, _ := cell.([]float64)
		v.Floats = append(v.Floats, list...)
		v.Ends = append(v.Ends, len(v.Floats))
	}
}

// readFake reads the rows of a fake reader.
func readFake(r *fakeReader, o Options) (*contents, error) {
	o.Archives = &infile.Archives{}
	if err := o.prepare("fake"); err != nil {
		return nil, err
	}
	p, err := readBatches(context.Background(), &infile.Source{Name: "fake"}, r, &o)
	if err == nil {
		p.name = "fake"
	}
	return p, err
}

// shownContents returns all that is read of a file as text: points with their ids and places, and the report.
func shownContents(p *contents, err error) string {
	if err != nil {
		return err.Error()
	}
	var s strings.Builder
	for row := range p.points {
		if p.ids.given {
			fmt.Fprintf(&s, "%s ", p.ids.id(row))
		}
		for _, c := range p.columns {
			fmt.Fprintf(&s, "%v ", c[row])
		}
		place := p.place(row)
		fmt.Fprintf(&s, "%s\n", place.Place())
	}
	for _, c := range p.columns {
		if len(c) != p.points {
			fmt.Fprintf(&s, "%d values of %d points\n", len(c), p.points)
		}
	}
	fmt.Fprintf(&s, "%+v named %t", p.report, p.ids.named)
	return s.String()
}

// someRows returns rows of an id, two numbers and a word, of which some are bad.
func someRows(rng *rand.Rand, n int, named, bad bool) (rows [][]any) {
	for row := range n {
		cells := []any{int64(row), float64(row) / 4, int64(3 * row), "word " + strconv.Itoa(row%3)}
		if named {
			cells[0] = "name " + strconv.Itoa(row)
		}
		if bad && rng.IntN(5) == 0 {
			cells[rng.IntN(3)] = []any{nil, codec.Fault{Value: "x", Cause: "no value of its type"}}[rng.IntN(2)]
		}
		if named && bad && rng.IntN(20) == 0 {
			cells[0] = []string{"", "\xff"}[rng.IntN(2)]
		}
		rows = append(rows, cells)
	}
	return rows
}

// TestBatchesAgree: points, ids, places, counts and errors do not depend on the number of threads, on the rows of a batch, or on what the file says
// of its number of rows.
func TestBatchesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 60 {
		named, bad := trial%2 == 0, trial%3 > 0
		kind := codec.Whole
		if named {
			kind = codec.Text
		}
		columns := []codec.Column{{Name: "id", Kind: kind}, {Name: "a", Kind: codec.Float}, {Name: "b", Kind: codec.Whole}, {Name: "w", Kind: codec.Text}}
		rows, want := someRows(rng, 1+rng.IntN(300), named, bad), ""
		broken := map[int]string{}
		if trial%5 == 0 {
			broken[rng.IntN(len(rows))] = "too few cells"
		}
		o := Options{Reading: Reading{SkipBadRows: trial%4 > 0}}
		if trial%7 == 0 {
			o.Where = []format.Condition{{Column: "w", Operator: "!=", Value: "word 1"}}
		}
		for _, step := range []int{1000, 1, 7, 64} {
			for _, threads := range []int{1, 4} {
				for _, claims := range []int{-1, len(rows)} {
					o.Threads = threads
					got := shownContents(readFake(&fakeReader{columns: columns, rows: rows, step: step, claims: claims, ahead: step == 7, broken: broken, wrongAt: -1}, o))
					if want == "" {
						want = got
					}
					if got != want {
						t.Fatalf("trial %d, %d rows a batch, %d threads, %d claimed:\n%s\nwant\n%s", trial, step, threads, claims, got, want)
					}
				}
			}
		}
	}
}

// TestBatchErrors: errors are those of the first bad row in the order of the file, also where a later batch, or what is behind it, cannot be read.
func TestBatchErrors(t *testing.T) {
	columns := []codec.Column{{Name: "id", Kind: codec.Whole}, {Name: "a", Kind: codec.Float}, {Name: "b", Kind: codec.Whole}}
	rows := make([][]any, 40)
	for row := range rows {
		rows[row] = []any{int64(row), float64(row), int64(0)}
	}
	end := &Error{File: "fake", Cause: "cut"}
	bad := slices.Clone(rows)
	bad[17], bad[18] = []any{int64(17), nil, int64(0)}, []any{nil, 18.0, int64(0)}
	huge := slices.Clone(rows)
	huge[3] = []any{int64(3), 0x1p1001, int64(0)}
	null := slices.Clone(rows)
	null[7] = []any{int64(7), 7.0, nil}
	for _, c := range []struct {
		rows    [][]any
		wrong   error
		wrongAt int
		broken  map[int]string
		want    string
	}{
		{bad, nil, -1, nil, `fake: row 18: column a: "": missing`},
		{bad, end, 9, nil, `fake: row 18: column a: "": missing`},
		{bad, end, 2, nil, `fake: a batch that is corrupt`},
		{rows, end, -1, nil, `fake: cut`},
		{rows, end, 9, nil, `fake: a batch that is corrupt`},
		{huge, nil, 9, nil, `fake: row 4: column a: "2.1430172143725346e+301": magnitude over 2^1000`},
		{bad, nil, -1, map[int]string{5: "too few cells"}, `fake: row 6: too few cells`},
		{null, nil, -1, nil, `fake: row 8: column b: "": missing`},
		{nil, nil, -1, nil, `fake: no rows`},
	} {
		for _, threads := range []int{1, 4} {
			r := &fakeReader{columns: columns, rows: c.rows, step: 4, claims: -1, broken: c.broken, wrong: c.wrong, wrongAt: c.wrongAt}
			if got := shownContents(readFake(r, Options{Reading: Reading{Threads: threads}})); got != c.want {
				t.Errorf("%d threads: %s, want %s", threads, got, c.want)
			}
		}
	}
}

// TestBatchLists: the first list fixes the number of coordinates of all, however many lists before it are bad, and whatever batch they are in.
func TestBatchLists(t *testing.T) {
	columns := []codec.Column{{Name: "v", Kind: codec.Numbers}}
	rows := [][]any{{nil}, {[]float64{}}, {[]float64{1, math.NaN()}}, {[]float64{1, 2, 3}}, {[]float64{1, 2}}, {[]float64{4, 5, 6}}, {[]float64{9}}}
	want := `fake: row 5: column v: "[1 2]": a list of 2, where row 4 has one of 3: all points have as many coordinates`
	for step := 1; step <= len(rows); step++ {
		for _, threads := range []int{1, 4} {
			r := &fakeReader{columns: columns, rows: rows, step: step, claims: -1, wrongAt: -1}
			p, err := readFake(r, Options{Reading: Reading{Threads: threads, SkipBadRows: true}})
			if err != nil || p.points != 2 || len(p.columns) != 3 || p.columns[2][1] != 6 || p.report.Skipped != 5 || p.report.Reasons[3] != want {
				t.Errorf("%d rows a batch: %+v, %v", step, p, err)
			}
		}
	}
}

// TestBatchesRefused: room for all rows is made once where a file's size bears out what it claims, and step by step where it does not; where the
// caller refuses, all points are counted.
func TestBatchesRefused(t *testing.T) {
	const n = 1000
	rows := make([][]any, n)
	for row := range rows {
		rows[row] = []any{float64(row)}
	}
	for _, c := range []struct {
		total          int64
		claims, refuse int
		calls, last    int
		points         int
	}{
		{8 * n, n, 0, 1, n, n},    // one growth
		{1, 1 << 30, 0, 9, 0, n},  // a claim that nothing bears out
		{8 * n, -1, 0, 9, 0, n},   // no claim
		{8 * n, -1, 500, 9, n, 0}, // refused in the middle
		{8 * n, n, 500, 9, n, 0},  // refused at first
		{8 * n, n, 2000, 1, n, n}, // not refused
	} {
		var asked []Growth
		o := Options{Afford: func(g Growth) error {
			if asked = append(asked, g); c.refuse > 0 && g.Points > c.refuse {
				return errors.New("too many")
			}
			return nil
		}, Reading: Reading{Threads: 2}}
		if err := o.prepare("fake"); err != nil {
			t.Fatal(err)
		}
		r := &fakeReader{columns: []codec.Column{{Name: "a", Kind: codec.Float}}, rows: rows, step: 10, claims: c.claims, wrongAt: -1}
		p, err := readBatches(context.Background(), &infile.Source{Name: "fake", Total: c.total, At: bytes.NewReader(nil)}, r, &o)
		last := asked[len(asked)-1].Points
		if (err != nil) != (c.points == 0) || err == nil && p.points != n || c.last > 0 && last != c.last || c.calls == 1 && len(asked) != 1 || c.calls > 1 && len(asked) < 2 {
			t.Errorf("%+v: %v, asked %d times, last of %d points", c, err, len(asked), last)
		}
	}
}

// TestBatchGeometry: geometries are the coordinates, whatever numbers are there besides, unless columns are named: as degrees or as lengths by their CRS.
func TestBatchGeometry(t *testing.T) {
	point := func(at ...float64) string { return string(geoparquet.AppendPoint(nil, at)) }
	shape := func(m geoparquet.Meaning) *codec.Shape {
		return &codec.Shape{Name: "where", CRS: geoparquet.CRS{Meaning: m, ID: "EPSG:1"}}
	}
	columns := func(s *codec.Shape) []codec.Column {
		return []codec.Column{{Name: "speed", Kind: codec.Float}, {Name: "where", Kind: codec.Bytes, Shape: s}, {Name: "ship_id", Kind: codec.Whole}}
	}
	rows := [][]any{{5.0, point(1, 2), int64(7)}, {6.0, point(3, 4), int64(8)}}
	for _, c := range []struct {
		meaning geoparquet.Meaning
		o       Options
		rows    [][]any
		want    string
	}{
		{geoparquet.Lengths, Options{}, rows, "7 1 2 |8 3 4 |where (points), EPSG:1, lengths"},
		{geoparquet.Unsaid, Options{}, rows, "7 1 2 |8 3 4 |where (points), EPSG:1, lengths"},
		{geoparquet.Degrees, Options{}, rows, "7 1 2 |8 3 4 |where (points), EPSG:1, degrees"},
		{geoparquet.Angles, Options{Reading: Reading{LonLat: true}}, rows, "7 1 2 |8 3 4 |where (points), EPSG:1, degrees"},
		{geoparquet.Angles, Options{}, rows, "fake: column where is in degrees of EPSG:1, which are none of WGS 84 (OGC:CRS84, EPSG:4326): --lonlat takes them for these"},
		{geoparquet.Other, Options{}, rows, "fake: column where is in EPSG:1: neither degrees of WGS 84 (OGC:CRS84, EPSG:4326) nor lengths of a projection in a unit of flyby's"},
		{geoparquet.Degrees, Options{Columns: map[string]string{"x1": "speed"}}, rows, "5 |6 |"},
		{geoparquet.Lengths, Options{Columns: map[string]string{"x1": "where"}}, rows, "1 2 |3 4 |where (points), EPSG:1, lengths"},
		{geoparquet.Degrees, Options{}, [][]any{{5.0, point(1, 91), int64(7)}}, `fake: row 1: column where: "91": x2: latitude outside -90 to 90 degrees`},
		{geoparquet.Lengths, Options{}, [][]any{rows[0], {5.0, point(1, 2, 3), int64(8)}}, `fake: row 2: column where: "[1 2 3]": 3 coordinates, where row 1 has 2: all points have as many (--height none leaves heights out)`},
		{geoparquet.Lengths, Options{Flat: true}, [][]any{{5.0, point(1, 2, 3), int64(8)}}, "8 1 2 |where (points), EPSG:1, lengths"},
		{geoparquet.Lengths, Options{}, [][]any{{5.0, nil, int64(8)}}, `fake: row 1: column where: "": missing`},
		{geoparquet.Lengths, Options{}, [][]any{{5.0, "\x01\x02\x00\x00\x00\x00\x00\x00\x00", int64(8)}}, `fake: row 1: column where: "LINESTRING": not a point`},
	} {
		p, err := readFake(&fakeReader{columns: columns(shape(c.meaning)), rows: c.rows, step: 1, claims: -1, wrongAt: -1}, c.o)
		got := fmt.Sprint(err)
		if err == nil {
			got = ""
			for row := range p.points {
				if p.ids.given {
					got += p.ids.id(row) + " "
				}
				for _, column := range p.columns {
					got += fmt.Sprint(column[row]) + " "
				}
				got += "|"
			}
			got += p.report.Geometry
		}
		if got != c.want || err == nil && p.lonLat != strings.HasSuffix(c.want, "degrees") {
			t.Errorf("%v: %s\nwant %s", c.meaning, got, c.want)
		}
	}
	two := []codec.Column{{Name: "a", Kind: codec.Bytes, Shape: &codec.Shape{Name: "a"}}, {Name: "b", Kind: codec.Bytes, Shape: &codec.Shape{Name: "b"}}}
	if got := shownContents(readFake(&fakeReader{columns: two, claims: -1}, Options{})); got != `fake: no coordinates: "a", "b" have geometries; --columns x1=NAME says which of them are points` {
		t.Error(got)
	}
	parts := &codec.Shape{Name: "at", Axis: 3}
	three := []codec.Column{{Name: "at.x", Kind: codec.Float, Shape: parts}, {Name: "at.y", Kind: codec.Float, Shape: parts}, {Name: "at.m", Kind: codec.Float, Shape: parts}, {Name: "n", Kind: codec.Float}}
	for _, named := range []map[string]string{nil, {"x1": "at"}} {
		p, err := readFake(&fakeReader{columns: three, rows: [][]any{{1.0, 2.0, 3.0, 4.0}}, step: 1, claims: -1, wrongAt: -1}, Options{Columns: named})
		if err != nil || !slices.Equal(p.report.Columns, []string{"at.x", "at.y"}) || p.columns[1][0] != 2 {
			t.Errorf("%+v, %v", p, err)
		}
	}
}
