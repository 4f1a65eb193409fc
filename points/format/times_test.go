package format

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby/internal/infile"
	"flyby/internal/localtime"
)

// TestTimes: a column of times that is named is seconds since 1970; one that is not named is no
// coordinate.
func TestTimes(t *testing.T) {
	ping := map[string]string{"x1": "t", "x2": "x"}
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{"id,t,x\n7,1970-01-01T00:00:10.5Z,1\n7,1970-01-02T00:00:00Z,2\n", Options{Columns: ping}, "0=[10.5 1] 1=[86400 2]"},
		{"t,x\n 1970-01-01T01:00:00+01:00 ,1\n\"1970-01-01 00:00:01Z\",2\n", Options{Columns: ping}, "0=[0 1] 1=[1 2]"},
		{"t,x\n1970-01-01T00:00:10,1\n", Options{Columns: ping, Reading: Reading{Zone: "+01:00"}}, "0=[-3590 1]"},
		{"t,x\n02/01/1970 00:00,1\n", Options{Columns: ping, Reading: Reading{Zone: "UTC", TimeLayout: "DD/MM/YYYY hh:mm"}}, "0=[86400 1]"},
		{"t,x\n10,1\n20,2\n", Options{Columns: ping}, "0=[10 1] 1=[20 2]"},
		{"x,t\r\n1,1970-01-01T00:00:10Z\r\n2,1970-01-01T00:00:11Z", Options{Columns: ping}, "0=[10 1] 1=[11 2]"},
		{"t,x\n1970-01-01T00:00:10Z,1\n20,2\n1970-01-01T00:00:30Z,3\n", Options{Columns: ping, Reading: Reading{SkipBadRows: true}}, "0=[10 1] 1=[30 3]"},
		{"t,x\n1970-01-01T00:00:10Z,1\n", Options{}, "0=[1]"},
	} {
		if s, _, err := readText(t, c.text, c.o); err != nil || shown(s) != c.want {
			t.Errorf("%q: %v, %v; want %s", c.text, s, err, c.want)
		}
	}
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{"t,x\n1970-01-01T00:00:10Z,1\n20,2\n", Options{Columns: ping}, `:3: column t: "20": a number among timestamps`},
		{"t,x\n10,1\n1970-01-01T00:00:20Z,2\n", Options{Columns: ping}, `:3: column t: "1970-01-01T00:00:20Z": a timestamp among numbers`},
		{"t,x\n1970-01-01T00:00:10,1\n", Options{Columns: ping}, `:2: column t: "1970-01-01T00:00:10": no offset from UTC: `},
		{"t,x\n1970-01-01T00:00:10Z,1\n,2\n", Options{Columns: ping}, `:3: column t: "": missing`},
		{"t,x\n1970-01-01T00:00:10Z,1\nnoon,2\n", Options{Columns: ping}, `:3: column t: "noon": `},
		{"t,x\n1970-01-01T00:00:10Z,1\n", Options{Columns: ping, Reading: Reading{Zone: "Mars"}}, `format: `},
	} {
		if _, _, err := readText(t, c.text, c.o); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestTimesParquet: times in text columns of Parquet are read as seconds since 1970.
func TestTimesParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.parquet")
	type row struct {
		T string  `parquet:"t"`
		X float64 `parquet:"x"`
	}
	if err := parquet.WriteFile(path, []row{{"1970-01-01T00:00:10", 1}, {"1970-01-01T00:00:20", 2}}); err != nil {
		t.Fatal(err)
	}
	o := Options{Columns: map[string]string{"x1": "t", "x2": "x"}, Reading: Reading{Zone: "+01:00"}}
	if s, _, err := Read(context.Background(), path, o); err != nil || shown(s) != "0=[-3590 1] 1=[-3580 2]" {
		t.Errorf("%v, %v", s, err)
	}
	o.Zone = ""
	if s, _, err := Read(context.Background(), path, o); err == nil {
		t.Errorf("times of no zone are %s", shown(s))
	}
	if err := parquet.WriteFile(path, []row{{"noon", 1}}); err != nil {
		t.Fatal(err)
	}
	if s, _, err := Read(context.Background(), path, o); err == nil || !strings.HasSuffix(err.Error(), `column t: "noon": not an RFC 3339 time such as 2006-01-02T15:04:05.5Z`) {
		t.Errorf("%v, %v", s, err)
	}
}

// TestTimesAllocate: rows with plainly written times allocate nothing of their own.
func TestTimesAllocate(t *testing.T) {
	o := Options{Columns: map[string]string{"x1": "t", "x2": "x"}}
	if err := o.prepare("p.csv"); err != nil {
		t.Fatal(err)
	}
	h, bad := readHeader(&infile.Source{}, []byte("x,t\n"), &o)
	if bad != nil {
		t.Fatal(bad)
	}
	h.times = make([]localtime.Reader, 2)
	if _, err := h.times[0].Parse("2024-05-01T12:00:00Z"); err != nil {
		t.Fatal(err)
	}
	p := newCSVParser(&h, &o)
	p.values = make([]float64, 2)
	b := newBlock(64)
	b.begin(2, false)
	row := []byte("2.5,2024-05-01T12:00:00Z\n")
	if n := testing.AllocsPerRun(100, func() {
		if next, ok := fast(&p, b, row); !ok || next != len(row) || p.values[0] != 1714564800 || p.values[1] != 2.5 {
			t.Fatalf("%d, %t, %v", next, ok, p.values)
		}
	}); n != 0 {
		t.Errorf("%v allocations a row", n)
	}
}

// fast reads a row by csvParser.Fast.
func fast(p *csvParser, b *block, row []byte) (next int, ok bool) {
	b.Reset()
	p.block = b
	return p.Fast(row, 0)
}
