package output

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

func fewObjects() trajectory.Objects {
	return trajectory.Objects{Traj: []uint32{1, 0}, Partners: []uint32{2, 1}, Encounters: []uint32{3, 4_000_000_000}, Duration: []float64{1.25, 0}, Longest: []float64{1, 0}, Distance: []float64{0, 0.1}}
}

// TestObjectText wants objects in text, durations as numbers where times are timestamps, too.
func TestObjectText(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Timestamp, "a", "b")
	for ext, want := range map[string]string{
		".csv": "traj_id,partners,encounters,duration,longest,d_min\nb,2,3,1.25,1,0\na,1,4000000000,0,0,0.1\n",
		".ndjson": `{"traj_id":"b","partners":2,"encounters":3,"duration":1.25,"longest":1,"d_min":0}` + "\n" +
			`{"traj_id":"a","partners":1,"encounters":4000000000,"duration":0,"longest":0,"d_min":0.1}` + "\n",
	} {
		path := filepath.Join(t.TempDir(), "objects"+ext)
		w, err := CreateObjects(path, s, WriteOptions{Threads: 2})
		if got := fileOf(t, path, fewObjects(), w, err); got != want {
			t.Errorf("%s: got\n%swant\n%s", ext, got, want)
		}
	}
}

// TestObjectParquet wants objects as another reader of Parquet reads them, with their units.
func TestObjectParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "objects.parquet")
	w, err := CreateObjects(path, formattest.SmallStore(t, trajectory.Number, "-5", "7"), WriteOptions{Units: format.Units{Length: "km", Time: "mjd"}})
	data := fileOf(t, path, fewObjects(), w, err)
	type object struct {
		ID         int64   `parquet:"traj_id"`
		Partners   int64   `parquet:"partners"`
		Encounters int64   `parquet:"encounters"`
		Duration   float64 `parquet:"duration"`
		Longest    float64 `parquet:"longest"`
		Distance   float64 `parquet:"d_min"`
	}
	got, err := parquetgo.ReadFile[object](path)
	if want := []object{{7, 2, 3, 1.25, 1, 0}, {-5, 1, 4_000_000_000, 0, 0, 0.1}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	file, err := parquetgo.OpenFile(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if units, ok := file.Lookup("flyby.units"); !ok || units != `{"duration":"d","longest":"d","d_min":"km"}` {
		t.Errorf("units %s", units)
	}
}
