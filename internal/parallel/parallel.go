// Package parallel shares loops out among goroutines.
// docs/decisions/0022-a-worker-pool-that-spins.md says why threads of a Pool spin before
// they end.
package parallel

import (
	"runtime"
	"sync"
)

// Ranges cuts n items into equal ranges and calls work with all of them at
// once: the k-th of parts is [first, last).
func Ranges(n, parts int, work func(k, first, last int)) {
	var wg sync.WaitGroup
	for k := range parts {
		wg.Go(func() { work(k, n*k/parts, n*(k+1)/parts) })
	}
	wg.Wait()
}

// Before counts n items in the ranges that Ranges cuts. It returns for each range what the ranges before it counted, and last what all ranges counted.
func Before(n, parts int, count func(first, last int) int) []int {
	before := make([]int, parts+1)
	Ranges(n, parts, func(k, first, last int) { before[k+1] = count(first, last) })
	for k := range parts {
		before[k+1] += before[k]
	}
	return before
}

// perCore is the most threads of a core: more only cost memory.
const perCore = 4

// Threads returns the number of threads for a caller who asks for some: for 0 or less
// one a core, and at most four a core. All of flyby uses it.
func Threads(asked int) int {
	cores := runtime.GOMAXPROCS(0)
	if asked <= 0 {
		return cores
	}
	return min(asked, perCore*cores)
}

// least is the number of items that are worth a goroutine.
const least = 1 << 12

// Parts returns the number of ranges of n items that are worth a goroutine each: one a core
// where items are many, at least one.
func Parts(n int) int { return max(1, min(runtime.GOMAXPROCS(0), n/least)) }

// AllCores calls work with ranges of n items, on all cores where they are
// many. Every item is in one range.
func AllCores(n int, work func(first, last int)) {
	parts := Parts(n)
	if parts < 2 {
		work(0, n)
		return
	}
	Ranges(n, parts, func(_, first, last int) { work(first, last) })
}
