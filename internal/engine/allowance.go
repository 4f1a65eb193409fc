package engine

import (
	"fmt"
	"math"
	"runtime"
	"time"

	"flyby/binindex"
	"flyby/internal/hitbuffer"
	"flyby/internal/memory"
	"flyby/trajectory"
)

const (
	hitBytes = 24
	// heightBytes is what an encounter takes more with its height.
	heightBytes = 8
	// spareBytes is what a search and who takes its result are left beside hits: chunks,
	// buffers of writers, stacks, what the collector has not got to.
	spareBytes = 24 << 20
	// encounterBytes is what an encounter takes at most while a search makes it: as it is
	// joined, in columns, in columns that the consumer has, and as much again to merge
	// those of one trajectory.
	encounterBytes = 64 + 3*(trajectory.EncounterBytes+heightBytes)
	// orderBytes is what joining takes of a hit beside the hit, to put those of one
	// trajectory in order.
	orderBytes = 10
)

// allowance is what a search may take of the memory of the host.
type allowance struct {
	bytes   uint64 // that hits and what is made of them may take; math.MaxUint64: no bound
	beside  uint64 // bytes that are held or kept for something else
	listed  uint64 // bytes of a range's queries, or of pairs of runs in place of them
	threads int
}

// roomFor measures what the bound leaves beside what is held, and beside bytes that are going
// to be taken. Garbage is collected where that may matter.
func (e *Engine) roomFor(bytes uint64) allowance {
	r := allowance{bytes: math.MaxUint64, threads: e.config.Threads}
	most := e.bound()
	if most == 0 || most == math.MaxUint64 {
		return r
	}
	bytes += spareBytes
	if q := e.quota; q != nil && q.IsShare() { // which buffers of the devices are not of
		r.beside = q.Held() + bytes
		r.bytes = most - min(most, r.beside)
		return r.without(e.config.Beside)
	}
	bytes += e.beside
	held, fresh := e.held.now()
	if fresh && (held > most/2 || bytes > most/4) {
		runtime.GC()
		held = e.held.anew()
	}
	r.beside = held + bytes
	r.bytes = most - min(most, r.beside)
	if q := e.quota; q != nil {
		r.bytes = min(r.bytes, q.Rest())
	}
	return r.without(e.config.Beside)
}

// without leaves out what others are going to take. They may have taken some of it, which is held
// then: so the least of a search, for which whoever has others makes room, is left in any case.
func (r allowance) without(others func() uint64) allowance {
	if others == nil {
		return r
	}
	bytes := others()
	r.bytes = max(min(r.bytes, r.least()), r.bytes-min(r.bytes, bytes))
	return r
}

// held is what the process held when that was measured last.
type held struct {
	bytes uint64
	at    time.Time
}

// heldFor is how long a measurement is good: it takes some ten microseconds, and what a search
// shorter than that leaves is little.
const heldFor = 10 * time.Millisecond

// now measures, unless that was done a moment ago: then it is not fresh.
func (h *held) now() (bytes uint64, fresh bool) {
	if time.Since(h.at) <= heldFor {
		return h.bytes, false
	}
	return h.anew(), true
}

func (h *held) anew() uint64 {
	h.bytes, h.at = memory.Held(), time.Now()
	return h.bytes
}

// plan measures what a search may take whose result is kept as a whole. parts is more than 0
// where the queries alone take too much for that: in about how many parts they do not. It
// refuses what takes too much in any part.
func (e *Engine) plan(t Task) (left allowance, parts float64, err error) {
	left = e.roomFor(0)
	entries, queries := e.scratch(t)
	if left.bytes < math.MaxUint64 {
		left.beside += entries
		left.bytes -= min(left.bytes, entries)
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

// scratchParts is how many parts of the room the queries of a range may take, at least.
const scratchParts = 8

// scratch is about what a method takes for a search, beside hits: for the entries, whatever the
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
	// listedBytes is what brute force takes of a segment.
	listedBytes = 160
	// boxedBytes is what boxes of a query segment take, twice.
	boxedBytes = 80
)

// whole is the budget of what a search finds whose result is kept as a whole.
func (r allowance) whole(encounters bool) *memory.Budget {
	if r.bytes == math.MaxUint64 {
		return nil
	}
	return r.budget(2*hitBytes, encounters, 1)
}

// part is the budget of what is found of a range of the queries, while the consumer still has
// what was found of the one before. ratio is how many encounters a hit makes at most.
func (r allowance) part(encounters bool, ratio float64) *memory.Budget {
	return r.budget(3*hitBytes, encounters, ratio)
}

// budget is that of hits which take some bytes each, and more where they are joined.
func (r allowance) budget(bytes float64, encounters bool, ratio float64) *memory.Budget {
	if encounters {
		bytes = 2*hitBytes + orderBytes + encounterBytes*ratio
	}
	return memory.NewBudget(uint64(float64(r.bytes) * (hitBytes / bytes)))
}

// least is the memory of hits below which a search cannot go on: a list for each thread, and
// as much again. A range's budget is of no less, whatever is held besides.
func (r allowance) least() uint64 {
	return uint64(2*r.threads) * hitbuffer.ListHits * (4*hitBytes + orderBytes + encounterBytes)
}

// Least is the memory that a search on some threads takes beside what it searches, at least.
func Least(threads int) uint64 { return spareBytes + allowance{threads: threads}.least() }

// Threads is how many of some threads a search takes that may take some bytes beside what it searches: fewer than
// are asked for where each would have too little, and one always.
func Threads(asked int, bytes uint64) int {
	left := bytes - min(bytes, spareBytes)
	return int(max(1, min(uint64(asked), left/threadBytes)))
}

// threadBytes is what a thread of a search takes at least, and to have more than the least to do.
const threadBytes = 12 << 20

// check refuses a search for which a bound leaves too little.
func (e *Engine) check(r allowance, queries *trajectory.Store) error {
	if r.bytes >= r.least() {
		return nil
	}
	what := fmt.Sprintf("a search of these %s entries with %s queries", memory.Count(e.entries.Segments()), memory.Count(queries.Segments()))
	if q := e.quota; q != nil {
		return q.Little(what+" takes", r.beside+r.least())
	}
	return &LeastError{e.config.Memory, r.beside + r.least(), what}
}

// LeastError says that a bound of memory is too low for what was asked.
type LeastError struct {
	Memory uint64 // the bound in bytes
	Least  uint64 // bytes that were enough for the process that found so
	What   string // "a search of these 1,000,000 entries with 400 queries"
}

func (e *LeastError) Error() string {
	return fmt.Sprintf("memory %s: %s takes at least %s", memory.Size(e.Memory), e.What, memory.AtLeast(e.Least))
}

// Is reports whether target is memory.ErrNoRoom.
func (e *LeastError) Is(target error) bool { return target == memory.ErrNoRoom }
