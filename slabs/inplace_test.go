package slabs_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"flyby"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
	"flyby/slabs"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// A logged is a row of a log in order of time. A row with a cell without a value is bad.
type logged struct {
	ID   int64    `parquet:"id"`
	T    float64  `parquet:"t"`
	X    *float64 `parquet:"x,optional"`
	Y    float64  `parquet:"y"`
	Z    float64  `parquet:"z"`
	R    float64  `parquet:"r"`
	Kind int64    `parquet:"kind"`
}

// A named is a logged with a name and a timestamp, and without a radius.
type named struct {
	Name string    `parquet:"ship"`
	At   time.Time `parquet:"at,timestamp(microsecond)"`
	X    float64   `parquet:"east"`
	Y    float64   `parquet:"north"`
	Z    float64   `parquet:"z"`
}

// A writtenTime is a row whose times are text.
type writtenTime struct {
	ID string  `parquet:"id"`
	T  string  `parquet:"t"`
	X  float64 `parquet:"x"`
	Y  float64 `parquet:"y"`
}

// logOf returns a log of wandering objects in order of time, some with gaps, some of one row, some with few rows.
func logOf(r *rand.Rand, objects int) (all []logged) {
	for object := range objects {
		x, y, at, step := 6*r.Float64(), 6*r.Float64(), float64(r.IntN(40)), 0.5
		if object%8 == 7 {
			step = 5
		}
		for range 1 + r.IntN(60) {
			x, y = x+r.Float64()-0.5, y+r.Float64()-0.5
			east := x
			all = append(all, logged{int64(object), at - 20, &east, y, float64(r.IntN(5)), float64(object%3) / 8, int64(r.IntN(9))})
			at += step * float64(1+r.IntN(1+r.IntN(7)))
		}
	}
	slices.SortStableFunc(all, func(a, b logged) int { return cmp.Compare(a.T, b.T) })
	return all
}

