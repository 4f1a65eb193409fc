package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// arrayOf reads an array of int64 as numpy.load does: its shape as Python shows it, and its numbers.
func arrayOf(t *place, path string) (shape string, numbers []int64) {
	t.Helper()
	const head = 128
	data := read(t, path)
	_, rest, ok := strings.Cut(data[:head], "{'descr': '<i8', 'fortran_order': False, 'shape': ")
	if !ok || !strings.HasPrefix(data, "\x93NUMPY\x01\x00") || data[head-1] != '\n' {
		t.Fatalf("%s: %q", path, data[:head])
	}
	shape, _, _ = strings.Cut(rest, ", }")
	for data = data[head:]; len(data) > 0; data = data[8:] {
		n := uint64(0)
		for k := range 8 {
			n |= uint64(data[k]) << (8 * k)
		}
		numbers = append(numbers, int64(n))
	}
	return shape, numbers
}

// columnOf returns a column of a table of text.
func columnOf(table string, column int) (all []string) {
	for line := range strings.Lines(table) {
		all = append(all, strings.Split(strings.TrimSpace(line), ",")[column])
	}
	return all[1:]
}

// TestArraysOfPoints: labels and nearest points as arrays equal the columns of the tables, with rows of the data in place
// of ids.
func TestArraysOfPoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	rows, named := "x,y\n", "id,x,y\n"
	for row := range 300 {
		x, y := r.NormFloat64()+float64(row%3*9), r.NormFloat64()
		rows, named = rows+fmt.Sprintf("%v,%v\n", x, y), named+fmt.Sprintf("p%d,%v,%v\n", row, x, y)
	}
	write(t, "rows.csv", rows)
	write(t, "named.csv", named)
	write(t, "q.csv", "x,y\n0,0\n9,0\n")
	write(t, "none.csv", "id,x1,x2\n")
	out := func(words ...string) string {
		r := invoke(t, "", words...) // warnings are allowed
		if r.status != cli.OK {
			t.Fatalf("%q: status %d, %s", words, r.status, r.err)
		}
		return r.out
	}
	for line, shape := range map[string]string{
		"dbscan --eps 0.5 --minpts 5": "(300,)", "dbscan --eps 0.5 --minpts 5 --method hybrid": "(300,)", "knn -k 4": "(300, 4)", "knn -k 400": "(300, 299)",
		"knn --queries q.csv --columns x1=x,x2=y -k 2": "(2, 2)", "knn --queries q.csv --columns x1=x,x2=y -k 301": "(2, 300)",
	} {
		words := strings.Fields(line)
		table := out(append([]string{words[0], "rows.csv"}, words[1:]...)...)
		want := columnOf(table, 1)
		if words[0] == "knn" {
			want = columnOf(table, 2)
		}
		for _, file := range []string{"rows.csv", "named.csv"} {
			out(append([]string{words[0], file, "--out", "a.npy"}, words[1:]...)...)
			got, numbers := arrayOf(t, "a.npy")
			if all := strings.Fields(strings.Trim(fmt.Sprint(numbers), "[]")); got != shape || !slices.Equal(all, want) {
				t.Errorf("%s of %s: shape %s of %d numbers, want %s of %d", line, file, got, len(all), shape, len(want))
			}
		}
	}
	out("dbscan", "none.csv", "--eps", "1", "--minpts", "2", "--out", "none.npy")
	if shape, numbers := arrayOf(t, "none.npy"); shape != "(0,)" || len(numbers) > 0 {
		t.Errorf("of no points: %s, %v", shape, numbers)
	}
	out("knn", "q.csv", "--where", "x<1", "-k", "1", "--out", "one.npy")
	if shape, numbers := arrayOf(t, "one.npy"); shape != "(1, 0)" || len(numbers) > 0 {
		t.Errorf("of one point: %s, %v", shape, numbers)
	}
	must(t, "knn", "rows.csv", "-k", "1", "--out", "a.npy.gz")
	must(t, "knn", "a.npy.gz", "-k", "1") // knn reads it
}

// TestArraysThroughPipes: an array is read from standard input and from a pipe whose name has no format, and written to
// both, as from and to a file.
func TestArraysThroughPipes(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.0003", "p.npy")
	dataSet(t, "galaxy", "0.01", "stars.csv")
	for _, line := range []string{"dbscan --eps 1 --minpts 3", "knn -k 2", "selfjoin --eps 1", "selfjoin --eps 1 --level counts"} {
		words := strings.Fields(line)
		want := must(t, append(slices.Clone(words), "p.npy")...)
		r := invoke(t, read(t, "p.npy"), append(slices.Clone(words), "-", "--in-format", "npy")...)
		if r.status != cli.OK || r.out != want {
			t.Errorf("%s of standard input: %+v", line, r)
		}
	}
	for _, line := range []string{"dbscan p.npy --eps 1 --minpts 3", "knn p.npy -k 2", "at --entries stars.csv --time 200"} {
		words := strings.Fields(line)
		must(t, append(slices.Clone(words), "--out", "want.npy")...)
		for _, out := range []string{"-", "/dev/stdout", "array"} {
			got := must(t, append(slices.Clone(words), "--out", out, "--out-format", "npy")...)
			if out == "array" {
				got = read(t, out)
			}
			if got != read(t, "want.npy") {
				t.Errorf("%s to %s: %.80q", line, out, got)
			}
		}
	}
}

// TestArraysRefused: an array asked of an answer that has none is wrong usage that names the answers that have one, and
// leaves no file.
func TestArraysRefused(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "x\n1\n2\n")
	for line, why := range map[string]string{
		"selfjoin p.csv --eps 1 --out a.npy":                  "--out a.npy: an array (.npy) has labels of clusters or nearest points: pairs go to .csv, .parquet, .arrows, .ndjson or .jsonl",
		"selfjoin p.csv --eps 1 --out-format npy":             "--out -: an array (.npy) has labels of clusters or nearest points: pairs go to",
		"dbscan p.csv --eps 1,2 --minpts 1 --out-format npy":  "--out -: an array has the labels of one eps and one minpts",
		"knn p.csv -k 1 --out a.csv --out-format npy":         "--out-format npy: --out a.csv is CSV by its ending",
		"knn p.csv -k 1 --out a.npy --out-format csv":         "--out-format csv: --out a.npy is NPY by its ending",
		"selfjoin p.csv --eps 1 --level counts --out a.npy":   "counts go to .csv, .parquet",
		"pointjoin p.csv --queries p.csv --eps 1 --out a.npy": "pairs go to .csv, .parquet",
		"dbscan p.csv --eps 1,2 --minpts 1 --out a.npy":       "--out a.npy: an array has the labels of one eps and one minpts: rows of 2 variants go to .csv, .parquet",
		"knn p.csv -k 1 --with-distance --out a.npy":          "--with-distance: Parquet, Arrow, CSV and NDJSON have both neighbours and distances, always; an array (.npy) has neighbours alone",
		"knn p.csv -k 1 --out a.doc":                          "--out a.doc: unknown extension (known: .csv, .parquet, .arrows, .ndjson, .jsonl, .npy; ",
		"knn p.csv -k 1 --out a.geojson":                      "--out a.geojson: GeoJSON has places",
	} {
		if r := invoke(t, "", strings.Fields(line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, why) {
			t.Errorf("%s: status %d, %s, want %s", line, r.status, r.err, why)
		}
	}
	if all, err := os.ReadDir(t.folder); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
}
