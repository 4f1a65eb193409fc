package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// somewhere has columns of places and speeds for n rows.
type somewhere struct{ lon, lat, height, speed []float64 }

func (p *somewhere) fill(first, last int) {
	p.lon, p.lat, p.height, p.speed = p.lon[:0], p.lat[:0], p.height[:0], p.speed[:0]
	for i := first; i < last; i++ {
		p.lon, p.lat = append(p.lon, float64(i%360)-179.5), append(p.lat, float64(i%180)-89.25)
		p.height, p.speed = append(p.height, 1e-7*float64(i)), append(p.speed, float64(i)/8)
	}
	p.speed[0] = math.NaN()
}

func (p *somewhere) options(threads int) WriteOptions {
	lon, lat, height := DegreeColumn("query_lon", &p.lon), DegreeColumn("query_lat", &p.lat), LengthColumn("query_height", &p.height)
	return WriteOptions{
		Threads: threads, Point: []Column{lon, lat, height},
		Further: []Column{lon, lat, SpeedColumn("query_speed", &p.speed)},
	}
}

// TestGeoJSON wants a feature for each row, on a line of its own.
func TestGeoJSON(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Timestamp, "a\"b", "c")
	path := filepath.Join(t.TempDir(), "met.geojson")
	var p somewhere
	p.fill(0, 2)
	w, err := CreateEncounters(path, s, s, p.options(2))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Write(formattest.FewEncounters()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	want := `{"type":"FeatureCollection","features":[
{"geometry":{"coordinates":[-179.5,-89.25,0],"type":"Point"},"type":"Feature","properties":{"query_traj":"a\"b","entry_traj":"c","t_enter":"1969-12-31T23:59:59.75Z","t_exit":"1970-01-01T00:00:01Z","t_closest":"1970-01-01T00:00:00.5Z","d_min":0,"v_closest":2,"open":"both","query_lon":-179.5,"query_lat":-89.25,"query_speed":null}},
{"geometry":{"coordinates":[-178.5,-88.25,1e-07],"type":"Point"},"type":"Feature","properties":{"query_traj":"c","entry_traj":"a\"b","t_enter":"1970-01-01T00:00:01Z","t_exit":"1970-01-01T00:00:02Z","t_closest":"1970-01-01T00:00:01.5Z","d_min":0.1,"v_closest":3e-09,"open":"","query_lon":-178.5,"query_lat":-88.25,"query_speed":0.125}}
]}
`
	if err != nil || string(got) != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}
}

