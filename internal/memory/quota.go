package memory

import (
	"fmt"
	"math"
	"runtime/debug"
)

// Quota is the memory that one database or job may take, beside what the process held as the quota was made: other quotas of the
// process do not change it. It does not change, and is safe for use by several goroutines.
type Quota struct{ bytes, base uint64 }

// NewQuota returns a quota of some bytes; 0 is four fifths of what is free now.
func NewQuota(bytes uint64) *Quota {
	base := sum(Held(), Absent())
	if bytes == 0 {
		bytes = math.MaxUint64
		if all := Share(); all < math.MaxUint64 {
			bytes = less(all, base)
		}
	}
	return &Quota{bytes, base}
}

// Bytes is the size of the quota.
func (q *Quota) Bytes() uint64 { return q.bytes }

// Most is how many bytes the process holds at most where the quota is taken whole; math.MaxUint64: there is no bound.
func (q *Quota) Most() uint64 { return sum(q.base, q.bytes) }

// uncounted is what is left for text that is parsed, stacks, and garbage that is not collected.
const uncounted = 16 << 20

// Held is how many bytes the process holds, and keeps for code that has not run yet and for what nobody counts.
func (q *Quota) Held() uint64 { return Held() + Absent() + uncounted }

// Left is how many bytes of the quota are not taken. Garbage is collected first where more than half is held.
func (q *Quota) Left() uint64 {
	held := q.Held()
	if q.base < held && held-q.base > q.bytes/2 {
		debug.FreeOSMemory() // what was held while a file was read
		held = q.Held()
	}
	return less(q.Most(), held)
}

// Need reports whether some bytes are left for what, with its verb ("slabs of the data take"): if not, the error is a *LittleError.
// It collects garbage before it says no.
func (q *Quota) Need(what string, bytes uint64) error {
	if sum(q.Held(), bytes) <= q.Most() {
		return nil
	}
	debug.FreeOSMemory()
	if least := sum(q.Held(), bytes); least > q.Most() {
		return q.Little(what, least)
	}
	return nil
}

// Little says that the quota is too little for what, where the process would hold least bytes.
func (q *Quota) Little(what string, least uint64) error {
	return &LittleError{What: what, Bytes: q.bytes, Least: less(least, q.base)}
}

// LittleError says that a quota leaves less than what work takes, and how much would do.
type LittleError struct {
	What  string // takes it, with its verb: "slabs of the data take"
	Bytes uint64 // of the quota
	Least uint64 // bytes of a quota that would do
}

func (e *LittleError) Error() string {
	return fmt.Sprintf("memory %s: %s at least %s in all", Size(e.Bytes), e.What, AtLeast(e.Least))
}

// Is reports whether target is ErrNoRoom.
func (e *LittleError) Is(target error) bool { return target == ErrNoRoom }
