package output

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"flyby/internal/codec"
	"flyby/internal/radix"
	"flyby/internal/reading"
	"flyby/trajectory"
)

// storeRows is the number of samples given to a sink at a time.
const storeRows = 1 << 16

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
	var rows sampleColumns
	c := rows.content(s, s.HasRadius(), &o)
	if c.stamps {
		c.parquetTimes = codec.StorageOf(s.T())
	}
	fill := rows.inTurn
	if o.ByTime {
		fill = rows.byTime(s)
	}
	return writeRows(ctx, path, c, o, func(write func(n int) error) error {
		for first := 0; first < s.Samples(); first += storeRows {
			last := min(s.Samples(), first+storeRows)
			fill(s, first, last)
			if err := write(last - first); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteSamples is WriteStore for samples that come some at a time, in the order in which WriteStore writes them. named has their ids and no
// samples: ID.Code has the number of each sample's trajectory, and R is there where radius is. The file is equal to WriteStore's to the
// byte. It goes through samples twice where times are timestamps and go to Parquet.
func WriteSamples(ctx context.Context, path string, named *trajectory.Store, radius bool, samples iter.Seq2[trajectory.Columns, error], o WriteOptions) error {
	var rows sampleColumns
	c := rows.content(named, radius, &o)
	if f, _ := o.find(path, reading.StoreOutput); c.stamps && f.Typed {
		c.parquetTimes = codec.TimeMillis
		for some, err := range samples {
			if err != nil {
				return err
			}
			c.parquetTimes = max(c.parquetTimes, codec.StorageOf(some.T))
		}
	}
	return writeRows(ctx, path, c, o, func(write func(n int) error) error {
		for some, err := range samples {
			if err != nil {
				return err
			}
			rows = sampleColumns{some.ID.Code, some.T, some.X, some.Y, some.Z, some.R}
			if err := write(len(some.T)); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeRows writes a file of the rows that feed writes.
func writeRows(ctx context.Context, path string, c content, o WriteOptions, feed func(write func(n int) error) error) error {
	w, err := newFileWriter(path, reading.StoreOutput, c, o)
	if err != nil {
		return err
	}
	defer w.Abort()
	defer context.AfterFunc(ctx, w.Discard)()
	err = feed(func(n int) error { return cmp.Or(w.write(n), ctx.Err()) })
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return overruled(ctx, path, err)
	}
	return nil
}

// sampleColumns has the rows of a store that are written next.
type sampleColumns struct {
	owner         []uint32
	t, x, y, z, r []float64
}

// content returns the content of a file of a store, whose rows go through c.
func (c *sampleColumns) content(s *trajectory.Store, radius bool, o *WriteOptions) content {
	axes, places, units := [3]string{"x", "y", "z"}, InLength, o.Units.Of(s.Times(), s.Space().Frame)
	if o.Degrees {
		axes, places, units.Length = [3]string{"lon", "lat", "height"}, InDegrees, trajectory.EarthCentred.Unit()
	}
	columns := []outColumn{
		{name: "traj_id", ids: trajectories{s}, u32: &c.owner},
		{name: "t", f64: &c.t, time: true},
		{name: axes[0], f64: &c.x, counts: places},
		{name: axes[1], f64: &c.y, counts: places},
	}
	if s.Dim() == 3 {
		columns = append(columns, outColumn{name: axes[2], f64: &c.z, counts: InLength})
	}
	if radius {
		columns = append(columns, outColumn{name: "r", f64: &c.r, counts: InLength})
	}
	return content{columns: columns, stamps: s.Times() == trajectory.Timestamp, frame: s.Space().Frame, units: units, byTime: o.ByTime, samples: true}
}

// inTurn takes the rows [first, last) of a store.
func (c *sampleColumns) inTurn(s *trajectory.Store, first, last int) {
	c.owner = owners(s, c.owner[:0], first, last)
	c.r = c.r[:0]
	for _, traj := range c.owner {
		c.r = append(c.r, s.Radius(int(traj)))
	}
	c.t, c.x, c.y = s.T()[first:last], s.X()[first:last], s.Y()[first:last]
	if s.Dim() == 3 {
		c.z = s.Z()[first:last]
	}
}

// owners appends the trajectories of the rows [first, last) of a store.
func owners(s *trajectory.Store, to []uint32, first, last int) []uint32 {
	traj, end := 0, first
	for row := first; row < last; row++ {
		if row == end { // each trajectory has samples
			traj = s.Owner(row)
			_, end = s.Range(traj)
		}
		to = append(to, uint32(traj))
	}
	return to
}

// byTime returns a function that takes the rows [first, last) of a store in order of time, equal times in the order of their ids. It holds
// 8 bytes a row, and 16 more while it sorts them.
func (c *sampleColumns) byTime(s *trajectory.Store) func(s *trajectory.Store, first, last int) {
	rows, of := make([]uint32, s.Samples()), owners(s, make([]uint32, 0, s.Samples()), 0, s.Samples())
	for i := range rows {
		rows[i] = uint32(i)
	}
	radix.Index(rows, s.T())
	return func(s *trajectory.Store, first, last int) {
		some := rows[first:last]
		c.owner, c.r = radix.Ordered(of, some), c.r[:0]
		for _, traj := range c.owner {
			c.r = append(c.r, s.Radius(int(traj)))
		}
		c.t, c.x, c.y, c.z = radix.Ordered(s.T(), some), radix.Ordered(s.X(), some), radix.Ordered(s.Y(), some), radix.Ordered(s.Z(), some)
	}
}

// overruled returns the error of ctx where ctx has ended, which discards the file and so makes writing fail.
func overruled(ctx context.Context, path string, err error) error {
	if over := ctx.Err(); over != nil {
		return fmt.Errorf("format: write %s: %w", path, over)
	}
	return err
}
