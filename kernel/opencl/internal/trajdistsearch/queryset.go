package trajdistsearch

import (
	"math"
	"slices"
	"unsafe"

	"flyby/batching"
	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/clrt"
	"flyby/internal/ownership"
	"flyby/internal/parallel"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

// Tile is TILE of interact.cl.
const Tile = 32

// querySet is the query segments of all batches of a search on the device, in
// order of t_start. It stays on the device from one call to the next.
type querySet struct {
	records  clrt.Array // set of interact.cl; without float64 the boxes
	excluded clrt.Array // [queries] without float64
	staging  clrt.Staging
	spare    []uint64 // in its place

	made setOf
}

// setOf is the data that a query set is made of. It keeps the slices alive, so that
// no other slice gets their memory.
type setOf struct {
	queries  *trajectory.Store
	rows     []uint32
	excluded []uint32
	join     bool
	frame    *binindex.Frame // of boxes
	batch    batching.Batch  // of the rows
}

func newQuerySet() querySet {
	return querySet{records: clrt.Array{Name: "query.records"}, excluded: clrt.Array{Name: "query.excluded"}}
}

// newSetOf returns the data of the query set that a work needs, in a frame.
func newSetOf(w *kernel.RangeWork, f *binindex.Frame) setOf {
	s := setOf{w.Queries, w.Rows, w.Excluded, w.Join, f, batching.Batch{}}
	for k, v := range w.Invocations {
		if k == 0 {
			s.batch = v.Batch
		}
		s.batch.First, s.batch.Last = min(s.batch.First, v.Batch.First), max(s.batch.Last, v.Batch.Last)
	}
	return s
}

// serves reports whether a set made of s contains the set made of o.
func (s *setOf) serves(o *setOf) bool {
	return s.queries == o.queries && s.frame == o.frame && s.join == o.join && same(s.rows, o.rows) && same(s.excluded, o.excluded) &&
		s.batch.First <= o.batch.First && o.batch.Last <= s.batch.Last
}

// same reports whether two slices have the same memory.
func same(a, b []uint32) bool {
	return len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
}

// send has the function by send the query set that a work needs, unless the device
// has it.
func (s *querySet) send(w *kernel.RangeWork, f *binindex.Frame, by func(setOf) error) error {
	wanted := newSetOf(w, f)
	if s.made.serves(&wanted) {
		return nil
	}
	s.made = setOf{}
	if err := by(wanted); err != nil {
		return err
	}
	s.made = wanted
	return nil
}

// place returns the place in the query set where a batch begins.
func (s *querySet) place(b batching.Batch) uint32 { return uint32(b.First - s.made.batch.First) }

// padded returns the length of the planes of instants: a tile may begin at any
// query segment.
func (s *setOf) padded() int { return s.batch.Len() + Tile }

// sendRecords enqueues a copy of the query segments, unless the device has it.
func (d *Ranger) sendRecords(w *kernel.RangeWork) error {
	s := &d.queries
	return s.send(w, nil, func(of setOf) error {
		host := s.gather(w, &of, d.dev.Pool)
		if err := d.dev.Memory.Ensure(&s.records, 8*len(host)); err != nil {
			return err
		}
		return clrt.Write(d.dev.Queues, s.records.Buffer, 0, host)
	})
}

// recordWords is the size of a record of interact.cl in words of 64 bits.
const recordWords = 10

// gather makes the planes and the records on all threads.
func (s *querySet) gather(w *kernel.RangeWork, of *setOf, p *clrt.Pool) (host []uint64) {
	rows := w.Rows[of.batch.First:of.batch.Last]
	n := of.padded()
	size := 2*n + recordWords*len(rows)
	host = s.room(p, size)
	c := newCensus(w.Queries)
	first, last, records := host[:n], host[n:2*n], host[2*n:]
	for i := len(rows); i < n; i++ {
		first[i], last[i] = math.Float64bits(math.Inf(1)), math.Float64bits(math.Inf(-1))
	}
	parallel.AllCores(len(rows), func(from, to int) {
		t := w.Queries.T()
		for i := from; i < to; i++ {
			row := rows[i]
			start, end, traj := math.Float64bits(t[row]), t[c.end[row]], int(c.owner[row])
			first[i], last[i] = start, math.Float64bits(ownership.Owned(end, c.marked[row]&ownsEnd != 0))
			r := (*record)(records[recordWords*i:])
			r[0], r[1], r[8] = start, math.Float64bits(end), math.Float64bits(w.Queries.Radius(traj))
			r[9] = uint64(c.marked[row]) | uint64(excludedFor(w.Rule, traj))<<32
			c.putPlaces(r, row)
		}
	})
	return host
}

// record is a query segment in the layout of interact.cl.
type record [recordWords]uint64

// putPlaces writes the positions at the segment's two ends.
func (c *census) putPlaces(r *record, row uint32) {
	end := c.end[row]
	x, y, z := c.store.X(), c.store.Y(), c.store.Z()
	r[2], r[5] = math.Float64bits(x[row]), math.Float64bits(x[end])
	r[3], r[6] = math.Float64bits(y[row]), math.Float64bits(y[end])
	r[4], r[7] = 0, 0
	if z != nil {
		r[4], r[7] = math.Float64bits(z[row]), math.Float64bits(z[end])
	}
}

// room returns memory for words: pinned, if the pool has any.
func (s *querySet) room(p *clrt.Pool, words int) []uint64 {
	if s.staging.Reserve(p, 8*words); s.staging.Block == nil {
		s.spare = slices.Grow(s.spare[:0], words)[:words]
		return s.spare
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(s.staging.Bytes))), words)
}

// excludedFor returns the entry trajectory that a query trajectory is not compared
// with.
func excludedFor(r interaction.Rule, traj int) uint32 {
	switch {
	case r.Join:
		return uint32(traj)
	case r.Excluded != nil:
		return r.Excluded[traj]
	}
	return interaction.NoneExcluded
}

// sendBoxes enqueues a copy of the boxes and excluded entries of the query segments in a
// frame, unless the device has it.
func (d *Ranger) sendBoxes(w *kernel.RangeWork, f *binindex.Frame) error {
	s := &d.queries
	return s.send(w, f, func(of setOf) error {
		rows := w.Rows[of.batch.First:of.batch.Last]
		owner := newCensus(w.Queries).owner
		excluded := make([]uint32, len(rows))
		for i, row := range rows {
			excluded[i] = excludedFor(w.Rule, int(owner[row]))
		}
		if err := d.dev.Memory.Fill(&s.records, pair.Words(boxesOf(w.Queries, f, rows))); err != nil {
			return err
		}
		return d.dev.Memory.Fill(&s.excluded, excluded)
	})
}
