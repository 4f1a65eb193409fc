//go:build (amd64 || arm64) && linux

package memory

import (
	"runtime"
	"sync"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// prepareThreads saves addresses where they are limited: the C library sets 64 MiB
// of them aside for each new thread, and the runtime ends the process where it
// cannot make a thread. So threads share arenas, and the threads of later work are
// made now.
func prepareThreads() error {
	if limit(unix.RLIMIT_AS) == none {
		return nil
	}
	n := threadsACore*runtime.GOMAXPROCS(0) + otherThreads
	need := uint64(n)*stackBytes() + Small
	if all := bounds(); !fits(need, all) {
		room, by := worst(need, all)
		return &Error{What: "threads", Bytes: need, Room: room, By: by}
	}
	const arenaMax = -8 // M_ARENA_MAX of glibc; other libraries know no mallopt
	if at, err := purego.Dlsym(purego.RTLD_DEFAULT, "mallopt"); err == nil {
		purego.SyscallN(at, ^uintptr(-arenaMax-1), 1)
	}
	makeThreads(n)
	return nil
}

// stackBytes returns the address space of a thread's stack.
func stackBytes() uint64 {
	if size := limit(unix.RLIMIT_STACK); size != none {
		return size + guardBytes
	}
	return unlimitedStack
}

const (
	guardBytes     = 1 << 18
	unlimitedStack = 8 << 20
)

// Threads that are made at the start, for work and for system calls.
const (
	threadsACore = 3
	otherThreads = 4
)

// makeThreads has the runtime make n threads, which it keeps.
func makeThreads(n int) {
	var all, done sync.WaitGroup
	all.Add(n)
	for range n {
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			all.Done()
			all.Wait()
		})
	}
	done.Wait()
}
