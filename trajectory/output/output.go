// Package output writes trajectories to files: WriteStore writes a store in the format that the extension of a file picks. Answers are written by jobs.
package output

import (
	"context"

	"flyby/internal/output"
	"flyby/trajectory"
)

// WriteOptions says how a file is written: Stdout is the writer of "-", Folder the folder of relative names, Format the format of names without an
// extension, Threads the number of goroutines, Units the units of the numbers, Memory the bytes that a writer may hold, and ByTime asks for rows in
// order of time. The zero value is good for files.
type WriteOptions = output.WriteOptions

// WriteStore writes the samples of a store as CSV (also .gz and .zst) or Parquet,
// which Read reads back to the same store, to the bit, but for Space in CSV; "-" is CSV to o.Stdout. Its
// columns are traj_id, t, x and y, then z in 3-D and r where there are radii; o.Degrees gives x, y
// and z other names. Samples come trajectory by trajectory in the order of ids, and by time in each, or as o.ByTime says.
//
// Timestamps are RFC 3339 in CSV. In Parquet they are TIMESTAMP in the coarsest
// of milli-, micro- and nanoseconds that holds every one exactly, or RFC 3339 text.
//
// Parquet's metadata have the frame of EarthCentred positions, and the units of columns (WriteOptions.Units). CSV has no place for a frame:
// a store read back from CSV is Plain.
//
// When ctx ends first, its error is returned. An error leaves no file.
func WriteStore(ctx context.Context, path string, s *trajectory.Store, o WriteOptions) error {
	return output.WriteStore(ctx, path, s, o)
}
