package fileset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby/internal/output"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// randomPlaces makes a CSV file of random places, ids in order, with heights or without.
func randomPlaces(t *testing.T, seed uint64, heights bool) string {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, 1))
	var s strings.Builder
	s.WriteString("id,t,lon,lat")
	if heights {
		s.WriteString(",height")
	}
	for id := range 5 {
		for at := range 4 {
			fmt.Fprintf(&s, "\n%d,%d,%v,%v", id, 1000*at, dice.Float64()*540-180, dice.Float64()*180-90)
			if heights {
				fmt.Fprintf(&s, ",%v", dice.Float64()*1e4)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "places.csv")
	if err := os.WriteFile(path, []byte(s.String()+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// readPlaces reads a file with degrees.
func readPlaces(t *testing.T, path string, keep bool) (*trajectory.Store, format.Report) {
	t.Helper()
	s, report, err := Read(context.Background(), path, format.Options{Reading: format.Reading{LonLat: true}, KeepDegrees: keep})
	if err != nil {
		t.Fatal(err)
	}
	return s, report
}

// sameSamples reports whether two stores have the same samples, to the bit.
func sameSamples(a, b *trajectory.Store) bool {
	return slices.Equal(a.T(), b.T()) && slices.Equal(a.X(), b.X()) && slices.Equal(a.Y(), b.Y()) && slices.Equal(a.Z(), b.Z()) && a.Dim() == b.Dim()
}

// TestDegreesAreKept: degrees that are kept, written and read as degrees give the same positions as
// the original file, split segments included.
func TestDegreesAreKept(t *testing.T) {
	for seed := range uint64(8) {
		path := randomPlaces(t, seed, seed%2 == 0)
		want, split := readPlaces(t, path, false)
		if split.Split == 0 || split.Degrees {
			t.Fatalf("seed %d: %+v: nothing was split", seed, split)
		}
		kept, report := readPlaces(t, path, true)
		if !report.Degrees || report.Split != 0 || report.Added != 0 || kept.Samples() != report.Rows {
			t.Errorf("seed %d: %+v of %d samples", seed, report, kept.Samples())
		}
		if f := kept.Space().Frame; f != trajectory.Plain || kept.Dim() != 3-int(seed%2) {
			t.Errorf("seed %d: %d-D, %v", seed, kept.Dim(), f)
		}
		for _, ext := range []string{".csv", ".parquet", ".arrows", ".csv.gz"} {
			again := filepath.Join(t.TempDir(), "kept"+ext)
			if err := output.WriteStore(context.Background(), again, kept, output.WriteOptions{Degrees: true}); err != nil {
				t.Fatal(err)
			}
			if got, _ := readPlaces(t, again, false); !sameSamples(got, want) {
				t.Errorf("seed %d: %s has other positions", seed, ext)
			}
			if got, _ := readPlaces(t, again, true); !sameSamples(got, kept) {
				t.Errorf("seed %d: %s has other degrees", seed, ext)
			}
		}
	}
}

// TestDegreesAreChecked: impossible degrees are errors where degrees are kept, too.
func TestDegreesAreChecked(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"1,0,400,10,0", `column lon: "400": longitude outside -180 to 360 degrees`},
		{"1,0,40,-91,0", `column lat: "-91": latitude outside -90 to 90 degrees`},
		{"1,0,40,10,2000000000", `column height: "2e+09": height beyond a million kilometres`},
	} {
		path := filepath.Join(t.TempDir(), "wrong.csv")
		if err := os.WriteFile(path, []byte("id,t,lon,lat,height\n"+c.row+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, keep := range []bool{false, true} {
			_, _, err := Read(context.Background(), path, format.Options{Reading: format.Reading{LonLat: true}, KeepDegrees: keep})
			if err == nil || !strings.HasSuffix(err.Error(), "wrong.csv:2: "+c.want) {
				t.Errorf("%s, degrees kept %t: %v", c.row, keep, err)
			}
		}
	}
}

// TestPositionsOfNoDegreesAreTheSame: a file without degrees is read alike where degrees would be
// kept.
func TestPositionsOfNoDegreesAreTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plain.csv")
	if err := os.WriteFile(path, []byte("id,t,x,y,height\n1,0,400,95,3\n1,1,401,96,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, report, err := Read(context.Background(), path, format.Options{KeepDegrees: true})
	if err != nil || report.Degrees || s.Dim() != 2 || s.X()[1] != 401 {
		t.Errorf("%+v, error %v", report, err)
	}
}
