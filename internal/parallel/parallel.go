// Package parallel shares loops out among goroutines. Why threads of a Pool look out for
// work is in docs/decisions/0022-a-worker-pool-that-spins.md.
package parallel

import (
	"runtime"
	"sync"
)

// Ranges cuts n items into equal ranges and calls work with each, at once:
// the k-th of parts is [first, last).
func Ranges(n, parts int, work func(k, first, last int)) {
	var wg sync.WaitGroup
	for k := range parts {
		wg.Go(func() { work(k, n*k/parts, n*(k+1)/parts) })
	}
	wg.Wait()
}

// perCore is how many threads a core is given at most: more only cost memory.
const perCore = 4

// Threads is the number of threads for a caller who asks for some: 0 or less means one
// a core, and more than four a core are cut to that. It decides for all of flyby.
func Threads(asked int) int {
	cores := runtime.GOMAXPROCS(0)
	if asked <= 0 {
		return cores
	}
	return min(asked, perCore*cores)
}

// least is the number of items that are worth a goroutine.
const least = 1 << 12

// AllCores calls work with ranges of n items, on all cores where they are
// many. Every item is in one range.
func AllCores(n int, work func(first, last int)) {
	parts := min(runtime.GOMAXPROCS(0), n/least)
	if parts < 2 {
		work(0, n)
		return
	}
	Ranges(n, parts, func(_, first, last int) { work(first, last) })
}
