package cl_test

import (
	"testing"

	"flyby/kernel/cl"
	"flyby/kernel/cl/cltest"
)

// BenchmarkLaunch is what a launch of one work-item costs the host, per device: arg is one SetKernelArg, enqueue one
// launch of many before a Finish, event the same with an event, roundtrip a launch and its Finish.
func BenchmarkLaunch(b *testing.B) {
	for _, d := range cltest.Devices(b) {
		info, err := d.GetDeviceInfo()
		must(b, err)
		b.Run(info.Name, func(b *testing.B) {
			s := setup(b, d, 0)
			k, m := s.kernel("add", addSource), s.buffer("m", cl.ReadWrite, 1)
			must(b, k.SetKernelArgs(cl.Mem(m), cl.Mem(m), cl.Mem(m), cl.Uint32(1)))
			one := []int{1}
			var done cl.Event
			release(b, &done)
			measure(b, "arg", func(int) { must(b, k.SetKernelArg(3, cl.Uint32(1))) })
			measure(b, "enqueue", func(i int) {
				must(b, s.queue.EnqueueNDRangeKernel(k, one, one, nil, nil))
				s.finishEach(i, 256)
			})
			measure(b, "event", func(i int) {
				must(b, s.queue.EnqueueNDRangeKernel(k, one, one, nil, &done))
				s.finishEach(i, 256)
			})
			measure(b, "roundtrip", func(i int) {
				must(b, s.queue.EnqueueNDRangeKernel(k, one, one, nil, nil))
				s.finishEach(i, 1)
			})
		})
	}
}

// finishEach waits for the queue at every n-th step, so that it stays short.
func (b bench) finishEach(i, n int) {
	if i%n == n-1 {
		must(b.t, b.queue.Finish())
	}
}

// measure is a sub-benchmark that reports allocations.
func measure(b *testing.B, name string, step func(i int)) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			step(i)
		}
	})
}
