package engine

import (
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"time"

	"flyby/binindex"
	"flyby/internal/hitbuffer"
	"flyby/internal/memory"
	"flyby/internal/rowbytes"
	"flyby/trajectory"
)

const (
	hitBytes = 24
	// heightBytes is the additional bytes of an encounter with its height.
	heightBytes = 8
	// spareBytes is left for everything but hits, in a search and in the consumer of its result: chunks, buffers
	// of writers, stacks, garbage not yet collected.
	spareBytes = 24 << 20
	// encounterBytes is the most bytes of an encounter while a search makes it: as it is joined, in columns, in
	// the consumer's columns, and as much again to merge the encounters of one trajectory.
	encounterBytes = 64 + 3*(rowbytes.EncounterBytes+heightBytes)
	// orderBytes is the additional bytes of a hit while joining sorts the hits of one trajectory.
	orderBytes = 10
)

// allowance is the memory of the host that a search may take.
type allowance struct {
	bytes   uint64 // for hits and the results made of them; math.MaxUint64: no bound
	beside  uint64 // held or kept for something else
	listed  uint64 // of a range's queries, or of pairs of runs in place of them
	threads int
}

// roomFor measures what the bound leaves beside the memory held, and beside bytes that are going to be taken.
// Garbage is collected where that may matter.
func (e *Engine) roomFor(bytes uint64) allowance {
	r := allowance{bytes: math.MaxUint64, threads: e.config.Threads}
	q, most := e.quota, e.bound()
	if most == math.MaxUint64 {
		return r
	}
	bytes += spareBytes
	if q.IsShare() { // a share, of which buffers of the devices take nothing
		r.beside = q.Usage() + bytes
		r.bytes = most - min(most, r.beside)
		return r.without(e.config.Beside)
	}
	bytes += e.beside
	held, fresh := e.usage.now()
	if fresh && (held > most/2 || bytes > most/4) {
		runtime.GC()
		held = e.usage.measure()
	}
	r.beside = held + bytes
	r.bytes = min(most-min(most, r.beside), q.Rest())
	return r.without(e.config.Beside)
}

// without subtracts the memory that others are going to take. Part of it they may hold already, so that it is
// subtracted twice: the least of a search, for which whoever has others makes room, stays in any case.
func (r allowance) without(others func() uint64) allowance {
	if others == nil {
		return r
	}
	bytes := others()
	r.bytes = max(min(r.bytes, r.least()), r.bytes-min(r.bytes, bytes))
	return r
}

// measurement is a measurement of the memory that the process holds.
type measurement struct {
	bytes uint64
	at    time.Time
}

// usageLife is how long a measurement is good. Measuring takes some ten microseconds; a search shorter than that
// leaves little behind.
const usageLife = 10 * time.Millisecond

// now returns the last measurement if it is still good, else a new one, which is fresh.
func (h *measurement) now() (bytes uint64, fresh bool) {
	if time.Since(h.at) <= usageLife {
		return h.bytes, false
	}
	return h.measure(), true
}

func (h *measurement) measure() uint64 {
	h.bytes, h.at = memory.Usage(), time.Now()
	return h.bytes
}

// plan returns the allowance of a search whose result is kept as a whole. Where the queries alone take too much
// for that, parts is about the number of parts in which they do not; it is 1 where the search is to be in ranges in any
// case, and else 0. plan refuses a search that takes too much in any part.
func (e *Engine) plan(t Task) (left allowance, parts float64, err error) {
	left, queries := e.left(t)
	if left.bytes < left.least() {
		runtime.GC() // garbage may be all that is in the way
		e.usage.measure()
		left, queries = e.left(t)
	}
	if err := e.check(left, t.Queries); err != nil {
		return left, 0, err
	}
	if e.config.Rows > 0 || e.early(t) {
		return left, 1, nil
	}
	if queries > left.bytes/2 {
		return left, scratchParts * float64(queries) / float64(left.bytes), nil
	}
	left.bytes -= queries
	return left, 0, nil
}

// left returns the allowance of a search beside what a method takes for the entries, and what it takes for the queries.
func (e *Engine) left(t Task) (left allowance, queries uint64) {
	left = e.roomFor(0)
	entries, queries := e.scratch(t)
	if left.bytes < math.MaxUint64 {
		left.beside += entries
		left.bytes -= min(left.bytes, entries)
	}
	return left, queries
}

// scratchParts divides the room: the queries of a range take at most one such part.
const scratchParts = 8

// scratch returns about how many bytes a method takes for a search beside hits: for the entries, whatever the
// queries, and for the queries.
func (e *Engine) scratch(t Task) (entries, queries uint64) {
	switch e.Choice().Method {
	case "bruteforce":
		return memory.Of(e.entries.Segments(), listedBytes), memory.Of(t.Queries.Segments(), listedBytes)
	case "temporal":
		return 0, batchBytes * binindex.SortBytes(t.Queries)
	}
	if t.Join {
		return 0, 0
	}
	return 0, memory.Of(t.Queries.Segments(), boxedBytes)
}

const (
	// listedBytes is the bytes of a segment for brute force.
	listedBytes = 160
	// boxedBytes is the bytes of a query segment's boxes, held twice.
	boxedBytes = 80
)

// whole returns the budget of a search whose result is kept as a whole.
func (r allowance) whole(encounters bool) *memory.Budget {
	if r.bytes == math.MaxUint64 {
		return nil
	}
	return r.budget(2*hitBytes, encounters, 1)
}

// part returns the budget of a range of the queries, while the consumer still has the result of the range before.
// ratio is how many encounters a hit makes at most.
func (r allowance) part(encounters bool, ratio float64) *memory.Budget {
	return r.budget(3*hitBytes, encounters, ratio)
}

// budget returns the budget of hits that take some bytes each, and more where they are joined.
func (r allowance) budget(bytes float64, encounters bool, ratio float64) *memory.Budget {
	if encounters {
		bytes = 2*hitBytes + orderBytes + float64(encounterBytes*ratio)
	}
	return memory.NewBudget(uint64(float64(r.bytes) * (hitBytes / bytes)))
}

// least returns the memory of hits below which a search cannot go on: a list for each thread, and as much again.
// The budget of a range is never less, whatever else is held.
func (r allowance) least() uint64 {
	return uint64(2*r.threads) * hitbuffer.ListHits * (4*hitBytes + orderBytes + encounterBytes)
}

// Least returns the least bytes that a search on some threads takes beside the data that it searches.
func Least(threads int) uint64 { return spareBytes + allowance{threads: threads}.least() }

// Threads returns how many of asked threads a search takes that may take some bytes beside the data that it
// searches: fewer where each would have too little, and always one.
func Threads(asked int, bytes uint64) int {
	left := bytes - min(bytes, spareBytes)
	return int(max(1, min(uint64(asked), left/threadBytes)))
}

// WarnFewer logs that a search has fewer threads than asked, if it has.
func WarnFewer(log *slog.Logger, threads, asked int) {
	if threads < asked {
		log.Warn(fmt.Sprintf("memory is enough for %d of %d threads", threads, asked))
	}
}

// threadBytes is the bytes with which a thread of a search has more than the least to work with.
const threadBytes = 12 << 20

// check refuses a search for which a bound leaves too little.
func (e *Engine) check(r allowance, queries *trajectory.Store) error {
	if r.bytes >= r.least() {
		return nil
	}
	what := fmt.Sprintf("a search of these %s entries with %s queries", memory.Count(e.entries.Segments()), memory.Count(queries.Segments()))
	return e.quota.Little(what+" takes", r.beside+r.least())
}
