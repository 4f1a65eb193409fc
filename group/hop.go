package group

import (
	"context"

	"flyby/internal/parallel"
	"flyby/points/pointjoin"
	"flyby/trajectory"
)

// A hopper clusters the ticks that can hold a convoy, and no others, after F. Orakzai, T. Calders and T. B. Pedersen, k/2-hop, PVLDB
// 2019. Of any k consecutive ticks two are benchmarks that follow each other, where every floor(k/2)-th tick is one. So a convoy spans a window from
// one benchmark to the next, and its objects are in one cluster at all of its ticks: sets that are together at both benchmarks are narrowed down by the ticks
// between, the middle first, until none is left; and where some are left, on both sides of the window as far as they go. Clusters are those of all objects,
// as the definition has them, where the paper clusters what is left alone.
type hopper struct {
	clock   Clock
	first   int64 // the tick that is number 0
	ticks   int
	hop     int // ticks from one benchmark to the next
	size    int // least
	threads int

	known []*snapshot  // by tick; nil: not clustered
	sets  [][][]uint32 // by window: what is together from its first to its last tick
	at    []snapshots  // by thread
	of    [][]int32    // by thread: clusters by object
	errs  []error      // by thread
}

// newHopper returns a hopper for convoys of k ticks.
func newHopper(store *trajectory.Store, within pointjoin.Threshold, size int, clock Clock, first int64, ticks, k, threads int) *hopper {
	h := &hopper{clock: clock, first: first, ticks: ticks, hop: max(1, k/2), size: size, threads: threads,
		known: make([]*snapshot, ticks), errs: make([]error, threads)}
	h.sets = make([][][]uint32, max(0, (ticks-1)/h.hop))
	for range threads {
		h.at = append(h.at, snapshots{store: store, within: within, least: size, grid: newGrid(within, store.Dim())})
		h.of = append(h.of, filled(store.Trajectories()))
	}
	return h
}

// blockTicks is about how many ticks are held at a time.
const blockTicks = 256

// each calls f with the clusters of each tick in order, nil where there can be no convoy.
func (h *hopper) each(ctx context.Context, f func(tick int, s *snapshot) error) error {
	windows, block := len(h.sets), max(2*h.threads, blockTicks/h.hop)
	for first := 0; ; first += block {
		last := min(first+block, windows)
		if err := h.prepare(ctx, first, last); err != nil {
			return err
		}
		end := last * h.hop
		if last == windows {
			end = h.ticks
		}
		for tick := first * h.hop; tick < end; tick++ {
			if err := f(tick, h.known[tick]); err != nil {
				return err
			}
			h.known[tick] = nil
		}
		if last == windows {
			return nil
		}
		clear(h.sets[:max(0, last-1)])
	}
}

// prepare clusters the ticks of windows [first, last), and of those behind the last one, that can hold a convoy.
func (h *hopper) prepare(ctx context.Context, first, last int) error {
	windows := len(h.sets)
	ahead := min(last+1, windows) // what is together in the next window is followed back into the last
	h.share(ctx, ahead+1-first, func(thread, i int) {
		if tick := (first + i) * h.hop; tick < h.ticks {
			h.snap(ctx, thread, tick)
		}
	})
	h.share(ctx, ahead-first, func(thread, i int) { h.span(ctx, thread, first+i) })
	followed := last - first
	if last == windows {
		followed++ // the ticks behind it
	}
	h.share(ctx, followed, func(thread, i int) { h.follow(ctx, thread, first+i) })
	for _, err := range append(h.errs, ctx.Err()) {
		if err != nil {
			return err
		}
	}
	return nil
}

// share calls f with each number below n, on all threads.
func (h *hopper) share(ctx context.Context, n int, f func(thread, i int)) {
	parallel.Each(ctx, n, h.threads, f)
}

// snap returns the clusters of a tick, which one thread at a time asks for.
func (h *hopper) snap(ctx context.Context, thread, tick int) *snapshot {
	if h.known[tick] == nil && h.errs[thread] == nil {
		h.known[tick], h.errs[thread] = h.at[thread].at(ctx, h.clock.at(h.first+int64(tick)))
	}
	if h.known[tick] == nil {
		return &snapshot{} // after an error
	}
	return h.known[tick]
}

// span finds what is together all through a window.
func (h *hopper) span(ctx context.Context, thread, window int) {
	if h.sets[window] != nil {
		return // as the block before found
	}
	first, last := window*h.hop, (window+1)*h.hop
	sets := [][]uint32{}
	s := h.snap(ctx, thread, first)
	for i := range s.clusters() {
		if c := s.cluster(i); len(c) >= h.size {
			sets = append(sets, c)
		}
	}
	sets = h.narrow(ctx, thread, last, sets)
	for step := h.hop; step > 1 && len(sets) > 0; step = (step + 1) / 2 {
		for at := first + (step+1)/2; at < last && len(sets) > 0; at += (step + 1) / 2 {
			if h.known[at] == nil {
				sets = h.narrow(ctx, thread, at, sets)
			}
		}
	}
	h.sets[window] = sets
}

// follow clusters ticks of a window as long as what is together in the window before stays so, and before what is together in the next. The
// window behind the last is what ticks are left.
func (h *hopper) follow(ctx context.Context, thread, window int) {
	first, last := window*h.hop, min((window+1)*h.hop, h.ticks)
	if window > 0 {
		sets := h.sets[window-1]
		for at := first + 1; at < last && len(sets) > 0; at++ {
			sets = h.narrow(ctx, thread, at, sets)
		}
	}
	if window+1 < len(h.sets) {
		sets := h.sets[window+1]
		for at := last - 1; at > first && len(sets) > 0; at-- {
			sets = h.narrow(ctx, thread, at, sets)
		}
	}
}

// narrow cuts sets by the clusters of a tick, and leaves those that are large enough.
func (h *hopper) narrow(ctx context.Context, thread, tick int, sets [][]uint32) [][]uint32 {
	s, of := h.snap(ctx, thread, tick), h.of[thread]
	s.number(of)
	defer s.forget(of)
	kept := [][]uint32{}
	for _, set := range sets {
		parts := map[int32][]uint32{}
		for _, v := range set {
			if of[v] != none {
				parts[of[v]] = append(parts[of[v]], v)
			}
		}
		for _, part := range parts {
			if len(part) >= h.size {
				kept = append(kept, part)
			}
		}
	}
	return kept
}
