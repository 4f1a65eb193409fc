package devicetest_test

import (
	"errors"
	"slices"
	"testing"

	"flyby/internal/cl"
	"flyby/internal/pointjoin/opencl/device"
	"flyby/internal/testing/devicetest"
)

// TestTransfers: data sent in pieces, some of them empty, come back unchanged, copied by one thread or by
// several.
func TestTransfers(t *testing.T) {
	devicetest.Each(t, device.Cuts{}, func(t *testing.T, d *device.Device) {
		for _, n := range []int{0, 1, 1000, 5<<15 + 3} {
			words := make([]uint32, n)
			for i := range words {
				words[i] = uint32(i * i)
			}
			b, err := d.SendBytes("words", cl.Bytes(words[:n/3]), nil, cl.Bytes(words[n/3:]))
			got := make([]uint32, n)
			if err := errors.Join(err, d.ReceiveWords(b, got), d.Memory.Release(b)); err != nil || !slices.Equal(got, words) {
				t.Errorf("%d words are others: %v", n, err)
			}
		}
		if d.Memory.Count() > 0 {
			t.Errorf("%d buffers are left", d.Memory.Count())
		}
	})
}
