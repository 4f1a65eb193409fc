package cl_test

import (
	"fmt"
	"runtime"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/testing/cltest"
)

// BenchmarkLaunch measures the host's time for a launch of one work-item, per device: arg is one SetKernelArg, enqueue
// one launch of many before a Finish, event the same with an event, roundtrip a launch and its Finish.
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

// BenchmarkTransfer copies between the host and the device, to and from memory of Go and memory that OpenCL pinned.
func BenchmarkTransfer(b *testing.B) {
	for _, d := range cltest.Devices(b) {
		info, err := d.GetDeviceInfo()
		must(b, err)
		b.Run(info.Name, func(b *testing.B) {
			s := setup(b, d, 0)
			for _, n := range []int{1 << 10, 1 << 18, 1 << 26} { // float32
				pinned := s.buffer("pinned", cl.ReadWrite|cl.AllocHostPtr, n)
				mapped, err := s.queue.EnqueueMapBuffer(pinned, cl.Blocking, cl.MapRead|cl.MapWrite, 0, 4*n, nil, nil)
				must(b, err)
				s.benchTransfer(b, fmt.Sprintf("pageable/%d", 4*n), make([]byte, 4*n))
				s.benchTransfer(b, fmt.Sprintf("pinned/%d", 4*n), mapped)
				must(b, s.queue.EnqueueUnmapMemObject(pinned, mapped, nil, nil))
			}
		})
	}
}

func (b bench) benchTransfer(on *testing.B, name string, host []byte) {
	m := b.buffer("m", cl.ReadWrite, len(host)/4)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&host[0])
	on.Run("write/"+name, func(on *testing.B) {
		on.SetBytes(int64(len(host)))
		for on.Loop() {
			must(on, b.queue.EnqueueWriteBuffer(m, cl.Blocking, 0, host, nil, nil))
		}
	})
	on.Run("read/"+name, func(on *testing.B) {
		on.SetBytes(int64(len(host)))
		for on.Loop() {
			must(on, b.queue.EnqueueReadBuffer(m, cl.Blocking, 0, host, nil, nil))
		}
	})
}
