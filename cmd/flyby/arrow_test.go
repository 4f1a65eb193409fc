package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/question"
)

// TestArrowRoundTrip: convert turns CSV into a stream, and the stream, from a file and from standard input, in memory and beyond, back into
// the same CSV.
func TestArrowRoundTrip(on *testing.T) {
	t := alone(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "raw.csv")
	write(t, "names.csv", "id,t,x,y,r\nbus,2024-05-01T12:00:00Z,1,2,3\nbus,2024-05-01T12:00:00.1Z,1.5,2,3\n\"a,b\",2024-05-01T11:00:00Z,5,6,1\n")
	for name, order := range map[string]string{"raw.csv": "time", "names.csv": "ids"} {
		must(t, "convert", name, "--order", order, "--out", "want.csv")
		must(t, "convert", name, "--order", order, "--out", "same.arrows")
		must(t, "convert", "same.arrows", "--order", order, "--out", "back.csv")
		if read(t, "back.csv") != read(t, "want.csv") {
			t.Errorf("%s by %s: another file", name, order)
		}
		for _, outgrown := range []bool{false, true} {
			r := invokeOn(t, streams{in: strings.NewReader(read(t, "same.arrows")), outgrown: outgrown}, "convert", "-", "--in-format", "arrow", "--order", order, "--memory", "4GB")
			if r.status != cli.OK || r.out != read(t, "want.csv") {
				t.Errorf("%s by %s from standard input, outgrown %v: %+v", name, order, outgrown, r)
			}
			r = invokeOn(t, streams{outgrown: outgrown}, "convert", name, "--order", order, "--out-format", "arrow", "--memory", "4GB")
			if r.status != cli.OK || r.out != read(t, "same.arrows") {
				t.Errorf("%s by %s to standard output, outgrown %v: status %d, %s", name, order, outgrown, r.status, r.err)
			}
		}
	}
}

// TestArrowOfSlabs: merged slabs, and a join beyond memory, write the stream of one run in memory, at every level.
func TestArrowOfSlabs(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	for _, level := range levelWords() {
		ask := []string{"--entries", "stars.csv", "--distance", "0.3", "--level", level}
		must(t, append([]string{"slab", "plan", "--dir", level, "--slabs", "3"}, ask...)...)
		must(t, "slab", "run", level, "--missing")
		must(t, "slab", "merge", level, "--out", "merged.arrows")
		must(t, append([]string{"join", "--out", "one.arrows"}, ask...)...)
		if read(t, "merged.arrows") != read(t, "one.arrows") {
			t.Errorf("%s: slabs make another stream", level)
		}
		if merged := must(t, "slab", "merge", level, "--out-format", "arrow"); merged != read(t, "one.arrows") {
			t.Errorf("%s: another stream on standard output", level)
		}
		r := invokeOn(t, streams{outgrown: true}, append([]string{"join", "--out-format", "arrow"}, ask...)...)
		if r.status != cli.OK || r.out != read(t, "one.arrows") {
			t.Errorf("%s: beyond memory another stream: %d, %s", level, r.status, r.err)
		}
	}
}

