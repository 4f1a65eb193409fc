package fleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"flyby/internal/parallel"
	"flyby/internal/slab"
	"flyby/trajectory"
)

// A Fleet is objects in a span of time: timestamps from From to To. Positions are in three dimensions.
type Fleet struct {
	IDs      trajectory.IDs
	Paths    []Path // [objects] in the order of the ids
	From, To float64
	Radius   float64 // of all objects; 0: they have none
	Threads  int
}

// whole returns the window of all segments.
func (f *Fleet) whole() window { return f.window(math.Inf(-1), math.Inf(1)) }

// window returns the window of a slab.
func (f *Fleet) window(from, to float64) window { return window{f.From, f.To, from, to} }

// A Census is the properties of a fleet as a whole, and how its segments are spread over time.
type Census struct {
	Whole slab.Whole
	first float64  // start of the first bin
	width float64  // time of a bin
	upTo  []uint64 // [bins] segments that start in the bin and the bins before
	legs  uint64   // legs of all segments
	Gaps  uint64   // between pieces
}

const (
	binSegments = 4096    // about the number of segments of a bin
	mostBins    = 1 << 17 // which take a megabyte
)

// Census counts the segments, after which objects without any are no more in the fleet; the error wraps trajectory.ErrEmpty if no segment is left. seen, unless nil, is called with each segment, by several goroutines at once: its object is a number of the fleet before.
func (f *Fleet) Census(ctx context.Context, seen func(thread, object int, number uint32, start, end float64)) (*Census, error) {
	threads := parallel.Threads(f.Threads)
	c := &Census{first: f.From, upTo: make([]uint64, min(mostBins, 1+int(f.Estimate()/binSegments)))}
	c.width = (f.To - f.From) / float64(len(c.upTo))
	counts, boxes := make([]uint32, len(f.Paths)), make([]trajectory.Extent, threads)
	for i := range boxes {
		boxes[i] = noExtent()
	}
	all, overflows := f.whole(), atomic.Bool{}
	parallel.Each(ctx, len(f.Paths), threads, func(thread, object int) {
		c.pass(f.Paths[object], &all, &boxes[thread], func(start, end float64) {
			if seen != nil {
				seen(thread, object, counts[object], start, end)
			}
			if counts[object]++; counts[object] == 0 {
				overflows.Store(true)
			}
		})
	})
	for i := range c.upTo[1:] {
		c.upTo[i+1] += c.upTo[i]
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case overflows.Load():
		return nil, errors.New("fleet: an object of more than 4,294,967,295 segments: ask for less time, or a greater distance of chords")
	case c.upTo[len(c.upTo)-1] == 0:
		return nil, fmt.Errorf("fleet: %w", trajectory.ErrEmpty)
	}
	c.Whole = slab.Whole{Kind: trajectory.Timestamp, Space: trajectory.Space{Dim: 3}, Segments: c.upTo[len(c.upTo)-1], Extent: union(boxes)}
	c.Whole.Counts = f.keep(counts)
	if c.Whole.IDs = f.IDs; f.Radius > 0 {
		c.Whole.Radius = slices.Repeat([]float64{f.Radius}, len(f.Paths))
	}
	return c, nil
}

// pass counts the segments of a path, and calls each with them.
func (c *Census) pass(of Path, all *window, box *trajectory.Extent, each func(start, end float64)) {
	known := false
	for l := range of.Legs(all.start) {
		s := all.within(l)
		if s.first < s.last {
			atomic.AddUint64(&c.legs, 1)
			if known && s.Begins {
				atomic.AddUint64(&c.Gaps, 1)
			}
			at := s.origin()
			hold(box, s.start(), &at)
			known = true
		}
		start := s.start()
		for t, at := range s.samples() {
			atomic.AddUint64(&c.upTo[c.bin(start)], 1)
			each(start, t)
			hold(box, t, &at)
			start = t
		}
		if l.To.T >= all.beyond() {
			break
		}
	}
}

