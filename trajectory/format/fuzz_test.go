package format

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
)

// inMemory is a source of bytes.
func inMemory(data []byte) *infile.Source {
	r := bytes.NewReader(data)
	s := &infile.Source{Name: "fuzz", At: r, Total: int64(len(data))}
	s.Data = s.Counted(r)
	return s
}

// outcome builds a store of what a reader returned, and fails unless there is
// either a store or an error.
func outcome(t *testing.T, p *parsed, err error, o Options) (*trajectory.Store, error) {
	t.Helper()
	var s *trajectory.Store
	if err == nil {
		s, _, err = p.build("fuzz", &o)
	}
	if (s == nil) == (err == nil) {
		t.Fatalf("store %v, error %v", s, err)
	}
	if s != nil && s.Samples() == 0 {
		t.Fatal("a store without samples")
	}
	return s, err
}

// largestInput is the most bytes of an input that a reader is fuzzed with. What goes
// wrong in a large file does in a small one, a hundred times as often.
const largestInput = 8 << 10

func FuzzCSV(f *testing.F) {
	f.Add([]byte("traj_id,t,x,y\n1,0,1,2\n1,1,3,4\n"), uint16(5))
	f.Add([]byte("id,t,x,y,z,r\r\n\"a\nb\",2024-01-01T00:00:00Z,1,2e3,-.5,0\r\n"), uint16(1))
	f.Add([]byte("# made\n#\nid;t;\"x\";y;\"a\nb\"\n1;0;1;2;\"\n;\"\n1;1;1,5;2;\n"), uint16(3))
	f.Add([]byte("id|t|x|y\n1|0|1|2\n"), uint16(3))
	f.Add([]byte("id,t,x,y,vx,vy\na,0,0,0,900,1\na,1,1,0,-3,900\na,1,1,0,0,0\n"), uint16(9))
	for _, c := range badCSV() {
		if len(c.text) < largestInput {
			f.Add([]byte(c.text), uint16(16))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint16) {
		if len(data) > largestInput {
			return
		}
		strict := Options{Threads: 2}
		p, err := readCSV(context.Background(), inMemory(data), &strict)
		if err == nil {
			sameAsLibrary(t, data, p)
		}
		q, err1 := readCSVBlocks(context.Background(), inMemory(data), &Options{Threads: 1}, 1+int(size))
		if (err == nil) != (err1 == nil) || (err != nil && err.Error() != err1.Error()) {
			t.Fatalf("%v, in blocks of %d: %v", err, 1+int(size), err1)
		}
		if err == nil && (!reflect.DeepEqual(p.columns, q.columns) || p.place(0) != q.place(0) || p.place(len(p.columns.T)-1) != q.place(len(p.columns.T)-1)) {
			t.Fatalf("%v, in blocks of %d: %v", p.columns, 1+int(size), q.columns)
		}
		outcome(t, p, err, strict)
		skip := Options{Threads: 2, SkipBadRows: true}
		p, err = readCSV(context.Background(), inMemory(data), &skip)
		outcome(t, p, err, skip)
		if bytes.Contains(data, []byte("vy")) {
			bent := Options{Threads: 2, SkipBadRows: true, Curve: 100}
			p, err = readCSV(context.Background(), inMemory(data), &bent)
			outcome(t, p, err, bent)
		}
	})
}

// sameAsLibrary compares numbers with what encoding/csv and strconv read, where
// encoding/csv takes the file. Rows that repeat another are in the file alone.
func sameAsLibrary(t *testing.T, data []byte, p *parsed) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return
	}
	for kind, at := range p.at {
		if at >= 0 && (at >= len(head) || strings.TrimSpace(head[at]) != p.name[kind]) {
			return // there are lines before the header, or other bytes separate fields
		}
	}
	row, repeats := 0, 0
	for {
		fields, err := r.Read()
		if err != nil {
			if errors.Is(err, io.EOF) && (row != len(p.columns.T) || repeats != p.left.Repeats) {
				t.Fatalf("%d rows and %d repeats, want %d and %d", len(p.columns.T), p.left.Repeats, row, repeats)
			}
			return
		}
		if line, _ := r.FieldPos(0); row == len(p.columns.T) || p.place(row).Line != line {
			repeats++
			continue
		}
		for kind, col := range [][]float64{p.columns.T, p.columns.X, p.columns.Y, p.columns.Z, p.columns.R} {
			if col == nil || (kind == colT && p.columns.Times == trajectory.Timestamp) {
				continue
			}
			text := string(infile.Trim([]byte(fields[p.at[kind]])))
			want, err := strconv.ParseFloat(text, 64)
			if strings.ContainsAny(text, "_xX") || err != nil || math.Float64bits(col[row]) != math.Float64bits(want) {
				t.Fatalf("row %d, column %s: %v, want %v, %v", row, p.name[kind], col[row], want, err)
			}
		}
		row++
	}
}

