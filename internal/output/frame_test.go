package output

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"

	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// earthCentred reads two samples near London.
func earthCentred(t *testing.T) *trajectory.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ships.csv")
	if err := os.WriteFile(path, []byte("id,t,lon,lat\n1,0,-0.1,51.5\n1,60,-0.11,51.5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, _, err := input.Read(context.Background(), path, format.Options{Reading: format.Reading{LonLat: true}})
	if err != nil {
		t.Fatal(err)
	}
	if want := (trajectory.Space{Dim: 3, Frame: trajectory.EarthCentred}); s.Space() != want {
		t.Fatalf("space %+v, want %+v", s.Space(), want)
	}
	return s
}

// TestFrameRoundTrip wants Parquet to keep the frame of positions, and CSV to forget it, as
// WriteStore documents.
func TestFrameRoundTrip(t *testing.T) {
	s := earthCentred(t)
	for ext, want := range map[string]trajectory.Frame{".parquet": trajectory.EarthCentred, ".csv": trajectory.Plain} {
		path := filepath.Join(t.TempDir(), "store"+ext)
		if err := WriteStore(context.Background(), path, s, WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		got, _, err := input.Read(context.Background(), path, format.Options{})
		if err != nil || got.Space() != (trajectory.Space{Dim: 3, Frame: want}) {
			t.Fatalf("%s: %v, space %+v, want %v", ext, err, got.Space(), want)
		}
		if want == trajectory.EarthCentred {
			formattest.SameStore(t, got, s)
		}
		_, _, err = input.Read(context.Background(), path, format.Options{Reading: format.Reading{LonLat: true}})
		if want := path + ": x, y and z are earth-centred metres already, not longitude, latitude and height"; ext == ".parquet" && (err == nil || err.Error() != want) {
			t.Errorf("as degrees: %v, want %s", err, want)
		}
	}
}

// TestFrameOfPlainFiles wants no metadata in a file of plain positions.
func TestFrameOfPlainFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.parquet")
	if err := WriteStore(context.Background(), path, randomStore(t, 1, 3, storeKind{}), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || bytes.Contains(text, []byte(reading.FrameKey)) {
		t.Errorf("%v, or %s is in the file", err, reading.FrameKey)
	}
}

// TestFrameUnknown wants a frame of a later flyby refused, and the metadata of other programs
// ignored.
func TestFrameUnknown(t *testing.T) {
	type row struct {
		ID   int64 `parquet:"id"`
		T, X float64
		Y, Z float64
	}
	for _, c := range []struct{ key, value, want string }{
		{"ARROW:schema", "/////w", ""},
		{reading.FrameKey, "moon", `its metadata say flyby.frame = "moon", which this flyby does not know`},
		{reading.FrameKey, "", `its metadata say flyby.frame = "", which this flyby does not know`},
	} {
		var b bytes.Buffer
		w := parquetgo.NewGenericWriter[row](&b, parquetgo.KeyValueMetadata(c.key, c.value))
		if _, err := w.Write([]row{{ID: 1}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		o := reading.Options{Options: format.Options{Reading: format.Reading{Threads: 1}, Columns: map[string]string{"t": "T", "x": "X", "y": "Y", "z": "Z"}}}
		_, err := parquet.Read(context.Background(), formattest.InMemory(b.Bytes()), &o)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != "fuzz: "+c.want) {
			t.Errorf("%s = %q: %v, want %s", c.key, c.value, err, c.want)
		}
	}
}
