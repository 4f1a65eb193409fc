package spool

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"unsafe"

	"flyby/internal/memory"
	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// direct is a Parquet file whose row groups tell times apart. Its slabs are read from the file itself, each from the row
// groups that have rows of it.
type direct struct {
	path   string
	groups *parquet.Groups
	spans  []span   // [row groups]
	closed []uint64 // ascending: segments that a gap follows, as trajectory in the whole and segment, 32 bits each
	maxGap float64
	radius float64         // of all trajectories where the file has no radius; 0: they have none
	rules  *format.Options // by which a ruledPicker makes slabs; nil: times alone decide segments
}

// A span is the range of times of a row group.
type span struct {
	first, last float64 // least and greatest time of its rows
	from, to    float64 // least and greatest start of the segments that end in it
}

const spanBytes = uint64(unsafe.Sizeof(span{}))

// noSpan returns the span of no row.
func noSpan() span { return span{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)} }

// overlaps reports whether a row group may have a sample of a segment that starts in [from, to).
func (s *span) overlaps(from, to float64) bool {
	return s.first < to && s.last >= from || s.from < to && s.to >= from
}

// leads widens from and to by the start of a way to a row of the row group.
func (s *span) leads(from float64) { s.from, s.to = min(s.from, from), max(s.to, from) }

// mostReading is how many times all slabs together may read the file. A row in two slabs is read twice.
const mostReading = 2

// rows returns how many rows slabs that meet at edges have to read: the rows of a row group count for each slab that it
// overlaps. all is the number of rows.
func (d *direct) rows(spans []span, edges []float64) (n, all uint64) {
	for i := range spans {
		rows := uint64(d.groups.Rows(i))
		all += rows
		from := math.Inf(-1)
		for k := range len(edges) + 1 {
			to := math.Inf(1)
			if k < len(edges) {
				to = edges[k]
			}
			if spans[i].overlaps(from, to) {
				n += rows
			}
			from = to
		}
	}
	return n, all
}

// rowsOf returns about how many rows a slab will have.
func (d *direct) rowsOf(o *Options) float64 {
	if o.Slabs == 0 {
		return float64(o.Memory / slabPart / uint64(8*(1+d.groups.Space().Dim)))
	}
	rows := 0
	for i := range d.groups.Len() {
		rows += d.groups.Rows(i)
	}
	return float64(rows) / float64(o.Slabs)
}

// promises reports whether the statistics of the row groups tell times apart: whether slabs of some rows are likely to read
// the file at most mostReading times, if the times of a row group are spread evenly. Of many row groups it looks at a sample.
func (d *direct) promises(each float64) bool {
	const looks = 256
	all, rows := 0.0, make([]float64, d.groups.Len())
	spans := make([]span, len(rows))
	for i := range spans {
		rows[i] = float64(d.groups.Rows(i))
		all += rows[i]
		first, last, known := d.groups.Times(i)
		if spans[i] = noSpan(); rows[i] == 0 {
			continue
		}
		if !known {
			return false
		}
		spans[i].first, spans[i].last = first, last
	}
	each = max(1, each)
	slabs, read, seen := math.Ceil(all/each), 0.0, 0.0
	for i := 0; i < len(rows); i += 1 + len(rows)/looks {
		within := 0.0 // rows of the file at times of the row group
		for k := range spans {
			within += float64(rows[k] * spans[k].share(&spans[i]))
		}
		read += float64(rows[i] * min(slabs, 1+within/each))
		seen += rows[i]
	}
	return read <= mostReading*seen
}

// isLocated reports whether the statistics of the row groups have the extent of positions, which are not read before slabs
// are.
func (d *direct) isLocated() bool {
	least, greatest := d.groups.Box()
	for k := range least {
		if !(least[k] <= greatest[k]) {
			return false
		}
	}
	return true
}

// share returns the part of a span's times that another covers.
func (s *span) share(other *span) float64 {
	from, to := max(s.first, other.first), min(s.last, other.last)
	switch {
	case !(from <= to):
		return 0
	case s.first == s.last:
		return 1
	}
	return (to - from) / (s.last - s.first)
}

// bytes returns the memory of the footer, the spans and the gaps.
func (d *direct) bytes() uint64 {
	return d.groups.Bytes() + spanBytes*uint64(len(d.spans)) + 8*uint64(len(d.closed))
}

// closes reports whether a gap follows a segment.
func (d *direct) closes(traj, segment uint32) bool {
	_, ok := slices.BinarySearch(d.closed, uint64(traj)<<32|uint64(segment))
	return ok
}

// apart reports whether a gap lies between two times.
func (d *direct) apart(from, to float64) bool { return d.maxGap > 0 && to-from > d.maxGap }

// overlapping returns the row groups to read for a slab.
func (d *direct) overlapping(from, to float64) (groups []int) {
	for i := range d.spans {
		if d.spans[i].overlaps(from, to) {
			groups = append(groups, i)
		}
	}
	return groups
}

// errChanged ends a reading that finds other rows than the first did.
var errChanged = errors.New("spool: other rows than before")

// explain returns the error of a second reading. Where the file has a fault that the first reading did not look at, it is the
// error of input.Read, which reports the first fault in the file.
func (d *direct) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, memory.ErrNoRoom) {
		return cmp.Or(ctx.Err(), err)
	}
	if errors.Is(err, format.ErrChanged) {
		return err
	}
	if changed := d.groups.Unchanged(); changed != nil {
		return changed
	}
	ignore := func(*reading.Rows, func(*trajectory.RowError) error) error { return nil }
	_, _, whole := d.groups.Read(ctx, parquet.Pick{Groups: d.all(), Ahead: slabAhead}, ignore)
	return cmp.Or(ctx.Err(), whole, d.groups.Changed())
}

// all returns the numbers of all row groups.
func (d *direct) all() []int {
	all := make([]int, d.groups.Len())
	for i := range all {
		all[i] = i
	}
	return all
}

// Direct reports whether slabs are read from the file itself.
func (s *Spool) Direct() bool { return s.direct != nil }

// Path returns the path of the file where slabs are read from it, else "".
func (s *Spool) Path() string {
	if s.direct == nil {
		return ""
	}
	return s.direct.path
}

// TellsApart reports whether slabs that meet at edges read the file at most twice in all. Slabs of a spilled file always do.
func (s *Spool) TellsApart(edges []float64) bool {
	if s.direct == nil {
		return true
	}
	n, all := s.direct.rows(s.direct.spans, edges)
	return n <= mostReading*all
}

// Spill reads the file of a Direct spool once more and copies its segments to the folder, as Read does with other files. No
// Source may be in use. After an error the spool can only be closed.
func (s *Spool) Spill(ctx context.Context, o Options) error {
	d, whole := s.direct, s.whole
	if d == nil {
		return nil
	}
	*s = Spool{whole: whole, count: s.count}
	defer d.groups.Close() //nolint:errcheck // it was only read
	if !d.groups.Same(d.path) {
		return d.groups.Changed()
	}
	spilled, _, err := readReels(ctx, d.path, o)
	if err != nil {
		return err
	}
	if !d.groups.Same(d.path) || spilled.whole.Segments != whole.Segments || !slices.Equal(spilled.count, s.count) {
		spilled.Close() //nolint:errcheck // its content is of no use
		return d.groups.Changed()
	}
	spilled.whole = whole // ids are held once
	*s = *spilled
	return nil
}