func FuzzFCD(f *testing.F) {
	f.Add([]byte(fcd(`<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`)))
	f.Add([]byte(`<!DOCTYPE a [<!ENTITY b "c">]><a><![CDATA[>]]><timestep time='1'><person id="&#65;" x="1" y="2" z="3"></person></timestep></a>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > largestInput {
			return
		}
		for _, o := range []Options{{}, {SkipBadRows: true}, {LonLat: true, SkipBadRows: true}, {Attributes: []string{"id", "type"}, SkipBadRows: true}} {
			p, err := readFCD(context.Background(), inMemory(data), &o)
			outcome(t, p, err, Options{SkipBadRows: o.SkipBadRows})
		}
	})
}

// FuzzFloat holds scanFloat and parseFloat to strconv.ParseFloat, for decimal
// numbers.
func FuzzFloat(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.5", "+.5e-3", "9007199254740993", "123456789012345678901234567890", "1e22", "1e23", "4.9e-324",
		"1.7976931348623157e308", "0x1p-2", "1_0", "inf", "nan", ".", "e5", "1e", "00000000000000000000001", "0.000000000000000000000000000001", "2.2250738585072011e-308"} {
		f.Add(s, 0.1)
	}
	f.Fuzz(func(t *testing.T, s string, v float64) {
		agree(t, s)
		agree(t, strconv.FormatFloat(v, 'g', -1, 64))
		agree(t, strconv.FormatFloat(v, 'f', 6, 64))
		agree(t, strconv.FormatFloat(v, 'e', 25, 64))
		if got, cause := infile.ParseFloat(appendFloat(nil, v)); cause == "" && math.Float64bits(got) != math.Float64bits(v) {
			t.Errorf("%v is written as %s", v, appendFloat(nil, v))
		}
	})
}

// TestScanFloat tries the numbers that files are made of.
func TestScanFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		v := math.Ldexp(rng.NormFloat64(), rng.IntN(140)-70)
		agree(t, strconv.FormatFloat(v, 'g', -1, 64))
		agree(t, strconv.FormatFloat(v, 'f', rng.IntN(25), 64))
		agree(t, strconv.FormatInt(rng.Int64(), 10)+"e"+strconv.Itoa(rng.IntN(50)-25))
	}
}

func agree(t *testing.T, s string) {
	want, err := strconv.ParseFloat(s, 64)
	finite := err == nil && !math.IsNaN(want) && !math.IsInf(want, 0) && !strings.ContainsAny(s, "_xX")
	if got, next, ok := infile.ScanFloat([]byte(s+"\n"), 0); ok && next == len(s) && (!finite || math.Float64bits(got) != math.Float64bits(want)) {
		t.Errorf("infile.ScanFloat(%q) = %v, want %v, %v", s, got, want, err)
	}
	if trimmed := infile.Trim([]byte(s)); len(trimmed) == len(s) {
		if got, cause := infile.ParseFloat([]byte(s)); (cause == "") != finite || (finite && math.Float64bits(got) != math.Float64bits(want)) {
			t.Errorf("infile.ParseFloat(%q) = %v, %q, want %v, %v", s, got, cause, want, err)
		}
	}
}

// readFCD reads floating-car data, whatever the root says.
func readFCD(ctx context.Context, src *infile.Source, o *Options) (*parsed, error) {
	x := xmlscan.Reader{Context: ctx, Source: src, Line: 1}
	if err := x.Start(); err != nil {
		return nil, err
	}
	root, err := x.Next()
	return readFCDTags(x, root, err, o)
}
