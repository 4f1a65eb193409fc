package output

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

func fewHits() trajectory.Hits {
	return trajectory.Hits{
		QueryTraj: []uint32{0, 1}, QuerySeg: []uint32{3, 4000000000}, EntryTraj: []uint32{1, 0}, EntrySeg: []uint32{0, 1},
		Enter: []float64{0.1, 1e-7}, Exit: []float64{1e21, 123456789.125},
	}
}

// writeHits writes hits in chunks of a size, and returns the file.
func writeHits(t testing.TB, path string, q, e *trajectory.Store, h trajectory.Hits, chunk, threads int) []byte {
	t.Helper()
	w, err := CreateHits(path, q, e, WriteOptions{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i := 0; i < h.Len(); i += chunk {
		end := min(h.Len(), i+chunk)
		part := trajectory.Hits{
			QueryTraj: slices.Clone(h.QueryTraj[i:end]), QuerySeg: h.QuerySeg[i:end], EntryTraj: h.EntryTraj[i:end],
			EntrySeg: h.EntrySeg[i:end], Enter: h.Enter[i:end], Exit: h.Exit[i:end],
		}
		if err := w.Write(part); err != nil {
			t.Fatal(err)
		}
		clear(part.QueryTraj) // Write must have taken its copy
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHitText(t *testing.T) {
	ints, names := formattest.SmallStore(t, trajectory.Number, "-5", "7"), formattest.SmallStore(t, trajectory.Number, "a,\"b\"", "é\n")
	for ext, want := range map[string]string{
		".csv": "query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n" +
			"-5,3,\"é\n\",0,0.1,1e+21\n7,4000000000,\"a,\"\"b\"\"\",1,1e-07,123456789.125\n",
		".ndjson": `{"query_traj":-5,"query_seg":3,"entry_traj":"é\n","entry_seg":0,"t_enter":0.1,"t_exit":1e+21}` + "\n" +
			`{"query_traj":7,"query_seg":4000000000,"entry_traj":"a,\"b\"","entry_seg":1,"t_enter":1e-07,"t_exit":123456789.125}` + "\n",
	} {
		got := writeHits(t, filepath.Join(t.TempDir(), "hits"+ext), ints, names, fewHits(), 1, 1)
		if string(got) != want {
			t.Errorf("%s: got\n%swant\n%s", ext, got, want)
		}
	}
}

func TestEncounterText(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Timestamp, "1", "2")
	for ext, want := range map[string]string{
		".csv": "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open\n" +
			"1,2,1969-12-31T23:59:59.75Z,1970-01-01T00:00:01Z,1970-01-01T00:00:00.5Z,0,2,both\n" +
			"2,1,1970-01-01T00:00:01Z,1970-01-01T00:00:02Z,1970-01-01T00:00:01.5Z,0.1,3e-09,\n",
		".jsonl": `{"query_traj":1,"entry_traj":2,"t_enter":"1969-12-31T23:59:59.75Z","t_exit":"1970-01-01T00:00:01Z","t_closest":"1970-01-01T00:00:00.5Z","d_min":0,"v_closest":2,"open":"both"}` + "\n" +
			`{"query_traj":2,"entry_traj":1,"t_enter":"1970-01-01T00:00:01Z","t_exit":"1970-01-01T00:00:02Z","t_closest":"1970-01-01T00:00:01.5Z","d_min":0.1,"v_closest":3e-09,"open":""}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "encounters"+ext)
		w, err := CreateEncounters(path, s, s, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(formattest.FewEncounters()); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("%s: got\n%swant\n%s", ext, got, want)
		}
	}
}

func TestResultParquet(t *testing.T) {
	ints, names := formattest.SmallStore(t, trajectory.Timestamp, "-5", "7"), formattest.SmallStore(t, trajectory.Timestamp, "a", "b")
	path := filepath.Join(t.TempDir(), "hits.parquet")
	writeHits(t, path, ints, names, fewHits(), 1, 2)
	type hit struct {
		QueryTraj int64   `parquet:"query_traj"`
		QuerySeg  int64   `parquet:"query_seg"`
		EntryTraj string  `parquet:"entry_traj"`
		EntrySeg  int64   `parquet:"entry_seg"`
		Enter     float64 `parquet:"t_enter"`
		Exit      float64 `parquet:"t_exit"`
	}
	got, err := parquetgo.ReadFile[hit](path)
	if want := []hit{{-5, 3, "b", 0, 0.1, 1e21}, {7, 4000000000, "a", 1, 1e-7, 123456789.125}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	path = filepath.Join(t.TempDir(), "encounters.parquet")
	w, err := CreateEncounters(path, ints, names, WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(formattest.FewEncounters()), w.Close()); err != nil {
		t.Fatal(err)
	}
	type encounter struct {
		QueryTraj int64   `parquet:"query_traj"`
		EntryTraj string  `parquet:"entry_traj"`
		Enter     float64 `parquet:"t_enter"`
		Exit      float64 `parquet:"t_exit"`
		Closest   float64 `parquet:"t_closest"`
		Distance  float64 `parquet:"d_min"`
		Speed     float64 `parquet:"v_closest"`
		Open      string  `parquet:"open"`
	}
	met, err := parquetgo.ReadFile[encounter](path)
	if want := []encounter{{-5, "b", -0.25, 1, 0.5, 0, 2, "both"}, {7, "a", 1, 2, 1.5, 0.1, 3e-9, ""}}; err != nil || !slices.Equal(met, want) {
		t.Errorf("%v, %v", met, err)
	}
}

// manyHits makes hits enough for several row groups.
func manyHits(n int) trajectory.Hits {
	rng := rand.New(rand.NewPCG(1, 2))
	h := trajectory.Hits{}
	for i := range n {
		h.QueryTraj, h.QuerySeg = append(h.QueryTraj, uint32(i%2)), append(h.QuerySeg, rng.Uint32())
		h.EntryTraj, h.EntrySeg = append(h.EntryTraj, uint32(i/2%2)), append(h.EntrySeg, uint32(i))
		h.Enter, h.Exit = append(h.Enter, rng.NormFloat64()), append(h.Exit, rng.NormFloat64()*1e9)
	}
	return h
}

// TestSameBytes writes the same hits in chunks of several sizes on several
// numbers of goroutines: the files must be equal, and hold the hits to the bit.
func TestSameBytes(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "a", "b")
	for _, ext := range []string{".csv", ".csv.gz", ".csv.zst", ".ndjson", ".jsonl.zst", ".parquet"} {
		n := 50_000
		if ext == ".parquet" {
			n = rowGroupRows + 50_000
		}
		h := manyHits(n)
		path := filepath.Join(t.TempDir(), "hits"+ext)
		want := writeHits(t, path, s, s, h, n, 1)
		for _, c := range [][2]int{{977, 1}, {20_000, 4}} {
			if got := writeHits(t, path, s, s, h, c[0], c[1]); !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes in chunks of %d on %d threads, want %d others", ext, len(got), c[0], c[1], len(want))
			}
		}
		if ext == ".csv" {
			checkHits(t, string(want), h)
		}
	}
}

func checkHits(t *testing.T, text string, h trajectory.Hits) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != h.Len()+1 {
		t.Fatal(err, len(rows))
	}
	for i, row := range rows[1:] {
		enter, _ := strconv.ParseFloat(row[4], 64)
		exit, _ := strconv.ParseFloat(row[5], 64)
		if row[0] != string(rune('a'+i%2)) || row[1] != strconv.Itoa(int(h.QuerySeg[i])) || enter != h.Enter[i] || exit != h.Exit[i] {
			t.Fatalf("row %d: %v", i, row)
		}
	}
}

func TestNDJSONIsJSON(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "a\x00\xff<&>", "b\u2028\\")
	h := manyHits(1000)
	got := writeHits(t, filepath.Join(t.TempDir(), "hits.ndjson"), s, s, h, 100, 2)
	lines := bufio.NewScanner(bytes.NewReader(got))
	for i := 0; lines.Scan(); i++ {
		var row struct {
			Query   string  `json:"query_traj"`
			Segment uint32  `json:"query_seg"`
			Enter   float64 `json:"t_enter"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil || row.Segment != h.QuerySeg[i] || row.Enter != h.Enter[i] || row.Query != []string{"a\x00\ufffd<&>", "b\u2028\\"}[i%2] {
			t.Fatalf("%s: %v, %+v", lines.Bytes(), err, row)
		}
	}
}

func TestEmptyResults(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "a", "b")
	for ext, want := range map[string]string{".csv": "query_traj,query_seg,entry_traj,entry_seg,t_enter,t_exit\n", ".ndjson": ""} {
		if got := writeHits(t, filepath.Join(t.TempDir(), "hits"+ext), s, s, trajectory.Hits{}, 1, 1); string(got) != want {
			t.Errorf("%s: %q", ext, got)
		}
	}
	path := filepath.Join(t.TempDir(), "hits.parquet")
	writeHits(t, path, s, s, trajectory.Hits{}, 1, 1)
	if rows, err := parquetgo.ReadFile[struct {
		Query string `parquet:"query_traj"`
	}](path); err != nil || len(rows) != 0 {
		t.Errorf("%v, %v", rows, err)
	}
}

func TestResultsToStdout(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	var out strings.Builder
	w, err := CreateHits("-", s, s, WriteOptions{Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(fewHits()), w.Close(), w.Close()); err != nil || !strings.HasPrefix(out.String(), "query_traj,") || strings.Count(out.String(), "\n") != 3 {
		t.Errorf("%v, %q", err, out.String())
	}
}

// fullDisk takes some bytes and no more.
type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.left {
		return 0, errors.New("no space left on device")
	}
	d.left -= len(p)
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	s, stamps := formattest.SmallStore(t, trajectory.Number, "1", "2"), formattest.SmallStore(t, trajectory.Timestamp, "1", "2")
	folder := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(folder, "none", "hits.csv"): "format: write " + filepath.Join(folder, "none", "hits.csv") + ": folder " + filepath.Join(folder, "none") + " does not exist",
		"hits.txt":        "format: write hits.txt: unknown extension (known: .csv, .parquet, .arrows, .ndjson, .jsonl, .geojson; all but .parquet and .arrows also with .gz or .zst; - for CSV to standard output)",
		"hits.parquet.gz": "format: write hits.parquet.gz: unknown extension (known: .csv, .parquet, .arrows, .ndjson, .jsonl, .geojson; all but .parquet and .arrows also with .gz or .zst; - for CSV to standard output)",
		"-":               "format: write -: there is no standard output",
	} {
		if _, err := CreateHits(path, s, s, WriteOptions{}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	os.Mkdir(filepath.Join(folder, "d.csv"), 0o700)
	if err := WriteStore(context.Background(), filepath.Join(folder, "d.csv"), s, WriteOptions{}); err == nil || !strings.HasSuffix(err.Error(), "d.csv: is a folder") {
		t.Error(err)
	}
	if _, err := CreateHits("a.csv", s, stamps, WriteOptions{}); err == nil || err.Error() != "format: write a.csv: one of queries and entries has numeric times, the other timestamps" {
		t.Error(err)
	}
	if err := WriteStore(context.Background(), "a.ndjson", s, WriteOptions{}); err == nil {
		t.Error("a store is not written as NDJSON")
	}
	h := manyHits(200_000)
	w, err := CreateHits("-", s, s, WriteOptions{Stdout: &fullDisk{1 << 20}, Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	err = w.Write(h)
	for range 5 {
		err = errors.Join(err, w.Write(h))
	}
	err = errors.Join(err, w.Close())
	if err == nil || !strings.HasPrefix(err.Error(), "format: write standard output: no space left on device") {
		t.Error(err)
	}
}

// TestAbort: Abort leaves no file and no temporary, and the old file unchanged.
func TestAbort(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	for _, ext := range []string{".csv", ".csv.gz", ".ndjson.zst", ".parquet"} {
		folder := t.TempDir()
		path := filepath.Join(folder, "hits"+ext)
		if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		w, err := CreateHits(path, s, s, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(manyHits(100_000)); err != nil {
			t.Fatal(err)
		}
		w.Abort()
		w.Abort()
		files, _ := os.ReadDir(folder)
		if old, _ := os.ReadFile(path); len(files) != 1 || string(old) != "old" {
			t.Errorf("%s: %v, %q", ext, files, old)
		}
		writeHits(t, path, s, s, fewHits(), 1, 1)
		info, err := os.Stat(path)
		files, _ = os.ReadDir(folder)
		if err != nil || info.Mode().Perm() != 0o640 || len(files) != 1 {
			t.Errorf("%s: %v, %v, %v", ext, err, info, files)
		}
	}
}

// TestWriteThroughLink replaces the file that a link leads to.
func TestWriteThroughLink(t *testing.T) {
	folder := t.TempDir()
	real, link := filepath.Join(folder, "real.csv"), filepath.Join(folder, "link.csv")
	if err := os.WriteFile(real, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	if err := WriteStore(context.Background(), link, s, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	got, _, err := input.Read(context.Background(), real, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	formattest.SameStore(t, got, s)
}

// TestDiscard discards files while they are written, and wants an error, no remains and the old
// file unchanged.
func TestDiscard(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	for _, ext := range []string{".csv", ".csv.gz", ".ndjson.zst", ".parquet"} {
		path := filepath.Join(t.TempDir(), "hits"+ext)
		if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		w, err := CreateHits(path, s, s, WriteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() { defer close(done); w.Discard() }()
		w.Write(manyHits(300_000)) //nolint:errcheck // Close tells as well
		<-done
		if err := w.Close(); err == nil {
			t.Errorf("%s: closed without an error", ext)
		}
		w.Abort()
		all, _ := os.ReadDir(filepath.Dir(path))
		if text, _ := os.ReadFile(path); len(all) != 1 || string(text) != "old" {
			t.Errorf("%s: %v, %q", ext, all, text)
		}
	}
}

// TestDiscardAfterClose: Discard after Close leaves the file unchanged.
func TestDiscardAfterClose(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	path := filepath.Join(t.TempDir(), "hits.csv")
	w, err := CreateHits(path, s, s, WriteOptions{})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Discard()
	if text, _ := os.ReadFile(path); !strings.HasPrefix(string(text), "query_traj,") {
		t.Errorf("%q", text)
	}
}

// TestNoHeader: text without a header has all other lines, and a file without rows is empty.
func TestNoHeader(t *testing.T) {
	store := formattest.SmallStore(t, trajectory.Number, "-5", "7")
	for ext, header := range map[string]bool{".csv": true, ".ndjson": false} {
		var texts [3]string
		for i, o := range []WriteOptions{{}, {NoHeader: true}, {NoHeader: true}} {
			path := filepath.Join(t.TempDir(), "out"+ext)
			w, err := CreateHits(path, store, store, o)
			if err != nil {
				t.Fatal(err)
			}
			if i < 2 {
				err = w.Write(fewHits())
			}
			if err = errors.Join(err, w.Close()); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		want := texts[0]
		if header {
			_, want, _ = strings.Cut(want, "\n")
		}
		if texts[1] != want || texts[2] != "" {
			t.Errorf("%s: %q, want %q; without rows %q", ext, texts[1], want, texts[2])
		}
	}
}