// manyEncounters writes n encounters, some at a time, and returns the file.
func manyEncounters(t *testing.T, path string, n, chunk, threads int) []byte {
	t.Helper()
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	var p somewhere
	w, err := CreateEncounters(path, s, s, p.options(threads))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for first := 0; first < n; first += chunk {
		rows := min(chunk, n-first)
		one := formattest.FewEncounters()
		p.fill(first, first+rows)
		e := trajectory.Encounters{
			QueryTraj: make([]uint32, rows), EntryTraj: slices.Repeat(one.EntryTraj[:1], rows), Enter: slices.Clone(p.lat), Exit: slices.Clone(p.lat),
			Closest: slices.Clone(p.lat), Distance: slices.Clone(p.height), Speed: slices.Clone(p.height), Open: make([]trajectory.Open, rows),
		}
		p.speed[0] = float64(first) / 8
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
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

// TestGeoJSONIsJSON wants encoding/json to read files of no row, of one and of several blocks, with
// as many features as rows, and the files not to depend on threads and chunks.
func TestGeoJSONIsJSON(t *testing.T) {
	for _, n := range []int{0, 1, textRows, 2*textRows + 1} {
		path := filepath.Join(t.TempDir(), "met.geojson")
		got := manyEncounters(t, path, n, 1000, 3)
		var file struct {
			Type     string
			Features []struct {
				Type     string
				Geometry struct {
					Type        string
					Coordinates []float64
				}
				Properties map[string]any
			}
		}
		if err := json.Unmarshal(got, &file); err != nil || file.Type != "FeatureCollection" || len(file.Features) != n {
			t.Fatalf("%d rows: %v, %d features", n, err, len(file.Features))
		}
		for i, f := range file.Features {
			want := []float64{float64(i%360) - 179.5, float64(i%180) - 89.25, 1e-7 * float64(i)}
			if f.Type != "Feature" || f.Geometry.Type != "Point" || !slices.Equal(f.Geometry.Coordinates, want) || f.Properties["query_lon"] != want[0] || len(f.Properties) != 11 {
				t.Fatalf("row %d of %d: %+v, want %v", i, n, f, want)
			}
		}
		if n > 0 && !bytes.Equal(got, manyEncounters(t, path, n, 777, 1)) {
			t.Errorf("%d rows: other chunks and threads make another file", n)
		}
	}
}

// TestGeoJSONWithoutPoint wants an error and no file.
func TestGeoJSONWithoutPoint(t *testing.T) {
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	path := filepath.Join(t.TempDir(), "hits.geojson.gz")
	_, err := CreateHits(path, s, s, WriteOptions{})
	if want := "format: write " + path + ": GeoJSON needs the longitude and the latitude of each row"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("there is a file: %v", err)
	}
}

// TestFurtherColumns wants further columns behind the others in CSV, NDJSON and Parquet, with their
// units.
func TestFurtherColumns(t *testing.T) {
	folder := t.TempDir()
	text := string(manyEncounters(t, filepath.Join(folder, "met.csv"), 2, 1, 1))
	if want := "query_traj,entry_traj,t_enter,t_exit,t_closest,d_min,v_closest,open,query_lon,query_lat,query_speed\n" +
		"1,2,-89.25,-89.25,-89.25,0,0,,-179.5,-89.25,0\n" + "1,2,-88.25,-88.25,-88.25,1e-07,1e-07,,-178.5,-88.25,0.125\n"; text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if text := string(manyEncounters(t, filepath.Join(folder, "met.ndjson"), 1, 1, 1)); !strings.HasSuffix(text, `"open":"","query_lon":-179.5,"query_lat":-89.25,"query_speed":0}`+"\n") {
		t.Errorf("NDJSON: %s", text)
	}
	s := formattest.SmallStore(t, trajectory.Number, "1", "2")
	path := filepath.Join(folder, "met.parquet")
	var p somewhere
	p.fill(0, 2)
	o := p.options(1)
	o.Units = format.Units{Length: "m", Time: "s"}
	w, err := CreateEncounters(path, s, s, o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Write(formattest.FewEncounters()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	type row struct {
		Lon   float64  `parquet:"query_lon"`
		Lat   float64  `parquet:"query_lat"`
		Speed *float64 `parquet:"query_speed,optional"`
	}
	rows, err := parquetgo.ReadFile[row](path)
	if err != nil || len(rows) != 2 || rows[1].Lon != -178.5 || rows[1].Lat != -88.25 || rows[0].Speed != nil || *rows[1].Speed != 0.125 {
		t.Errorf("%v, %+v", err, rows)
	}
	b, err := os.ReadFile(path)
	if want := `"query_lon":"deg","query_lat":"deg","query_speed":"m/s"`; err != nil || !bytes.Contains(b, []byte(want)) {
		t.Errorf("%v, no %s in the metadata", err, want)
	}
}

func BenchmarkGeoJSON(b *testing.B) {
	const rows = 1 << 16
	s := formattest.SmallStore(b, trajectory.Timestamp, "1", "2")
	var p somewhere
	p.fill(0, rows)
	e := trajectory.Encounters{QueryTraj: make([]uint32, rows), EntryTraj: make([]uint32, rows), Open: make([]trajectory.Open, rows)}
	for i := range rows {
		v := 1.6e9 + math.Sqrt(float64(i))
		e.Enter, e.Exit, e.Closest = append(e.Enter, v), append(e.Exit, v+1), append(e.Closest, v+0.3)
		e.Distance, e.Speed = append(e.Distance, math.Sqrt(v)), append(e.Speed, math.Sqrt(v)/7)
		p.lon[i], p.lat[i] = p.lon[i]+float64(i)/1e9, p.lat[i]+float64(i)/1e9
	}
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			defer formattest.BenchTimes(b, rows)()
			for b.Loop() {
				w, err := CreateEncounters(filepath.Join(b.TempDir(), "met.geojson"), s, s, p.options(threads))
				if err != nil {
					b.Fatal(err)
				}
				if err := w.Write(e); err != nil {
					b.Fatal(err)
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
