package format

import (
	"context"
	"fmt"

	"flyby/trajectory"
)

// storeRows is how many samples are handed to a sink at a time.
const storeRows = 1 << 16

// WriteStore writes the samples of a store as CSV (also .gz and .zst) or Parquet,
// which Read reads back to the same store, to the bit, but for Space in CSV; "-" is CSV to o.Stdout. Its
// columns are traj_id, t, x and y, then z in 3-D and r where there are radii.
//
// Timestamps are RFC 3339 in CSV. In Parquet they are TIMESTAMP in the coarsest
// of milli-, micro- and nanoseconds that holds every one exactly, or RFC 3339 text.
//
// Parquet's metadata say of EarthCentred positions what they are. CSV has no place for
// that: a store read back from CSV is Plain.
//
// When ctx ends first, its error is returned. An error leaves no file.
func WriteStore(ctx context.Context, path string, s *trajectory.Store, o WriteOptions) error {
	var owner []uint32
	var t, x, y, z, r []float64
	columns := []outColumn{
		{name: "traj_id", store: s, u32: &owner},
		{name: "t", f64: &t, time: true},
		{name: "x", f64: &x},
		{name: "y", f64: &y},
	}
	if s.Dim() == 3 {
		columns = append(columns, outColumn{name: "z", f64: &z})
	}
	if s.HasRadius() {
		columns = append(columns, outColumn{name: "r", f64: &r})
	}
	c := content{columns: columns, stamps: s.Times() == trajectory.Timestamp, frame: s.Space().Frame}
	if c.stamps {
		c.parquetTimes = storageOf(s.T())
	}
	w, err := newFileWriter(path, StoreOutput, c, o)
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(ctx, w.Discard)()
	traj := 0
	for first := 0; first < s.Samples(); first += storeRows {
		last := min(s.Samples(), first+storeRows)
		owner, r = owner[:0], r[:0]
		for row := first; row < last; row++ {
			if _, end := s.Range(traj); row == end {
				traj++
			}
			owner = append(owner, uint32(traj))
			r = append(r, s.Radius(traj))
		}
		t, x, y = s.T()[first:last], s.X()[first:last], s.Y()[first:last]
		if s.Dim() == 3 {
			z = s.Z()[first:last]
		}
		if err := w.write(last - first); err != nil || ctx.Err() != nil {
			return overruled(ctx, path, err)
		}
	}
	if err := w.Close(); err != nil {
		return overruled(ctx, path, err)
	}
	return nil
}

// overruled is the error of ctx where that has ended, which discards the file and so
// makes writing fail.
func overruled(ctx context.Context, path string, err error) error {
	if over := ctx.Err(); over != nil {
		return fmt.Errorf("format: write %s: %w", path, over)
	}
	return err
}
