package cl_test

import (
	"errors"
	"strings"
	"testing"

	"flyby/internal/cl"
)

func TestProfile(t *testing.T) {
	each(t, func(b bench) {
		const n = 1 << 16
		k, m := b.kernel("add", addSource), b.buffer("m", cl.ReadWrite, n)
		must(b.t, k.SetKernelArgs(cl.Mem(m), cl.Mem(m), cl.Mem(m), cl.Uint32(n)))
		var launch cl.Event
		release(b.t, &launch)
		for range 3 { // filled anew each time
			must(b.t, b.queue.EnqueueNDRangeKernel(k, []int{n}, nil, nil, &launch))
		}
		must(b.t, cl.WaitForEvents(&launch))
		p, err := launch.GetEventProfilingInfo()
		must(b.t, err)
		if p.Queued == 0 || p.Submit < p.Queued || p.Start < p.Submit || p.End <= p.Start {
			b.t.Errorf("times out of order: %+v", p)
		}
		if p.Duration() <= 0 {
			b.t.Errorf("ran for %v", p.Duration())
		}
	})
}

func TestNoProfileWithoutProfiling(t *testing.T) {
	each(t, func(b bench) {
		plain := setup(b.t, b.context.Device(), 0)
		m := plain.buffer("m", cl.ReadWrite, 4)
		var fill cl.Event
		release(b.t, &fill)
		must(b.t, plain.queue.EnqueueFillBuffer(m, []byte{0}, 0, 16, nil, &fill))
		must(b.t, plain.queue.Finish())
		if _, err := fill.GetEventProfilingInfo(); !errors.Is(err, cl.ProfilingInfoNotAvailable) || !strings.Contains(err.Error(), `EnqueueFillBuffer buffer "m"`) {
			b.t.Errorf("profile: %v", err)
		}
	})
}

func TestReleaseTwice(t *testing.T) {
	each(t, func(b bench) {
		m, err := b.context.CreateBuffer("segdist.hit", cl.ReadWrite, 16)
		must(b.t, err)
		k := b.kernel("add", addSource)
		var e cl.Event
		must(b.t, e.Release()) // not filled yet
		must(b.t, b.queue.EnqueueFillBuffer(m, []byte{0}, 0, 16, nil, &e))
		must(b.t, b.queue.Finish())
		for range 2 {
			must(b.t, e.Release())
			must(b.t, m.Release())
		}
		for name, err := range map[string]error{
			`buffer "segdist.hit"`: b.queue.EnqueueFillBuffer(m, []byte{0}, 0, 16, nil, nil),
			`kernel "add"`:         k.SetKernelArg(0, cl.Mem(m)),
			"wait list":            b.queue.EnqueueNDRangeKernel(k, []int{1}, nil, []*cl.Event{&e}, nil),
			"WaitForEvents":        cl.WaitForEvents(&e),
		} {
			if !errors.Is(err, cl.ErrReleased) || !strings.Contains(err.Error(), name) {
				b.t.Errorf("%s: %v", name, err)
			}
		}
		for _, none := range []interface{ Release() error }{
			(*cl.Context)(nil), (*cl.Queue)(nil), (*cl.Buffer)(nil), (*cl.Program)(nil), (*cl.Kernel)(nil), (*cl.Event)(nil),
		} {
			must(b.t, none.Release())
		}
	})
}

func TestLiveCountsWhatIsNotReleased(t *testing.T) {
	each(t, func(b bench) {
		lib := b.context.Device().Library()
		before := lib.Live()
		m, err := b.context.CreateBuffer("m", cl.ReadWrite, 16)
		must(b.t, err)
		var e cl.Event
		for range 2 {
			must(b.t, b.queue.EnqueueFillBuffer(m, []byte{0}, 0, 16, nil, &e))
		}
		if got := lib.Live() - before; got != 2 {
			b.t.Errorf("a buffer and an event count as %d", got)
		}
		must(b.t, e.Release())
		must(b.t, m.Release())
		if got := lib.Live() - before; got != 0 {
			b.t.Errorf("%d left", got)
		}
	})
}

// TestGoFaultsStayGo checks that the driver leaves Go's signal handlers alone: PoCL and LLVM install their own.
func TestGoFaultsStayGo(t *testing.T) {
	each(t, func(b bench) {
		b.kernel("add", addSource)
		var none *int
		defer func() {
			if recover() == nil {
				b.t.Error("a nil dereference did not panic")
			}
		}()
		*none++
	})
}
