package main

import (
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"flyby/internal/cli"
)

// zstandard compresses a text.
func zstandard(t *place, text string) string {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

const street = "id,t,x,y\n1,0,0,0\n1,1,1,0\n2,0,0,1\n2,1,1,1\n"

// TestPackedFormat: a word of --in-format with the ending of a packing unpacks input that has no name, and no other; formats
// that are never packed refuse it, and so do outputs.
func TestPackedFormat(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "cars.csv", street)
	write(t, "cars.data", gzipped(t, street))
	write(t, "cars.gz", gzipped(t, street))
	want := must(t, "join", "cars.csv", "--distance", "1")
	for _, c := range []struct{ line, in string }{
		{"join - --in-format csv.gz", gzipped(t, street)},
		{"join - --in-format tsv.GZ", gzipped(t, strings.ReplaceAll(street, ",", "\t"))},
		{"join - --in-format csv.zst", zstandard(t, street)},
		{"join cars.data --in-format csv.gz", ""},
		{"join cars.gz --in-format csv.gz", ""},
		{"join cars.csv --in-format csv.gz", ""},
	} {
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{in: strings.NewReader(c.in), outgrown: outgrown}, append(strings.Fields(c.line), "--distance", "1", "--memory", "4GB")...)
			if r.status != cli.OK || r.out != want {
				t.Errorf("%s, outgrown %v: %+v", c.line, outgrown, r)
			}
		}
	}
	for _, c := range []struct{ line, says string }{
		{"join - --distance 1 --in-format arrow.gz", `--in-format "arrow.gz": must be csv, parquet`},
		{"join - --distance 1 --in-format gz", `--in-format "gz": must be csv, parquet`},
		{"join - --distance 1 --in-format .gz", `--in-format ".gz": must be csv, parquet`},
		{"join - --distance 1 --out-format csv.gz", `--out-format "csv.gz": must be csv, parquet`},
	} {
		if r := invoke(t, "", strings.Fields(c.line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, c.says) {
			t.Errorf("%s: %+v", c.line, r)
		}
	}
}

// TestPackedPoints: commands on points take packed formats, too.
func TestPackedPoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const points = "id,x,y\n1,0,0\n2,0,1\n3,5,5\n"
	write(t, "points.csv", points)
	want := must(t, "selfjoin", "points.csv", "--eps", "1")
	if r := invoke(t, gzipped(t, points), "selfjoin", "-", "--eps", "1", "--in-format", "csv.gz"); r.status != cli.OK || r.out != want {
		t.Errorf("%+v", r)
	}
}

// TestPackedCut: packed text that is cut anywhere, also right after a row, is an error and leaves no output.
func TestPackedCut(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	whole := gzipped(t, street)
	for n := range len(whole) {
		r := invoke(t, whole[:n], "join", "-", "--in-format", "csv.gz", "--distance", "1", "--out", "near.csv", "--device", "cpu")
		if r.status != cli.Failure || !strings.Contains(r.err, "standard input") {
			t.Errorf("%d bytes of %d: %+v", n, len(whole), r)
		}
	}
	for _, outgrown := range []bool{false, true} {
		in := strings.NewReader(whole[:len(whole)-8])
		r := invokeOn(t, streams{in: in, outgrown: outgrown}, "join", "-", "--in-format", "csv.gz", "--distance", "1", "--out", "near.csv", "--memory", "4GB")
		if r.status != cli.Failure || !strings.Contains(r.err, "standard input: the gzip archive is truncated") {
			t.Errorf("all rows, no end, outgrown %v: %+v", outgrown, r)
		}
	}
	if _, err := os.Stat(t.at("near.csv")); err == nil {
		t.Error("there is an output")
	}
}