// groupsOf writes rows to a file in row groups of some rows.
func groupsOf[T any](t testing.TB, name string, each int, rows []T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, inGroups(t, each, rows, padded(0)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// padded returns metadata of a length.
func padded(length int) parquet.WriterOption {
	return parquet.KeyValueMetadata("padding", strings.Repeat("x", length))
}

// inGroups returns a file of rows in row groups of some rows, with metadata.
func inGroups[T any](t testing.TB, each int, rows []T, metadata parquet.WriterOption) []byte {
	t.Helper()
	var out bytes.Buffer
	w := parquet.NewGenericWriter[T](&out, metadata)
	for some := range slices.Chunk(rows, each) {
		if _, err := w.Write(some); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// namedOf returns the rows of a log with names and timestamps.
func namedOf(all []logged) (rows []named) {
	for _, l := range all {
		rows = append(rows, named{fmt.Sprintf("ship %d", 9-l.ID), time.UnixMicro(int64(l.T * 1e6)), *l.X, l.Y, l.Z})
	}
	return rows
}

// A reading is a log and the options of reading it.
type reading struct {
	file   func(t testing.TB, name string, all []logged) string // nil: row groups of 24 rows
	change func(*job.Ask)
	copied bool // the rows cannot be read in place
}

// readings are logs and ways to read them, by name.
var readings = map[string]reading{
	"plain":            {},
	"gaps":             {change: func(a *job.Ask) { a.Read.MaxGap = 1.5 }},
	"no gaps":          {change: func(a *job.Ask) { a.Read.MaxGap = math.Inf(1) }},
	"too fast":         {change: func(a *job.Ask) { a.Read.MaxSpeed = 0.9 }},
	"too fast at all":  {change: func(a *job.Ask) { a.Read.MaxSpeed, a.Read.MaxGap = 1e-9, 1 }},
	"cut off":          {file: leaping, change: func(a *job.Ask) { a.Read.MaxSpeed = 50 }, copied: true},
	"where":            {change: func(a *job.Ask) { a.Read.Where = conditions("kind>=2", "id!=3") }},
	"heights":          {change: func(a *job.Ask) { v := 2.0; a.Search.Vertical = &v }},
	"heights and gaps": {change: func(a *job.Ask) { v := 2.0; a.Search.Vertical, a.Read.MaxGap = &v, 1 }},
	"flat":             {change: func(a *job.Ask) { a.Read.Height = format.NoHeight }},
	"a radius":         {file: namedFile, change: func(a *job.Ask) { a.Read.Columns = namedColumns; a.Read.Radius = 0.25 }},
	"names, columns":   {file: namedFile, change: func(a *job.Ask) { a.Read.Columns = namedColumns }},
	"units":            {change: func(a *job.Ask) { a.Read.Units = format.Units{Length: "km", Time: "s"} }},
	"column units": {change: func(a *job.Ask) {
		a.Read.Units, a.Read.ColumnUnits = format.Units{Length: "m", Time: "s"}, map[string]string{"z": "km", "x": "ft"}
	}},
	"bad rows":     {file: badRows, change: func(a *job.Ask) { a.Read.SkipBadRows = true }},
	"bad and fast": {file: badRows, change: func(a *job.Ask) { a.Read.SkipBadRows, a.Read.MaxSpeed = true, 0.9 }},
	"the first":    {change: func(a *job.Ask) { a.Read.KeepFirst = true }},
	"repeats":      {file: repeating, copied: true},
	"times sorted": {change: func(a *job.Ask) { a.Read.SortTimes = true }},
	"same ids":     {change: func(a *job.Ask) { a.Search.ExcludeSameID = true }},
	"a window":     {change: func(a *job.Ask) { from, to := -7.5, 10.0; a.Search.From, a.Search.To = &from, &to }},
	"a zone":       {file: inText, change: func(a *job.Ask) { a.Read.Zone = "Europe/Copenhagen" }, copied: true},
	"degrees": {change: func(a *job.Ask) {
		a.Read.LonLat, a.Read.Height, a.Search.Distance = true, format.NoHeight, 90_000
	}, copied: true},
	"named format": {file: func(t testing.TB, name string, all []logged) string {
		return groupsOf(t, strings.TrimSuffix(name, ".parquet"), 24, all)
	},
		change: func(a *job.Ask) { a.Read.Format = "parquet" }},
	"one row group":    {file: func(t testing.TB, name string, all []logged) string { return groupsOf(t, name, len(all), all) }, copied: true},
	"geometry points":  {file: geoPoints, copied: true}, // the statistics of such a column have no box
	"geometry structs": {file: geoStructs},
	"geometry lines":   {file: geoLines, copied: true},
	"objects in turn": {file: func(t testing.TB, name string, all []logged) string {
		slices.SortStableFunc(all, func(a, b logged) int { return cmp.Compare(a.ID, b.ID) })
		return groupsOf(t, name, 24, all)
	}, copied: true},
}

// namedColumns are the columns of a named.
var namedColumns = map[string]string{"id": "ship", "t": "at", "x": "east", "y": "north"}

func namedFile(t testing.TB, name string, all []logged) string {
	return groupsOf(t, name, 24, namedOf(all))
}

// badRows writes a file with rows without x, and with rows that are not numbers.
func badRows(t testing.TB, name string, all []logged) string {
	for i := range all {
		switch i % 17 {
		case 5:
			all[i].X = nil
		case 11:
			all[i].Y = math.NaN()
		}
	}
	return groupsOf(t, name, 24, all)
}

// repeating writes a file with one row twice.
func repeating(t testing.TB, name string, all []logged) string {
	return groupsOf(t, name, 24, slices.Insert(all, 30, all[29]))
}

// leaping writes a file with a row that is far away.
func leaping(t testing.TB, name string, all []logged) string {
	far := 1e6
	for i := range all[:len(all)/2] {
		if all[i].ID == all[0].ID && i > 0 {
			all[i].X = &far
			break
		}
	}
	return groupsOf(t, name, 24, all)
}

func inText(t testing.TB, name string, all []logged) string {
	var rows []writtenTime
	for _, l := range all {
		rows = append(rows, writtenTime{fmt.Sprint(l.ID), time.Unix(int64(2*l.T)+1e9, 0).UTC().Format("2006-01-02T15:04:05"), *l.X, l.Y})
	}
	return groupsOf(t, name, 24, rows)
}

// ask returns an ask of a reading's entries, and in a search of its queries.
func (c reading) ask(t testing.TB, r *rand.Rand, search bool) job.Ask {
	t.Helper()
	file := c.file
	if file == nil {
		file = func(t testing.TB, name string, all []logged) string { return groupsOf(t, name, 24, all) }
	}
	a := job.Ask{Inputs: job.Inputs{Entries: []string{file(t, "entries.parquet", logOf(r, 22))}}, Question: question.Question{Search: flyby.Search{Distance: 1.5}}, Machine: flyby.Options{Device: "cpu"}}
	if search {
		a.Queries = []string{file(t, "queries.parquet", logOf(r, 12))}
	}
	if c.change != nil {
		c.change(&a)
	}
	return a
}

// combined are the readings of TestInPlace: the readings of a list have one file, and all their options read it at once. Each option of reading and
// each file is in a list.
var combined = [][]string{
	{"heights and gaps", "units", "a window"},
	{"where", "same ids", "the first", "times sorted", "too fast"},
	{"flat", "too fast at all"},
	{"no gaps", "heights", "column units"},
	{"names, columns", "gaps", "a radius"},
	{"heights", "bad and fast"},
	{"geometry structs"},
	{"flat", "gaps", "named format"},
}

// TestInPlace: for logs in order of time, read in each way, slabs in place and their parts equal the slabs and the parts of a plan that copies, to the byte, and the merged file is the file of one run.
// The lists of combined are asked in turn as a search for hits, a join for hits, a search for encounters and a join for these. TestInPlaceLong asks all four of each reading alone.
func TestInPlace(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	for i, names := range combined {
		c := readings[names[len(names)-1]]
		c.change = func(a *job.Ask) {
			for _, name := range names {
				if change := readings[name].change; change != nil {
					change(a)
				}
			}
		}
		inPlaceOf(t, 33, i, strings.Join(names, " and "), c, i%2 == 0, []question.Level{question.Hits, question.Encounters}[i/2%2], []int{usualSlabs})
	}
}

// TestCopied: of logs whose samples cannot be read again from row groups, slabs are copies, and the merged file is the file of one run.
func TestCopied(t *testing.T) {
	tier.Full(t)
	t.Parallel()
	for i, name := range slices.Sorted(maps.Keys(readings)) {
		if c := readings[name]; c.copied {
			r := rand.New(rand.NewPCG(33, uint64(i)))
			w, _, _ := wantOneRun(t, r, name, c.ask(t, r, i%2 == 0), 3, ".csv")
			if slices.Contains(w.SidesInPlace(), true) {
				t.Errorf("%s: sides in place: %v", name, w.SidesInPlace())
			}
		}
	}
}

// usualSlabs is a number of slabs with several row groups of the logs each.
const usualSlabs = 5

// inPlaceOf is TestInPlace of a way to read, the i-th by name, with a seed and some numbers of slabs.
func inPlaceOf(t *testing.T, seed uint64, i int, name string, c reading, search bool, level question.Level, counts []int) {
	t.Helper()
	a := c.ask(t, rand.New(rand.NewPCG(seed, uint64(i))), search)
	a.Level = level
	for _, n := range counts {
		wantInPlace(t, fmt.Sprintf("seed %d, %s, search %v, %d slabs", seed, name, search, n), a, n, !c.copied)
	}
}

// wantInPlace wants a plan to be in place or not, and to have the same slabs, parts and merged file as a plan that copies.
func wantInPlace(t *testing.T, name string, a job.Ask, n int, inPlace bool) {
	t.Helper()
	w, _ := planned(t, a, n)
	copied, err := slabs.Plan(t.Context(), filepath.Join(t.TempDir(), "copied"), a, slabs.PlanOptions{Slabs: n}.Copied())
	if err != nil {
		t.Fatal(err)
	}
	var sides []bool
	for _, file := range slices.Concat(a.Entries, a.Queries) {
		_, report, err := input.Read(t.Context(), file, a.Read)
		sides = append(sides, inPlace && err == nil && report.CutOff == 0)
	}
	all := w.SidesInPlace()
	if n == usualSlabs && !slices.Equal(all, sides) || slices.Contains(copied.SidesInPlace(), true) {
		t.Fatalf("%s: sides in place: %v, want %v", name, all, sides)
	}
	if len(w.Slabs()) != len(copied.Slabs()) {
		t.Fatalf("%s: %d slabs, copied %d", name, len(w.Slabs()), len(copied.Slabs()))
	}
	for k, s := range w.Slabs() {
		got, err := w.SlabOf(t.Context(), k)
		want, wantErr := copied.SlabOf(t.Context(), k)
		if err != nil || wantErr != nil {
			t.Fatal(name, err, wantErr)
		}
		wantSameStore(t, fmt.Sprintf("%s: slab %d", name, k), got.Store, want.Store)
		if !slices.Equal(got.Traj, want.Traj) || !slices.Equal(got.Before, want.Before) || got.Start != want.Start || got.End != want.End {
			t.Errorf("%s: slab %d: other trajectories or times", name, k)
		}
		if c := copied.Slabs()[k]; s.Segments != c.Segments || s.Overhang != c.Overhang || !slices.Contains(all, false) && s.Bytes >= c.Bytes && c.Segments > 200 {
			t.Errorf("%s: %+v, copied %+v", name, s, c)
		}
		o := flyby.Options{Device: "cpu"}
		_, err = w.Run(t.Context(), k, o)
		_, wantErr = copied.Run(t.Context(), k, o)
		if err != nil || wantErr != nil {
			t.Fatal(name, err, wantErr)
		}
		part, err := w.BlocksOf(k)
		wantPart, wantErr := copied.BlocksOf(k)
		if err != nil || wantErr != nil || !reflect.DeepEqual(part, wantPart) {
			t.Errorf("%s: part %d differs: %v, %v", name, k, err, wantErr)
		}
	}
	got, _ := merged(t, w, ".csv")
	if want, _ := oneRun(t, a, ".csv"); !bytes.Equal(got, want) || len(want) < 300 {
		t.Errorf("%s: %d bytes, want %d", name, len(got), len(want))
	}
}

// wantSameStore wants two stores to be equal to the bit.
func wantSameStore(t testing.TB, name string, got, want *trajectory.Store) {
	t.Helper()
	bits := func(v []float64) (all []uint64) {
		for _, f := range v {
			all = append(all, math.Float64bits(f))
		}
		return all
	}
	for i, column := range [][2][]float64{{got.T(), want.T()}, {got.X(), want.X()}, {got.Y(), want.Y()}, {got.Z(), want.Z()}, {got.H(), want.H()}} {
		if !slices.Equal(bits(column[0]), bits(column[1])) {
			t.Errorf("%s: column %d differs", name, i)
		}
	}
	if want.Samples() > 0 && got.Space() != want.Space() || got.Times() != want.Times() || !slices.Equal(slices.Collect(got.Pieces()), slices.Collect(want.Pieces())) {
		t.Errorf("%s: other pieces, space or times", name)
	}
	for traj := range want.Trajectories() {
		if got.Radius(traj) != want.Radius(traj) {
			t.Errorf("%s: radius of %d", name, traj)
		}
	}
}

// TestOneSideInPlace: a search with one side in place and the other copied is merged to the file of one run.
func TestOneSideInPlace(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(33, 13))
	log, rows := groupsOf(t, "log.parquet", 24, logOf(r, 30)), fileOf(t, t.TempDir(), "a.csv", walks(r, 9, false))
	for _, first := range []bool{true, false} {
		a := job.Ask{Inputs: job.Inputs{Entries: []string{log}, Queries: []string{rows}}, Question: question.Question{Search: flyby.Search{Distance: 2}}, Machine: flyby.Options{Device: "cpu"}}
		if !first {
			a.Entries, a.Queries = a.Queries, a.Entries
		}
		w, _ := planned(t, a, usualSlabs)
		if all := w.SidesInPlace(); all[0] != first || all[1] == first {
			t.Errorf("sides in place: %v", all)
		}
		wantOneRun(t, r, fmt.Sprintf("entries in place %v", first), a, usualSlabs, ".csv")
	}
}