// TestFormatFlags: a format flag is taken where a name has no format, and refused where it differs from the name's, is no format, or cannot
// come through a pipe.
func TestFormatFlags(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const rows = "id\tt\tx\ty\n1\t0\t0\t0\n1\t1\t1\t0\n2\t0\t0\t1\n2\t1\t1\t1\n"
	write(t, "cars.csv", strings.ReplaceAll(rows, "\t", ","))
	write(t, "cars.data", rows)
	want := must(t, "join", "cars.csv", "--distance", "1")
	for _, line := range []string{"join cars.data --in-format tsv", "join cars.data --in-format csv", "join cars.csv --in-format csv", "join cars.csv --in-format tsv"} {
		if got := must(t, append(strings.Fields(line), "--distance", "1")...); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
	for _, c := range []struct{ line, says string }{
		{"join cars.csv --distance 1 --in-format arrow", "--in-format arrow: FILE cars.csv is CSV by its ending"},
		{"join cars.csv --distance 1 --in-format arow", `--in-format "arow": must be csv, parquet`},
		{"join cars.csv --distance 1 --in-format html", `--in-format "html": must be csv`},
		{"join cars.data --distance 1", "unknown extension"},
		{"join cars.csv --distance 1 --out near.csv --out-format arrow", "--out-format arrow: --out near.csv is CSV by its ending"},
		{"join cars.csv --distance 1 --out-format fits", `--out-format "fits": must be csv, parquet, arrow, ndjson or geojson`},
		{"convert cars.csv --out-format ndjson", `--out-format "ndjson": must be csv, parquet or arrow`},
		{"at --entries cars.csv --time 0 --out-format geojson", `--out-format "geojson": must be csv`},
		{"selfjoin cars.csv --eps 1 --in-format npy", "--in-format npy: FILE cars.csv is CSV by its ending"},
		{"slab plan --entries cars.csv --distance 1 --dir work --slabs 2 --out-format arrow", "--out-format: is for flyby slab merge"},
	} {
		if r := invoke(t, "", strings.Fields(c.line)...); r.status != cli.WrongUsage || !strings.Contains(r.err, c.says) {
			t.Errorf("%s: %+v", c.line, r)
		}
	}
	if r := invoke(t, rows, "join", "-", "--distance", "1", "--in-format", "parquet"); r.status != cli.Failure || !strings.Contains(r.err, "a pipe has not") {
		t.Errorf("Parquet from standard input: %+v", r)
	}
	must(t, "join", "cars.csv", "--distance", "1", "--out", "answer", "--out-format", "parquet")
	if !strings.HasPrefix(read(t, "answer"), "PAR1") {
		t.Error("an answer without an ending is not what --out-format says")
	}
}

// TestArrowCut: a stream that is cut leaves no output.
func TestArrowCut(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.arrows")
	whole := read(t, "stars.arrows")
	write(t, "cut.arrows", whole[:len(whole)-8])
	for _, outgrown := range []bool{false, true} {
		r := invokeOn(t, streams{outgrown: outgrown}, "join", "cut.arrows", "--distance", "0.3", "--out", "near.csv")
		if r.status != cli.Failure || !strings.Contains(r.err, "cut.arrows: cut short before its end mark, after 10025 rows") {
			t.Errorf("outgrown %v: %+v", outgrown, r)
		}
	}
	if _, err := os.Stat(t.at("near.csv")); err == nil {
		t.Error("there is an output")
	}
}

// TestArrowOfPoints: commands on points, and at, write the same rows as Arrow and as CSV.
func TestArrowOfPoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.001", "points.csv")
	dataSet(t, "galaxy", "0.01", "stars.csv")
	for _, line := range []string{
		"at --entries stars.csv --time 200",
		"selfjoin points.csv --eps 1",
		"selfjoin points.csv --eps 1 --level counts",
		"selfjoin points.csv --eps 1 --level neighbours",
		"pointjoin points.csv --queries points.csv --eps 1",
		"knn points.csv -k 2",
		"dbscan points.csv --eps 1 --minpts 3",
	} {
		must(t, append(strings.Fields(line), "--out", "rows.csv")...)
		must(t, append(strings.Fields(line), "--out", "rows.arrows")...)
		if piped := must(t, append(strings.Fields(line), "--out-format", "arrow")...); piped != read(t, "rows.arrows") {
			t.Errorf("%s: another stream on standard output", line)
		}
		got, want := arrowText(t, read(t, "rows.arrows")), read(t, "rows.csv")
		if strings.Count(want, "\n") < 20 || got != want {
			t.Errorf("%s: %.300q, by CSV %.300q", line, got, want)
		}
	}
}

// TestPointsOfArrow: commands on points find in a stream, from a file and from standard input, the same as in CSV of the same rows.
func TestPointsOfArrow(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "stars.csv")
	for _, ext := range []string{"csv", "arrows"} {
		must(t, "at", "--entries", "stars.csv", "--time", "200", "--out", "points."+ext)
	}
	write(t, "points.data", read(t, "points.arrows"))
	for _, line := range []string{"selfjoin --eps 5", "selfjoin --eps 2 --level neighbours --columns x1=x1,x2=x2", "knn -k 2 --where x1>0", "dbscan --eps 2 --minpts 3"} {
		words := strings.Fields(line)
		want := invoke(t, "", append(slices.Clone(words), "points.csv")...).out // warnings are allowed
		if strings.Count(want, "\n") < 8 {
			t.Fatalf("%s: %s", line, want)
		}
		for _, from := range []string{"points.arrows", "points.data --in-format arrow", "- --in-format arrow"} {
			r := invoke(t, read(t, "points.arrows"), append(slices.Clone(words), strings.Fields(from)...)...)
			if r.status != cli.OK || r.out != want {
				t.Errorf("%s of %s: other rows than of CSV: %.300s, %s", line, from, r.out, r.err)
			}
		}
	}
	join := []string{"pointjoin", "points.csv", "--eps", "5", "--queries"}
	if got, want := must(t, append(join, "points.arrows")...), must(t, append(join, "points.csv")...); got != want {
		t.Errorf("queries: other rows than of CSV: %.300s", got)
	}
	whole := read(t, "points.arrows")
	write(t, "cut.arrows", whole[:len(whole)-8])
	r := invoke(t, "", "selfjoin", "cut.arrows", "--eps", "0.5", "--out", "near.csv")
	if r.status != cli.Failure || !strings.Contains(r.err, "cut.arrows: cut short before its end mark, after ") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(t.at("near.csv")); err == nil {
		t.Error("a stream that is cut leaves an output")
	}
}

