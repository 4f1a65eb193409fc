package hitlist

import (
	"testing"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/rig"
)

// openList makes a list on a device that is run as a GPU.
func openList(t testing.TB, dev cl.Device, size clrt.Groups, capacity int) *List {
	t.Helper()
	d, finds := rig.OpenRuntime(t, dev)
	l, err := New(d, Tuning{Groups: size, Finds: finds, Orders: true, Capacity: capacity, Part: 1 << 20, Early: 1 << 17, Few: 2 << 10})
	rig.Must(t, err)
	rig.Must(t, l.Prepare())
	return l
}

// closeList closes a list and its device.
func closeList(t testing.TB, l *List) {
	t.Helper()
	rig.Must(t, l.Close())
	rig.Must(t, l.dev.Close())
}

// onEachList runs f as a subtest with a list on every device.
func onEachList(t *testing.T, f func(t *testing.T, l *List)) {
	t.Helper()
	for _, dev := range cltest.Devices(t) {
		l := openList(t, dev, clrt.Groups{Size: 16, Block: 16, Claim: true}, 1<<20)
		t.Run(l.dev.Name, func(t *testing.T) {
			defer closeList(t, l)
			f(t, l)
		})
	}
}
