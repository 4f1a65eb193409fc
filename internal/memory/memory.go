// Package memory tells how much memory may still be asked for, so that a result that
// grows with the data is refused in one line, and does not end the process.
//
// The Go runtime ends a process that asks for more memory than there is, and Linux kills
// one that uses more: neither can be answered once it is asked for. So a block is counted
// before. Bounds of memory on Linux are:
//
//   - the machine: its available memory and swap, and where it promises no more
//     than it has (vm.overcommit_memory is 2), the part not yet promised;
//   - the cgroups, version 1 and 2, that the process is in: each one's limit less
//     its use, where file pages that nobody used lately count as free;
//   - the limits on address space (ulimit -v) and on data (ulimit -d).
//
// Elsewhere it is the machine's memory. Memory that the process has had and no
// longer uses counts as free. Each bound keeps a margin, see margin.
// docs/decisions/0010-memory-is-counted.md lists the memory that is counted, and the
// memory that cannot be.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
)

// Small is the number of bytes below which a block is not counted.
const Small = 4 << 20

// Room returns how many bytes may still be asked for now, and the name of the tightest
// bound ("the machine", "the cgroup", "the limit on address space", "the limit on data").
// Idle heap of the process counts as room. Without a bound, or where it cannot be read,
// it returns math.MaxUint64 and "".
func Room() (bytes uint64, by string) {
	return least(bounds())
}

// Need reports whether n bytes for what, a plural ("columns of cars.csv", "112,000,000
// hits"), fit. It collects garbage before it says no, with an *Error. For less than Small
// bytes it checks nothing and returns nil.
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

// Of returns the bytes of n values of size bytes each, math.MaxUint64 where they are
// more.
func Of(n, size int) uint64 {
	if n <= 0 || size <= 0 {
		return 0
	}
	if uint64(n) > math.MaxUint64/uint64(size) {
		return math.MaxUint64
	}
	return uint64(n) * uint64(size)
}

// Prepare is called at the start of a command. It limits the heap, see Limit. Under a
// limit on address space it also makes the threads that later work needs, and fails where
// there is no room for them.
func Prepare() error {
	if err := prepareThreads(); err != nil {
		return err
	}
	Limit(0)
	return nil
}

// Limit sets the runtime's memory limit: it collects garbage before the heap outgrows the
// present room, or the process most bytes, so that garbage does not reach a bound. A
// lower limit that is set (GOMEMLIMIT) stays. most 0 bounds nothing. Memory outside of
// the heap lowers the limit, and so does code that has not run yet: a command calls Limit
// again once it has loaded libraries.
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

// Cores limits the runtime to as many cores as threads of work were left by a bound of
// memory, but at least two: while garbage is collected every core may go on to allocate,
// and where the machine is busy, or has fewer cores than GOMAXPROCS, the heap outgrows
// its limit meanwhile.
func Cores(threads int) { runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), max(threads, 2))) }

// slack divides a bound of the process: the runtime's limit leaves that part free, since
// the runtime keeps it only about, and stacks of threads and pages of libraries come and
// go.
const slack = 32

// Remaining returns how many more bytes a process may hold whose bound is most: the rest of
// it, less the code that has not run yet, and the slack.
func Remaining(most uint64) uint64 { return less(most, Resident()+Absent()+most/slack) }

// Least returns the least bound of the process whose Remaining is some bytes.
func Least(left uint64) uint64 {
	held := sum(Resident()+Absent(), left)
	return sum(held, held/(slack-1)+1)
}

// outside returns the memory of the process that is not the runtime's: its code, and
// libraries with their memory. The system may hold less than the runtime has asked for,
// but in any case the files.
func outside() uint64 { return max(less(Resident(), readHeap().mapped()), residentFiles()) }

// Share returns the default bound of a process: its present memory and four fifths of the
// free memory. Where nothing bounds memory it is math.MaxUint64.
func Share() uint64 {
	room, by := Room()
	if by == "" {
		return math.MaxUint64
	}
	return sum(room/5*4, max(Resident(), inUse()))
}