// TestArrowNamesOfPoints: the ids of points that are names form one dictionary, which is sent before the first batch.
func TestArrowNamesOfPoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "p.csv", "id,x\nb,0\na,1\nc,9\n")
	r, err := ipc.NewReader(strings.NewReader(must(t, "selfjoin", "p.csv", "--eps", "1", "--out-format", "arrow")))
	if err != nil || !r.Next() {
		t.Fatal(err)
	}
	defer r.Release()
	if note, _ := r.Schema().Metadata().GetValue("flyby"); note != `{"version":1,"level":"pairs","distance":1}` {
		t.Errorf("the metadata say %s", note)
	}
	for i := range 2 {
		ids, ok := r.RecordBatch().Column(i).(*array.Dictionary)
		if !ok || ids.Dictionary().Len() != 3 || ids.Dictionary().ValueStr(0) != "b" {
			t.Errorf("column %d: %v", i, r.RecordBatch().Column(i))
		}
	}
	lists, err := ipc.NewReader(strings.NewReader(must(t, "selfjoin", "p.csv", "--eps", "1", "--level", "neighbours", "--out-format", "arrow")))
	if err != nil {
		t.Fatal(err)
	}
	defer lists.Release()
	if typ := lists.Schema().Field(1).Type; !arrow.TypeEqual(typ, arrow.ListOf(arrow.BinaryTypes.String)) {
		t.Errorf("neighbours are %v", typ)
	}
}

// arrowText returns the rows of a stream as CSV.
func arrowText(t *place, stream string) string {
	t.Helper()
	r, err := ipc.NewReader(strings.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	var b strings.Builder
	for i, f := range r.Schema().Fields() {
		b.WriteString(strings.Repeat(",", min(i, 1)) + f.Name)
	}
	b.WriteByte('\n')
	for r.Next() {
		batch := r.RecordBatch()
		for row := range int(batch.NumRows()) {
			for i, column := range batch.Columns() {
				b.WriteString(strings.Repeat(",", min(i, 1)) + arrowCell(column, row))
			}
			b.WriteByte('\n')
		}
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return b.String()
}

// arrowCell returns a value as CSV writes it.
func arrowCell(column arrow.Array, row int) string {
	switch a := column.(type) {
	case *array.Float64:
		return infile.NumberText(a.Value(row), 64)
	case array.ListLike:
		var all []string
		for i, end := a.ValueOffsets(row); i < end; i++ {
			all = append(all, arrowCell(a.ListValues(), int(i)))
		}
		return strings.Join(all, ";")
	}
	return column.ValueStr(row)
}

// TestArrowVerified: verify reads a stream of results as it reads CSV, at every level that it verifies, with times and with other units; a
// stream that is cut is an error that counts the rows so far.
func TestArrowVerified(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.01", "raw.csv")
	write(t, "cars.csv", "id,t,x,y\nbus,2024-05-01T12:00:00Z,1,2\nbus,2024-05-01T12:00:10.1Z,3,2\n\"a,b\",2024-05-01T12:00:00Z,1,3\n\"a,b\",2024-05-01T12:00:09Z,3,2.5\n")
	for _, line := range []string{"raw.csv --distance 0.3", "cars.csv --distance 1 --units m,s", "cars.csv --distance 0.001km --units m,s"} {
		for _, level := range []string{"hits", "encounters", "pairs"} {
			ask := append(strings.Fields(line), "--level", level)
			ask[0] = "--entries=" + ask[0]
			must(t, append([]string{"join", "--out", "near.csv"}, ask...)...)
			must(t, append([]string{"join", "--out", "near.arrows"}, ask...)...)
			ask = append(ask, "--sample", "20")
			want := invoke(t, "", append([]string{"verify", "near.csv"}, ask...)...)
			got := invoke(t, "", append([]string{"verify", "near.arrows"}, ask...)...)
			said := func(r result) string { text, _, _ := strings.Cut(r.out, " ("); return text } // without the time that it took
			if got.status != cli.OK || strings.TrimPrefix(said(got), "near.arrows") != strings.TrimPrefix(said(want), "near.csv") {
				t.Errorf("%s %s: %+v, by CSV %+v", line, level, got, want)
			}
			whole := read(t, "near.arrows")
			write(t, "cut.arrows", whole[:len(whole)-8])
			if r := invoke(t, "", append([]string{"verify", "cut.arrows"}, ask...)...); r.status == cli.OK || !strings.HasPrefix(r.err, "flyby: cut.arrows: cut short before its end mark, after ") {
				t.Errorf("%s %s, cut: %+v", line, level, r)
			}
		}
	}
}

// levelWords are the levels of a search.
func levelWords() (all []string) {
	for _, l := range question.Joins.Levels() {
		all = append(all, string(l))
	}
	return all
}
