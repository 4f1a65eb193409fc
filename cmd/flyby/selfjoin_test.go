package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/internal/cli"
	"flyby/internal/tier"
)

// scattered writes random points, some of them in clumps, and returns the path.
func scattered(t *place, size int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(size)))
	var s strings.Builder
	s.WriteString("id,x,y\n")
	for i := range size {
		x, y := r.Float64(), r.Float64()
		if i%4 == 0 {
			x, y = 0.5+0.01*x, 0.5+0.01*y
		}
		fmt.Fprintf(&s, "p%d,%.4f,%.4f\n", i*7919%size, x, y)
	}
	path := fmt.Sprintf("points%d.csv", size)
	write(t, path, s.String())
	return path
}

// TestSelfjoin: every method writes the same file, and a summary of it, and so does a process in the least memory.
func TestSelfjoin(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	path := scattered(t, 3000)
	for _, level := range []string{"pairs", "counts", "neighbours"} {
		want := ""
		for i, m := range flyby.PointMethods() {
			args := []string{"selfjoin", "--points", path, "--eps", "0.01", "--level", level, "--method", m.Name, "--json"}
			runs := map[string]result{"much.csv": invoke(t, "", with(args, "--out", "much.csv", "--memory", "4GB")...)}
			if i == 0 {
				runs["little.csv"] = outcome(t, process(t, `exec "$0" "$@"`, with(args, "--out", "little.csv", "--memory", inBytes(least(t, args...)))...))
			}
			for out, r := range runs {
				if r.status != cli.OK {
					t.Fatalf("%s: status %d, %s", m.Name, r.status, r.err)
				}
				text := read(t, out)
				if want == "" {
					want = text
				}
				if text != want || strings.Count(text, "\n") < 3000 {
					t.Errorf("%s, %s, %s: %d bytes, want %d", level, m.Name, out, len(text), len(want))
				}
				lines := strings.Split(strings.TrimSpace(r.err), "\n")
				var s pointSummary
				if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
					t.Fatal(err)
				}
				if s.Points != 3000 || s.Method != m.Name || s.Device == "" || s.Rows != uint64(strings.Count(text, "\n")-1) || *s.Eps != 0.01 || *s.Pairs == 0 || level == "pairs" && *s.Pairs != s.Rows {
					t.Errorf("%s: summary %+v", m.Name, s)
				}
			}
		}
	}
}

// TestTrajectoriesAsPoints: a file of trajectories repeats ids, which is an error that names a remedy, and the remedy works.
func TestTrajectoriesAsPoints(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	for _, id := range []string{"traj_id", "id"} {
		write(t, "pings.csv", id+",t,x,y\n7,0,1,1\n8,0,5,5\n7,9,5,5\n")
		r := invoke(t, "", "selfjoin", "--points", "pings.csv", "--eps", "0")
		_, columns, named := strings.Cut(r.err, "--columns ")
		columns, _, _ = strings.Cut(columns, " ")
		if r.status != cli.Failure || !named || !strings.Contains(r.err, "pings.csv:4: column "+id+`: "7"`) || columns != "x1=t,x2=x,x3=y" {
			t.Fatalf("%+v", r)
		}
		if r := invoke(t, "", "selfjoin", "--points", "pings.csv", "--eps", "0", "--columns", columns); r.status != cli.OK || r.out != "id_a,id_b\n" {
			t.Errorf("%+v", r)
		}
		if r := invoke(t, "", "selfjoin", "--points", "pings.csv", "--eps", "0", "--columns", "x1=x,x2=y"); r.status != cli.OK || r.out != "id_a,id_b\n1,2\n" {
			t.Errorf("%+v", r)
		}
	}
}

