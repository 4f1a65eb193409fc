package format

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/output"
)

// open opens a file, which the test closes.
func open(t testing.TB, path string) *infile.Source {
	t.Helper()
	src := &infile.Source{}
	if err := src.Open(path, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(src.Close)
	return src
}

// header returns the header of an array as NumPy writes it.
func header(version int, dict string) []byte {
	length := 2
	if version > 1 {
		length = 4
	}
	for (len(output.ArrayMagic)+2+length+len(dict)+1)%64 > 0 {
		dict += " "
	}
	dict += "\n"
	b := append([]byte(output.ArrayMagic), byte(version), 0)
	if version > 1 {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(dict)))
	} else {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(dict)))
	}
	return append(b, dict...)
}

// tuple returns a shape as Python shows it.
func tuple(shape []int) string {
	var all []string
	for _, n := range shape {
		all = append(all, fmt.Sprint(n))
	}
	if len(all) == 1 {
		return "(" + all[0] + ",)"
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// array returns a file of an array whose values are given row by row.
func array(descr string, fortran bool, version int, shape []int, values []float64) []byte {
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, map[bool]string{false: "False", true: "True"}[fortran], tuple(shape))
	b := header(version, dict)
	var order binary.AppendByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	columns := 1
	if len(shape) == 2 {
		columns = shape[1]
	}
	put := func(v float64) {
		if descr[2] == '4' {
			b = order.AppendUint32(b, math.Float32bits(float32(v)))
		} else {
			b = order.AppendUint64(b, math.Float64bits(v))
		}
	}
	for i := range values {
		if fortran {
			rows := len(values) / columns
			i = i%rows*columns + i/rows
		}
		put(values[i])
	}
	return b
}

// TestReadNPY: types, orders and versions give the same points, in blocks of many rows or of few.
func TestReadNPY(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][]int{{5, 3}, {7}, {1, 1}, {3, 4096}, {npyBlock/8 + 5, 1}} {
		n, columns := shape[0], 1
		if len(shape) == 2 {
			columns = shape[1]
		}
		values := make([]float64, n*columns)
		for i := range values {
			values[i] = float64(float32(r.NormFloat64() * 1e6))
		}
		for _, descr := range []string{"<f8", "<f4", ">f8", ">f4"} {
			for _, fortran := range []bool{false, true} {
				version := 1 + r.IntN(3)
				path := write(t, "p.npy", array(descr, fortran, version, shape, values))
				s, report, err := Read(context.Background(), path, Options{Reading: Reading{Threads: 1 + r.IntN(4)}})
				if err != nil {
					t.Fatalf("%v %s %t: %v", shape, descr, fortran, err)
				}
				streamed, _, err := Read(context.Background(), "-", Options{Reading: Reading{Stdin: bytes.NewReader(array(descr, fortran, version, shape, values))}})
				if err != nil || !slices.EqualFunc(streamed.Columns(), s.Columns(), slices.Equal) {
					t.Fatalf("%v %s %t: read as a stream: %v", shape, descr, fortran, err)
				}
				if s.Len() != n || s.Dimensions() != columns || report.Rows != n || !s.IDs().IntIDs() || s.IDs().IntID(n-1) != int64(n-1) {
					t.Fatalf("%v %s %t: %d points of %d", shape, descr, fortran, s.Len(), s.Dimensions())
				}
				for i, v := range values {
					if got := s.Column(i % columns)[i/columns]; got != v {
						t.Fatalf("%v %s %t: value %d is %v, not %v", shape, descr, fortran, i, got, v)
					}
				}
			}
		}
	}
}

// TestFirstBadOfNPY: of bad values in many blocks the error is of the first by rows, from a file on several threads and from a stream.
func TestFirstBadOfNPY(t *testing.T) {
	const rows = 10 * npyBlock / 8
	values := make([]float64, 2*rows)
	for _, row := range []int{rows - 1, rows / 2, 3, 2} {
		values[2*row+row%2] = math.NaN()
		for _, fortran := range []bool{false, true} {
			data := array("<f8", fortran, 1, []int{rows, 2}, values)
			want := fmt.Sprintf(`: row %d: column x%d: "NaN": not a finite number`, row, 1+row%2)
			_, _, err := Read(context.Background(), write(t, "p.npy", data), Options{Reading: Reading{Threads: 3}})
			_, _, streamed := Read(context.Background(), "-", Options{Reading: Reading{Stdin: bytes.NewReader(data)}})
			for _, err := range []error{err, streamed} {
				if err == nil || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("Fortran %t: %v\nwant %s", fortran, err, want)
				}
			}
		}
	}
}

