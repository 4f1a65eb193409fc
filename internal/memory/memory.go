// Package memory says how much memory may still be asked for, so that what grows
// with the data is refused in one line, and not by the end of the process.
//
// The Go runtime ends a process that asks for more than there is, and Linux kills
// one that uses more than there is: neither can be answered once it is asked for.
// So a block is counted before. What bounds memory on Linux:
//
//   - the machine: what is available of its memory and its swap, and where it
//     promises no more than it has (vm.overcommit_memory is 2), what is not promised;
//   - the cgroups, version 1 and 2, that the process is in: each one's limit less
//     its use, where file pages that nobody used lately count as free;
//   - the limits on address space (ulimit -v) and on data (ulimit -d).
//
// Elsewhere it is the machine's memory. Memory that the process has had and no
// longer uses counts as free. Each bound keeps a margin, see margin. What is counted, and
// what cannot be, is in docs/decisions/0010-memory-is-counted.md.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
)

// Small is the number of bytes below which a block is not counted.
const Small = 4 << 20

// Room is how many bytes may still be asked for now, and what bounds it ("the
// machine", "the cgroup", "the limit on address space", "the limit on data"). The
// heap that the process has and does not use counts as room. Where nothing bounds
// it, or what does cannot be read, it is math.MaxUint64 and "".
func Room() (bytes uint64, by string) {
	return least(bounds())
}

// Need reports whether n bytes for what, a plural ("columns of cars.csv",
// "112,000,000 hits"), fit. It collects garbage before it says no, with an *Error.
// For less than Small bytes it looks at nothing and returns nil.
func Need(what string, n uint64) error {
	if n < Small || fits(n, bounds()) {
		return nil
	}
	runtime.GC()
	after := bounds()
	if fits(n, after) {
		return nil
	}
	room, by := worst(n, after)
	return &Error{What: what, Bytes: n, Room: room, By: by}
}

// NeedAddresses is Need for n bytes of address space that take hardly any memory:
// only limits on addresses count.
func NeedAddresses(what string, n uint64) error {
	var limited []bound
	for _, b := range bounds() {
		if b.mapped {
			limited = append(limited, b)
		}
	}
	if fits(n, limited) {
		return nil
	}
	room, by := worst(n, limited)
	return &Error{What: what, Bytes: n, Room: room, By: by}
}

// Of is the number of bytes of n values of size bytes each, math.MaxUint64 where
// that is more.
func Of(n, size int) uint64 {
	if n <= 0 || size <= 0 {
		return 0
	}
	if uint64(n) > math.MaxUint64/uint64(size) {
		return math.MaxUint64
	}
	return uint64(n) * uint64(size)
}

// Prepare is for the start of a command. It limits the heap, see Limit. Under a limit
// on address space it makes the threads that work takes, and fails where there is no
// room for them.
func Prepare() error {
	if err := prepareThreads(); err != nil {
		return err
	}
	Limit(0)
	return nil
}

// Limit has the runtime collect garbage before the heap outgrows the room that there
// is now, or the process most bytes, so that garbage does not reach what bounds it; a lower
// limit that is set (GOMEMLIMIT) stays. most 0 bounds nothing. What is outside of the heap
// lowers the limit, and so does code that has not run yet: a command calls Limit again where it has loaded libraries.
func Limit(most uint64) {
	limit := uint64(math.MaxInt64)
	if room, by := Room(); by != "" {
		limit = min(limit, sum(room, inUse()))
	}
	if most > 0 {
		limit = min(limit, less(most, outside()+Absent()+most/slack))
	}
	if int64(limit) < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(int64(limit))
	}
}

// Cores has the runtime use no more cores than the threads of work that were cut for memory, but two: while garbage is
// collected every core may allocate on, and where the machine is busy, or has fewer cores than GOMAXPROCS, the heap outgrows its limit meanwhile.
func Cores(threads int) { runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), max(threads, 2))) }

// slack is the part of what a process may hold that the runtime's limit leaves: it is kept
// to about, and stacks of threads and pages of libraries come and go.
const slack = 32

// Left is how many bytes more a process may hold that holds most bytes at most: what it does not hold, less what code takes
// that has not run yet, and the slack.
func Left(most uint64) uint64 { return less(most, Resident()+Absent()+most/slack) }

// Least is how few bytes a process may be allowed to hold so that some bytes are Left.
func Least(left uint64) uint64 {
	held := sum(Resident()+Absent(), left)
	return sum(held, held/(slack-1)+1)
}

// outside is the memory of the process that is not the runtime's: its code, libraries and
// what these have. The system may hold less than the runtime has asked for, but files all the same.
func outside() uint64 { return max(less(Resident(), readHeap().held()), residentFiles()) }

// Share is how many bytes a process holds at most where nobody says: what it holds now and
// four fifths of what is free. Where nothing bounds memory it is math.MaxUint64.
func Share() uint64 {
	room, by := Room()
	if by == "" {
		return math.MaxUint64
	}
	return sum(room/5*4, max(Resident(), inUse()))
}
