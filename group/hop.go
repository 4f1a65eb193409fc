package group

import (
	"context"
	"maps"
	"slices"

	"flyby/trajectory"
)

// A hopper clusters the ticks that can hold a convoy, and no others, after F. Orakzai, T. Calders and T. B. Pedersen, k/2-hop, PVLDB
// 2019. Every floor(k/2)-th tick is a benchmark, so any k consecutive ticks have two consecutive benchmarks among them. So a convoy spans a window from
// one benchmark to the next, and its objects are in one cluster at all of its ticks. Sets that are together at both benchmarks are narrowed down by the ticks
// between, the middle first, until no set is left. Sets that survive are followed beyond both ends of the window, as far as they go. Each tick clusters all
// objects, as the definition demands; the paper clusters only the objects of surviving sets. Ticks are taken run by run.
type hopper struct {
	*runs
	*team
	time func(tick int) float64
	hop  int // ticks from one benchmark to the next
	size int // least number of objects

	benchmark int       // the tick with which the next window begins
	all       bool      // all windows have come
	of        [][]int32 // by thread: clusters by object
	take      func(tick int, s *snapshot) error
	told      int // runs handed on
	clustered int // ticks clustered
}

// A window is the runs from one benchmark to the next, both included: one run where both benchmarks are in it. The last window has the ticks behind the
// last benchmark, and ends behind the last run.
type window struct {
	first, last int
	from, to    *snapshot         // of the first run, and of the last one
	between     map[int]*snapshot // of the runs between that are clustered
	sets        [][]uint32        // sets of objects that are together all through it
	spanned     bool              // sets are known
}

// newHopper returns a hopper over the runs of a store.
func newHopper(c *caravan, store *trajectory.Store, ticks *runs, threads int) *hopper {
	k := c.search.MinTicks
	if c.search.Method == Moving {
		k = 1 // clusters are linked at every tick
	}
	h := &hopper{runs: ticks, team: newTeam(c, store.Dim(), threads), time: c.when, hop: max(1, k/2), size: c.search.MinSize}
	h.look(store)
	for range h.threads() {
		h.of = append(h.of, filled(store.Trajectories()))
	}
	return h
}

// next returns the next window. Where a run has several benchmarks, they are the ends of one window.
func (h *hopper) next() *window {
	w := &window{first: h.runs.of(h.benchmark), last: h.len()}
	if h.benchmark+h.hop >= h.ticks {
		h.all, w.spanned = true, true // without a next benchmark no set spans the window
		return w
	}
	h.benchmark += h.hop
	if w.last = h.runs.of(h.benchmark); w.last == w.first {
		h.benchmark += (h.begins(w.first+1) - 1 - h.benchmark) / h.hop * h.hop
	}
	return w
}

// blockTicks is about how many ticks are held at a time, counting ticks that differ from the tick before.
const blockTicks = 256

// each calls take with the first tick of each run and its clusters, in order, and at last with the tick behind all, without clusters. Runs that
// follow each other and can hold no convoy come as one, without clusters.
func (h *hopper) each(ctx context.Context, take func(tick int, s *snapshot) error) error {
	if h.take = take; h.ticks == 0 {
		return take(0, &snapshot{})
	}
	block := max(2*h.threads(), blockTicks/h.hop)
	before, windows := &window{to: h.snap(ctx, 0, 0)}, []*window{h.next()}
	for len(windows) > 0 {
		for !h.all && len(windows) <= block { // sets of the window ahead are followed back into the last window of the block
			windows = append(windows, h.next())
		}
		done := len(windows)
		if !h.all {
			done--
		}
		if err := h.prepare(ctx, before, windows, done); err != nil {
			return err
		}
		for _, w := range windows[:done] {
			if err := h.tell(w); err != nil {
				return err
			}
		}
		before, windows = windows[done-1], slices.Clone(windows[done:])
	}
	return h.take(h.begins(h.told), &snapshot{})
}