// TestReadNPYStdin: standard input is read as an array where it begins with NumPy's signature.
func TestReadNPYStdin(t *testing.T) {
	data := array("<f4", true, 1, []int{2, 2}, []float64{1, 2, 3, 4})
	s, _, err := Read(context.Background(), "-", Options{Reading: Reading{Stdin: strings.NewReader(string(data))}})
	if err != nil || shown(s) != "0=[1 2] 1=[3 4]" {
		t.Errorf("%v, %v", s, err)
	}
}

// TestReadNPYErrors: files that are no arrays of points are errors with their place.
func TestReadNPYErrors(t *testing.T) {
	good := array("<f8", false, 1, []int{2, 2}, []float64{1, 2, 3, 4})
	dict := func(d string) []byte { return append(header(1, d), good[len(good)-32:]...) }
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, ": empty file"},
		{good[:5], ": cut short: it ends within its header"},
		{good[:30], ": cut short: it ends within its header"},
		{good[:len(good)-1], ": cut short: its header says 2 rows of 2 numbers, 32 bytes in all"},
		{append([]byte("x"), good...), ": not an array of NumPy, which begins with \\x93NUMPY"},
		{append(good[:len(good):len(good)], 1), ": more bytes than the 32 that its header says"},
		{append([]byte(output.ArrayMagic), 4, 0, 1, 0), ": version 4 of NumPy's format; 1, 2 and 3 are read"},
		{append([]byte(output.ArrayMagic), 2, 0, 0, 0, 0, 1), ": a header of 16777216 bytes, which no array of numbers has"},
		{array("|b1", false, 1, []int{1, 2}, []float64{1, 2}), `: an array of type "|b1"; float32, float64 and integers are read: save it with .astype(float)`},
		{dict("{'descr': '', 'fortran_order': False, 'shape': (2,)}"), `: an array of type ""; float32, float64 and integers are read: save it with .astype(float)`},
		{array("|i8", false, 1, []int{1, 2}, []float64{1, 2}), `: an array of type "|i8", whose order of bytes is none that is known`},
		{array("<f2", false, 1, []int{1, 2}, []float64{1, 2}), `: an array of type "<f2"; float32, float64 and integers are read: save it with .astype(float)`},
		{array("|f8", false, 1, []int{1, 2}, []float64{1, 2}), `: an array of type "|f8", whose order of bytes is none that is known`},
		{array("<f8", false, 1, []int{2, 1, 1}, []float64{1, 2}), ": an array of 3 dimensions: points are an array of two, a row a point, or of one, a number a point"},
		{array("<f8", false, 1, []int{}, []float64{1}), ": an array of 0 dimensions: points are an array of two, a row a point, or of one, a number a point"},
		{array("<f8", false, 1, []int{0, 2}, nil), ": no rows"},
		{array("<f8", false, 1, []int{2, 0}, nil), ": no coordinates: rows of 0 numbers"},
		{array("<f8", false, 1, []int{1, 4097}, make([]float64, 4097)), ": 4097 coordinates a row: a point has at most 4096"},
		{array("<f8", false, 1, []int{math.MaxUint32, 1}, nil), ": more than 4,294,967,294 points, which no store counts: join them in slabs, ranges of a coordinate that overlap by eps"},
		{array("<f8", false, 1, []int{math.MaxUint32 - 1, 4096}, nil), ": cut short: its header says 4294967294 rows of 4096 numbers, 140737488289792 bytes in all"},
		{array("<f8", false, 1, []int{2, 2}, []float64{1, 2, 3, math.NaN()}), `: row 1: column x2: "NaN": not a finite number`},
		{array("<f4", true, 1, []int{2, 2}, []float64{1, math.Inf(-1), math.NaN(), 4}), `: row 0: column x2: "-Inf": not a finite number`},
		{array("<f8", false, 1, []int{1}, []float64{1e302}), `: row 0: column x1: "1e+302": magnitude over 2^1000`},
		{dict("{}"), ": a header that is none of NumPy's: not the keys descr, fortran_order and shape alone"},
		{dict("x"), ": a header that is none of NumPy's: no dictionary"},
		{dict("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2, 2)}"), ": a header that is none of NumPy's: descr is not one type; arrays of structures are not read"},
		{dict("{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 2)}"), ": a header that is none of NumPy's: fortran_order is neither True nor False"},
		{dict("{'descr': '<f8', 'fortran_order': False, 'shape': (2 2)}"), ": a header that is none of NumPy's: shape is no tuple of integers"},
		{dict("{'descr': '<f8', 'fortran_order': False, 'shape': (2)}"), ": a header that is none of NumPy's: shape is no tuple of integers"},
		{dict("{'descr': '<f8', 'descr': '<f8', 'shape': (2,)}"), ": a header that is none of NumPy's: not the keys descr, fortran_order and shape, once each"},
		{dict("{'descr': '<f8' 'shape': (2,)}"), ": a header that is none of NumPy's: no comma after descr"},
		{dict("{'kind': '<f8'}"), `: a header that is none of NumPy's: the key "kind"`},
	} {
		path := write(t, "p.npy", c.data)
		_, _, err := Read(context.Background(), path, Options{})
		if err == nil || err.Error() != path+c.want {
			t.Errorf("%q: %v\nwant %s", c.data[:min(len(c.data), 90)], err, c.want)
		}
	}
}

