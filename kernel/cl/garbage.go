package cl

import (
	"runtime"
	"time"
)

// Collecting runs f, which creates objects, and again where memory ran out: first the garbage is
// collected, twice at most, for an object that nobody holds any more may keep memory of the device, and
// a whole context, until its cleanup has run, and the collector knows nothing of such memory. f must
// have released what it created before it failed.
func Collecting(f func() error) error {
	err := f()
	for range 2 {
		if !IsAllocation(err) {
			return err
		}
		collect()
		err = f()
	}
	return err
}

// cleanupWait bounds the wait for the cleanups of garbage.
const cleanupWait = time.Second

// collect collects the garbage and waits for a cleanup of that collection to have run.
func collect() {
	ran := make(chan struct{})
	last := &struct{ self *byte }{new(byte)} // with a pointer: the smallest objects are collected together
	runtime.AddCleanup(last, func(ran chan struct{}) { close(ran) }, ran)
	runtime.GC()
	late := time.NewTimer(cleanupWait)
	defer late.Stop()
	select {
	case <-ran:
	case <-late.C:
	}
}
