package cl

import (
	"runtime"
	"time"
)

// Collecting runs f, which creates objects. Where memory ran out, it collects the garbage and runs f
// again, twice at most: an unreachable object may keep memory of the device, and a whole context, until
// its cleanup has run, and the collector does not count such memory. Before f fails it must release the
// objects that it created.
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

// collect collects the garbage and waits until a cleanup of that collection has run.
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