// summaryOf runs a command with --json, and returns the summary in its last line, and the totals of the lines of progress
// before.
func summaryOf(t *place, args ...string) (s pointSummary, totals map[float64]bool) {
	t.Helper()
	r := invoke(t, "", append(args, "--json")...)
	if r.status != cli.OK {
		t.Fatalf("%v: status %d, %s", args, r.status, r.err)
	}
	totals = map[float64]bool{}
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	for _, line := range lines {
		var told struct {
			Phase string
			Total float64
		}
		if err := json.Unmarshal([]byte(line), &told); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if told.Phase == "search" {
			totals[told.Total] = true
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		t.Fatal(err)
	}
	return s, totals
}

// foretoldRows is the number of rows from which on pairs are predicted.
const foretoldRows = 10_000

// TestProgressOfSearch: a prediction from a sample reports no progress of its own; the only progress is the search's.
func TestProgressOfSearch(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	path := scattered(t, foretoldRows)
	s, totals := summaryOf(t, "selfjoin", "--points", path, "--eps", "0.001", "--out", "out.csv")
	if delete(totals, foretoldRows); len(totals) > 0 || s.Points != foretoldRows {
		t.Errorf("progress of searches of %v rows, %+v", totals, s)
	}
}

// TestKNNPairs: each row of nearest points is a pair, also of several files.
func TestKNNPairs(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,x\n1,0\n2,5\n")
	write(t, "b.csv", "id,x\n3,6\n")
	s, _ := summaryOf(t, "knn", "--points", "[ab].csv", "--where", "x<6", "--queries", "b.csv", "--queries", "a.csv", "-k", "9", "--out", "near.csv")
	if want := "query,rank,entry,distance\n1,1,1,0\n1,2,2,5\n2,1,2,0\n2,2,1,5\n"; read(t, "near.csv") != want || *s.Pairs != 4 || s.Rows != 4 || s.Neighbours != 2 || s.Missed != 2 {
		t.Errorf("%q, %+v", read(t, "near.csv"), s)
	}
}

// TestPredictionOfPairs: a warning before the search predicts pairs that are likely to fill the disk.
func TestPredictionOfPairs(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	path := scattered(t, foretoldRows)
	r := invoke(t, "", "selfjoin", "--points", path, "--eps", "0.001", "--verbose", "--out", "out.csv")
	if r.status != cli.OK || !strings.Contains(r.err, "pairs foretold") {
		t.Errorf("status %d, %s", r.status, r.err)
	}
}

// TestKNNFiles: text and Parquet of nearest points have equally many rows; a run that fails leaves no file.
func TestKNNFiles(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	path := scattered(t, 200)
	must(t, "knn", "--points", path, "-k", "4", "--out", "near.csv")
	if n := strings.Count(read(t, "near.csv"), "\n"); n != 801 {
		t.Errorf("%d lines", n)
	}
	must(t, "knn", "--points", path, "-k", "4", "--out", "near.parquet")
	if text := read(t, "near.parquet"); !strings.HasPrefix(text, "PAR1") || !strings.HasSuffix(text, "PAR1") {
		t.Error("no Parquet")
	}
	write(t, "bad.csv", "id,x\n1,2\n2,east\n")
	if r := invoke(t, "", "selfjoin", "--points", "bad.csv", "--columns", "x1=x", "--eps", "1", "--out", "out.csv"); r.status != cli.Failure || !strings.Contains(r.err, "bad.csv:3") {
		t.Errorf("status %d, %s", r.status, r.err)
	}
	if _, err := os.Stat(t.at("out.csv")); err == nil {
		t.Error("a run that fails leaves a file")
	}
}

type (
	// neighboursOf and joinedTo are rows with lists of neighbours, of integers or text.
	neighboursOf[T any] struct {
		ID         T   `json:"id" parquet:"id"`
		Neighbours []T `json:"neighbours" parquet:"neighbours,list"`
	}
	joinedTo[T any] struct {
		Query      T   `json:"query" parquet:"query"`
		Neighbours []T `json:"neighbours" parquet:"neighbours,list"`
	}
)

// sameLists runs a command to NDJSON and to Parquet, whose rows must be the same.
func sameLists[R any](t *place, args ...string) {
	t.Helper()
	args = append(args, "--level", "neighbours", "--out")
	must(t, append(args, "near.ndjson")...)
	must(t, append(args, "near.parquet")...)
	rows, err := parquet.ReadFile[R](t.at("near.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, row := range rows {
		line, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(strings.ReplaceAll(string(line), "null", "[]") + "\n")
	}
	if want := read(t, "near.ndjson"); got.String() != want || len(rows) != 400 {
		t.Errorf("%v: %d rows, %d bytes of %d", args, len(rows), got.Len(), len(want))
	}
}

// TestNeighboursParquet: lists of Parquet have the neighbours of NDJSON, as integers and as text, and empty lists.
func TestNeighboursParquet(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	names := scattered(t, 400)
	write(t, "numbers.csv", strings.ReplaceAll(read(t, names), "\np", "\n"))
	sameLists[neighboursOf[string]](t, "selfjoin", "--points", names, "--eps", "0.03")
	sameLists[neighboursOf[string]](t, "selfjoin", "--points", names, "--eps", "0")
	sameLists[neighboursOf[int64]](t, "selfjoin", "--points", "numbers.csv", "--eps", "0.03")
	sameLists[neighboursOf[int64]](t, "selfjoin", "--points", "numbers.csv", "--eps", "0")
	sameLists[joinedTo[int64]](t, "pointjoin", "--points", "numbers.csv", "--queries", "numbers.csv", "--eps", "0.03")
}
