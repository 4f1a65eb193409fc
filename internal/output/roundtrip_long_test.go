//go:build long

package output

import (
	"context"
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"flyby/internal/testing/formattest"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestManyBlocks reads a file of many blocks and row groups, with ids that turn out
// to be names only near its end.
func TestManyBlocks(t *testing.T) {
	c := trajectory.Columns{}
	const rows = 1_200_000
	for i := range rows {
		c.ID.Code = append(c.ID.Code, uint32(i%1000))
		c.T = append(c.T, float64(i/1000))
		c.X, c.Y = append(c.X, math.Sqrt(float64(i))), append(c.Y, float64(i)/8)
	}
	for i := range 1000 {
		c.ID.Name = append(c.ID.Name, strconv.Itoa(i*37))
	}
	c.ID.Name[999] = "last"
	c.ID.Code = append(c.ID.Code, 0)
	c.T, c.X, c.Y = append(c.T, 1e6), append(c.X, 1), append(c.Y, 2)
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{".csv", ".csv.gz", ".parquet", ".arrows"} {
		path := filepath.Join(t.TempDir(), "big"+ext)
		if err := WriteStore(context.Background(), path, s, WriteOptions{Threads: 3}); err != nil {
			t.Fatal(err)
		}
		calls, lastDone := 0, int64(0)
		got, _, err := input.Read(context.Background(), path, format.Options{Reading: format.Reading{Threads: 3, Progress: func(done, total int64) {
			if calls++; done < lastDone || total == 0 {
				t.Errorf("progress %d after %d of %d", done, lastDone, total)
			}
			lastDone = done
		}}})
		if err != nil {
			t.Fatal(err)
		}
		if calls < 5 {
			t.Errorf("%s: %d progress calls", ext, calls)
		}
		formattest.SameStore(t, got, s)
	}
}
