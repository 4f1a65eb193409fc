package fileset

import (
	"bytes"
	"context"
	stdcsv "encoding/csv"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/reading/fcd"
	"flyby/internal/testing/formattest"
	"flyby/internal/xmlscan"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func FuzzCSV(f *testing.F) {
	f.Add([]byte("traj_id,t,x,y\n1,0,1,2\n1,1,3,4\n"), uint16(5))
	f.Add([]byte("id,t,x,y,z,r\r\n\"a\nb\",2024-01-01T00:00:00Z,1,2e3,-.5,0\r\n"), uint16(1))
	f.Add([]byte("# made\n#\nid;t;\"x\";y;\"a\nb\"\n1;0;1;2;\"\n;\"\n1;1;1,5;2;\n"), uint16(3))
	f.Add([]byte("id|t|x|y\n1|0|1|2\n"), uint16(3))
	f.Add([]byte(",T,x,y\n1,2024-01-01"), uint16(16)) // the advice needs the first row
	f.Add([]byte("id,t,x,y,vx,vy\na,0,0,0,900,1\na,1,1,0,-3,900\na,1,1,0,0,0\n"), uint16(9))
	for _, c := range badCSV() {
		if len(c.text) < formattest.LargestInput {
			f.Add([]byte(c.text), uint16(16))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, size uint16) {
		if len(data) > formattest.LargestInput {
			return
		}
		strict := format.Options{Reading: format.Reading{Threads: 2}}
		p, err := csv.Read(context.Background(), formattest.InMemory(data), readerOf(strict))
		if err == nil {
			sameAsLibrary(t, data, p)
		}
		q, err1 := csv.ReadBlocks(context.Background(), formattest.InMemory(data), readerOf(format.Options{Reading: format.Reading{Threads: 1}}), 1+int(size))
		if (err == nil) != (err1 == nil) || err != nil && withoutAdvice(err) != withoutAdvice(err1) {
			t.Fatalf("%v, in blocks of %d: %v", err, 1+int(size), err1)
		}
		if err == nil && (!reflect.DeepEqual(p.Columns, q.Columns) || p.Place(0) != q.Place(0) || p.Place(len(p.Columns.T)-1) != q.Place(len(p.Columns.T)-1)) {
			t.Fatalf("%v, in blocks of %d: %v", p.Columns, 1+int(size), q.Columns)
		}
		formattest.Outcome(t, p, err, strict)
		skip := format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}}
		p, err = csv.Read(context.Background(), formattest.InMemory(data), readerOf(skip))
		formattest.Outcome(t, p, err, skip)
		if bytes.Contains(data, []byte("vy")) {
			bent := format.Options{Reading: format.Reading{Threads: 2, SkipBadRows: true}, Curve: 100}
			p, err = csv.Read(context.Background(), formattest.InMemory(data), readerOf(bent))
			formattest.Outcome(t, p, err, bent)
		}
	})
}

// withoutAdvice returns the text of an error without its suggestion, which looks at the rows of the first block.
func withoutAdvice(err error) string {
	text, _, _ := strings.Cut(err.Error(), "; try: ")
	return text
}

// sameAsLibrary compares numbers with the result of encoding/csv and strconv, where encoding/csv
// takes the file. Rows that repeat another are in the file, and not in p.
func sameAsLibrary(t *testing.T, data []byte, p *reading.Parsed) {
	r := stdcsv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return
	}
	for kind, at := range p.At {
		if at >= 0 && (at >= len(head) || strings.TrimSpace(head[at]) != p.Name[kind]) {
			return // there are lines before the header, or other bytes separate fields
		}
	}
	row, repeats := 0, 0
	for {
		fields, err := r.Read()
		if err != nil {
			if errors.Is(err, io.EOF) && (row != len(p.Columns.T) || repeats != p.Left.Repeats) {
				t.Fatalf("%d rows and %d repeats, want %d and %d", len(p.Columns.T), p.Left.Repeats, row, repeats)
			}
			return
		}
		if line, _ := r.FieldPos(0); row == len(p.Columns.T) || p.Place(row).Line != line {
			repeats++
			continue
		}
		for kind, col := range [][]float64{p.Columns.T, p.Columns.X, p.Columns.Y, p.Columns.Z, p.Columns.R} {
			if col == nil || (kind == reading.ColT && p.Columns.Times == trajectory.Timestamp) {
				continue
			}
			text := string(infile.Trim([]byte(fields[p.At[kind]])))
			want, err := strconv.ParseFloat(text, 64)
			if strings.ContainsAny(text, "_xX") || err != nil || math.Float64bits(col[row]) != math.Float64bits(want) {
				t.Fatalf("row %d, column %s: %v, want %v, %v", row, p.Name[kind], col[row], want, err)
			}
		}
		row++
	}
}

func FuzzFCD(f *testing.F) {
	f.Add([]byte(fcdFile(`<timestep time="0"><vehicle id="a" x="1" y="2"/></timestep>`)))
	f.Add([]byte(`<!DOCTYPE a [<!ENTITY b "c">]><a><![CDATA[>]]><timestep time='1'><person id="&#65;" x="1" y="2" z="3"></person></timestep></a>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > formattest.LargestInput {
			return
		}
		for _, o := range []format.Options{{}, {Reading: format.Reading{SkipBadRows: true}}, {Reading: format.Reading{LonLat: true, SkipBadRows: true}}, {Attributes: []string{"id", "type"}, Reading: format.Reading{SkipBadRows: true}}} {
			p, err := readFCD(context.Background(), formattest.InMemory(data), &o)
			formattest.Outcome(t, p, err, format.Options{Reading: format.Reading{SkipBadRows: o.SkipBadRows}})
		}
	})
}

// readFCD reads floating-car data, whatever the root element is.
func readFCD(ctx context.Context, src *infile.Source, o *format.Options) (*reading.Parsed, error) {
	x := xmlscan.Reader{Context: ctx, Source: src, Line: 1}
	if err := x.Start(); err != nil {
		return nil, err
	}
	root, err := x.Next()
	return fcd.ReadTags(x, root, err, readerOf(*o))
}
