package memory

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Quota is the memory that one database or job may take, beside the memory that the process held before. It is safe for use by several goroutines.
//
// The system tells how much a process holds, but not by which part of it. So all quotas of NewQuota stand in one ledger: together they may take the
// sum of all, and each no more than its own size, less the bytes of Take. See docs/decisions/0093-memory-is-handed-down.md.
type Quota struct {
	bytes   uint64
	most    uint64 // most bytes of the process; 0: by the ledger
	isShare bool   // see NewShare
	promise *promise
}

// NewQuota returns a quota of some bytes; 0 is four fifths of the free memory. Close ends it.
func NewQuota(bytes uint64) *Quota {
	if bytes > 0 {
		q := &Quota{bytes: bytes, promise: ledger.enter(bytes)}
		runtime.AddCleanup(q, func(p *promise) { ledger.leave(p) }, q.promise)
		return q
	}
	all := Share()
	return &Quota{bytes: less(all, Usage()), most: all, promise: new(promise)}
}

// NewShare returns a quota of bytes that were set aside before: it counts only the bytes of Take, and not the memory of the process, which is the
// concern of whoever set them aside. So work that lasts milliseconds neither collects garbage before it begins nor finds less where other work left
// garbage.
func NewShare(bytes uint64) *Quota { return &Quota{bytes: bytes, isShare: true, promise: new(promise)} }

// IsShare reports whether NewShare made the quota.
func (q *Quota) IsShare() bool { return q.isShare }

// Keep shrinks a quota of NewQuota to at most some bytes: the memory that its work has left behind.
func (q *Quota) Keep(bytes uint64) { ledger.keep(q.promise, bytes) }

// Close gives the quota back; nothing may be taken of it any more. A second call does nothing.
func (q *Quota) Close() { ledger.leave(q.promise) }

// Bytes returns the size of the quota; math.MaxUint64 where nothing bounds memory.
func (q *Quota) Bytes() uint64 {
	if q.most == math.MaxUint64 {
		return math.MaxUint64
	}
	return q.bytes
}

// Most returns the most bytes of the process with all quotas used up; math.MaxUint64: there is no bound.
func (q *Quota) Most() uint64 {
	if q.isShare {
		return q.bytes
	}
	if q.most > 0 {
		return q.most
	}
	return ledger.most()
}

// Take records that bytes of the quota are taken for long, as by a data set in memory, until Give.
func (q *Quota) Take(bytes uint64) { q.promise.taken.Add(bytes) }

// Give records that bytes of Take were given back.
func (q *Quota) Give(bytes uint64) { q.promise.taken.Add(-bytes) }

// Rest returns the bytes of the quota without the bytes of Take.
func (q *Quota) Rest() uint64 { return less(q.Bytes(), q.promise.taken.Load()) }

// uncounted is kept for text that is parsed, stacks, and garbage that is not collected.
const uncounted = 16 << 20

// Usage returns how many bytes the process holds, with the bytes kept for code that has not run yet and for uncounted memory.
func (q *Quota) Usage() uint64 {
	if q.isShare {
		return q.promise.taken.Load()
	}
	return Usage() + Absent() + uncounted
}

// Remaining returns how many bytes of the quota may still be taken. It collects garbage first where the process holds more than half of its bound.
func (q *Quota) Remaining() uint64 {
	held, most := q.Usage(), q.Most()
	if held > most/2 && !q.isShare {
		debug.FreeOSMemory() // garbage of reading files
		held = q.Usage()
	}
	return min(less(most, held), q.Rest())
}

// Left returns how many bytes of the quota the process may still take, by what it holds now: of a share how many of its own are left. It collects no garbage.
func (q *Quota) Left() uint64 {
	if q.isShare {
		return q.Rest()
	}
	return Remaining(q.Most())
}

// Need reports whether some bytes are left for what, with its verb ("slabs of the data take"): if not, the error is a *LittleError. It collects
// garbage before it says no.
func (q *Quota) Need(what string, bytes uint64) error {
	if sum(q.Usage(), bytes) <= q.Most() && bytes <= q.Rest() {
		return nil
	}
	if !q.isShare {
		debug.FreeOSMemory()
	}
	if least := max(sum(q.Usage(), bytes), sum(q.Most(), less(bytes, q.Rest()))); least > q.Most() {
		return q.Little(what, least)
	}
	return nil
}

// Little returns the error of a quota that is too little for what, where the process would hold least bytes.
func (q *Quota) Little(what string, least uint64) error {
	return &LittleError{What: what, Bytes: q.bytes, Least: sum(q.bytes, less(least, q.Most()))}
}

// LittleError says that a quota leaves too little for some work, and how much would do.
type LittleError struct {
	What  string // the work with its verb: "slabs of the data take"
	Bytes uint64 // of the quota
	Least uint64 // bytes of a quota that would do
}

func (e *LittleError) Error() string {
	return fmt.Sprintf("memory %s: %s at least %s in all", Size(e.Bytes), e.What, AtLeast(e.Least))
}

// Is reports whether target is ErrNoRoom.
func (e *LittleError) Is(target error) bool { return target == ErrNoRoom }

// promise is the size of a quota, and the bytes of Take.
type promise struct {
	bytes uint64
	taken atomic.Uint64
}

// book holds the promises of the process, and the memory that it held in addition to them.
type book struct {
	lock     sync.Mutex
	base     uint64
	promises map[*promise]struct{}
}

// ledger is the one book of the process, as its memory is one.
var ledger = &book{promises: map[*promise]struct{}{}}

// enter makes a promise. Memory of the process beyond all promises belongs to none.
func (b *book) enter(bytes uint64) *promise {
	b.lock.Lock()
	defer b.lock.Unlock()
	held := sum(Usage(), Absent())
	if bytes < held {
		runtime.GC() // garbage counts as room
		held = sum(Usage(), Absent())
	}
	if len(b.promises) == 0 {
		b.base = 0
	}
	b.base = max(b.base, less(held, b.promised()))
	p := &promise{bytes: bytes}
	b.promises[p] = struct{}{}
	return p
}

// promised returns the sum of all promises.
func (b *book) promised() (bytes uint64) {
	for p := range b.promises {
		bytes = sum(bytes, p.bytes)
	}
	return bytes
}

// most returns the most bytes of the process with all promises used up.
func (b *book) most() uint64 {
	b.lock.Lock()
	defer b.lock.Unlock()
	return sum(b.base, b.promised())
}

// keep makes a promise smaller.
func (b *book) keep(p *promise, bytes uint64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	p.bytes = min(p.bytes, bytes)
}

// leave ends a promise.
func (b *book) leave(p *promise) {
	b.lock.Lock()
	defer b.lock.Unlock()
	delete(b.promises, p)
}

// quotaKey is the key of a quota among the values of a context.
type quotaKey struct{}

// WithQuota returns a context whose work takes of a quota.
func WithQuota(ctx context.Context, q *Quota) context.Context {
	return context.WithValue(ctx, quotaKey{}, q)
}

// QuotaOf returns the quota of a context, which done leaves to its owner, or a new one of some bytes, which done closes.
func QuotaOf(ctx context.Context, bytes uint64) (q *Quota, done func()) {
	if q := QuotaIn(ctx, nil); q != nil {
		return q, func() {}
	}
	q = NewQuota(bytes)
	return q, q.Close
}

// QuotaIn returns the quota of a context, or another where it has none.
func QuotaIn(ctx context.Context, other *Quota) *Quota {
	if q, ok := ctx.Value(quotaKey{}).(*Quota); ok {
		return q
	}
	return other
}
