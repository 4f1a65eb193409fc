package output

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"flyby/internal/reading"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// streamed is a stream as arrow-go reads it.
type streamed struct {
	schema *arrow.Schema
	rows   [][]string // cells as CSV has them, times as counts of nanoseconds
	sizes  []int64    // of batches
}

// readStream reads a stream.
func readStream(t testing.TB, r io.Reader) (s streamed) {
	t.Helper()
	in, err := ipc.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Release()
	s.schema = in.Schema()
	for in.Next() {
		b := in.RecordBatch()
		s.sizes = append(s.sizes, b.NumRows())
		for row := range int(b.NumRows()) {
			var cells []string
			for _, column := range b.Columns() {
				cells = append(cells, streamedCell(t, column, row))
			}
			s.rows = append(s.rows, cells)
		}
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	return s
}

// streamedCell is a value as text.
func streamedCell(t testing.TB, column arrow.Array, row int) string {
	t.Helper()
	if column.IsNull(row) {
		return ""
	}
	switch c := column.(type) {
	case *array.Dictionary:
		return streamedCell(t, c.Dictionary(), c.GetValueIndex(row))
	case *array.String:
		return c.Value(row)
	case *array.Int32:
		return strconv.FormatInt(int64(c.Value(row)), 10)
	case *array.Int64:
		return strconv.FormatInt(c.Value(row), 10)
	case *array.Timestamp:
		return strconv.FormatInt(int64(c.Value(row)), 10)
	case *array.Float64:
		return strconv.FormatFloat(c.Value(row), 'g', -1, 64)
	case *array.List:
		var all []string
		from, to := c.ValueOffsets(row)
		for i := from; i < to; i++ {
			all = append(all, streamedCell(t, c.ListValues(), int(i)))
		}
		return strings.Join(all, ";")
	}
	t.Fatalf("a column of %v", column.DataType())
	return ""
}

// sameCells wants the cells of a stream to equal those in CSV: numbers by value, times by their
// nanoseconds.
func sameCells(t *testing.T, got streamed, text string) {
	t.Helper()
	want, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(want) != len(got.rows)+1 {
		t.Fatalf("%d rows, of CSV %d, %v", len(got.rows), len(want)-1, err)
	}
	for i, field := range got.schema.Fields() {
		if want[0][i] != field.Name {
			t.Fatalf("columns %v, of CSV %v", got.schema.Fields(), want[0])
		}
	}
	for i, row := range got.rows {
		for k, cell := range row {
			wanted := want[i+1][k]
			switch got.schema.Field(k).Type.(type) {
			case *arrow.TimestampType:
				at, err := time.Parse(time.RFC3339Nano, wanted)
				if err != nil {
					t.Fatal(err)
				}
				wanted = strconv.FormatInt(at.UnixNano(), 10)
			case *arrow.Float64Type:
				a, _ := strconv.ParseFloat(cell, 64)
				if b, _ := strconv.ParseFloat(wanted, 64); a == b && (cell == "") == (wanted == "") {
					continue
				}
			}
			if cell != wanted {
				t.Fatalf("row %d, %s: %q, of CSV %q", i, want[0][k], cell, wanted)
			}
		}
	}
}

// smallSegments has numbers of segments that int32 holds.
func smallSegments(h trajectory.Hits) trajectory.Hits {
	for i := range h.QuerySeg {
		h.QuerySeg[i], h.EntrySeg[i] = h.QuerySeg[i]/2, h.EntrySeg[i]/2
	}
	return h
}

// arrowAndCSV writes the same rows to a stream and to CSV.
func arrowAndCSV(t *testing.T, write func(o WriteOptions) error) (stream, text *bytes.Buffer) {
	t.Helper()
	stream, text = &bytes.Buffer{}, &bytes.Buffer{}
	if err := errors.Join(write(WriteOptions{Stdout: stream, Format: "arrow", Threads: 2}), write(WriteOptions{Stdout: text, Threads: 2})); err != nil {
		t.Fatal(err)
	}
	return stream, text
}

// TestArrowHasValuesOfCSV: a stream has the values of CSV, at every level.
func TestArrowHasValuesOfCSV(t *testing.T) {
	for _, times := range []trajectory.TimeKind{trajectory.Number, trajectory.Timestamp} {
		for _, ids := range [][2]string{{"1", "2"}, {"a,b", "c"}} {
			named := formattest.SmallStore(t, times, ids[0], ids[1])
			s := named.IDs().Named(times, named.Space(), trajectory.Extent{Start: 1.7e9, End: 1.8e9})
			const n = 70_000
			h := smallSegments(manyHits(n))
			for i := range h.Enter {
				h.Enter[i], h.Exit[i] = 1.7e9+float64(i)/7, 1.7e9+float64(i)
			}
			speeds, codes := make([]float64, n), make([]uint32, n)
			open := make([]trajectory.Open, n)
			for i := range n {
				open[i], codes[i], speeds[i] = trajectory.Open(i%4), uint32(i%3), float64(i)
				if i%5 == 0 {
					speeds[i] = math.NaN()
				}
			}
			further := []Column{TextColumn("kind", &codes, []string{"", "ship", "car"}), SpeedColumn("query_speed", &speeds)}
			t.Run(times.String()+" "+ids[0], func(t *testing.T) {
				stream, text := arrowAndCSV(t, func(o WriteOptions) error {
					o.Further = further
					w, err := CreateHits("-", s, s, o)
					if err != nil {
						return err
					}
					return errors.Join(w.Write(h), w.Close())
				})
				sameCells(t, readStream(t, stream), text.String())
				stream, text = arrowAndCSV(t, func(o WriteOptions) error {
					w, err := CreateEncounters("-", s, s, o)
					if err != nil {
						return err
					}
					return errors.Join(w.Write(trajectory.Encounters{QueryTraj: h.QueryTraj, EntryTraj: h.EntryTraj, Enter: h.Enter, Exit: h.Exit, Closest: h.Exit, Distance: h.Enter, Speed: speeds, Open: open}), w.Close())
				})
				sameCells(t, readStream(t, stream), text.String())
				stream, text = arrowAndCSV(t, func(o WriteOptions) error {
					w, err := CreatePairs("-", s, s, o)
					if err != nil {
						return err
					}
					return errors.Join(w.Write(trajectory.Pairs{QueryTraj: h.QueryTraj, EntryTraj: h.EntryTraj, Encounters: h.QuerySeg, Duration: h.Enter, First: h.Enter, Last: h.Exit, Closest: h.Exit, Distance: h.Enter, Speed: speeds}), w.Close())
				})
				sameCells(t, readStream(t, stream), text.String())
				stream, text = arrowAndCSV(t, func(o WriteOptions) error {
					w, err := CreateObjects("-", s, o)
					if err != nil {
						return err
					}
					return errors.Join(w.Write(trajectory.Objects{Traj: h.QueryTraj, Partners: h.QuerySeg, Encounters: h.EntrySeg, Duration: h.Enter, Longest: h.Enter, Distance: h.Exit}), w.Close())
				})
				sameCells(t, readStream(t, stream), text.String())
			})
		}
	}
}

// TestArrowLists: lists of ids are lists of integers, or of text.
func TestArrowLists(t *testing.T) {
	for _, id := range [][2]string{{"1", "2"}, {"one", "two"}} {
		s := formattest.SmallStore(t, trajectory.Number, id[0], id[1])
		rows, lists := []uint32{1, 0, 1}, [][]uint32{{0, 1}, {}, {1}}
		stream, text := arrowAndCSV(t, func(o WriteOptions) error {
			w, err := CreateTimedTable("-", []Column{TrajectoryColumn("of", &rows, s), ListColumn("members", &lists, trajectories{s})}, s, o)
			if err != nil {
				return err
			}
			return errors.Join(w.Write(3), w.Close())
		})
		sameCells(t, readStream(t, stream), text.String())
	}
}

// TestArrowTypes: the types of columns, their units, and the question in the schema's metadata.
func TestArrowTypes(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "a", "b")
	distance := 2.5
	var out bytes.Buffer
	o := WriteOptions{Stdout: &out, Format: "arrow", Units: format.Units{Length: "m", Time: "s"}, Origin: Origin{Level: "encounters", Distance: &distance}}
	w, err := CreateHits("-", s, s, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got := readStream(t, bytes.NewReader(out.Bytes()))
	want := []string{"dictionary<values=utf8, indices=int32, ordered=false>", "int32", "dictionary<values=utf8, indices=int32, ordered=false>", "int32", "float64", "float64"}
	for i, field := range got.schema.Fields() {
		if field.Type.String() != want[i] {
			t.Errorf("%s is %v", field.Name, field.Type)
		}
	}
	if unit, _ := got.schema.Field(4).Metadata.GetValue("unit"); unit != "s" {
		t.Errorf("t_enter is in %q", unit)
	}
	if said, _ := got.schema.Metadata().GetValue(reading.OriginKey); said != `{"version":1,"level":"encounters","distance":2.5}` {
		t.Errorf("the schema says %s", said)
	}
	if end := out.Bytes()[out.Len()-8:]; len(got.rows) > 0 || !bytes.Equal(end, []byte{255, 255, 255, 255, 0, 0, 0, 0}) {
		t.Errorf("without rows there are %d, and the stream ends in %v", len(got.rows), end)
	}
	out.Reset()
	o.LongSegments = true
	if w, err = CreateHits("-", s, s, o); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if long := readStream(t, &out); long.schema.Field(1).Type.ID() != arrow.INT64 {
		t.Errorf("numbers of segments beyond 2^31 are %v", long.schema.Field(1).Type)
	}
}

// TestArrowBatches: batches have 65,536 rows however rows come, and a dictionary comes once.
func TestArrowBatches(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "a", "b")
	h := smallSegments(manyHits(150_000))
	var files [2]bytes.Buffer
	for i, step := range []int{150_000, 7_777} {
		w, err := CreateHits("-", s, s, WriteOptions{Stdout: &files[i], Format: "arrow", Threads: 1 + 2*i})
		if err != nil {
			t.Fatal(err)
		}
		for first := 0; first < h.Len(); first += step {
			if err := w.Write(h.Slice(first, min(first+step, h.Len()))); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("another stream of other chunks")
	}
	kinds := map[ipc.MessageType]int{}
	for r := ipc.NewMessageReader(bytes.NewReader(files[0].Bytes())); ; {
		m, err := r.Message()
		if err != nil {
			break
		}
		kinds[m.Type()]++
	}
	if kinds[ipc.MessageDictionaryBatch] != 2 || kinds[ipc.MessageRecordBatch] != 3 || kinds[ipc.MessageSchema] != 1 {
		t.Errorf("messages %v", kinds)
	}
	if got := readStream(t, &files[0]); got.sizes[0] != 1<<16 || got.sizes[2] != 150_000-2<<16 {
		t.Errorf("batches of %v rows", got.sizes)
	}
}

// TestArrowBatchLeaves: a reader gets a batch as soon as it is full, before the stream ends.
func TestArrowBatchLeaves(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "a", "b")
	from, to := io.Pipe()
	w, err := CreateHits("-", s, s, WriteOptions{Stdout: to, Format: "arrow"})
	if err != nil {
		t.Fatal(err)
	}
	wrote := make(chan error, 1)
	go func() { wrote <- w.Write(smallSegments(manyHits(1<<16 + 1))) }()
	in, err := ipc.NewReader(from)
	if err != nil || !in.Next() || in.RecordBatch().NumRows() != 1<<16 {
		t.Fatalf("no batch: %v", err)
	}
	if err := <-wrote; err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, from) //nolint:errcheck // a pipe
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