// prepare clusters the ticks of the first done windows of a block that can hold a convoy; before is the window before them.
func (h *hopper) prepare(ctx context.Context, before *window, windows []*window, done int) error {
	h.share(ctx, len(windows), func(thread, i int) {
		if w := windows[i]; w.to == nil && w.first < w.last && w.last < h.len() {
			w.to = h.snap(ctx, thread, w.last)
		}
	})
	if err := h.failed(ctx); err != nil {
		return err
	}
	beside := append(append([]*window{before}, windows...), &window{})
	for i, w := range windows {
		if w.from = beside[i].to; w.first == w.last {
			w.to = w.from
		}
	}
	h.share(ctx, len(windows), func(thread, i int) { h.span(ctx, thread, windows[i]) })
	h.share(ctx, done, func(thread, i int) { h.follow(ctx, thread, windows[i], beside[i].sets, beside[i+2].sets) })
	return h.failed(ctx)
}

// snap clusters a run.
func (h *hopper) snap(ctx context.Context, thread, run int) *snapshot {
	return h.cluster(ctx, thread, h.time(h.begins(run)))
}

// span finds the sets of objects that are together all through a window.
func (h *hopper) span(ctx context.Context, thread int, w *window) {
	if w.spanned {
		return // the block before has found the sets
	}
	w.spanned = true
	for i := range w.from.clusters() {
		if c := w.from.cluster(i); len(c) >= h.size {
			w.sets = append(w.sets, c)
		}
	}
	w.sets = h.narrow(thread, w.to, w.sets)
	for step := w.last - w.first; step > 1 && len(w.sets) > 0; step = (step + 1) / 2 {
		for at := w.first + (step+1)/2; at < w.last && len(w.sets) > 0; at += (step + 1) / 2 {
			if w.between[at] == nil {
				w.sets = h.narrow(thread, h.inside(ctx, thread, w, at), w.sets)
			}
		}
	}
}

// follow clusters runs of a window: from its beginning as long as sets of the window before stay together, and back from its end as long as sets of the
// window after were together.
func (h *hopper) follow(ctx context.Context, thread int, w *window, before, after [][]uint32) {
	for at := w.first + 1; at < w.last && len(before) > 0; at++ {
		before = h.narrow(thread, h.inside(ctx, thread, w, at), before)
	}
	for at := w.last - 1; at > w.first && len(after) > 0; at-- {
		after = h.narrow(thread, h.inside(ctx, thread, w, at), after)
	}
}

// inside returns the clusters of a run between the ends of a window. Only one thread at a time may use the window.
func (h *hopper) inside(ctx context.Context, thread int, w *window, run int) *snapshot {
	s := w.between[run]
	if s == nil {
		if w.between == nil {
			w.between = map[int]*snapshot{}
		}
		s = h.snap(ctx, thread, run)
		w.between[run] = s
	}
	return s
}

// narrow cuts sets by the clusters of a run, and leaves the sets that are large enough.
func (h *hopper) narrow(thread int, s *snapshot, sets [][]uint32) [][]uint32 {
	of := h.of[thread]
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

// tell hands on the clusters of a window, except for its last run, with which the next window begins.
func (h *hopper) tell(w *window) error {
	if w.first < w.last {
		if err := h.hand(w.first, w.from); err != nil {
			return err
		}
	}
	for _, run := range slices.Sorted(maps.Keys(w.between)) {
		if err := h.hand(run, w.between[run]); err != nil {
			return err
		}
	}
	w.from, w.between = nil, nil
	return nil
}

// hand hands on the clusters of a run. Runs between it and the last run that was handed on can hold no convoy: they come first, as one without clusters.
func (h *hopper) hand(run int, s *snapshot) error {
	first := h.begins(run)
	if h.told < run {
		if err := h.take(h.begins(h.told), &snapshot{}); err != nil {
			return err
		}
	}
	h.told = run + 1
	h.clustered += h.begins(h.told) - first
	return h.take(first, s)
}
