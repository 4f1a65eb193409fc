package cl_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cl"
)

func TestWriteCopyRead(t *testing.T) {
	each(t, func(b bench) {
		const n = 1000
		from, to := b.buffer("from", cl.ReadWrite, n), b.buffer("to", cl.ReadWrite, n)
		want := ramp(n, 0.5)
		b.write(from, want)
		must(b.t, b.queue.EnqueueCopyBuffer(from, to, 400, 0, 4*900, nil, nil))
		if got := b.read(to, 900); !slices.Equal(got, want[100:]) {
			b.t.Errorf("read back %v...", got[:5])
		}
		if from.Name() != "from" || from.Size() != 4*n {
			b.t.Errorf("%q has %d bytes", from.Name(), from.Size())
		}
	})
}

// TestChainWithoutBlocking uses all features that overlapping needs: wait lists, events that are filled anew while
// waited for, pinned Go memory.
func TestChainWithoutBlocking(t *testing.T) {
	each(t, func(b bench) {
		const n = 1 << 12
		src, dst := ramp(n, 1), make([]float32, n)
		var pin runtime.Pinner
		defer pin.Unpin()
		pin.Pin(&src[0])
		pin.Pin(&dst[0])
		x, y := b.buffer("x", cl.ReadWrite, n), b.buffer("y", cl.ReadWrite, n)
		var done cl.Event
		defer func() { must(b.t, done.Release()) }()
		must(b.t, b.queue.EnqueueWriteBuffer(x, cl.NonBlocking, 0, cl.Bytes(src), nil, &done))
		must(b.t, b.queue.EnqueueCopyBuffer(x, y, 0, 0, 4*n, []*cl.Event{&done}, &done))
		must(b.t, b.queue.EnqueueReadBuffer(y, cl.NonBlocking, 0, cl.Bytes(dst), []*cl.Event{&done}, &done))
		must(b.t, b.queue.Flush())
		must(b.t, cl.WaitForEvents(&done))
		if complete, err := done.GetEventInfo(); !complete || err != nil {
			b.t.Errorf("after waiting: complete %v, %v", complete, err)
		}
		if !slices.Equal(dst, src) {
			b.t.Errorf("read back %v...", dst[:5])
		}
	})
}

func TestFill(t *testing.T) {
	each(t, func(b bench) {
		m := b.buffer("filled", cl.ReadWrite, 8)
		must(b.t, b.queue.EnqueueFillBuffer(m, []byte{0}, 0, 32, nil, nil))
		must(b.t, b.queue.EnqueueFillBuffer(m, cl.Bytes([]float32{1, 2}), 8, 16, nil, nil))
		if got := b.read(m, 8); !slices.Equal(got, []float32{0, 0, 1, 2, 1, 2, 0, 0}) {
			b.t.Errorf("filled %v", got)
		}
	})
}

func TestMapPinned(t *testing.T) {
	each(t, func(b bench) {
		const n = 256
		pinned, m := b.buffer("pinned", cl.ReadWrite|cl.AllocHostPtr, n), b.buffer("m", cl.ReadWrite, n)
		want := ramp(n, 3)
		host, err := b.queue.EnqueueMapBuffer(pinned, cl.Blocking, cl.MapRead|cl.MapWrite, 0, 4*n, nil, nil)
		must(b.t, err)
		// Mapped memory serves as the host side of a transfer, without a pin.
		copy(cl.View[float32](host), want)
		must(b.t, b.queue.EnqueueWriteBuffer(m, cl.Blocking, 0, host, nil, nil))
		clear(host)
		must(b.t, b.queue.EnqueueReadBuffer(m, cl.Blocking, 0, host, nil, nil))
		if !slices.Equal(cl.View[float32](host), want) {
			b.t.Errorf("read back %v...", cl.View[float32](host)[:5])
		}
		must(b.t, b.queue.EnqueueUnmapMemObject(pinned, host, nil, nil))
		if got := b.read(pinned, n); !slices.Equal(got, want) {
			b.t.Errorf("unmapped %v...", got[:5])
		}
	})
}

func TestMapPart(t *testing.T) {
	each(t, func(b bench) {
		m := b.buffer("m", cl.ReadWrite, 64)
		b.write(m, ramp(64, 1))
		host, err := b.queue.EnqueueMapBuffer(m, cl.Blocking, cl.MapWriteInvalidate, 128, 8, nil, nil)
		must(b.t, err)
		copy(cl.View[float32](host), []float32{-1, -2})
		must(b.t, b.queue.EnqueueUnmapMemObject(m, host, nil, nil))
		if got := b.read(m, 64); !slices.Equal(got[31:35], []float32{31, -1, -2, 34}) {
			b.t.Errorf("after the map: %v", got[31:35])
		}
	})
}

