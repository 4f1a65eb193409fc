package format

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPandasHeader: columns called 0, 1 and so on are read as a header that pandas writes of columns without names, with its index and
// without; the report says so.
func TestPandasHeader(t *testing.T) {
	for _, c := range []struct {
		text, want, otherwise string
		numbered, indexed     bool
	}{
		{",0,1\n0,0.5,2\n1,3,4\n", "0=[0.5 2] 1=[3 4]", "", true, true},
		{"0,1\n0.5,2\n3,4\n", "0=[0.5 2] 1=[3 4]", "", true, false},
		{",0\n5,1.5\n", "0=[1.5]", "", true, true}, {"0\n1\n", "0=[1]", "", true, false}, {"\t0\t1\n0\t7\t8\n", "0=[7 8]", "id=0,x1=1", true, true},
		{"\"\",\"0\",\"1\"\r\n\"a\",7,8\r\n", "0=[7 8]", "id=0,x1=1", true, true}, {"0,1,2\n1,joe,3\n", "0=[1 3]", "id=0,x1=2", true, false},
		{",a,b\n0,1,2\n", "0=[1 2]", "id=a,x1=b", false, false}, {"x1,x2\n1,2\n", "0=[1 2]", "id=x1,x1=x2", false, false},
	} {
		s, r, err := readText(t, c.text, Options{})
		if err != nil || shown(s) != c.want || r.Numbered != c.numbered || r.Indexed != c.indexed || r.Otherwise != c.otherwise {
			t.Errorf("%q: %v, report %+v; want %s, --columns %s", c.text, err, r, c.want, c.otherwise)
		}
	}
}

// TestNoHeader: columns of text without a header are x1, x2 and so on; where there is no other separator, one or more blanks separate
// fields.
func TestNoHeader(t *testing.T) {
	named := func(of string) Options {
		columns, err := ParseColumns(of)
		if err != nil {
			t.Fatal(err)
		}
		return Options{NoHeader: true, Columns: columns}
	}
	const saved = "# numpy.savetxt\n# two lines\n1.000000000000000000e+00 -2.500000000000000000e-01\n0.000000000000000000e+00 1.000000000000000056e-01\n"
	for _, c := range []struct {
		text    string
		o       Options
		want    string
		ignored []string
	}{
		{saved, named(""), "0=[1 -0.25] 1=[0 0.1]", nil}, {"0,1\n2,3\n", named(""), "0=[0 1] 1=[2 3]", nil}, {"5\n6", named(""), "0=[5] 1=[6]", nil},
		{"   1   2.5 \r\n 10 -20.0\r\n", named(""), "0=[1 2.5] 1=[10 -20]", nil}, {"1;2\n3;4\n", named(""), "0=[1 2] 1=[3 4]", nil}, {"1\t 2\n3 \t4\n", named(""), "0=[1 2] 1=[3 4]", nil},
		{"1, 2\n3, 4\n", named(""), "0=[1 2] 1=[3 4]", nil}, {"5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n", named(""), "0=[5.1 3.5] 1=[4.9 3]", []string{"x3"}},
		{"a 1 2\n\"b  c\" 3 4\n", named("id=x1"), "a=[1 2] b  c=[3 4]", nil}, {"1 2 3\n", named("x1=x3,x2=x1"), "0=[3 1]", nil},
		{"\xef\xbb\xbf1 2\n\n3 4\n", named(""), "0=[1 2] 1=[3 4]", nil}, {"1 2\n3\nb 4\n5 6\n", Options{NoHeader: true, Reading: Reading{SkipBadRows: true}}, "0=[1 2] 1=[5 6]", nil},
	} {
		s, r, err := readText(t, c.text, c.o)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if shown(s) != c.want || !slices.Equal(r.Ignored, c.ignored) || r.Numbered || c.o.Columns["x1"] == "" && (len(r.Columns) == 0 || r.Columns[0][0] != 'x') {
			t.Errorf("%q: %s, report %+v; want %s, ignored %v", c.text, shown(s), r, c.want, c.ignored)
		}
	}
	s, _, err := readText(t, "0 0\n90 0 \n", Options{NoHeader: true, Reading: Reading{LonLat: true}})
	if err != nil || s.Dimensions() != 3 || s.Column(0)[0] != 6378137 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestBlanksInBlocks: blanks separate fields the same in blocks of any size.
func TestBlanksInBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	var want []float64
	for range 300 {
		a, b := r.NormFloat64(), r.NormFloat64()
		want = append(want, a, b)
		fmt.Fprintf(&text, "%s%.18e%s%.18e%s\n", blanks(r, 0), a, blanks(r, 1), b, blanks(r, 0))
	}
	path := write(t, "p.txt", text.Bytes())
	o := Options{NoHeader: true}
	for _, size := range []int{1, 60, 1000, 1 << 20} {
		o.Threads = 3
		s, err := readCSVBlocks(context.Background(), open(t, path), &o, size)
		if err != nil {
			t.Fatal(err)
		}
		var got []float64
		for row := range s.points {
			got = append(got, s.columns[0][row], s.columns[1][row])
		}
		if !slices.Equal(got, want) {
			t.Errorf("blocks of %d: %d points, want %d", size, s.points, len(want)/2)
		}
	}
	for _, name := range []string{"p.npy", "p.parquet"} {
		if _, _, err := Read(context.Background(), write(t, name, text.Bytes()), o); err == nil || !strings.Contains(err.Error(), "text alone can have no header") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// blanks returns least blanks or a few more.
func blanks(r *rand.Rand, least int) string { return strings.Repeat(" ", least+r.IntN(3)) }
