package output

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func fewPairs() trajectory.Pairs {
	return trajectory.Pairs{
		QueryTraj: []uint32{0, 1}, EntryTraj: []uint32{1, 0}, Encounters: []uint32{3, 4_000_000_000}, Duration: []float64{1.25, 0},
		First: []float64{-0.25, 1}, Last: []float64{1, 2}, Closest: []float64{0.5, 1.5}, Distance: []float64{0, 0.1}, Speed: []float64{2, math.NaN()},
	}
}

// A writerOf rows is a file of rows that can be written to.
type writerOf[T any] interface {
	Write(T) error
	Close() error
}

// fileOf writes rows and returns the file.
func fileOf[T any](t *testing.T, path string, rows T, w writerOf[T], err error) string {
	t.Helper()
	if err == nil {
		err = errors.Join(w.Write(rows), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPairText wants pairs in text, durations as numbers where times are timestamps, too.
func TestPairText(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Timestamp, "1", "2")
	for ext, want := range map[string]string{
		".csv": "query_traj,entry_traj,encounters,duration,t_first,t_last,t_closest,d_min,v_closest\n" +
			"1,2,3,1.25,1969-12-31T23:59:59.75Z,1970-01-01T00:00:01Z,1970-01-01T00:00:00.5Z,0,2\n" +
			"2,1,4000000000,0,1970-01-01T00:00:01Z,1970-01-01T00:00:02Z,1970-01-01T00:00:01.5Z,0.1,\n",
		".ndjson": `{"query_traj":1,"entry_traj":2,"encounters":3,"duration":1.25,"t_first":"1969-12-31T23:59:59.75Z","t_last":"1970-01-01T00:00:01Z","t_closest":"1970-01-01T00:00:00.5Z","d_min":0,"v_closest":2}` + "\n" +
			`{"query_traj":2,"entry_traj":1,"encounters":4000000000,"duration":0,"t_first":"1970-01-01T00:00:01Z","t_last":"1970-01-01T00:00:02Z","t_closest":"1970-01-01T00:00:01.5Z","d_min":0.1,"v_closest":null}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "pairs"+ext)
		w, err := CreatePairs(path, s, s, WriteOptions{Threads: 2})
		if got := fileOf(t, path, fewPairs(), w, err); got != want {
			t.Errorf("%s: got\n%swant\n%s", ext, got, want)
		}
	}
}

// TestPairParquet wants pairs as another reader of Parquet reads them.
func TestPairParquet(t *testing.T) {
	ints, names := formattest.SmallStore(t, trajectory.Number, "-5", "7"), formattest.SmallStore(t, trajectory.Number, "a", "b")
	path := filepath.Join(t.TempDir(), "pairs.parquet")
	w, err := CreatePairs(path, ints, names, WriteOptions{})
	fileOf(t, path, fewPairs(), w, err)
	type pair struct {
		QueryTraj  int64    `parquet:"query_traj"`
		EntryTraj  string   `parquet:"entry_traj"`
		Encounters int64    `parquet:"encounters"`
		Duration   float64  `parquet:"duration"`
		First      float64  `parquet:"t_first"`
		Last       float64  `parquet:"t_last"`
		Closest    float64  `parquet:"t_closest"`
		Distance   float64  `parquet:"d_min"`
		Speed      *float64 `parquet:"v_closest"`
	}
	two := 2.0
	got, err := parquetgo.ReadFile[pair](path)
	if want := []pair{{-5, "b", 3, 1.25, -0.25, 1, 0.5, 0, &two}, {7, "a", 4_000_000_000, 0, 1, 2, 1.5, 0.1, nil}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestPairsOfOtherTimes wants stores of two kinds of times to be refused.
func TestPairsOfOtherTimes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pairs.csv")
	_, err := CreatePairs(path, formattest.SmallStore(t, trajectory.Number, "1"), formattest.SmallStore(t, trajectory.Timestamp, "1"), WriteOptions{})
	if _, stat := os.Stat(path); err == nil || !os.IsNotExist(stat) {
		t.Errorf("%v, %v", err, stat)
	}
}

// TestPartsOfEncounters wants the column parts after the others where WriteOptions.Parts is set.
func TestPartsOfEncounters(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	met := formattest.FewEncounters()
	met.Parts = []uint32{1, 70_000}
	for ext, want := range map[string]string{
		".csv": "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open,parts\n" +
			"1,2,-0.25,1,0.5,0,2,both,1\n2,1,1,2,1.5,0.1,3e-09,,70000\n",
		".ndjson": `{"query_traj":1,"entry_traj":2,"t_enter":-0.25,"t_exit":1,"t_closest":0.5,"d_min":0,"v_closest":2,"open":"both","parts":1}` + "\n" +
			`{"query_traj":2,"entry_traj":1,"t_enter":1,"t_exit":2,"t_closest":1.5,"d_min":0.1,"v_closest":3e-09,"open":"","parts":70000}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "encounters"+ext)
		w, err := CreateEncounters(path, s, s, WriteOptions{Parts: true})
		if got := fileOf(t, path, met, w, err); got != want {
			t.Errorf("%s: got\n%swant\n%s", ext, got, want)
		}
	}
	path := filepath.Join(t.TempDir(), "encounters.parquet")
	w, err := CreateEncounters(path, s, s, WriteOptions{Parts: true})
	fileOf(t, path, met, w, err)
	type parts struct {
		Parts int64 `parquet:"parts"`
	}
	if got, err := parquetgo.ReadFile[parts](path); err != nil || len(got) != 2 || got[1].Parts != 70_000 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestPairUnits wants units in the metadata of Parquet, for durations the unit of time.
func TestPairUnits(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	path := filepath.Join(t.TempDir(), "pairs.parquet")
	w, err := CreatePairs(path, s, s, WriteOptions{Units: format.Units{Length: "km", Time: "mjd"}})
	data := fileOf(t, path, fewPairs(), w, err)
	file, err := parquetgo.OpenFile(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"duration":"d","t_first":"mjd","t_last":"mjd","t_closest":"mjd","d_min":"km","v_closest":"km/d"}`
	if units, ok := file.Lookup("flyby.units"); !ok || units != want {
		t.Errorf("%s, want %s", units, want)
	}
}