func TestSubBuffer(t *testing.T) {
	each(t, func(b bench) {
		info, err := b.context.Device().GetDeviceInfo()
		must(b.t, err)
		align := info.MemBaseAddrAlign / 8
		parent, err := b.context.CreateBuffer("parent", cl.ReadWrite, 4*align)
		must(b.t, err)
		must(b.t, b.queue.EnqueueFillBuffer(parent, []byte{7}, 0, 4*align, nil, nil))
		sub, err := parent.CreateSubBuffer("sub", cl.ReadWrite, align, align)
		must(b.t, err)
		release(b.t, sub)
		must(b.t, b.queue.EnqueueFillBuffer(sub, []byte{9}, 0, align, nil, nil))
		got := make([]byte, 4*align)
		must(b.t, b.queue.EnqueueReadBuffer(parent, cl.Blocking, 0, got, nil, nil))
		if got[align-1] != 7 || got[align] != 9 || got[2*align-1] != 9 || got[2*align] != 7 {
			b.t.Errorf("around the sub-buffer: %v", got[align-1:2*align+1])
		}
		_, err = parent.CreateSubBuffer("crooked", cl.ReadWrite, 1, align)
		if !errors.Is(err, cl.MisalignedSubBufferOffset) || !strings.Contains(err.Error(), `"crooked" of buffer "parent"`) {
			b.t.Errorf("sub-buffer at byte 1: %v", err)
		}
		must(b.t, parent.Release()) // the sub-buffer keeps the memory
		must(b.t, b.queue.EnqueueReadBuffer(sub, cl.Blocking, 0, got[:align], nil, nil))
	})
}

func TestTooLargeBufferIsAnAllocationFailure(t *testing.T) {
	each(t, func(b bench) {
		info, err := b.context.Device().GetDeviceInfo()
		must(b.t, err)
		m, err := b.context.CreateBuffer("segdist.hit", cl.ReadWrite, int(info.GlobalMem)*16)
		if err == nil { // NVIDIA's driver allocates on first use
			release(b.t, m)
			err = b.queue.EnqueueFillBuffer(m, []byte{0}, 0, 4, nil, nil)
		}
		if !cl.IsAllocation(err) || !strings.Contains(err.Error(), `buffer "segdist.hit"`) {
			b.t.Errorf("16 times the device's memory: %v", err)
		}
	})
}

func TestRangesOutsideTheBuffer(t *testing.T) {
	each(t, func(b bench) {
		m, other := b.buffer("segdist.hit", cl.ReadWrite, 8), b.buffer("other", cl.ReadWrite, 16)
		q, data := b.queue, make([]byte, 64)
		for name, err := range map[string]error{
			"write past the end": q.EnqueueWriteBuffer(m, cl.Blocking, 0, data, nil, nil),
			"read past the end":  q.EnqueueReadBuffer(m, cl.Blocking, 28, data[:8], nil, nil),
			"negative offset":    q.EnqueueReadBuffer(m, cl.Blocking, -4, data[:8], nil, nil),
			"huge offset":        q.EnqueueReadBuffer(m, cl.Blocking, int(^uint(0)>>1), data[:8], nil, nil),
			"empty":              q.EnqueueReadBuffer(m, cl.Blocking, 0, nil, nil, nil),
			"empty pattern":      q.EnqueueFillBuffer(m, nil, 0, 8, nil, nil),
			"odd pattern":        q.EnqueueFillBuffer(m, data[:3], 0, 9, nil, nil),
			"copy from":          q.EnqueueCopyBuffer(m, other, 0, 0, 64, nil, nil),
			"copy to":            q.EnqueueCopyBuffer(other, m, 0, 0, 64, nil, nil),
		} {
			if !errors.Is(err, cl.InvalidValue) || !strings.Contains(err.Error(), `buffer "segdist.hit"`) {
				b.t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := q.EnqueueMapBuffer(m, cl.Blocking, cl.MapRead, 0, 64, nil, nil); !errors.Is(err, cl.InvalidValue) {
			b.t.Errorf("map past the end: %v", err)
		}
		if _, err := b.context.CreateBuffer("none", cl.ReadWrite, 0); !errors.Is(err, cl.InvalidValue) || cl.IsAllocation(err) {
			b.t.Errorf("empty buffer: %v", err)
		}
	})
}

func TestViewRefusesParts(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("View of 7 bytes as float32 did not panic")
		}
	}()
	cl.View[float32](make([]byte, 7))
}
