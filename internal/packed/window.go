package packed

import (
	"context"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"flyby/internal/runs"
)

// window is the next rows of some runs: all rows before the first that may follow a row not yet unpacked. It is cut into ranges of keys that
// are merged by themselves; docs/decisions/0030-runs-are-merged-in-windows.md says why.
type window struct {
	runs    *Runs
	readers []*reader
	depth   int         // most unpacked blocks of a run
	spare   []*wordRows // memory of blocks
	places  []place     // places of ranges, in memory that the next window uses again
	work    []packBuffer
}

// reader is a run that is merged.
type reader struct {
	number  int
	file    blockReader
	queries Queries     // only their rows count
	blocks  []section   // yet to be unpacked
	hand    []*wordRows // unpacked, in order
	from    place       // begin of the window
	to      place       // end of the window
}

// place is a row of the unpacked blocks.
type place struct{ block, row int }

// newWindow begins to merge runs, with depth unpacked blocks of each, or leastDepth if it is more.
func newWindow(s *Runs, some []storedRun, depth int) *window {
	w := &window{runs: s, depth: max(depth, leastDepth), work: make([]packBuffer, s.threads())}
	for i, one := range some {
		w.readers = append(w.readers, &reader{number: i, file: one.from, queries: one.queries, blocks: one.blocks})
	}
	return w
}

// next goes on to the next window, and reports whether it has rows. The one before may not be in use any more.
func (w *window) next(ctx context.Context) (more bool, err error) {
	w.drop()
	if err := w.unpack(ctx); err != nil {
		return false, err
	}
	w.readers = slices.DeleteFunc(w.readers, func(r *reader) bool { return len(r.hand) == 0 })
	w.end()
	return len(w.readers) > 0, nil
}

// drop drops blocks whose rows were merged.
func (w *window) drop() {
	for _, r := range w.readers {
		w.spare = append(w.spare, r.hand[:r.to.block]...)
		r.hand = append(r.hand[:0], r.hand[r.to.block:]...)
		r.from = place{0, r.to.row}
		if len(r.hand) > 0 && r.from.row == r.hand[0].Len() {
			w.spare = append(w.spare, r.hand[0])
			r.hand, r.from = append(r.hand[:0], r.hand[1:]...), place{}
		}
	}
}

// unpack unpacks blocks of all runs until they are enough.
func (w *window) unpack(ctx context.Context) error {
	type unpacking struct {
		section
		*reader
		to *wordRows
	}
	var all []unpacking
	for _, r := range w.readers {
		for len(r.hand) < w.depth && len(r.blocks) > 0 {
			to := w.memory()
			all = append(all, unpacking{r.blocks[0], r, to})
			r.hand, r.blocks = append(r.hand, to), r.blocks[1:]
		}
	}
	errs := make([]error, len(w.work))
	var next atomic.Int64
	var threads sync.WaitGroup
	for k := range min(len(w.work), len(all)) {
		threads.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(all)) && errs[k] == nil; i = next.Add(1) - 1 {
				if errs[k] = ctx.Err(); errs[k] == nil {
					errs[k] = w.runs.read(all[i].file, all[i].section, all[i].queries, all[i].to, &w.work[k])
				}
			}
		})
	}
	threads.Wait()
	for _, r := range w.readers { // the first block of a range may have no row of it; the second has some
		w.spare = r.dropEmpty(w.spare)
	}
	return firstOf(errs)
}

func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// memory returns memory of a block.
func (w *window) memory() *wordRows {
	if n := len(w.spare) - 1; n >= 0 {
		r := w.spare[n]
		w.spare = w.spare[:n]
		return r
	}
	return newWordRows(w.runs.kind)
}

// end sets the end of the window: behind the least of the last unpacked rows of runs with more blocks to unpack. Of equal rows the earlier
// run's come first.
func (w *window) end() {
	var limit runs.Key
	first := -1 // the run of that row; -1: all that is left is unpacked
	for _, r := range w.readers {
		if len(r.blocks) == 0 {
			continue
		}
		last := r.hand[len(r.hand)-1]
		if k := last.key(last.Len() - 1); first < 0 || k.Before(limit) {
			limit, first = k, r.number
		}
	}
	for _, r := range w.readers {
		if r.to = r.bottom(); first >= 0 {
			r.to = r.find(func(k runs.Key) bool { return k.Before(limit) || k == limit && r.number <= first })
		}
	}
}

// bottom returns the place behind all unpacked rows.
func (r *reader) bottom() place {
	n := len(r.hand) - 1
	return place{n, r.hand[n].Len()}
}

// find returns the place behind the rows, from the window's begin on, for which before is true; for all later rows it is false.
func (r *reader) find(before func(runs.Key) bool) place {
	n := sort.Search(len(r.hand), func(i int) bool { b := r.hand[i]; return !before(b.key(b.Len() - 1)) })
	if n == len(r.hand) {
		return r.bottom()
	}
	first := 0
	if n == 0 {
		first = r.from.row
	}
	b := r.hand[n]
	return place{n, first + sort.Search(b.Len()-first, func(i int) bool { return !before(b.key(first + i)) })}
}

// advance returns the first place from at on, up to an end, whose row does not come before a cut. It is fastest where the place is near.
func (r *reader) advance(at, to place, cut runs.Key) place {
	for {
		b, end := r.hand[at.block], to.row
		if at.block < to.block {
			end = r.hand[at.block].Len()
		}
		at.row = b.reach(at.row, end, cut, false)
		if at.row < end || at.block == to.block {
			return at
		}
		at = place{at.block + 1, 0}
	}
}

// cuts returns the keys at which the range is cut into ranges of about chunkRows rows: chosen from every step-th row of each run, sorted.
func (s *keyRange) cuts(step int) []runs.Key {
	var samples []runs.Key
	for i, r := range s.readers {
		samples = r.sample(samples, s.from[i], s.to[i], step)
	}
	slices.SortFunc(samples, runs.Key.Compare)
	var cuts []runs.Key
	for i := chunkRows / step; i < len(samples); i += chunkRows / step {
		cuts = append(cuts, samples[i])
	}
	return slices.Compact(cuts)
}

// sample appends the key of every step-th row between two places.
func (r *reader) sample(keys []runs.Key, from, to place, step int) []runs.Key {
	at := from.row + step - 1
	for i := from.block; i <= to.block; i++ {
		end := r.hand[i].Len()
		if i == to.block {
			end = to.row
		}
		for ; at < end; at += step {
			keys = append(keys, r.hand[i].key(at))
		}
		at -= end
	}
	return keys
}