// keep keeps the objects that have segments, and returns the numbers of these.
func (f *Fleet) keep(counts []uint32) (some []uint32) {
	var at []int
	for object, n := range counts {
		if n > 0 {
			at, some = append(at, object), append(some, n)
		}
	}
	if len(at) == len(counts) {
		return counts
	}
	*f = *f.Some(at)
	return some
}

// Some returns a fleet of some objects, ascending.
func (f *Fleet) Some(objects []int) *Fleet {
	some := *f
	some.IDs, some.Paths = slab.Some(f.IDs, objects), make([]Path, len(objects))
	for i, object := range objects {
		some.Paths[i] = f.Paths[object]
	}
	return &some
}

// bin returns the bin of a time.
func (c *Census) bin(t float64) int {
	if !(t > c.first && c.width > 0) {
		return 0
	}
	return int(min((t-c.first)/c.width, float64(len(c.upTo)-1)))
}

// Most returns an upper bound of the number of segments of the slab [from, to), its own and overhang.
func (c *Census) Most(from, to float64) uint64 {
	if to <= from {
		return 0
	}
	n := c.upTo[c.bin(to)]
	if first := c.bin(from); first > 0 {
		n -= c.upTo[first-1]
	}
	return min(n+uint64(len(c.Whole.Counts)), c.Whole.Segments)
}

// Borders returns the times at which slabs may meet, ascending.
func (c *Census) Borders() (all []float64) {
	for k := 1; k < len(c.upTo); k++ {
		all = append(all, c.first+float64(float64(k)*c.width))
	}
	return slices.Compact(all)
}

// Bytes returns the memory of the census beside the properties of the whole.
func (c *Census) Bytes() uint64 { return 8 * uint64(len(c.upTo)) }

// Bytes returns the memory of the objects.
func (f *Fleet) Bytes() (n uint64) {
	for _, p := range f.Paths {
		n += p.Bytes()
	}
	return n
}

// MakerBytes is the bytes that a Maker takes for each object.
const MakerBytes = 4 + 4 + uint64(unsafe.Sizeof(passage{}))

// MakingBytes returns about the bytes of the legs of some segments of some objects, which a Maker takes for a slab beside its store.
func (c *Census) MakingBytes(segments, objects uint64) uint64 {
	const spare = 2 // slices of legs grow by half at least
	legs := segments*c.legs/max(1, c.Whole.Segments) + 2*objects
	return spare * legs * uint64(unsafe.Sizeof(chain{}))
}

// Estimate returns about the number of segments, from a sample of legs.
func (f *Fleet) Estimate() float64 {
	const objects, times = 256, 16
	n, rate := 0, 0.0
	for i := 0; i < len(f.Paths); i += 1 + len(f.Paths)/objects {
		n++
		for k := range times {
			at := f.From + float64(float64(k)/times*(f.To-f.From))
			for l := range f.Paths[i].Legs(at) {
				rate += float64(float64(l.Parts) / (l.To.T - l.From.T) / times)
				break
			}
		}
	}
	if n == 0 {
		return 0
	}
	return float64(rate*(f.To-f.From)*float64(len(f.Paths))/float64(n)) + float64(len(f.Paths))
}

// noExtent returns the extent of no sample.
func noExtent() (e trajectory.Extent) {
	e.Start, e.End = math.Inf(1), math.Inf(-1)
	for k := range e.Min {
		e.Min[k], e.Max[k] = math.Inf(1), math.Inf(-1)
	}
	return e
}

// hold widens an extent by a sample.
func hold(e *trajectory.Extent, t float64, at *[3]float64) {
	e.Start, e.End = min(e.Start, t), max(e.End, t)
	for k, v := range at {
		e.Min[k], e.Max[k] = min(e.Min[k], v), max(e.Max[k], v)
	}
}

// union returns the extent of all samples.
func union(all []trajectory.Extent) trajectory.Extent {
	e := noExtent()
	for i := range all {
		if all[i].Start <= all[i].End {
			hold(&e, all[i].Start, &all[i].Min)
			hold(&e, all[i].End, &all[i].Max)
		}
	}
	return e
}