// TestReadNPYSpellings: headers as other programs write them.
func TestReadNPYSpellings(t *testing.T) {
	for _, d := range []string{
		`{"descr": "<f8", "fortran_order": False, "shape": (1, 2)}`,
		"{'shape':(1,2,),'fortran_order':True,'descr':'<f8'}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1L, 2L), }",
	} {
		data := append(header(3, d), array("<f8", false, 1, []int{2}, []float64{5, 6})[128:]...)
		if s, _, err := Read(context.Background(), write(t, "p.npy", data), Options{}); err != nil || shown(s) != "0=[5 6]" {
			t.Errorf("%s: %v, %v", d, s, err)
		}
	}
}

// TestSkipRowsOfNPY: bad rows are left out and counted, and ids are the numbers of the rows that
// remain.
func TestSkipRowsOfNPY(t *testing.T) {
	values := []float64{1, 2, math.NaN(), 4, 5, 6, 7, math.Inf(1)}
	s, r, err := Read(context.Background(), write(t, "p.npy", array("<f8", true, 1, []int{4, 2}, values)), Options{Reading: Reading{SkipBadRows: true}})
	if err != nil || shown(s) != "0=[1 2] 1=[5 6]" || r.Rows != 4 || r.Skipped != 2 || len(r.Reasons) != 2 {
		t.Errorf("%v, %+v, %v", s, r, err)
	}
	_, _, err = Read(context.Background(), write(t, "p.npy", array("<f8", true, 1, []int{1}, []float64{math.NaN()})), Options{Reading: Reading{SkipBadRows: true}})
	if err == nil || !strings.Contains(err.Error(), "every one of 1 rows is bad") {
		t.Error(err)
	}
}

// TestLonLatOfNPY: arrays of degrees become earth-centred metres.
func TestLonLatOfNPY(t *testing.T) {
	s, _, err := Read(context.Background(), write(t, "p.npy", array("<f8", false, 1, []int{1, 2}, []float64{0, 0})), Options{Reading: Reading{LonLat: true}})
	if err != nil || shown(s) != "0=[6.378137e+06 0 0]" {
		t.Errorf("%v, %v", s, err)
	}
	path := write(t, "p.npy", array("<f8", false, 1, []int{1, 4}, make([]float64, 4)))
	if _, _, err := Read(context.Background(), path, Options{Reading: Reading{LonLat: true}}); err == nil || !strings.HasSuffix(err.Error(), ": 4 coordinates a row: degrees have a longitude, a latitude, and perhaps a height") {
		t.Error(err)
	}
}

// FuzzNPY: any bytes are points or an error, and take no more memory than they justify.
func FuzzNPY(f *testing.F) {
	for _, descr := range []string{"<f8", ">f4"} {
		f.Add(array(descr, true, 2, []int{2, 3}, []float64{1, 2, 3, 4, 5, 6}))
	}
	f.Add(integers("<i8", true, big.NewInt(1), big.NewInt(-2), big.NewInt(3), new(big.Int).Lsh(big.NewInt(1), 60)))
	f.Add(integers("|u1", false, big.NewInt(1), big.NewInt(2)))
	f.Add(header(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967294, 4096)}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		src := &infile.Source{Name: "fuzz", Data: strings.NewReader(string(data))}
		o := Options{Reading: Reading{SkipBadRows: len(data)%2 == 1, Threads: 1}}
		p, err := readNPY(context.Background(), src, &o)
		if err != nil {
			return
		}
		s, err := p.build(&o)
		if err == nil && (s.Len() == 0 || s.Len()*s.Dimensions() > len(data)) {
			t.Errorf("%d points of %d dimensions of %d bytes", s.Len(), s.Dimensions(), len(data))
		}
	})
}
